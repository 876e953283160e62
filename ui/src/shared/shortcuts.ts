import type { Screen } from "./app.svelte";

export type Shortcut =
  | { kind: "help" }
  | { kind: "go"; screen: Screen }
  | { kind: "add"; screen: "access" }
  | { kind: "find" };

const byDigit: Record<string, Screen> = {
  "1": "access",
  "2": "servers",
  "3": "apps",
  "4": "requests",
  "5": "activity",
  ",": "settings",
};

/** The shortcut of the whole window that a key press stands for. */
export function shortcutOf(event: KeyboardEvent): Shortcut | null {
  if (event.defaultPrevented || event.isComposing || event.altKey) return null;
  if (event.ctrlKey || event.metaKey) {
    if (event.shiftKey) return null;
    const screen = byDigit[event.key];
    if (screen) return { kind: "go", screen };
    if (event.key === "o") return { kind: "add", screen: "access" };
    if (event.key === "f") return { kind: "find" };
    return null;
  }
  return event.key === "?" && !takesText(event.target) ? { kind: "help" } : null;
}

function takesText(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && target.matches("input, textarea, select, [contenteditable]")
  );
}
