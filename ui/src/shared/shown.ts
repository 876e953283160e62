/** Controls and marks that turn or hide what stands beside them; lines and tabs are harmless. */
const UNSEEN = /[^\P{Cc}\n\t]|[\p{Cf}\u2028\u2029]/gu;

/** Words of a server, with what cannot be seen in them made visible. */
export function shown(text: string): string {
  return text.replace(UNSEEN, (char) => `\\u{${char.codePointAt(0)!.toString(16)}}`);
}
