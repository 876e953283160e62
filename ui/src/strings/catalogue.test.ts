import { FluentResource } from "@fluent/bundle";
import { parse, type AST } from "svelte/compiler";
import { expect, test } from "vitest";
import type { Words } from "../shared/catalogue";
import { languages } from "../shared/language.svelte";
import catalogue from "./en.ftl?raw";

const catalogues = import.meta.glob<string>("./*.ftl", {
  query: "?raw",
  import: "default",
  eager: true,
});
/** What the window loads of them. */
const loaded = import.meta.glob<Words>("./*.ftl", { import: "default", eager: true });
const translations = Object.entries(catalogues).filter(([path]) => path !== "./en.ftl");

const sources = import.meta.glob<string>(["../**/*.{ts,svelte}", "!../**/*.test.ts"], {
  query: "?raw",
  import: "default",
  eager: true,
});

/** Asked for by codes that the app sends, or by other readers of the catalogue. */
const ASKED_ELSEWHERE =
  /^(error|hint|warning|url-warning|form-problem|activity|tray|dialog|notify|facility|prove|cli)-|^consent-window$/;

const defined = catalogue.match(/^[a-z][a-z0-9-]*(?= =)/gm) ?? [];
const components = Object.entries(sources).filter(([path]) => path.endsWith(".svelte"));

test("the catalogue has no broken and no doubled message", () => {
  expect(new FluentResource(catalogue).body).toHaveLength(defined.length);
  expect(new Set(defined).size).toBe(defined.length);
  expect(defined.length).toBeGreaterThan(200);
});

test.each(Object.entries(loaded))("what the window loads of %s is what it says", (path, words) => {
  const whole = new FluentResource(catalogues[path]!).body.map(({ id, value }) => [id, value]);
  const own = whole.filter(([id]) => Object.hasOwn(words, String(id)));
  expect(words).toEqual(Object.fromEntries(own));
  // Nothing has parts besides, which would not be loaded.
  expect(catalogues[path]).not.toMatch(/^ +\.[a-z]/m);
});

test("every language has a catalogue", () => {
  const codes = Object.keys(catalogues).map((path) => path.slice(2, -4));
  expect(codes.toSorted()).toEqual(languages.toSorted());
});

test.each(translations)("%s says every message, once, with the same values", (_, translated) => {
  const body = (text: string) => new FluentResource(text).body;
  const values = (text: string) =>
    Object.fromEntries(
      body(text).map(({ id, value }) => [id, [...new Set(valuesIn(value))].sort()]),
    );
  expect(body(translated)).toHaveLength(defined.length);
  expect(values(translated)).toEqual(values(catalogue));
});

test.each(translations)("%s leaves no sentence in English", (_, translated) => {
  const text = (source: string) =>
    new Map(new FluentResource(source).body.map(({ id, value }) => [id, JSON.stringify(value)]));
  const [here, english] = [text(translated), text(catalogue)];
  const same = defined.filter(
    (id) => here.get(id) === english.get(id) && isSentence(english.get(id)!),
  );
  expect(same).toEqual([]);
});

test("Chinese sentences have the marks of Chinese", () => {
  const body = new FluentResource(catalogues["./zh-CN.ftl"]!).body;
  const words = (value: unknown) => textsIn(value).join("值");
  const half = body.filter(({ value }) =>
    /\p{Script=Han}\s*[,;?!]|[,;?!]\s*\p{Script=Han}/u.test(words(value)),
  );
  expect(half.map(({ id }) => id)).toEqual([]);
  // One word a thing, as the glossary has it.
  expect(catalogues["./zh-CN.ftl"]).not.toMatch(/被阻止/);
});

test("every message asked for is there", () => {
  const known = new Set(Object.keys(loaded["./en.ftl"]!));
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

test("what only others say is not loaded, and all else is", () => {
  const words = loaded["./en.ftl"]!;
  const left = defined.filter((id) => !Object.hasOwn(words, id));
  expect(left.filter((id) => !ASKED_ELSEWHERE.test(id))).toEqual([]);
  expect(left.length).toBeGreaterThan(400);
  const window = Object.entries(sources).filter(([path]) => !path.endsWith("/bindings.ts"));
  const all = window.map(([, text]) => text).join("\n");
  expect(left.filter((id) => all.includes(`"${id}"`))).toEqual([]);
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

/** The names of the values in a pattern. */
function valuesIn(node: unknown): string[] {
  if (typeof node !== "object" || node === null) return [];
  const { type, name } = node as { type?: string; name?: string };
  return type === "var" ? [name!] : Object.values(node).flatMap(valuesIn);
}

/** The words of a pattern, with its values left out. */
function textsIn(node: unknown): string[] {
  if (typeof node === "string") return [node];
  if (Array.isArray(node)) return node.flatMap(textsIn);
  if (typeof node !== "object" || node === null) return [];
  if ((node as { type?: string }).type === "select") {
    const { variants } = node as { variants: { value: unknown }[] };
    return variants.flatMap(({ value }) => textsIn(value));
  }
  return "type" in node ? [""] : [];
}

/** Whether it has words enough to read differently in every language. */
function isSentence(pattern: string): boolean {
  const words = pattern.replace(/\{[^}]*\}|`[^`]*`/g, " ");
  return (words.match(/(?<![\p{L}.\-/_])\p{Ll}{3,}(?![\p{L}.\-/_])/gu) ?? []).length >= 3;
}

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
