import type { Parts } from "./fake-parts";
import type { ActivityFilter, ActivityPage, RecordView } from "./types";

const PAGE = 200;

/** What happened, newest first. */
export class FakeRecords {
  #parts: Parts;
  #kept: RecordView[] = [];

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  add(kind: string, about: Partial<RecordView> = {}): void {
    const server = this.#parts.servers.all.find((it) => it.id === about.server);
    this.#kept.unshift({
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
      detail: null,
      ...about,
    });
  }

  page(filter: ActivityFilter): ActivityPage {
    const text = filter.text.toLowerCase();
    const found = this.#kept.filter(
      (it) =>
        (filter.server === null || it.server === filter.server) &&
        (filter.kinds.length === 0 || filter.kinds.includes(it.kind)) &&
        (filter.before === null || it.id < filter.before) &&
        [it.path, it.serverName, it.app, it.detail].some((part) =>
          (part ?? "").toLowerCase().includes(text),
        ),
    );
    return { records: found.slice(0, PAGE), more: found.length > PAGE };
  }
}
