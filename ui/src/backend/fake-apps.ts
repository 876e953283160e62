import type { AppCommands, ConsentCommands } from "./backend";
import { namesOf } from "./fake-drafts";
import { failure } from "./fake-failure";
import type { Parts } from "./fake-parts";
import type {
  AppChangeView,
  AppEntryView,
  AppFileView,
  AppView,
  EntryKey,
  GivenOutcome,
  MeantEntry,
  ServerDraft,
} from "./types";

/** An entry as a test or demo describes it. */
export type EntrySpec = { name: string } & (
  { program: string; args?: string[] } | { url: string } | { content: AppEntryView["content"] }
);
export type FileSpec = Partial<Omit<AppFileView, "entries">> & {
  path: string;
  entries?: EntrySpec[];
};

type FakeChange = { app: AppView; entries: AppEntryView[]; connect: boolean; view: AppChangeView };

/** The AI apps, their configs and what waits to be done with them, played in memory. */
export class FakeApps {
  all: AppView[] = [];
  /** What a person said in place of an app, newest last. */
  filledIn: { entry: string; name: string; value: string }[] = [];
  #parts: Parts;
  #tell: (changes: AppChangeView[]) => void;
  #drafts = new Map<string, ServerDraft>();
  #asked: FakeChange[] = [];

  constructor(parts: Parts, tell: (changes: AppChangeView[]) => void) {
    this.#parts = parts;
    this.#tell = tell;
  }

  /** Puts an app there. */
  install(id: string, name: string, files: FileSpec[], lost: AppView["lost"] = []): void {
    this.all.push({ id, name, files: files.map((it) => this.#file(it)), lost });
  }

  /** An entry of that name, to be changed. */
  entry(name: string): AppEntryView {
    const all = this.all.flatMap(({ files }) => files).flatMap(({ entries }) => entries);
    return all.find((it) => it.name === name)!;
  }

  get changes(): AppChangeView[] {
    return this.#asked.map(({ view }) => view);
  }

  clear(): void {
    this.#asked = [];
    this.#tell([]);
  }

  commands(): AppCommands {
    return {
      apps: async () => structuredClone({ apps: this.all }),
      shim: async () => ({ command: "/opt/paddock/paddock", env: {} }),
      connectEntries: async (app, meant) => {
        for (const entry of meant) this.#answer(entry);
        return this.#ask(
          app,
          meant.map(({ key }) => key),
          true,
        );
      },
      disconnectEntries: async (app, keys) => this.#ask(app, keys, false),
      appChanges: async () => this.changes,
      dismissAppChange: async (id) => this.#take(id),
    };
  }

  /** What only the page may ask in which a person consents. */
  consenting(): Pick<ConsentCommands, "agreeAppChange" | "appChanges" | "dismissAppChange"> {
    return {
      appChanges: async () => this.changes,
      dismissAppChange: async (id) => this.#take(id),
      agreeAppChange: async (id) => {
        const asked = this.#asked.find(({ view }) => view.id === id);
        if (!asked) throw failure("unknown-consent");
        for (const entry of asked.entries) await this.#do(asked, entry);
        this.#take(id);
      },
    };
  }

  /** Keeps what is said in place of the app; nothing may be missing. */
  #answer({ key, answers }: MeantEntry): void {
    const entry = this.entry(key.name);
    if (entry.content.kind !== "direct") return;
    for (const asked of entry.content.asks) {
      const value = answers.find(({ name }) => name === asked.name)?.values.join(",") ?? "";
      if (value === "" && asked.required) throw failure("bundle-missing", { setting: asked.title });
      this.filledIn.push({ entry: key.name, name: asked.name, value });
    }
  }

  #ask(id: string, keys: EntryKey[], connect: boolean): number {
    const app = this.all.find((it) => it.id === id);
    if (!app) throw failure("app-unknown");
    const names = keys.map((key) => JSON.stringify(key));
    const files = app.files.map((file) => ({
      ...file,
      entries: file.entries.filter(({ key }) => names.includes(JSON.stringify(key))),
    }));
    const meant = files.filter(({ entries }) => entries.length > 0);
    const view: AppChangeView = {
      id: this.#parts.id(),
      app: app.name,
      project: meant[0]?.project ?? null,
      what: connect
        ? { kind: "connect", files: meant.map((file) => this.#connected(file)) }
        : { kind: "giveBack", files: meant.map((file) => this.#given(file)) },
    };
    this.#asked = this.#asked.filter((it) => it.app.id !== id);
    this.#asked.push({ app, entries: meant.flatMap(({ entries }) => entries), connect, view });
    this.#tell(this.changes);
    return view.id;
  }

  #connected(file: AppFileView) {
    return {
      path: file.path,
      target: null,
      diff: diffOf(file.entries, true),
      entries: file.entries.map((entry) => ({
        name: entry.name,
        server: entry.name,
        isNew: !this.#parts.servers.all.some(({ name }) => name === entry.name),
        command: entry.content.kind === "direct" ? entry.content.command : "",
        cwd: null,
        env: [],
        envFile: null,
        problem: null,
        unset: [],
        folders: namesOf(this.#draft(entry)),
        lost: [],
      })),
    };
  }

  #given(file: AppFileView) {
    const outcome = ({ standing }: AppEntryView): GivenOutcome => ({
      kind: standing?.kind === "changed" ? "leftAlone" : "restored",
    });
    return {
      path: file.path,
      target: null,
      diff: diffOf(file.entries, false),
      entries: file.entries.map((it) => ({ name: it.name, outcome: outcome(it) })),
    };
  }

  async #do({ connect }: FakeChange, entry: AppEntryView): Promise<void> {
    const draft = this.#draft(entry);
    const { servers } = this.#parts;
    if (!connect) {
      entry.content = { kind: "direct", command: lineOf(draft), enabled: true, asks: [], seen: "" };
      entry.standing = null;
      return;
    }
    if (!servers.all.some(({ name }) => name === draft.name)) {
      await servers.commands().addServer(draft);
    }
    const command = `/usr/bin/paddock run ${draft.name}`;
    entry.content = { kind: "through", server: draft.name, command, sure: true };
    entry.standing = { kind: "asWritten" };
  }

  #take(id: number): void {
    if (!this.#asked.some(({ view }) => view.id === id)) throw failure("unknown-consent");
    this.#asked = this.#asked.filter(({ view }) => view.id !== id);
    this.#tell(this.changes);
  }

  #draft({ key, name }: AppEntryView): ServerDraft {
    const bare = { name, program: "npx", args: [], env: [], cwd: null };
    return this.#drafts.get(JSON.stringify(key)) ?? bare;
  }

  #file({ entries = [], ...spec }: FileSpec): AppFileView {
    const about = { project: null, problem: null, notWritten: null, ...spec };
    return { ...about, entries: entries.map((it) => this.#entry(spec.path, it)) };
  }

  #entry(file: string, spec: EntrySpec): AppEntryView {
    const { name } = spec;
    const key = { file, at: ["mcpServers"], name };
    const bare = { key, name, standing: null };
    if ("content" in spec) return { ...bare, content: spec.content };
    if ("url" in spec) return { ...bare, content: { kind: "remote", address: spec.url } };
    const draft = { name, program: spec.program, args: spec.args ?? [], env: [], cwd: null };
    this.#drafts.set(JSON.stringify(key), draft);
    return {
      ...bare,
      content: { kind: "direct", command: lineOf(draft), enabled: true, asks: [], seen: "" },
    };
  }
}

function lineOf({ program, args }: ServerDraft): string {
  return [program, ...args].join(" ");
}

function diffOf(entries: AppEntryView[], connect: boolean): string {
  const lines = entries.map(({ name, content }) => {
    const own = content.kind === "direct" ? content.command : "npx";
    const [before, after] = connect ? [own, "/usr/bin/paddock"] : ["/usr/bin/paddock", own];
    return `     "${name}": {\n-      "command": "${before}",\n+      "command": "${after}",\n`;
  });
  return `@@ -1,7 +1,7 @@\n${lines.join("")}`;
}
