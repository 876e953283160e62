import { expect, test } from "vitest";
import type { Failure, FieldKind, FieldView, FormView } from "../../backend/types";
import { blank, written, type Problems } from "../../shared/form/entry";
import { formOf, problemsIn } from "./form";

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

/** What comes of a form of which the one field holds that: a text, or what is chosen. */
function answer(kind: FieldKind, value: string | string[], required = false): string | Problems {
  const made = formOf(form(kind, { required }));
  const entry = blank(made);
  const problems: Problems = new Map();
  Object.assign(entry.fields[0]!, typeof value === "string" ? { text: value } : { picks: value });
  const json = written(made, entry, problems)!;
  return problems.size > 0 ? problems : json;
}

const problem = (kind: FieldKind, value: string | string[], required = false) => {
  const made = answer(kind, value, required);
  return typeof made === "string" ? undefined : made.get("/0");
};

test("defaults stand in their fields", () => {
  const begun = (kind: FieldKind, json: string | null) => {
    const { text, picks } = blank(formOf(form(kind, { default: json }))).fields[0]!;
    return kind.kind === "choices" ? picks : text;
  };
  expect(begun(text, '"x"')).toBe("x");
  expect(begun(number, "12345678901234567890.50")).toBe("12345678901234567890.50");
  expect(begun({ kind: "boolean" }, "true")).toBe("true");
  expect(begun({ kind: "choice", options }, '"b"')).toBe('"b"');
  expect(begun(choices, '["a","c"]')).toEqual(['"a"', '"c"']);
  expect(begun(choices, null)).toEqual([]);
  expect(begun(text, "7")).toBe("");
  expect(begun(text, "no json")).toBe("");
});

test("what is left empty is left out, and a box always says something", () => {
  expect(answer(text, "")).toBe("{}");
  expect(answer(choices, [])).toBe("{}");
  const box = formOf(form({ kind: "boolean" }));
  expect(written(box, blank(box), new Map())).toBe('{"it":false}');
});

test("a number goes exactly as it was typed", () => {
  expect(answer(number, " 12345678901234567890.10 ")).toBe('{"it":12345678901234567890.10}');
});

test("what is needed is asked for", () => {
  for (const kind of [text, number, { kind: "choice", options } as const]) {
    expect(problem(kind, "", true)).toBe("Required.");
  }
  expect(problem(choices, [], true)).toBe("Required.");
  expect(problem({ kind: "boolean" }, "false", true)).toBeUndefined();
});

test.each<[FieldKind, string | string[], string | undefined]>([
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

test("a pattern is left to the app", () => {
  expect(problem({ ...text, pattern: "^(a+)+$" }, `${"a".repeat(40)}!`)).toBeUndefined();
});

test("a time goes with its offset", () => {
  const made = answer({ ...text, format: "dateTime" }, "2026-05-04T10:00");
  const expected = new Date("2026-05-04T10:00").toISOString();
  expect(made).toBe(`{"it":${JSON.stringify(expected)}}`);
  expect(answer({ ...text, format: "dateTime" }, "2026-05-04T10:00:00+02:00")).toBe(
    '{"it":"2026-05-04T10:00:00+02:00"}',
  );
});

test("what the app finds is said at the field", () => {
  const failure = (code: string): Failure => ({
    code: "form-invalid",
    details: { it: code, gone: code },
  });
  const made = formOf(form({ ...text, pattern: "^x$" }));
  const said = (given: Failure) => [...problemsIn(made, given)];
  expect(said(failure("pattern"))).toEqual([["/0", "This does not match ^x$"]]);
  expect(said(failure("brand-new"))).toEqual([["/0", "The server’s form does not take this."]]);
  expect(said({ ...failure("pattern"), code: "internal" })).toEqual([]);
});
