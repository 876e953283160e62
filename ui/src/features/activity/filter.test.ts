import { expect, test } from "vitest";
import type { RecordView } from "../../backend/types";
import { everything } from "../../shared/activity";
import { filterOf, isFiltered, nothingChosen, toolsIn, withNames } from "./filter";

const now = new Date(2026, 4, 4, 10).getTime();

test("what is chosen is what is asked for", () => {
  expect(filterOf(nothingChosen, now)).toEqual(everything);
  const chosen = {
    ...nothingChosen,
    text: " acme ",
    server: "3",
    app: "Claude Code",
    tool: "read",
    outcome: "blocked" as const,
    group: "folders" as const,
  };
  expect(filterOf(chosen, now)).toEqual({
    ...everything,
    text: "acme",
    server: 3,
    app: "Claude Code",
    tool: "read",
    outcome: "blocked",
    kinds: ["folder-gone", "folder-back", "folder-replaced"],
  });
});

test("a span reaches back from now, and today from midnight", () => {
  const since = (span: "hour" | "today" | "week" | "month") =>
    filterOf({ ...nothingChosen, span }, now).since;
  const hours = (at: number | null) => (now - at!) / 3_600_000;
  expect([since("hour"), since("today")].map(hours)).toEqual([1, 10]);
  expect([since("week"), since("month")].map(hours)).toEqual([7 * 24, 30 * 24]);
});

test("spaces alone are no filter", () => {
  expect(isFiltered({ ...nothingChosen, text: "  " })).toBe(false);
  expect(isFiltered({ ...nothingChosen, span: "hour" })).toBe(true);
});

test("names are offered once each, and no more than a list can hold", () => {
  expect(withNames(["b"], ["a", null, "b", ""])).toEqual(["a", "b"]);
  expect(
    withNames(
      [],
      Array.from({ length: 500 }, (_, at) => `${at}`),
    ),
  ).toHaveLength(100);
  const records = [
    { kind: "tool-called", detail: "read" },
    { kind: "roots-told", detail: "/acme" },
  ] as RecordView[];
  expect(withNames([], toolsIn(records))).toEqual(["read"]);
});
