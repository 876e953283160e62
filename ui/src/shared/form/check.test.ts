import { expect, test } from "vitest";
import { hintOf, numberProblem, problemText, textProblem } from "./check";
import type { NumberRules, Shape } from "./shape";

const none = { format: null, pattern: null, least: null, most: null };
const number = (rules: Partial<NumberRules>): Extract<Shape, { kind: "number" }> => ({
  kind: "number",
  whole: false,
  rules: { least: null, most: null, ...rules },
});

test("characters are counted, and not their halves", () => {
  expect(textProblem("🐎🐎", { ...none, most: 2 })).toBeNull();
  expect(textProblem("🐎", { ...none, least: 2 })).toBe("too-short");
});

test.each([
  ["email", "ada@example.org", "ada"],
  ["uri", "file:///a", "/a"],
  ["date", "2026-05-04", "2026-13-04"],
  ["date-time", "2026-05-04T10:00:00+02:00", "2026-05-04"],
  ["local-time", "2026-05-04T10:00", "soon"],
  ["uuid", "123e4567-e89b-12d3-a456-426614174000", "123"],
])("a format %s is checked", (format, good, bad) => {
  const rules = { ...none, format };
  expect(textProblem(good, rules)).toBeNull();
  expect(textProblem(bad, rules)).toBe("format");
  const words = problemText("format", { kind: "text", multiline: false, rules });
  expect(words).toMatch(/^This has to be an? .*\w/);
});

test("a format that is not known holds nothing up", () => {
  expect(textProblem("x", { ...none, format: "colour" })).toBeNull();
  expect(textProblem("x", { ...none, format: "constructor" })).toBeNull();
});

test("numbers keep to their bounds, and are said as they are written", () => {
  const problem = (text: string, rules: Partial<NumberRules>) => {
    const shape = number(rules);
    const code = numberProblem(text, false, shape.rules);
    return code && problemText(code, shape);
  };
  expect(problem("1", { least: 1, most: 1 })).toBeNull();
  expect(problem("0.9", { least: 1000 })).toBe("Too small: 1000 or more.");
  expect(problem("1", { above: 1 })).toBe("More than 1.");
  expect(problem("1", { below: 1 })).toBe("Less than 1.");
  expect(problem("0.3", { step: 0.1 })).toBeNull();
  expect(problem("0.35", { step: 0.0001 })).toBeNull();
  expect(problem("0.35", { step: 0.1 })).toBe("A multiple of 0.1.");
});

test("what is asked for is said before anything is wrong", () => {
  const text = (rules: object) =>
    hintOf({ kind: "text", multiline: false, rules: { ...none, ...rules } });
  expect(text({ pattern: "^(a+)+$", least: 1 })).toBe("It has to match ^(a+)+$");
  expect(text({ least: 1 })).toBe("At least 1 character");
  expect(text({ least: 2, most: 9 })).toBe("2 to 9 characters");
  expect(text({})).toBeNull();
  expect(hintOf(number({ least: 1, most: 65_535 }))).toBe("1 to 65535");
  const several = { kind: "several" as const, options: [], rules: { least: 1, most: null } };
  expect(hintOf(several)).toBe("Choose at least 1");
});
