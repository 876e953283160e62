import { expect, test } from "vitest";
import type { SeenOverTime, SeenSlot } from "../../../backend/types";
import { byDestination, columns, ofServer } from "./columns";

const HOUR = 3_600_000;

const slot = (at: number, about: Partial<SeenSlot> = {}): SeenSlot => ({
  at,
  server: 1,
  destination: null,
  calls: 0,
  uses: 0,
  requests: 0,
  blocked: 0,
  connections: 0,
  sent: 0,
  received: 0,
  filesUnseen: false,
  networkUnseen: false,
  ...about,
});

const seen = (slots: SeenSlot[]): SeenOverTime => ({
  from: 0,
  until: 24 * HOUR,
  minutes: 60,
  slots,
});

test("slots are summed up, and the first and the last have their place", () => {
  const slots = [
    slot(-HOUR / 2, { calls: 1 }),
    slot(HOUR, { calls: 2 }),
    slot(24 * HOUR, { calls: 4 }),
  ];
  const all = columns(seen(slots), slots, "calls", 24);
  expect([all.values.length, all.values[0], all.values[1], all.values[23]]).toEqual([24, 1, 2, 4]);
  expect([all.total, all.most, all.mostAt]).toEqual([7, 4, 23 * HOUR]);
});

test("there are no more columns than slots", () => {
  expect(columns(seen([]), [], "calls", 96).values).toHaveLength(24);
  expect(columns({ ...seen([]), until: 0 }, [], "calls").values).toEqual([0]);
});

test("what went to destinations is not counted twice", () => {
  const all = seen([
    slot(0, { sent: 30 }),
    slot(0, { sent: 10, destination: "a.example" }),
    slot(0, { sent: 20, destination: "b.example" }),
    slot(0, { sent: 99, server: 2 }),
  ]);
  expect(ofServer(all, 1).map(({ sent }) => sent)).toEqual([30]);
  expect(byDestination(all).map(({ destination }) => destination)).toEqual([
    "b.example",
    "a.example",
  ]);
});
