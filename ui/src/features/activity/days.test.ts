import { expect, test } from "vitest";
import type { RecordView } from "../../backend/types";
import { byDay } from "./days";

const now = new Date(2026, 4, 4, 10).getTime();
const HOUR = 3_600_000;

const at = (hours: number, id = 0) => ({ id, at: now - hours * HOUR }) as RecordView;

test("each day has a head, and today and yesterday are called so", () => {
  const days = byDay([at(0), at(9.9), at(10.1), at(30), at(40)], now);
  expect(days.map(({ text, records }) => [text, records.length])).toEqual([
    ["Today, Monday, May 4, 2026", 2],
    ["Yesterday, Sunday, May 3, 2026", 2],
    ["Saturday, May 2, 2026", 1],
  ]);
});

test("records stay in their order where the clock was set back", () => {
  expect(byDay([at(0, 3), at(24, 2), at(1, 1)], now).map(({ records }) => records[0]!.id)).toEqual([
    3, 2, 1,
  ]);
});
