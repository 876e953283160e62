import type { Backend, Commands, ConsentCommands, Events } from "./backend";
import { FakeAccess } from "./fake-access";
import { FakeApps } from "./fake-apps";
import { FakeArrivals } from "./fake-arrivals";
import { fakeSystem } from "./fake-boundary";
import { FakeConsents } from "./fake-consents";
import { fingerprint, trusted } from "./fake-drafts";
import { failure } from "./fake-failure";
import { FakeNetwork } from "./fake-network";
import { FakeOffers } from "./fake-offers";
import type { Parts } from "./fake-parts";
import { FakeRecords } from "./fake-records";
import { FakeRequests } from "./fake-requests";
import { FakeSecrets } from "./fake-secrets";
import { FakeSeen } from "./fake-seen";
import { FakeServers } from "./fake-servers";
import { FakeSessions, type SessionSpec } from "./fake-sessions";
import { FakeUsage } from "./fake-usage";
import { fakeServers, folderOf, type FakeServer, type Spec } from "./fake-world";
import type {
  Access,
  AttemptView,
  Code,
  Failure,
  FrontView,
  LifetimeView,
  ListsView,
  LogLine,
  PickView,
  ReachabilityView,
  RequestDetail,
  RequestView,
  SettingsView,
  SystemView,
  View,
} from "./types";

/** The app as the window sees it, played in memory. */
export class Fake implements Backend, Parts {
  records: FakeRecords = new FakeRecords(this);
  seen: FakeSeen = new FakeSeen();
  servers: FakeServers = new FakeServers(this);
  sessions: FakeSessions = new FakeSessions(this);
  access: FakeAccess = new FakeAccess(this);
  consents: FakeConsents = new FakeConsents(this);
  secrets: FakeSecrets = new FakeSecrets(() => this.changed(), this.consents);
  usage: FakeUsage = new FakeUsage(this);
  network: FakeNetwork = new FakeNetwork(this);
  apps: FakeApps = new FakeApps(this, (changes) => this.#emit("appChangesChanged", changes));
  arrivals: FakeArrivals = new FakeArrivals(
    this,
    (arrival) => this.#emit("arrivalChanged", arrival),
    (draft) => this.servers.add(draft),
    (server, draft) => this.servers.edit(server, draft),
  );
  requests: FakeRequests = new FakeRequests({
    changed: () => this.changed(),
    grew: (more) => this.#emit("answerGrew", more),
    ask: (what, act) => this.consents.ask(what, act),
    asking: (server) => this.servers.byId(server).asking,
    runs: (server) => this.servers.byId(server).state.kind === "running",
  });
  offers = new FakeOffers({
    server: (id) => this.servers.byId(id),
    changed: () => this.changed(),
    progressed: (progress) => this.#emit("callProgressed", progress),
  });
  commands: Commands = this.#commands();
  /** The same app, as the page sees it in which a person consents. */
  consenting: Backend<ConsentCommands> = {
    commands: this.#failing<ConsentCommands>({
      view: async () => this.view(),
      zoom: async (step) => this.#zoom(step),
      closeConsent: async () => this.closeConsent(),
      ...this.access.consenting(),
      ...this.consents.consenting(),
      ...this.usage.consenting(),
      ...this.apps.consenting(),
    }),
    on: (kind, listener) => this.on(kind, listener),
  };

  /** Opens the page in which a person consents. */
  showConsent: () => unknown = () => undefined;
  closeConsent: () => unknown = () => undefined;

  #listeners: { [K in keyof Events]: Set<(payload: Events[K]) => void> } = {
    viewChanged: new Set(),
    settingsChanged: new Set(),
    appChangesChanged: new Set(),
    arrivalChanged: new Set(),
    hostLost: new Set(),
    hostBack: new Set(),
    logAppended: new Set(),
    answerGrew: new Set(),
    callProgressed: new Set(),
    raised: new Set(),
    dragging: new Set(),
  };
  #notices: View["notices"] = [];
  #settings: SettingsView = {
    startAtLogin: false,
    closeToTray: true,
    tray: true,
    atQuit: "ask",
    welcomed: false,
    language: null,
    theme: "system",
    notify: "all",
    usualLifetime: "always",
    speaks: "en",
    accountSpeaks: "en",
    version: "0.1.0",
    licences: true,
  };
  /** How often the pages were drawn larger, less how often smaller. */
  zoomed = 0;
  #lost = false;
  #system: SystemView = fakeSystem;
  #sequence = 1;
  #lastId = 0;
  #toFail = new Map<keyof Commands | keyof ConsentCommands, Failure>();

  async on<K extends keyof Events>(kind: K, listener: (payload: Events[K]) => void) {
    this.#listeners[kind].add(listener);
    return () => void this.#listeners[kind].delete(listener);
  }

  view(): View {
    return {
      sequence: this.#sequence,
      servers: this.servers.view(),
      sessions: this.sessions.view(),
      grants: this.access.grants,
      ended: this.access.ended.folders,
      endedDestinations: this.access.ended.destinations,
      picks: this.access.picks,
      consents: this.consents.all,
      paused: this.servers.paused,
      pausedApps: this.sessions.pausedApps,
      notices: this.#notices,
      requests: this.requests.requests,
      missed: this.requests.missed,
      places: this.usage.places,
      heldCalls: this.usage.calls,
      askedDestinations: this.network.asked,
      askedSending: this.network.full,
      providers: this.requests.providers.all,
      system: this.#system,
      secrets: this.secrets.view,
      terminalConsent: this.consents.atTerminal,
      standIns: this.requests.standIns,
      retention: this.records.keep,
      activityDeleted: this.records.deleted,
    };
  }

  // What a test or a demo makes happen.

  /** Puts servers there: at first the bundled one, and one to try things with. */
  furnish(servers = fakeServers()): void {
    if (this.servers.all.length === 0) this.records.add("started", { actor: "paddock" });
    for (const make of servers) {
      const own = structuredClone({ asking: make.asking, usage: make.usage });
      this.servers.all.push({ ...make, ...own, id: this.id() });
    }
    this.changed();
  }

  /** What the next folder dialog will answer with; nothing means that it is cancelled. */
  nextPick(...specs: Spec[]): void {
    this.access.dialog = specs;
  }

  drop(...specs: Spec[]): number[] {
    const ids = specs.map((spec) => this.access.pick(spec));
    this.changed();
    return ids;
  }

  changePick(id: number, change: Partial<PickView>): void {
    this.access.picks = this.access.picks.map((pick) =>
      pick.id === id ? { ...pick, ...change } : pick,
    );
    this.changed();
  }

  changeServer(name: string, change: Partial<FakeServer>): void {
    Object.assign(this.servers.named(name), change);
    this.changed();
  }

  /** What its command is made of is something else than when it was trusted. */
  changeFiles(name: string, differs: "files" | "runtime"): void {
    const { draft } = this.servers.named(name);
    const was = { ...trusted(draft), differs };
    const seen = fingerprint(draft);
    this.changeServer(name, {
      state: { kind: "needsTrust", fingerprint: seen, changed: true, was },
    });
  }

  changeSystem(change: Partial<SystemView>): void {
    this.#system = { ...this.#system, ...change };
    this.changed();
  }

  /** A server reaches for something that it was not granted. */
  attempt(server: string, about: Partial<AttemptView> & { path: string }): number {
    const it = this.servers.named(server);
    const id = this.id();
    const rest = {
      write: false,
      needs: (about.write ? "writeGuarded" : "read") as Access,
      count: 1,
      last: Date.now(),
      offer: null,
      held: false,
      heldUntil: null,
    };
    it.attempts = [{ id, ...rest, ...about }, ...it.attempts];
    this.changed();
    return id;
  }

  /** An app begins to use a server; the number of its session. */
  join(server: string, app: string, spec?: SessionSpec): number {
    return this.sessions.join(this.servers.named(server), app, spec);
  }

  /** A server asks something of the person. */
  asks(server: string, detail: RequestDetail, about: Partial<RequestView> = {}): number {
    return this.requests.ask(this.servers.named(server).id, detail, about);
  }

  setReachability(path: string, reachability: ReachabilityView): void {
    this.access.setReachability(path, reachability);
    this.changed();
  }

  give(path: string, server: string, access: Access, lifetime: LifetimeView): void {
    this.access.give(folderOf(path), this.servers.named(server).id, access, lifetime);
    this.changed();
  }

  crash(server: string, reason: Failure): void {
    this.servers.crash(this.servers.named(server), reason);
    this.changed();
  }

  /** A server says that one of its lists changed. */
  listChanged(server: string, list: keyof ListsView): void {
    this.offers.listChanged(this.servers.named(server), list);
  }

  /** A resource that is followed changes. */
  touch(server: string, uri: string): void {
    this.offers.touch(this.servers.named(server), uri);
  }

  log(server: string, text: string, session: LogLine["session"] = null): void {
    const line: LogLine = { at: Date.now(), session, source: "stderr", level: null, text };
    this.servers.log(this.servers.named(server), line);
  }

  notice(code: Code, details: Record<string, string> = {}): void {
    const notice = { id: this.id(), at: Date.now(), failure: failure(code, details) };
    this.#notices = [notice, ...this.#notices];
    this.changed();
  }

  /** The next call of that command is refused. */
  fail(
    command: keyof Commands | keyof ConsentCommands,
    code: Code,
    details: Record<string, string> = {},
  ): void {
    this.#toFail.set(command, failure(code, details));
  }

  /** The host ends, and takes every run with it. */
  loseHost(triesAgain = true): void {
    this.#lost = true;
    this.apps.clear();
    this.#emit("hostLost", { failure: failure("host-gone"), triesAgain });
  }

  /** Another host is there; it counts its views from the beginning. */
  returnHost(): void {
    this.#lost = false;
    this.#sequence = 0;
    this.servers.endAll();
    this.sessions.all = [];
    this.usage.forget();
    this.network.forget();
    this.access.picks = [];
    this.consents.all = [];
    this.changed();
    this.#emit("hostBack", {});
  }

  /** Who asks for what is asked from now on. */
  actAs(by: FrontView): void {
    this.consents.by = by;
  }

  raise(screen: string): void {
    this.#emit("raised", screen);
  }

  drag(over: boolean): void {
    this.#emit("dragging", over);
  }

  // What its parts have of it.

  system(): SystemView {
    return this.#system;
  }

  id(): number {
    return ++this.#lastId;
  }

  changed(): void {
    this.#sequence += 1;
    this.access.armExpiry();
    this.#emit("viewChanged", structuredClone(this.view()));
  }

  logged(lines: Events["logAppended"]): void {
    this.#emit("logAppended", lines);
  }

  // What the window may ask.

  #commands(): Commands {
    const all: Commands = {
      ...this.requests.commands(),
      ...this.offers.commands(),
      ...this.access.commands(),
      ...this.consents.commands(),
      ...this.secrets.commands(),
      ...this.servers.commands(),
      ...this.sessions.commands(),
      ...this.usage.commands(),
      ...this.network.commands(),
      ...this.apps.commands(),
      ...this.arrivals.commands(),
      view: async () => this.view(),
      tools: (id) => this.offers.listTools(id),
      callTool: (id, tool, text, call) => {
        this.records.add("tool-called", { server: id, detail: tool });
        return this.offers.call(id, tool, text, call);
      },
      cancelCall: async (call) => this.offers.cancel(call),
      ...this.records.commands(),
      ...this.seen.commands(),
      settings: async () => this.#settings,
      setStartAtLogin: async (startAtLogin) => this.#set({ startAtLogin }),
      setCloseToTray: async (closeToTray) => this.#set({ closeToTray }),
      setLanguage: async (language) =>
        this.#set({ language, speaks: language ?? this.#settings.accountSpeaks }),
      setAtQuit: async (atQuit) => this.#set({ atQuit }),
      setTheme: async (theme) => this.#set({ theme }),
      setNotify: async (notify) => this.#set({ notify }),
      setUsualLifetime: async (usualLifetime) => this.#set({ usualLifetime }),
      zoom: async (step) => this.#zoom(step),
      endWelcome: async () => this.#set({ welcomed: true }),
      showConsent: async () => this.showConsent(),
      reconnect: async () => this.returnHost(),
      dismissNotice: async (id) => {
        this.#notices = this.#notices.filter((it) => it.id !== id);
        this.changed();
      },
      openLicences: async () => undefined,
      quit: async () => undefined,
    };
    return this.#failing(all);
  }

  /** Commands that fail where they were told to, and all where there is no host. */
  #failing<C extends object>(all: C): C {
    return new Proxy(all, {
      get: (commands, name) => {
        const told = this.#toFail.get(name as keyof Commands);
        this.#toFail.delete(name as keyof Commands);
        const own = ["settings", "setLanguage", "reconnect", "showConsent"].includes(String(name));
        const refused = told ?? (this.#lost && !own ? failure("host-gone") : null);
        return refused ? () => Promise.reject(refused) : commands[name as keyof C];
      },
    });
  }

  #emit<K extends keyof Events>(kind: K, payload: Events[K]): void {
    for (const listener of this.#listeners[kind]) listener(payload);
  }

  #zoom(step: number): void {
    this.zoomed = step === 0 ? 0 : this.zoomed + step;
  }

  #set(change: Partial<SettingsView>): void {
    this.#settings = { ...this.#settings, ...change };
    this.#emit("settingsChanged", this.#settings);
  }
}
