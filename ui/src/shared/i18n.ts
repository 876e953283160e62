import type { FluentVariable } from "@fluent/bundle";
import type { Code, Failure, Hint, Warning, WarningCode } from "../backend/types";
import { locale, words } from "./language.svelte";

export type Args = Record<string, FluentVariable>;

/** A piece of a message: the catalogue's own words, or a value put into them. */
export type Piece = { text: string; value: boolean };

const ISOLATE = "\u2068";
const POP = "\u2069";
const ISOLATED = new RegExp(`(${ISOLATE}[^${POP}]*${POP})`);

/** Sentences that ask or tell of something by its name: titles, and what was done. */
const QUOTING =
  /^(?!arrival-|starting-).*-title(?:-|$)|^app-ask-(?:connect|disconnect)$|^(?:servers-remove-ask|servers-removed|destinations-taken-back|log-session|missed-allowed-next)$/;
/** What is called as somebody else likes, and could pass for words of the sentence. */
const NAMES = ["server", "tool", "app", "provider"];
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefe\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Words of the catalogue. Values that run from right to left stay isolated from the rest. */
export function t(id: string, args?: Args): string {
  return args ? join(pieces(id, args)) : words().plain(id, () => join(pieces(id)));
}

/** The same words in pieces, so that values can be set apart. */
export function pieces(id: string, args?: Args): Piece[] {
  return split(format(id, args && QUOTING.test(id) ? withQuotes(args) : args));
}

let lists: { of: string; format: Intl.ListFormat } | null = null;

/** One after the other, as the language lists them. A format is costly to make. */
export function listed(items: readonly string[]): string {
  const of = locale();
  if (lists?.of !== of) {
    lists = { of, format: new Intl.ListFormat(of, { type: "conjunction", style: "narrow" }) };
  }
  return lists.format.format(items);
}

/** What codes are said by. One that is newer than this page has no message. */
type CodeId = `error-${Code}` | `warning-${WarningCode}` | `hint-${Hint}`;

export function has(id: string): boolean {
  return words().pattern(id) !== undefined;
}

/** A message without values; a code that this page does not know as it came. */
export function worded(id: string, code: string): string {
  return has(id) ? t(id) : code;
}

/** A failure in words. What the app left out of it must not keep it from being told. */
export function failureText(failure: Failure): string {
  const id: CodeId = `error-${failure.code}`;
  const said = has(id) ? tolerant(id, failure.details) : t("error-unknown", { code: failure.code });
  return [said, hintText(failure.hint)].filter(Boolean).join("\n");
}

/** What may help; nothing where the app knows of more than this page. */
export function hintText(hint: Hint | null | undefined): string {
  const id: CodeId | undefined = hint ? `hint-${hint}` : undefined;
  return id && has(id) ? t(id) : "";
}

export function warningText(warning: Warning): string {
  const id: CodeId = `warning-${warning.code}`;
  return has(id)
    ? tolerant(id, { subject: warning.subject ?? "" })
    : t("warning-unknown", { code: warning.code });
}

/** Words whose values come from the app: one that is missing shows as its name. */
function tolerant(id: string, args: Args): string {
  const catalogue = words();
  const pattern = catalogue.pattern(id);
  return pattern ? join(split(catalogue.format(pattern, args, []))) : missing(id, "no value");
}

function format(id: string, args?: Args): string {
  const catalogue = words();
  const pattern = catalogue.pattern(id);
  if (!pattern) return missing(id, "no such message");
  const errors: Error[] = [];
  const text = catalogue.format(pattern, args ?? null, errors);
  return errors[0] && import.meta.env.MODE !== "production" ? missing(id, errors[0].message) : text;
}

function withQuotes(args: Args): Args {
  const gone = t("server-gone");
  const quote = (name: string) =>
    format("quoted", { name }).replaceAll(ISOLATE, "").replaceAll(POP, "");
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => {
      const isName = NAMES.includes(name) && typeof value === "string" && value !== "";
      return [name, isName && value !== gone ? quote(value) : value];
    }),
  );
}

function split(text: string): Piece[] {
  return text
    .split(ISOLATED)
    .filter((part) => part !== "")
    .map((part) =>
      part.startsWith(ISOLATE)
        ? { text: part.slice(1, -1), value: true }
        : { text: part, value: false },
    );
}

function join(pieces: Piece[]): string {
  return pieces
    .map(({ text, value }) =>
      value && RIGHT_TO_LEFT.test(text) ? `${ISOLATE}${text}${POP}` : text,
    )
    .join("");
}

function missing(id: string, why: string): string {
  if (import.meta.env.MODE !== "production") throw new Error(`message ${id}: ${why}`);
  return id;
}
