import type { Action, GrantView, RecordView, ServerView } from "../../../backend/types";

/** A time in which a server had a folder or a destination; ends are null where they are beyond. */
export type Span = {
  from: number | null;
  until: number | null;
  /** What ended it. */
  why: Action | null;
  /** When it was changed meanwhile. */
  changes: number[];
};

/** When a server had one folder or destination. */
export type Lane = { kind: "folder" | "destination"; what: string; spans: Span[] };

const begins: Action[] = ["granted", "destination-allowed"];
const changing: Action[] = ["access-changed", "lifetime-changed"];
const ends: Action[] = [
  "revoked",
  "expired",
  "run-ended",
  "destination-revoked",
  "destination-expired",
  "destination-run-ended",
];

/** Records that say when a server had access. */
export const kinds = [...begins, ...changing, ...ends];

/** What was had at some time after `from`, by the records, newest first, and by what is had now. */
export function lanes(
  records: RecordView[],
  server: ServerView,
  grants: GrantView[],
  from: number,
): Lane[] {
  const all = new Map<string, Lane>();
  for (const record of records.toReversed()) {
    if (!record.ok) continue;
    for (const { kind, what } of subjects(record, all)) {
      const lane = laneOf(all, kind, what);
      const last = lane.spans.at(-1);
      const open = last?.until === null ? last : undefined;
      if (begins.includes(record.kind)) begin(lane, open, record.at);
      else if (changing.includes(record.kind)) change(lane, open, record.at);
      else end(lane, open, record);
    }
  }
  agree(all, server, grants);
  for (const lane of all.values()) {
    lane.spans = lane.spans.filter(({ until }) => until === null || until > from);
  }
  return [...all.values()].filter(({ spans }) => spans.length > 0);
}

function laneOf(all: Map<string, Lane>, kind: Lane["kind"], what: string): Lane {
  const key = `${kind} ${what}`;
  const lane = all.get(key) ?? { kind, what, spans: [] };
  all.set(key, lane);
  return lane;
}

function subjects(record: RecordView, all: Map<string, Lane>): Pick<Lane, "kind" | "what">[] {
  if (!record.kind.startsWith("destination-")) {
    return record.path === null ? [] : [{ kind: "folder", what: record.path }];
  }
  const isAll = record.facts.some(({ code }) => code === "every-destination");
  const them = isAll
    ? [...all.values()].filter(({ kind }) => kind === "destination").map(({ what }) => what)
    : record.facts.flatMap(({ text }) => text ?? []);
  return them.map((what) => ({ kind: "destination", what }));
}

function begin(lane: Lane, open: Span | undefined, at: number): void {
  // Allowed again while it is: for another time.
  if (open) open.changes.push(at);
  else lane.spans.push({ from: at, until: null, why: null, changes: [] });
}

function change(lane: Lane, open: Span | undefined, at: number): void {
  if (open) open.changes.push(at);
  else lane.spans.push({ from: null, until: null, why: null, changes: [at] });
}

/** What ended and was never seen to begin was there before. What was no access did not end. */
function end(lane: Lane, open: Span | undefined, { at, kind }: RecordView): void {
  if (open) [open.until, open.why] = [at, kind];
  else if (lane.spans.length === 0) {
    lane.spans.push({ from: null, until: at, why: kind, changes: [] });
  }
}

/** What is had now is had, whatever is written down; and what is not had now is not. */
function agree(all: Map<string, Lane>, server: ServerView, grants: GrantView[]): void {
  const now = new Map<string, number>();
  for (const grant of grants) {
    if (grant.server === server.id) now.set(`folder ${grant.folder.path}`, grant.grantedAt);
  }
  for (const { destination, rule } of server.destinations) {
    if (rule.kind === "allowed") now.set(`destination ${destination}`, rule.since);
  }
  for (const [key, since] of now) {
    const at = key.indexOf(" ");
    const lane = laneOf(all, key.slice(0, at) as Lane["kind"], key.slice(at + 1));
    const last = lane.spans.at(-1);
    if (last?.until !== null) lane.spans.push({ from: since, until: null, why: null, changes: [] });
  }
  for (const [key, lane] of all) {
    if (!now.has(key)) lane.spans = lane.spans.filter(({ until }) => until !== null);
  }
}
