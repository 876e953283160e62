/** What `paddock_core::text::shown` spells out. */
const UNSEEN =
  /[\p{Cc}\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\u{1bca0}-\u{1bca3}\u{1d159}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]/gu;

/** Words of a server, with what cannot be seen in them made visible; lines and tabs are harmless. */
export function shown(text: string): string {
  return text.replace(UNSEEN, (char) => (/[\n\t]/.test(char) ? char : spelled(char)));
}

/** A name as the app shows it, lines and tabs in it too; one that it has shown stays as it is. */
export function shownName(name: string): string {
  return name.replace(UNSEEN, spelled);
}

function spelled(char: string): string {
  return `\\u{${char.codePointAt(0)!.toString(16)}}`;
}
