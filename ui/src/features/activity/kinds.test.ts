import { expect, test } from "vitest";
import { has } from "../../shared/i18n";
import { groupNames, kindsOf } from "./kinds";

test("every kind is shown by one choice and has words", () => {
  const kinds = groupNames.flatMap(({ value }) => kindsOf(value));
  expect(kinds).toContain("elicitation-answered");
  expect(kinds.filter((kind) => !has(`activity-${kind}`))).toEqual([]);
  expect(kindsOf("all")).toEqual([]);
});
