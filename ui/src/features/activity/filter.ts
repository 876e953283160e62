import type { ActivityFilter, RecordOutcome, RecordView } from "../../backend/types";
import { everything } from "../../shared/activity";
import { startOfDay } from "../../shared/time";
import { kindsOf, type Group } from "./kinds";

export type Span = "all" | "hour" | "today" | "week" | "month";

/** What is chosen in the fields of the filter; nothing is the empty text. */
export interface Chosen {
  text: string;
  server: string;
  app: string;
  tool: string;
  outcome: RecordOutcome | "";
  group: Group;
  span: Span;
}

export const nothingChosen: Chosen = {
  text: "",
  server: "",
  app: "",
  tool: "",
  outcome: "",
  group: "all",
  span: "all",
};

const HOUR = 3_600_000;

function since(span: Span, now: number): number | null {
  if (span === "all") return null;
  if (span === "hour") return now - HOUR;
  if (span === "today") return startOfDay(now);
  return now - (span === "week" ? 7 : 30) * 24 * HOUR;
}

export function filterOf(chosen: Chosen, now: number): ActivityFilter {
  return {
    ...everything,
    server: chosen.server === "" ? null : Number(chosen.server),
    app: chosen.app || null,
    tool: chosen.tool || null,
    outcome: chosen.outcome || null,
    since: since(chosen.span, now),
    kinds: kindsOf(chosen.group),
    text: chosen.text.trim(),
  };
}

export function isFiltered(chosen: Chosen): boolean {
  return JSON.stringify({ ...chosen, text: chosen.text.trim() }) !== JSON.stringify(nothingChosen);
}

/** Names that are offered, at the most. */
const MOST = 100;

/** `names`, and those in `more`, each once and in their order. */
export function withNames(names: string[], more: (string | null)[]): string[] {
  const given = more.filter((name): name is string => name !== null && name !== "");
  const all = [...new Set([...names, ...given])].slice(0, MOST);
  return all.sort((a, b) => a.localeCompare(b));
}

const ofTools = ["tool-called", "call-allowed", "call-denied", "call-lapsed"];

/** The tools that records say were called. */
export function toolsIn(records: RecordView[]): (string | null)[] {
  return records.map(({ kind, detail }) => (ofTools.includes(kind) ? detail : null));
}
