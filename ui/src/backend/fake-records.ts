import type { Parts } from "./fake-parts";
import type { Commands } from "./backend";
import type { Action, ActivityFilter, ActivityPage, RecordView, RetentionView } from "./types";

const PAGE = 200;

const BLOCKED: Action[] = [
  "attempt-denied",
  "call-denied",
  "call-lapsed",
  "connection-cut",
  "connection-refused",
  "request-missed",
  "sending-held",
];

const OF_TOOLS: Action[] = ["tool-called", "call-allowed", "call-denied", "call-lapsed"];

function outcomeOf(kind: Action, ok: boolean): RecordView["outcome"] {
  if (BLOCKED.includes(kind)) return "blocked";
  return ok ? "done" : "failed";
}

/** What happened, oldest first. */
export class FakeRecords {
  #parts: Parts;
  #kept: RecordView[] = [];
  keep: RetentionView = { days: 90, megabytes: 100, paths: true, arguments: false };
  deleted: number | null = null;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  commands(): Pick<Commands, "activity" | "exportActivity" | "setRetention" | "deleteActivity"> {
    const { consents } = this.#parts;
    return {
      activity: async (filter) => this.page(filter),
      exportActivity: async (_, format) =>
        `/home/ada/paddock-activity.${format === "csv" ? "csv" : "jsonl"}`,
      setRetention: async (keep) => {
        const now = this.keep;
        const less =
          keep.days < now.days || keep.megabytes < now.megabytes || (now.paths && !keep.paths);
        if (less || (keep.arguments && !now.arguments))
          return consents.ask({ kind: "retention", keep }, () => this.#set(keep));
        this.#set(keep);
        return null;
      },
      deleteActivity: async () => consents.ask({ kind: "deleteActivity" }, () => this.#delete()),
    };
  }

  #set(keep: RetentionView): void {
    this.keep = keep;
    this.add("retention-changed");
    this.#parts.changed();
  }

  #delete(): void {
    this.#kept = [];
    this.#parts.seen.forget();
    this.deleted = Date.now();
    this.add("activity-deleted");
    this.#parts.changed();
  }

  add(kind: Action, about: Partial<RecordView> = {}): void {
    const server = this.#parts.servers.all.find((it) => it.id === about.server);
    const record: RecordView = {
      id: this.#parts.id(),
      at: Date.now(),
      kind,
      actor: "person",
      server: null,
      serverName: server?.name ?? null,
      app: null,
      path: null,
      access: null,
      ok: true,
      outcome: outcomeOf(kind, about.ok ?? true),
      detail: null,
      facts: [],
      arguments: null,
      ...about,
    };
    const before = this.#kept.findLastIndex((it) => it.at <= record.at);
    this.#kept.splice(before + 1, 0, record);
  }

  page(filter: ActivityFilter): ActivityPage {
    const text = filter.text.toLowerCase();
    const same = (is: string | null, wanted: string | null) =>
      wanted === null || is?.toLowerCase() === wanted.toLowerCase();
    const found: RecordView[] = [];
    for (let at = this.#kept.length - 1; at >= 0 && found.length <= PAGE; at -= 1) {
      const it = this.#kept[at]!;
      const is =
        (filter.server === null || it.server === filter.server) &&
        same(it.app, filter.app) &&
        (filter.tool === null || (OF_TOOLS.includes(it.kind) && same(it.detail, filter.tool))) &&
        (filter.outcome === null || it.outcome === filter.outcome) &&
        it.at >= (filter.since ?? 0) &&
        it.at < (filter.until ?? Infinity) &&
        (filter.kinds.length === 0 || filter.kinds.includes(it.kind)) &&
        (filter.before === null || it.id < filter.before) &&
        [it.path, it.serverName, it.app, it.detail].some((part) =>
          (part ?? "").toLowerCase().includes(text),
        );
      if (is) found.push(it);
    }
    return { records: found.slice(0, PAGE), more: found.length > PAGE };
  }
}
