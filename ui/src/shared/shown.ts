/** Controls and marks that turn or hide what stands beside them; lines and tabs are harmless. */
const UNSEEN = /[^\P{Cc}\n\t]|[\p{Cf}\u2028\u2029]/gu;

/** Words of a server, with what cannot be seen in them made visible. */
export function shown(text: string): string {
  return text.replace(UNSEEN, (char) => `\\u{${char.codePointAt(0)!.toString(16)}}`);
}

/** What the app makes visible in names: `paddock_core::text::shown`. */
const UNSEEN_IN_NAMES =
  /[\p{Cc}\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]/gu;

/** A name as the app shows it, lines and tabs in it too; one that it has shown stays as it is. */
export function shownName(name: string): string {
  return name.replace(UNSEEN_IN_NAMES, (char) => `\\u{${char.codePointAt(0)!.toString(16)}}`);
}
