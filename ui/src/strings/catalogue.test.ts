import { FluentResource } from "@fluent/bundle";
import { parse, type AST } from "svelte/compiler";
import { expect, test } from "vitest";
import catalogue from "./en.ftl?raw";

const sources = import.meta.glob<string>(["../**/*.{ts,svelte}", "!../**/*.test.ts"], {
  query: "?raw",
  import: "default",
  eager: true,
});

/** Asked for by codes that the app sends, or by other readers of the catalogue. */
const ASKED_ELSEWHERE =
  /^(error|warning|url-warning|form-problem|activity|tray|notify|facility|prove|cli)-|^consent-window$/;

const defined = catalogue.match(/^[a-z][a-z0-9-]*(?= =)/gm) ?? [];
const components = Object.entries(sources).filter(([path]) => path.endsWith(".svelte"));

test("the catalogue has no broken and no doubled message", () => {
  expect(new FluentResource(catalogue).body).toHaveLength(defined.length);
  expect(new Set(defined).size).toBe(defined.length);
  expect(defined.length).toBeGreaterThan(200);
});

test("every message asked for is there", () => {
  const known = new Set(defined);
  const asked = Object.entries(sources).flatMap(([path, text]) =>
    [...text.matchAll(/(?:\bt\(\s*|\bpieces\(\s*|<Rich\s+id=)"([a-z0-9-]+)"/g)].map((match) => ({
      path,
      id: match[1]!,
    })),
  );
  expect(asked.length).toBeGreaterThan(150);
  expect(asked.filter(({ id }) => !known.has(id))).toEqual([]);
});

test("every message is asked for", () => {
  const all = Object.values(sources).join("\n");
  const idle = defined.filter((id) => !ASKED_ELSEWHERE.test(id) && !all.includes(`"${id}"`));
  expect(idle).toEqual([]);
});

// Every component is parsed, which takes its time on a busy computer.
test("no component has words of its own", { timeout: 60_000 }, () => {
  expect(components.length).toBeGreaterThan(20);
  const own = components.flatMap(([path, text]) =>
    wordsIn(parse(text, { modern: true }).fragment).map((words) => `${path}: ${words}`),
  );
  expect(own).toEqual([]);
});

test("the test for words of its own finds them", () => {
  const words = (text: string) => wordsIn(parse(text, { modern: true }).fragment);
  expect(words(`{#if true}<p>Hello</p>{/if}`)).toEqual(["Hello"]);
  expect(words(`<input placeholder="Name" class="field" />`)).toEqual(["placeholder=Name"]);
  expect(words(`<kbd aria-hidden="true">?</kbd><p class="x">{y}</p>`)).toEqual([]);
});

/** Literal words that a person would read in a piece of markup. */
function wordsIn(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(wordsIn);
  if (typeof node !== "object" || node === null) return [];
  const { type } = node as { type?: string };
  if (type === "Text") {
    const text = (node as AST.Text).data.trim();
    return /\p{L}/u.test(text) ? [text] : [];
  }
  if (type === "Attribute") {
    const { name, value } = node as AST.Attribute;
    if (
      !/^(title|alt|placeholder|aria-(label|description|valuetext|roledescription))$/.test(name)
    ) {
      return [];
    }
    return wordsIn(value).map((words) => `${name}=${words}`);
  }
  return Object.values(node).flatMap(wordsIn);
}
