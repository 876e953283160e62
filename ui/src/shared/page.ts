import type { Backend } from "../backend/backend";

/** The keys that draw a page larger, smaller or as usual. */
const steps: Record<string, number> = { "+": 1, "=": 1, "-": -1, _: -1, "0": 0 };

/** In which direction a key press changes how large the page is drawn; null for any other. */
export function zoomStepOf(event: KeyboardEvent): number | null {
  if (event.defaultPrevented || event.isComposing || event.altKey) return null;
  return event.ctrlKey || event.metaKey ? (steps[event.key] ?? null) : null;
}

/** Whether the menu of the system is of use there: it copies and pastes what is typed. */
export function keepsMenu(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest("input:not([type='checkbox'], [type='radio']), textarea") !== null
  );
}

/** Makes a page behave as a window of an app does, and not as a page of a browser. */
export function beAWindow({ commands }: Backend<{ zoom(step: number): Promise<unknown> }>): void {
  addEventListener("keydown", (event) => {
    const step = zoomStepOf(event);
    if (step === null) return;
    event.preventDefault();
    // A setting that cannot be kept is no reason to interrupt.
    void commands.zoom(step).catch(() => undefined);
  });
  addEventListener("contextmenu", (event) => {
    if (!keepsMenu(event.target)) event.preventDefault();
  });
}
