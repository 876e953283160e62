import type { SeenOverTime, SeenSlot } from "../../../backend/types";

/** What is counted, in the order in which it is shown. */
export const measures = [
  "calls",
  "uses",
  "requests",
  "blocked",
  "connections",
  "sent",
  "received",
] as const;

export type Measure = (typeof measures)[number];

/** Sums of one measure over parts of a time that are all of one length, the oldest first. */
export type Columns = {
  values: number[];
  total: number;
  most: number;
  /** When the column with most of it began. */
  mostAt: number;
};

const MINUTE = 60_000;

/** How many columns a picture has at most: more could not be told apart. */
const COLUMNS = 96;

/** Sums slots up for a picture. A slot that is half before `from` counts for the first column. */
export function columns(
  seen: SeenOverTime,
  slots: SeenSlot[],
  measure: Measure,
  count: number = COLUMNS,
): Columns {
  const length = (seen.until - seen.from) / columnsOf(seen, count);
  const values = new Array<number>(columnsOf(seen, count)).fill(0);
  for (const slot of slots) {
    const at = Math.floor((slot.at - seen.from) / length);
    values[Math.min(Math.max(at, 0), values.length - 1)]! += slot[measure];
  }
  const most = Math.max(...values);
  const total = values.reduce((sum, value) => sum + value, 0);
  return { values, total, most, mostAt: seen.from + values.indexOf(most) * length };
}

function columnsOf({ from, until, minutes }: SeenOverTime, count: number): number {
  return Math.max(1, Math.min(count, Math.ceil((until - from) / (minutes * MINUTE))));
}

/** What was counted of a server in all. */
export function ofServer(seen: SeenOverTime, server: number): SeenSlot[] {
  return seen.slots.filter((slot) => slot.server === server && slot.destination === null);
}

/** Where bytes went, most first, with what went there. */
export function byDestination(seen: SeenOverTime): { destination: string; slots: SeenSlot[] }[] {
  const all = new Map<string, SeenSlot[]>();
  for (const slot of seen.slots) {
    if (slot.destination === null) continue;
    all.set(slot.destination, [...(all.get(slot.destination) ?? []), slot]);
  }
  return [...all]
    .map(([destination, slots]) => ({ destination, slots }))
    .toSorted((a, b) => bytesOf(b.slots) - bytesOf(a.slots));
}

function bytesOf(slots: SeenSlot[]): number {
  return slots.reduce((sum, { sent, received }) => sum + sent + received, 0);
}
