import { expect, test } from "vitest";
import type { Action, FactCode, RecordView, ServerView } from "../../../backend/types";
import { lanes } from "./access";

const record = (at: number, kind: Action, about: Partial<RecordView> = {}): RecordView => ({
  id: at,
  at,
  kind,
  actor: "person",
  server: 1,
  serverName: "a",
  app: null,
  path: kind.startsWith("destination-") ? null : "/w",
  access: null,
  ok: true,
  outcome: "done",
  detail: null,
  facts: [],
  arguments: null,
  ...about,
});

const said = (...texts: string[]) => ({
  facts: texts.map((text) => ({ code: null, text, number: null })),
});

const coded = (code: FactCode) => ({ code, text: null, number: null });

const server = (destinations: Record<string, number> = {}) =>
  ({
    id: 1,
    destinations: Object.entries(destinations).map(([destination, since]) => ({
      destination,
      rule: { kind: "allowed", lifetime: { kind: "always" }, since },
    })),
  }) as unknown as ServerView;

const granted = (at: number) => [{ server: 1, folder: { path: "/w" }, grantedAt: at }] as never;

const of = (records: RecordView[], now = server(), grants = [] as never, from = 0) =>
  lanes(records.toReversed(), now, grants, from).map(({ what, spans }) => [
    what,
    ...spans.map(({ from, until, why }) => [from, until, why]),
  ]);

test("a folder was had from its grant to its end, and again", () => {
  const records = [record(1, "granted"), record(3, "revoked"), record(5, "granted")];
  expect(of(records, server(), granted(5))).toEqual([["/w", [1, 3, "revoked"], [5, null, null]]]);
});

test("what is too old to be written down was there before", () => {
  expect(of([record(3, "expired")])).toEqual([["/w", [null, 3, "expired"]]]);
  expect(of([], server(), granted(2))).toEqual([["/w", [2, null, null]]]);
  expect(of([record(3, "expired")], server(), [] as never, 4)).toEqual([]);
});

test("what is not had now is not shown as if it were", () => {
  expect(of([record(1, "granted")])).toEqual([]);
  expect(of([record(1, "granted", { ok: false }), record(2, "revoked", { ok: false })])).toEqual(
    [],
  );
});

test("several destinations are said in one record, and taken back together", () => {
  const records = [
    record(1, "destination-allowed", {
      facts: [...said("a.example", "10.0.0.1").facts, coded("for-a-time")],
    }),
    record(2, "destination-allowed", { facts: [...said("b.example").facts, coded("always")] }),
    record(3, "destination-expired", said("a.example")),
    record(4, "destination-revoked", { facts: [coded("every-destination")] }),
  ];
  expect(of(records)).toEqual([
    ["a.example", [1, 3, "destination-expired"]],
    ["10.0.0.1", [1, 4, "destination-revoked"]],
    ["b.example", [2, 4, "destination-revoked"]],
  ]);
  expect(of(records.slice(0, 2), server({ "b.example": 2 }))).toEqual([
    ["b.example", [2, null, null]],
  ]);
});

test("a change is marked where it was", () => {
  const records = [record(1, "granted"), record(2, "access-changed"), record(3, "revoked")];
  expect(lanes(records.toReversed(), server(), [], 0)[0]?.spans[0]?.changes).toEqual([2]);
});
