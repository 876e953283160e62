import type { AnsweredValue, AskedValue } from "../../backend/types";

/** What is typed so far, by what is asked; of several values, one a line. */
export type Answers = Record<string, string>;

/** What stands there before anything is typed: what was given before, or what is usual. */
export function beginning(asks: AskedValue[], given: AnsweredValue[] = []): Answers {
  const before = new Map(given.map(({ name, values }) => [name, values]));
  return Object.fromEntries(
    asks.map(({ name, usual }) => [name, (before.get(name) ?? usual).join("\n")]),
  );
}

/** What is asked, where some of it stays as it is if nothing is typed. */
export function withStaying(asks: AskedValue[], stays: string[]): AskedValue[] {
  return asks.map((ask) => (stays.includes(ask.name) ? { ...ask, required: false } : ask));
}

/** The answers to what is asked, and to nothing else. */
export function answersTo(asks: AskedValue[], typed: Answers): AnsweredValue[] {
  return asks.map(({ name, several }) => {
    const text = typed[name] ?? "";
    return { name, values: several ? text.split("\n").filter((line) => line !== "") : [text] };
  });
}

/** What stands in a field after one more path was chosen. */
export function withPath(typed: string, path: string, several: boolean): string {
  return several && typed !== "" ? `${typed.trimEnd()}\n${path}` : path;
}
