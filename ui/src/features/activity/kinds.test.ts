import { expect, test } from "vitest";
import { has } from "../../shared/i18n";
import { groups } from "./kinds";

test("every kind belongs to one choice and has words", () => {
  const kinds = Object.values(groups).flat();
  expect(new Set(kinds).size).toBe(kinds.length);
  expect(kinds.filter((kind) => !has(`activity-${kind}`))).toEqual([]);
});
