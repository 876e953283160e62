import { tick } from "svelte";
import type { Attachment } from "svelte/attachments";

// Focus moves only as the consequence of what a person did, never by an event. The place it goes
// to may be drawn before or after the app has answered, so it is asked for by key, and not for long.
const PATIENCE = 5_000;
const places = new Map<string, HTMLElement>();
let wanted: { key: string; until: number } | null = null;

/** Moves the focus to the place of that key, now or as soon as it is drawn. */
export function focusOn(key: string): void {
  const place = places.get(key);
  if (place) arrive(place);
  wanted = place ? null : { key, until: Date.now() + PATIENCE };
}

export function forgetFocus(): void {
  wanted = null;
}

/** Makes an element the place of that key. */
export function focusPlace(key: string): Attachment<HTMLElement> {
  return (element) => {
    places.set(key, element);
    if (wanted?.key === key && Date.now() < wanted.until) {
      wanted = null;
      arrive(element);
    }
    return () => {
      if (places.get(key) === element) places.delete(key);
    };
  };
}

/** Moves the focus to the first field with something wrong in it, once that is drawn. */
export async function focusOnProblem(form: HTMLElement | undefined): Promise<void> {
  await tick();
  const first = form?.querySelector<HTMLElement>("[aria-invalid='true'], .invalid input");
  if (first) arrive(first);
}

/** What stands in a field is typed over; a panel with more than its answers is read from its top. */
function arrive(element: HTMLElement): void {
  element.focus({ preventScroll: true });
  if (element instanceof HTMLInputElement) element.select();
  const panel = element.closest("[data-panel]");
  if (panel) panel.scrollIntoView({ block: "start" });
  else element.scrollIntoView({ block: "nearest" });
}
