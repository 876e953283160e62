import { t } from "../i18n";

/** JSON of which nothing is lost: numbers keep their digits, and objects the order of their names. */
export type Json = null | boolean | string | Digits | Json[] | JsonObject;

export type JsonObject = Map<string, Json>;

/** A number as it is written. */
export class Digits {
  constructor(readonly text: string) {}
}

export function isObject(value: Json | undefined): value is JsonObject {
  return value instanceof Map;
}

const STRING = /"[^"\\]*(?:\\.[^"\\]*)*"/.source;
const STRING_OR_NUMBER = new RegExp(`${STRING}|-?\\d[\\d.eE+-]*`, "g");
const LAID_OUT = new RegExp(`${STRING}|[[{]\\s*[\\]}]|[[\\]{},:]|\\s+`, "g");

/** The value a text stands for, undefined when it is not JSON. */
export function parsed(text: string): Json | undefined {
  if (jsonProblem(text) !== null) return undefined;
  // `JSON.parse` rounds numbers, and sorts names that look like some: it gets neither to see.
  const marked = text.replace(STRING_OR_NUMBER, (token) =>
    token.startsWith('"') ? `"=${token.slice(1)}` : `"#${token}"`,
  );
  return JSON.parse(marked, (_, value: unknown) => {
    if (typeof value === "string") {
      return value.startsWith("#") ? new Digits(value.slice(1)) : value.slice(1);
    }
    if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
    return new Map(Object.entries(value).map(([name, it]) => [name.slice(1), it]));
  }) as Json;
}

/** The text that stands for a value. */
export function textOf(value: Json): string {
  if (value instanceof Digits) return value.text;
  if (Array.isArray(value)) return `[${value.map(textOf).join(",")}]`;
  if (!isObject(value)) return JSON.stringify(value);
  return `{${[...value].map(([name, it]) => memberText(name, textOf(it))).join(",")}}`;
}

export function memberText(name: string, value: string): string {
  return `${JSON.stringify(name)}:${value}`;
}

/** What is wrong with a JSON text, null when nothing is. */
export function jsonProblem(text: string): string | null {
  try {
    JSON.parse(text);
    return null;
  } catch (thrown) {
    return t("tools-bad-json", { reason: (thrown as Error).message });
  }
}

/** The same JSON on lines of its own, and the text itself where it is no JSON. */
export function indented(text: string): string {
  if (jsonProblem(text) !== null) return text;
  let line = "\n";
  return text.replace(LAID_OUT, (token) => {
    const end = token.at(-1)!;
    if (token.startsWith('"')) return token;
    if (/\s/.test(end)) return "";
    if (token === ",") return `,${line}`;
    if (token === ":") return ": ";
    if (token.length > 1) return token[0]! + end;
    if ("[{".includes(token)) return token + (line += "  ");
    return (line = line.slice(0, -2)) + token;
  });
}
