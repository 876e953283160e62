import { expect, test } from "vitest";
import type { Failure, FieldKind, FieldView, FormView } from "../../backend/types";
import { answersOf, beginningOf, hintOf, problemsIn, type Value } from "./form";

type Of<K extends FieldKind["kind"]> = Extract<FieldKind, { kind: K }>;

const text: Of<"text"> = {
  kind: "text",
  minLength: null,
  maxLength: null,
  pattern: null,
  format: null,
};
const number: Of<"number"> = { kind: "number", minimum: null, maximum: null, integer: false };
const options = ["a", "b", "c"].map((value) => ({ value, title: value.toUpperCase() }));
const choices: Of<"choices"> = { kind: "choices", options, minItems: null, maxItems: null };

function form(kind: FieldKind, rest: Partial<FieldView> = {}): FormView {
  const field = {
    name: "it",
    title: "It",
    description: null,
    required: false,
    default: null,
    kind,
  };
  return { message: "", fields: [{ ...field, ...rest }] };
}

const answer = (kind: FieldKind, value: Value, required = false) =>
  answersOf(form(kind, { required }), { it: value });
const problem = (kind: FieldKind, value: Value, required = false) => {
  const made = answer(kind, value, required);
  return "problems" in made ? made.problems["it"] : undefined;
};

test("defaults stand in their fields", () => {
  const begun = (kind: FieldKind, json: string | null) =>
    beginningOf(form(kind, { default: json }))["it"];
  expect(begun(text, '"x"')).toBe("x");
  expect(begun(number, "1.50")).toBe("1.5");
  expect(begun({ kind: "boolean" }, "true")).toBe(true);
  expect(begun({ kind: "choice", options }, '"b"')).toBe("b");
  expect(begun(choices, '["a","c"]')).toEqual(["a", "c"]);
  expect(begun(choices, null)).toEqual([]);
  expect(begun(text, "7")).toBe("");
  expect(begun(text, "no json")).toBe("");
});

test("what is left empty is left out, and a box always says something", () => {
  expect(answer(text, "")).toEqual({ json: "{}" });
  expect(answer(choices, [])).toEqual({ json: "{}" });
  expect(answer({ kind: "boolean" }, false)).toEqual({ json: '{"it":false}' });
});

test("a number goes exactly as it was typed", () => {
  expect(answer(number, " 12345678901234567890.10 ")).toEqual({
    json: '{"it":12345678901234567890.10}',
  });
});

test("what is needed is asked for", () => {
  for (const kind of [text, number, { kind: "choice", options } as const]) {
    expect(problem(kind, "", true)).toBe("This needs an answer.");
  }
  expect(problem(choices, [], true)).toBe("This needs an answer.");
  expect(problem({ kind: "boolean" }, false, true)).toBeUndefined();
});

test.each<[FieldKind, Value, string | undefined]>([
  [{ ...text, minLength: 3 }, "ab", "Too short: at least 3 characters."],
  [{ ...text, maxLength: 2 }, "abc", "Too long: at most 2 characters."],
  [{ ...text, maxLength: 2 }, "😀😀", undefined],
  [{ ...text, format: "email" }, "ada", "This has to be an e-mail address."],
  [{ ...text, format: "email" }, "ada@example.org", undefined],
  [{ ...text, format: "uri" }, "example.org", expect.stringMatching(/^This has to be a whole/)],
  [{ ...text, format: "uri" }, "https://example.org", undefined],
  [{ ...text, format: "date" }, "2026-13-01", expect.stringMatching(/^This has to be a date,/)],
  [{ ...text, format: "date" }, "2026-02-03", undefined],
  [{ ...text, format: "dateTime" }, "soon", expect.stringMatching(/^This has to be a date and/)],
  [number, "1e", "Not a number."],
  [{ ...number, integer: true }, "1.5", "Not a whole number."],
  [{ ...number, minimum: 2 }, "1", "Too small: 2 or more."],
  [{ ...number, maximum: 2 }, "3", "Too large: 2 or less."],
  [{ ...choices, minItems: 2 }, ["a"], "Choose at least 2."],
  [{ ...choices, maxItems: 1 }, ["a", "b"], "Choose at most 1."],
])("%j with %j: %s", (kind, value, words) => {
  expect(problem(kind, value)).toEqual(words);
});

test("a pattern is said, and left to the app", () => {
  const kind = { ...text, pattern: "^(a+)+$" };
  expect(hintOf(kind)).toBe("It has to match ^(a+)+$");
  expect(problem(kind, `${"a".repeat(40)}!`)).toBeUndefined();
});

test("a time goes with its offset", () => {
  const made = answer({ ...text, format: "dateTime" }, "2026-05-04T10:00");
  const expected = new Date("2026-05-04T10:00").toISOString();
  expect(made).toEqual({ json: `{"it":${JSON.stringify(expected)}}` });
  expect(answer({ ...text, format: "dateTime" }, "2026-05-04T10:00:00+02:00")).toEqual({
    json: '{"it":"2026-05-04T10:00:00+02:00"}',
  });
});

test("what the app finds is said at the field", () => {
  const failure = (code: string): Failure => ({
    code: "form-invalid",
    details: [
      { name: "it", value: code },
      { name: "gone", value: code },
    ],
  });
  const made = form({ ...text, pattern: "^x$" });
  expect(problemsIn(made, failure("pattern"))).toEqual({ it: "This does not match ^x$" });
  expect(problemsIn(made, failure("brand-new"))).toEqual({
    it: "The server’s form does not take this.",
  });
  expect(problemsIn(made, { ...failure("pattern"), code: "internal" })).toEqual({});
});

test("bounds are said before anything is wrong", () => {
  expect(hintOf({ ...number, minimum: 1, maximum: 9 })).toBe("1 to 9");
  expect(hintOf({ ...choices, minItems: 1 })).toBe("Choose at least 1");
  expect(hintOf(text)).toBeNull();
});
