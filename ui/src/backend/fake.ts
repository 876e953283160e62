import type { Backend, Commands, Events } from "./backend";
import { fakeSystem, inForceOf, isLive, proofOf, provedOf } from "./fake-boundary";
import {
  fakeServers,
  fakeTools,
  fresh,
  pickOf,
  quoted,
  type FakeServer,
  type Spec,
} from "./fake-world";
import type {
  AccessView,
  ActivityFilter,
  AttemptView,
  ConfinementChoice,
  Detail,
  Failure,
  GrantView,
  LifetimeChoice,
  LifetimeView,
  LogLine,
  Pasted,
  PickView,
  ReachabilityView,
  RecordView,
  RunView,
  ServerDraft,
  SystemView,
  VerdictView,
  View,
} from "./types";

const HOUR = 3_600_000;
const START_TIME = 250;
const PROVE_TIME = 400;

/** The app as the window sees it, played in memory. */
export class Fake implements Backend {
  commands: Commands = this.#commands();

  #listeners: { [K in keyof Events]: Set<(payload: Events[K]) => void> } = {
    viewChanged: new Set(),
    logAppended: new Set(),
    raised: new Set(),
    dragging: new Set(),
  };
  #servers: FakeServer[] = [];
  #grants: GrantView[] = [];
  #ended: View["ended"] = [];
  #picks: PickView[] = [];
  #notices: View["notices"] = [];
  #records: RecordView[] = [];
  #settings: View["settings"] = { startAtLogin: false, closeToTray: true, tray: true };
  #system: SystemView = fakeSystem;
  #paused: View["paused"] = null;
  #sequence = 1;
  #lastId = 0;
  #followed: number | null = null;
  #dialog: Spec[] = [];
  #toFail = new Map<keyof Commands, Failure>();
  #expiry: ReturnType<typeof setTimeout> | undefined;
  #calls = new Map<number, (failure: Failure) => void>();

  async on<K extends keyof Events>(kind: K, listener: (payload: Events[K]) => void) {
    this.#listeners[kind].add(listener);
    return () => void this.#listeners[kind].delete(listener);
  }

  // What a test or a demo makes happen.

  /** Puts servers there: at first the bundled one, and one to try things with. */
  furnish(servers = fakeServers()): void {
    if (this.#servers.length === 0) this.#record("started", { actor: "paddock" });
    for (const make of servers) this.#servers.push({ ...make, id: this.#id() });
    this.#changed();
  }

  /** What the next folder dialog will answer with; nothing means that it is cancelled. */
  nextPick(...specs: Spec[]): void {
    this.#dialog = specs;
  }

  drop(...specs: Spec[]): number[] {
    const ids = specs.map((spec) => this.#pick(spec));
    this.#changed();
    return ids;
  }

  changePick(id: number, change: Partial<PickView>): void {
    this.#picks = this.#picks.map((pick) => (pick.id === id ? { ...pick, ...change } : pick));
    this.#changed();
  }

  changeServer(name: string, change: Partial<FakeServer>): void {
    Object.assign(this.#named(name), change);
    this.#changed();
  }

  changeSystem(change: Partial<SystemView>): void {
    this.#system = { ...this.#system, ...change };
    this.#changed();
  }

  /** A server reaches for something that it was not granted. */
  attempt(server: string, about: Partial<AttemptView> & { path: string }): number {
    const it = this.#named(server);
    const id = this.#id();
    const rest = { write: false, count: 1, last: Date.now(), offer: null, held: false };
    it.attempts = [{ id, ...rest, ...about }, ...it.attempts];
    this.#changed();
    return id;
  }

  setReachability(path: string, reachability: ReachabilityView): void {
    this.#grants = this.#grants.map((grant) =>
      grant.folder.path === path ? { ...grant, reachability } : grant,
    );
    const kind = { reachable: "folder-back", replaced: "folder-replaced" }[reachability as string];
    this.#record(kind ?? "folder-gone", { actor: "paddock", path });
    this.#changed();
  }

  give(path: string, server: string, access: AccessView, lifetime: LifetimeView): void {
    this.#addGrant(pickOf({ path }, 0).folder, this.#named(server).id, access, lifetime);
    this.#changed();
  }

  crash(server: string, reason: Failure): void {
    const it = this.#named(server);
    this.#endRun(it, { kind: "failed", reason });
    this.#record("server-failed", {
      actor: "server",
      server: it.id,
      ok: false,
      detail: reason.code,
    });
    this.#changed();
  }

  log(server: string, text: string, source: LogLine["source"] = "stderr"): void {
    this.#say(this.#named(server), { at: Date.now(), source, level: null, text });
  }

  notice(code: string, details: Record<string, string> = {}): void {
    this.#notices = [
      { id: this.#id(), at: Date.now(), failure: failure(code, details) },
      ...this.#notices,
    ];
    this.#changed();
  }

  /** The next call of that command is refused. */
  fail(command: keyof Commands, code: string, details: Record<string, string> = {}): void {
    this.#toFail.set(command, failure(code, details));
  }

  raise(screen: string): void {
    this.#emit("raised", screen);
  }

  drag(over: boolean): void {
    this.#emit("dragging", over);
  }

  view(): View {
    return {
      sequence: this.#sequence,
      servers: this.#servers.map((it) => this.#serverView(it)),
      grants: this.#grants,
      ended: this.#ended,
      picks: this.#picks,
      paused: this.#paused,
      notices: this.#notices,
      settings: this.#settings,
      system: this.#system,
    };
  }

  // What the window may ask.

  #commands(): Commands {
    const all: Commands = {
      view: async () => this.view(),
      pickFolder: async () => {
        const [spec] = this.#dialog.splice(0, 1);
        if (!spec) return null;
        const id = this.#pick(spec);
        this.#changed();
        return id;
      },
      pickWorkspaceFile: async () => this.drop(...this.#dialog.splice(0)),
      pickRepository: async (id) => {
        const pick = this.#pickBy(id);
        if (!pick.repository) throw failure("unknown-pick");
        const other = pickOf({ path: pick.repository.path, projects: ["git"] }, this.#id());
        this.#picks = this.#picks.map((it) => (it === pick ? other : it));
        this.#changed();
        return other.id;
      },
      dismissPick: async (id) => {
        this.#takePick(this.#pickBy(id));
        this.#changed();
      },
      grant: async (id, server, access, lifetime, typed) => {
        const pick = this.#pickBy(id);
        this.#byId(server);
        if (pick.refused) throw failure("grant-refused");
        if (pick.typeNameToGrant && typed !== pick.folder.name) throw failure("name-not-typed");
        this.#addGrant(pick.folder, server, access, endOf(lifetime));
        this.#comeIntoForce(this.#byId(server));
        this.#takePick(pick);
        this.#changed();
      },
      grantAgain: async (id) => {
        const entry = this.#ended.find((it) => it.id === id);
        if (!entry) throw failure("unknown-grant");
        this.#byId(entry.server);
        this.#ended = this.#ended.filter((it) => it !== entry);
        this.#addGrant(entry.folder, entry.server, entry.access, { kind: "always" });
        this.#comeIntoForce(this.#byId(entry.server));
        this.#changed();
      },
      forgetEnded: async (id) => {
        this.#ended = this.#ended.filter((it) => it.id !== id);
        this.#changed();
      },
      revoke: async (id) => {
        this.#end(this.#grantBy(id), "revoked");
        this.#changed();
      },
      revokeAll: async () => {
        for (const grant of this.#grants) this.#end(grant, "revoked");
        this.#changed();
      },
      setAccess: async (id, access) => {
        this.#changeGrant(id, { access });
        this.#record("access-changed", { ...this.#pair(id), access });
        this.#changed();
      },
      setLifetime: async (id, lifetime) => {
        this.#changeGrant(id, { lifetime: endOf(lifetime) });
        this.#record("lifetime-changed", this.#pair(id));
        this.#changed();
      },
      openFolder: async (id) => void this.#grantBy(id),
      checkPaths: async (server, text) => this.#check(server, text),
      readServers: async (text) => readServers(text),
      addServer: async (draft) => this.#addServer(draft),
      editServer: async (id, draft) => {
        const server = this.#byId(id);
        if (server.bundled) throw failure("bundled-server");
        checkDraft(
          draft,
          this.#servers.filter((it) => it.id !== id),
        );
        Object.assign(server, { name: draft.name, draft });
        this.#endRun(server, {
          kind: "needsTrust",
          fingerprint: fingerprint(draft),
          changed: true,
        });
        this.#record("server-edited", { server: id });
        this.#changed();
      },
      serverDraft: async (id) => structuredClone(this.#byId(id).draft),
      removeServer: async (id) => {
        const server = this.#byId(id);
        if (server.bundled) throw failure("bundled-server");
        for (const grant of this.#grants) if (grant.server === id) this.#end(grant, "revoked");
        this.#ended = this.#ended.filter((it) => it.server !== id);
        this.#record("server-removed", { server: id });
        this.#servers = this.#servers.filter((it) => it !== server);
        this.#changed();
      },
      startServer: async (id) => this.#start(this.#byId(id)),
      trustServer: async (id, seen) => {
        const server = this.#byId(id);
        if (seen !== fingerprint(server.draft)) throw failure("command-changed");
        this.#record("server-trusted", { server: id, detail: seen });
        this.#start(server);
      },
      stopServer: async (id) => {
        this.#endRun(this.#byId(id), { kind: "stopped" });
        this.#record("server-stopped", { server: id });
        this.#changed();
      },
      restartServer: async (id) => this.#start(this.#byId(id)),
      setConfinement: async (id, choice) => this.#confine(this.#byId(id), choice),
      allowMissed: async (id) => {
        const server = this.#byId(id);
        if (server.missed === null) throw failure("unknown-server");
        server.reads = [...server.reads, { path: server.missed, why: "chosen" }];
        server.missed = null;
        this.#record("confinement-changed", { server: id });
        this.#start(server);
      },
      stopReading: async (id, path) => {
        const server = this.#byId(id);
        server.reads = server.reads.filter((it) => it.path !== path || it.why !== "chosen");
        this.#record("confinement-changed", { server: id, path });
        this.#again(server);
      },
      pickAttempt: async (id, attempt) => {
        const { offer } = this.#attemptBy(id, attempt);
        if (offer === null) throw failure("unknown-attempt");
        const pick = this.#pick({ path: offer, server: id });
        this.#changed();
        return pick;
      },
      dismissAttempt: async (id, attempt) => {
        const { path, held } = this.#attemptBy(id, attempt);
        const server = this.#byId(id);
        server.attempts = server.attempts.filter((it) => it.id !== attempt);
        if (held) this.#record("attempt-denied", { server: id, path });
        this.#changed();
      },
      prove: async (id) => {
        const server = this.#byId(id);
        const tier = this.#system.best;
        if (server.state.kind !== "running") throw failure("server-not-running");
        if (tier === null) throw failure("not-enforceable", { reason: "nothing works here" });
        await new Promise((done) => setTimeout(done, PROVE_TIME));
        const proved = provedOf(server, this.#grants, tier);
        this.#record("proven", { server: id });
        this.#changed();
        return proved;
      },
      tools: async (id) => {
        if (this.#byId(id).state.kind !== "running") throw failure("server-not-running");
        return fakeTools;
      },
      callTool: (id, tool, text, call) => this.#call(id, tool, text, call),
      cancelCall: async (call) => this.#calls.get(call)?.(failure("call-cancelled")),
      followLog: async (id) => {
        this.#followed = id;
        if (id === null) return null;
        const { log, dropped } = this.#byId(id);
        return { server: id, lines: [...log], dropped };
      },
      activity: async (filter) => {
        const found = this.#found(filter);
        return { records: found.slice(0, 200), more: found.length > 200 };
      },
      exportActivity: async () => "/home/ada/paddock-activity.jsonl",
      pause: async (minutes) => this.#pause(minutes),
      resume: async () => {
        this.#paused = null;
        this.#record("resumed", {});
        for (const server of this.#servers) if (server.state.kind === "paused") this.#start(server);
        this.#changed();
      },
      setStartAtLogin: async (startAtLogin) => this.#set({ startAtLogin }),
      setCloseToTray: async (closeToTray) => this.#set({ closeToTray }),
      dismissNotice: async (id) => {
        this.#notices = this.#notices.filter((it) => it.id !== id);
        this.#changed();
      },
      quit: async () => undefined,
    };
    return new Proxy(all, {
      get: (commands, name: keyof Commands) => {
        const refused = this.#toFail.get(name);
        if (!refused) return commands[name];
        this.#toFail.delete(name);
        return () => Promise.reject(refused);
      },
    });
  }

  // How it comes about.

  #id(): number {
    return ++this.#lastId;
  }

  #emit<K extends keyof Events>(kind: K, payload: Events[K]): void {
    for (const listener of this.#listeners[kind]) listener(payload);
  }

  #changed(): void {
    this.#sequence += 1;
    this.#armExpiry();
    this.#emit("viewChanged", structuredClone(this.view()));
  }

  #serverView(it: FakeServer): View["servers"][number] {
    const runs = it.state.kind === "running";
    const { draft, asked, inForce: _inForce, log: _log, dropped: _dropped, ...rest } = it;
    return {
      ...rest,
      command: {
        program: draft.program,
        args: draft.args,
        envNames: draft.env.map(({ name }) => name),
        cwd: draft.cwd,
        line: quoted(draft),
        resolved: draft.program.startsWith("/") ? draft.program : `/usr/bin/${draft.program}`,
        fingerprint: fingerprint(draft),
      },
      revision: runs ? it.revision : null,
      told: runs ? it.told : "notRunning",
      enforcement: {
        asked,
        supported: this.#system.best,
        inForce: inForceOf(it, this.#system),
      },
      proof: proofOf(it, this.#grants),
    };
  }

  #byId(id: number): FakeServer {
    const server = this.#servers.find((it) => it.id === id);
    if (!server) throw failure("unknown-server");
    return server;
  }

  #named(name: string): FakeServer {
    const server = this.#servers.find((it) => it.name === name);
    if (!server) throw new Error(`the fake has no server ${name}`);
    return server;
  }

  #attemptBy(server: number, id: number): AttemptView {
    const attempt = this.#byId(server).attempts.find((it) => it.id === id);
    if (!attempt) throw failure("unknown-attempt");
    return attempt;
  }

  #grantBy(id: number): GrantView {
    const grant = this.#grants.find((it) => it.id === id);
    if (!grant) throw failure("unknown-grant");
    return grant;
  }

  #pickBy(id: number): PickView {
    const pick = this.#picks.find((it) => it.id === id);
    if (!pick) throw failure("unknown-pick");
    return pick;
  }

  #takePick(pick: PickView): void {
    this.#picks = this.#picks.filter((it) => it !== pick);
  }

  #pick(spec: Spec): number {
    const pick = pickOf(spec, this.#id());
    pick.grantedTo = this.#grants
      .filter((grant) => grant.folder.path === pick.folder.path)
      .map((grant) => grant.server);
    this.#picks = [...this.#picks, pick];
    return pick.id;
  }

  #addGrant(
    folder: GrantView["folder"],
    server: number,
    access: AccessView,
    lifetime: LifetimeView,
  ) {
    const same = (it: { server: number; folder: GrantView["folder"] }) =>
      it.server === server && it.folder.path === folder.path;
    const above = this.#grants.find(
      (it) => it.server === server && folder.path.startsWith(`${it.folder.path}/`),
    );
    const grant: GrantView = {
      id: this.#id(),
      server,
      folder,
      access,
      lifetime,
      reachability: "reachable",
      grantedAt: Date.now(),
      lastTold: this.#byId(server).state.kind === "running" ? Date.now() : null,
      inside: above?.folder.path ?? null,
      heldBack: null,
    };
    this.#grants = [...this.#grants.filter((it) => !same(it)), grant];
    this.#ended = this.#ended.filter((it) => !same(it));
    const it = this.#byId(server);
    it.lingering = it.lingering.filter((path) => path !== folder.path);
    it.attempts = it.attempts.filter(({ path }) => !path.startsWith(`${folder.path}/`));
    this.#record("granted", { server, path: folder.path, access });
    this.#tell(it);
  }

  #changeGrant(id: number, change: Partial<GrantView>): void {
    const grant = this.#grantBy(id);
    this.#grants = this.#grants.map((it) => (it === grant ? { ...it, ...change } : it));
  }

  #pair(id: number): { server: number; path: string } {
    const { server, folder } = this.#grantBy(id);
    return { server, path: folder.path };
  }

  #end(grant: GrantView, why: View["ended"][number]["why"]): void {
    this.#grants = this.#grants.filter(({ id }) => id !== grant.id);
    const { server, folder, access } = grant;
    this.#ended = [{ id: this.#id(), server, folder, access, at: Date.now(), why }, ...this.#ended];
    const kind = { revoked: "revoked", expired: "expired", runEnded: "run-ended" }[why];
    this.#record(kind, {
      actor: why === "revoked" ? "person" : "paddock",
      server,
      path: folder.path,
      access,
    });
    const it = this.#byId(server);
    if (it.asked === "advisory" && it.state.kind === "running" && grant.lastTold !== null) {
      it.lingering = [...it.lingering, folder.path];
    }
    this.#tell(it);
    this.#comeIntoForce(it);
  }

  #tell(server: FakeServer): void {
    if (server.state.kind !== "running" || !server.asksForRoots) return;
    server.told = "told";
    this.#grants = this.#grants.map((it) =>
      it.server === server.id ? { ...it, lastTold: Date.now() } : it,
    );
    const told = this.#grants.filter((it) => it.server === server.id);
    const detail = told.map((it) => it.folder.path).join(", ") || null;
    this.#record("roots-told", { actor: "paddock", server: server.id, detail });
  }

  /** What cannot change in the running server begins with its next run. */
  #comeIntoForce(server: FakeServer): void {
    if (server.state.kind !== "running") return;
    const live = server.asked === "advisory" || isLive(this.#system.best);
    if (!live || server.foldersInCommand) this.#start(server);
  }

  #confine(server: FakeServer, choice: ConfinementChoice): void {
    Object.assign(server, choice);
    this.#record("confinement-changed", { server: server.id, detail: choice.asked });
    this.#again(server);
  }

  #again(server: FakeServer): void {
    if (server.state.kind === "running") this.#start(server);
    else this.#changed();
  }

  #armExpiry(): void {
    clearTimeout(this.#expiry);
    const ends = this.#grants.flatMap(({ lifetime }) =>
      lifetime.kind === "until" ? [lifetime.at] : [],
    );
    if (ends.length === 0) return;
    this.#expiry = setTimeout(() => this.#expire(), Math.max(0, Math.min(...ends) - Date.now()));
  }

  #expire(): void {
    const now = Date.now();
    for (const grant of this.#grants) {
      if (grant.lifetime.kind === "until" && grant.lifetime.at <= now) this.#end(grant, "expired");
    }
    this.#changed();
  }

  #start(server: FakeServer): void {
    if (this.#paused) {
      server.state = { kind: "paused" };
      return this.#changed();
    }
    if (server.asked === "enforced" && !this.#system.best) {
      const reason = failure("not-enforceable", { reason: "nothing works here" });
      this.#endRun(server, { kind: "failed", reason });
      return this.#changed();
    }
    this.#endRun(server, { kind: "starting" });
    this.#changed();
    setTimeout(() => this.#ready(server), START_TIME);
  }

  #ready(server: FakeServer): void {
    if (server.state.kind !== "starting") return;
    server.state = { kind: "running", since: Date.now() };
    server.told = server.asksForRoots ? "told" : "neverAsked";
    this.#record("server-started", { actor: "paddock", server: server.id });
    this.#tell(server);
    this.#say(server, { at: Date.now(), source: "stderr", level: null, text: "ready on stdio" });
    this.#changed();
  }

  #endRun(server: FakeServer, state: RunView): void {
    server.state = state;
    server.lingering = [];
    server.inForce = undefined;
    server.proof = undefined;
    // A call that waits for an answer ends with the run.
    server.attempts = server.attempts.filter((it) => !it.held);
    for (const grant of this.#grants) {
      if (
        grant.server === server.id &&
        grant.lifetime.kind === "thisRun" &&
        state.kind !== "starting"
      ) {
        this.#end(grant, "runEnded");
      }
    }
  }

  #pause(minutes: number | null): void {
    this.#paused = { until: minutes === null ? null : Date.now() + minutes * 60_000 };
    for (const server of this.#servers) {
      if (server.state.kind === "running") this.#endRun(server, { kind: "paused" });
    }
    this.#record("paused", {});
    this.#changed();
  }

  #set(change: Partial<View["settings"]>): void {
    this.#settings = { ...this.#settings, ...change };
    this.#changed();
  }

  #addServer(draft: ServerDraft): number {
    checkDraft(draft, this.#servers);
    const id = this.#id();
    this.#servers.push({
      ...fresh,
      id,
      name: draft.name,
      bundled: false,
      draft: structuredClone(draft),
      state: { kind: "needsTrust", fingerprint: fingerprint(draft), changed: false },
      reported: null,
      revision: "2025-11-25",
      asksForRoots: true,
      told: "notRunning",
      ignoresEmptyList: false,
      log: [],
    });
    this.#record("server-added", { server: id });
    this.#changed();
    return id;
  }

  #call(id: number, tool: string, text: string, call: number): ReturnType<Commands["callTool"]> {
    const server = this.#byId(id);
    if (server.state.kind !== "running") return Promise.reject(failure("server-not-running"));
    if (tool === "wait_for_change") {
      return new Promise((_, reject) => this.#calls.set(call, reject));
    }
    this.#record("tool-called", { server: id, detail: tool });
    const given = JSON.parse(text) as Record<string, unknown>;
    const isError = given["path"] === "/etc/shadow";
    return Promise.resolve({
      isError,
      parts: [{ kind: "text", text: isError ? "access denied" : `${tool} ${text}` }],
      structured: tool === "search_files" ? JSON.stringify({ matches: 2 }, null, 2) : null,
      milliseconds: 12,
    });
  }

  #say(server: FakeServer, line: LogLine): void {
    server.log.push(line);
    if (this.#followed === server.id) {
      this.#emit("logAppended", { server: server.id, lines: [line], dropped: server.dropped });
    }
  }

  #record(kind: string, about: Partial<RecordView>): void {
    const server = this.#servers.find((it) => it.id === about.server);
    this.#records.unshift({
      id: this.#id(),
      at: Date.now(),
      kind,
      actor: "person",
      server: null,
      serverName: server?.name ?? null,
      path: null,
      access: null,
      ok: true,
      detail: null,
      ...about,
    });
  }

  #found(filter: ActivityFilter): RecordView[] {
    const text = filter.text.toLowerCase();
    return this.#records.filter(
      (it) =>
        (filter.server === null || it.server === filter.server) &&
        (filter.kinds.length === 0 || filter.kinds.includes(it.kind)) &&
        (filter.before === null || it.id < filter.before) &&
        [it.path, it.serverName, it.detail].some((part) =>
          (part ?? "").toLowerCase().includes(text),
        ),
    );
  }

  #check(server: number | null, text: string): VerdictView[] {
    const asked = this.#servers.filter((it) => server === null || it.id === server);
    const paths = text.split("\n").filter((line) => line.trim() !== "");
    return paths.flatMap((path) => asked.map((it) => this.#verdict(path, it.id)));
  }

  #verdict(path: string, server: number): VerdictView {
    const none = { path, server, folder: null, grant: null };
    if (!path.startsWith("/")) return { ...none, outcome: "notAPath" };
    const own = this.#grants.filter((it) => it.server === server);
    const grant = own.find((it) => `${path}/`.startsWith(`${it.folder.path}/`));
    if (!grant) return { ...none, outcome: "outside", folder: own[0]?.folder.path ?? null };
    const outcome =
      grant.reachability !== "reachable"
        ? "withheld"
        : grant.access === "read"
          ? "allowedRead"
          : "allowedReadWrite";
    return { path, server, outcome, folder: grant.folder.path, grant: grant.id };
  }
}

function failure(code: string, details: Record<string, string> = {}): Failure {
  return {
    code,
    details: Object.entries(details).map(([name, value]): Detail => ({ name, value })),
  };
}

function endOf(choice: LifetimeChoice): LifetimeView {
  switch (choice) {
    case "oneHour":
      return { kind: "until", at: Date.now() + HOUR };
    case "untilMidnight":
      return { kind: "until", at: new Date().setHours(24, 0, 0, 0) };
    case "thisRun":
    case "always":
      return { kind: choice };
  }
}

function checkDraft(draft: ServerDraft, others: FakeServer[]): void {
  if (draft.name.trim() === "") throw failure("draft-empty-name");
  if (draft.program.trim() === "") throw failure("draft-empty-program");
  if (others.some((it) => it.name === draft.name)) {
    throw failure("draft-name-taken", { name: draft.name });
  }
}

/** Sixteen digits that change with the command, which is all that the window needs of them. */
function fingerprint(draft: ServerDraft): string {
  let hash = 0xcbf29ce484222325n;
  for (const char of quoted(draft) + draft.env.map(({ name }) => name).join()) {
    hash = ((hash ^ BigInt(char.codePointAt(0) ?? 0)) * 0x100000001b3n) & 0xffffffffffffffffn;
  }
  return hash.toString(16).padStart(16, "0");
}

function readServers(text: string): Pasted[] {
  const root = parsed(text) as Record<string, Record<string, unknown> | undefined>;
  const entries = Object.entries(root["mcpServers"] ?? root["servers"] ?? {});
  if (entries.length === 0) throw failure("paste-no-servers");
  return entries.map(([name, value]) => pasted(name, value as Record<string, unknown>));
}

function pasted(name: string, entry: Record<string, unknown>): Pasted {
  if (typeof entry["url"] === "string") {
    return { kind: "unusable", name, reason: failure("paste-url-server", { name }) };
  }
  if (typeof entry["command"] !== "string") {
    return { kind: "unusable", name, reason: failure("paste-no-command", { name }) };
  }
  const env = Object.entries((entry["env"] ?? {}) as Record<string, string>);
  const draft: ServerDraft = {
    name,
    program: entry["command"],
    args: (entry["args"] ?? []) as string[],
    env: env.map(([key, value]) => ({ name: key, value })),
    cwd: (entry["cwd"] ?? null) as string | null,
  };
  return { kind: "server", draft, line: quoted(draft) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\s*\/\/.*$/gm, ""));
  } catch (thrown) {
    throw failure("paste-not-json", { reason: (thrown as Error).message });
  }
}
