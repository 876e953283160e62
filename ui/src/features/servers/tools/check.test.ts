import { expect, test } from "vitest";
import { matches, numberProblem, textProblem } from "./check";

const none = { format: null, pattern: null, least: null, most: null };
const free = { least: null, most: null, above: null, below: null, step: null };

test("characters are counted, and not their halves", () => {
  expect(textProblem("🐎🐎", { ...none, most: 2 })).toBeNull();
  expect(textProblem("🐎", { ...none, least: 2 })).toBe("At least 2 characters.");
});

test.each([
  ["email", "ada@example.org", "ada"],
  ["uri", "file:///a", "/a"],
  ["date", "2026-05-04", "4 May"],
  ["date-time", "2026-05-04T10:00:00+02:00", "2026-05-04"],
  ["uuid", "123e4567-e89b-12d3-a456-426614174000", "123"],
])("a format %s is checked", (format, good, bad) => {
  expect(textProblem(good, { ...none, format })).toBeNull();
  expect(textProblem(bad, { ...none, format })).toMatch(/^Not a/);
});

test("a format that is not known holds nothing up", () => {
  expect(textProblem("x", { ...none, format: "colour" })).toBeNull();
});

test("a pattern is checked where that cannot take forever", () => {
  expect(textProblem("b", { ...none, pattern: "^a" })).toBe("It has to look like ^a.");
  expect(matches("^[a-z]+-\\d{2,4}$", "ab-123")).toBe(true);
  for (const runaway of ["(a+)+$", "(a|a)*b", "a*a*a*b", "(.)\\1", "(", "(a|ab){2,}"]) {
    expect(matches(runaway, "a".repeat(40))).toBeNull();
  }
  expect(matches("^a*$", "a".repeat(400))).toBeNull();
});

test("numbers keep to their bounds", () => {
  const problem = (text: string, rules: object) =>
    numberProblem(text, false, { ...free, ...rules });
  expect(problem("1", { least: 1, most: 1 })).toBeNull();
  expect(problem("0.9", { least: 1 })).toBe("1 or more.");
  expect(problem("1", { above: 1 })).toBe("More than 1.");
  expect(problem("1", { below: 1 })).toBe("Less than 1.");
  expect(problem("0.3", { step: 0.1 })).toBeNull();
  expect(problem("0.35", { step: 0.1 })).toBe("A multiple of 0.1.");
});
