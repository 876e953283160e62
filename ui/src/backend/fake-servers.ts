import { isAnywhere, proposedFor } from "./fake-network";
import { isAllowed, isMoreNetwork } from "../shared/destinations";
import type { Commands, Waits } from "./backend";
import { inForceOf, isLive, proofOf, provedOf } from "./fake-boundary";
import { checkDraft, fingerprint, namesOf, readServers, resolve, trusted } from "./fake-drafts";
import { secretsIn, withoutSecrets, withSecrets } from "./fake-secrets";
import { failure } from "./fake-failure";
import type { Parts } from "./fake-parts";
import { fresh, quoted, type FakeServer, type Spec } from "./fake-world";
import type {
  Warning,
  AttemptView,
  Confinement,
  Failure,
  GrantView,
  LogLine,
  RunView,
  ServerDraft,
  View,
} from "./types";

const START_TIME = 250;
const PROVE_TIME = 400;

export type ServerCommands = Pick<
  Commands,
  | "readServers"
  | "addServer"
  | "editServer"
  | "serverDraft"
  | "removeServer"
  | "startServer"
  | "trustServer"
  | "introduceServers"
  | "stopServer"
  | "restartServer"
  | "setConfinement"
  | "pickMissed"
  | "withdrawTrust"
  | "pickAttempt"
  | "pickNamed"
  | "dismissAttempt"
  | "prove"
  | "followLog"
  | "pause"
  | "resume"
>;

const SECRETS: Warning = { level: "red", code: "secrets-folder", subject: "~/.ssh" };

/** The servers and their runs, played in memory. */
export class FakeServers {
  all: FakeServer[] = [];
  paused: View["paused"] = null;
  /** Paths that nobody is asked about again while the server runs. */
  silenced: string[] = [];

  #parts: Parts;
  #followed: number | null = null;
  #asked = new Set<string>();
  /** Servers that were removed and may come back, with the folders that they had. */
  #removed = new Map<number, { server: FakeServer; grants: GrantView[] }>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  view(): View["servers"] {
    return this.all.map((it) => this.#view(it));
  }

  byId(id: number): FakeServer {
    const server = this.all.find((it) => it.id === id);
    if (!server) throw failure("unknown-server");
    return server;
  }

  named(name: string): FakeServer {
    const server = this.all.find((it) => it.name === name);
    if (!server) throw new Error(`the fake has no server ${name}`);
    return server;
  }

  commands(): ServerCommands {
    const { access, consents, records, requests, sessions, usage } = this.#parts;
    const changed = () => this.#parts.changed();
    return {
      readServers: async (text) => readServers(text),
      addServer: async (draft) => this.add(draft),
      editServer: async (id, draft) => this.edit(id, draft),
      serverDraft: async (id) => withoutSecrets(this.byId(id).draft),
      removeServer: async (id) => {
        const server = this.#own(id);
        const grants = access.grants.filter((grant) => grant.server === id);
        for (const grant of grants) access.end(grant, "revoked");
        access.ended.forgetServer(id);
        records.add("server-removed", { server: id });
        requests.endAll(id);
        sessions.endAll(id);
        usage.endAll(id);
        this.all = this.all.filter((it) => it !== server);
        this.#removed.set(id, { server, grants });
        changed();
      },
      startServer: async (id) => this.start(this.byId(id)),
      trustServer: async (id, seen) => this.#askToTrust(id, seen),
      introduceServers: async (ids, withFolders, ended) => {
        const together = this.#parts.id();
        const waits = ids.map((id) => {
          const { state } = this.byId(id);
          if (state.kind !== "needsTrust") throw failure("command-changed");
          return this.#askToTrust(id, state.fingerprint, together)!;
        });
        for (const { id, state } of ids.map((id) => this.byId(id))) {
          const isNew = state.kind === "needsTrust" && !state.changed;
          const had = isNew ? access.ended.of(id, ended) : [];
          const again = had.length > 0 ? access.askAgain(had, together) : null;
          if (again !== null) waits.push(again);
        }
        for (const id of withFolders) this.#pickNamed(this.byId(id), true, { together });
        changed();
        return waits;
      },
      stopServer: async (id) => {
        this.#endRun(this.byId(id), { kind: "stopped" });
        records.add("server-stopped", { server: id });
        changed();
      },
      restartServer: async (id) => this.start(this.byId(id)),
      setConfinement: async (id, choice) => {
        const server = this.byId(id);
        const freed = choice.asked === "advisory" && server.asked === "enforced";
        const online = isMoreNetwork(choice.network, server.network);
        if (freed || online) {
          const what = { kind: "confinement" as const, server: id, choice };
          return consents.ask(what, () => this.#confine(server, choice));
        }
        this.#confine(server, choice);
        return null;
      },
      pickMissed: async (id) => {
        const { missed } = this.byId(id);
        if (!missed?.offer) throw failure("unknown-attempt");
        const pick = access.pick({ path: missed.offer, server: id });
        changed();
        return pick;
      },
      withdrawTrust: async (id) => {
        const server = this.byId(id);
        if (server.bundled) throw failure("bundled-server");
        const seen = fingerprint(server.draft);
        this.#endRun(server, {
          kind: "needsTrust",
          fingerprint: seen,
          changed: false,
          was: null,
        });
        records.add("trust-withdrawn", { server: id });
        changed();
      },
      pickAttempt: async (id, attempt) => {
        const { offer } = this.#attemptBy(id, attempt);
        if (offer === null) throw failure("unknown-attempt");
        const pick = access.pick({ path: offer, server: id });
        changed();
        return pick;
      },
      pickNamed: async (id, again) => {
        const picks = this.#pickNamed(this.byId(id), again);
        changed();
        return picks;
      },
      dismissAttempt: async (id, attempt, silence) => {
        const { path, held } = this.#attemptBy(id, attempt);
        if (silence) this.silenced.push(path);
        const server = this.byId(id);
        server.attempts = server.attempts.filter((it) => it.id !== attempt);
        if (held) records.add("attempt-denied", { server: id, path });
        changed();
      },
      prove: async (id) => {
        const server = this.byId(id);
        const tier = this.#parts.system().best;
        if (server.state.kind !== "running") throw failure("server-not-running");
        if (tier === null) throw failure("not-enforceable", { reason: "nothing works here" });
        await new Promise((done) => setTimeout(done, PROVE_TIME));
        const proved = provedOf(server, access.grants, tier);
        records.add("proven", { server: id });
        changed();
        return proved;
      },
      followLog: async (id) => {
        this.#followed = id;
        if (id === null) return null;
        const { log, dropped } = this.byId(id);
        return { server: id, lines: [...log], dropped };
      },
      pause: async (minutes) => this.#pause(minutes),
      resume: async () => {
        if (!this.paused) return null;
        return consents.ask({ kind: "resume" }, () => {
          this.paused = null;
          records.add("resumed");
          for (const server of this.all) if (server.state.kind === "paused") this.start(server);
          sessions.resume();
        });
      },
    };
  }

  /** What cannot change in the running server begins with its next run. */
  comeIntoForce(server: FakeServer): void {
    if (server.state.kind !== "running") return;
    const live = server.asked === "advisory" || isLive(this.#parts.system().best);
    if (!live || server.foldersInCommand) this.start(server);
  }

  start(server: FakeServer): void {
    if (this.paused) {
      server.state = { kind: "paused" };
      return this.#parts.changed();
    }
    if (server.asked === "enforced" && !this.#parts.system().best) {
      const reason = failure("not-enforceable", { reason: "nothing works here" });
      this.#endRun(server, { kind: "failed", reason });
      return this.#parts.changed();
    }
    this.#endRun(server, { kind: "starting", since: Date.now() });
    this.#parts.changed();
    setTimeout(() => this.#ready(server), START_TIME);
  }

  crash(server: FakeServer, reason: Failure): void {
    this.#endRun(server, { kind: "failed", reason });
    const about = { server: server.id, ok: false, detail: reason.code };
    this.#parts.records.add("server-failed", { actor: "server", ...about });
  }

  log(server: FakeServer, line: LogLine): void {
    server.log.push(line);
    if (this.#followed !== server.id) return;
    this.#parts.logged({ server: server.id, lines: [line], dropped: 0 });
  }

  /** Nothing keeps it from what the account can reach. */
  reachesAll(server: FakeServer): boolean {
    const up = ["starting", "running", "stopping"].includes(server.state.kind);
    return server.asked === "advisory" && up;
  }

  /** Nobody is asked before it connects to much of the internet. */
  #reachesAnywhere(server: FakeServer): boolean {
    const { networkOff, destinations } = this.#parts.system();
    if (server.asked === "advisory" || !networkOff || server.network === "open") return true;
    const allowed = server.destinations.filter(isAllowed);
    const asks = server.network === "ask" && destinations;
    return asks && allowed.some(({ destination }) => isAnywhere(destination));
  }

  /** Ends every run. */
  endAll(): void {
    for (const server of this.all) {
      if (server.state.kind === "running") this.#endRun(server, { kind: "stopped" });
    }
  }

  /** Ends what is not enforced. */
  stopUnenforced(): void {
    for (const server of this.all) {
      if (!this.reachesAll(server)) continue;
      this.#endRun(server, { kind: "stopped" });
      this.#parts.records.add("server-stopped", { server: server.id });
    }
  }

  /** Folders that its command names and that are not granted to it. */
  unmet(server: FakeServer): string[] {
    const own = this.#parts.access.grants.filter((grant) => grant.server === server.id);
    const granted = (path: string) =>
      own.some(({ folder }) => `${path}/`.startsWith(`${folder.path}/`));
    return server.asked === "advisory" ? [] : namesOf(server.draft).filter((it) => !granted(it));
  }

  #view(it: FakeServer): View["servers"][number] {
    const runs = it.state.kind === "running";
    const system = this.#parts.system();
    const { draft, asked, inForce: _inForce, log: _log, dropped: _dropped, ...rest } = it;
    return {
      ...rest,
      command: {
        program: draft.program,
        args: draft.args,
        envNames: draft.env.map(({ name }) => name),
        inKeyring: secretsIn(draft),
        inFile: [],
        envValues: withoutSecrets(draft).env,
        cwd: draft.cwd,
        line: quoted(draft),
        resolved: resolve(draft.program),
        file: resolve(draft.program),
        fingerprint: fingerprint(draft),
        trusted: it.state.kind !== "needsTrust",
      },
      reachesAll: this.reachesAll(it),
      reachesAnywhere: this.#reachesAnywhere(it),
      unmet: this.unmet(it),
      revision: runs ? it.revision : null,
      told: runs ? it.told : "notRunning",
      enforcement: { asked, supported: system.best, inForce: inForceOf(it, system) },
      proof: proofOf(it, this.#parts.access.grants),
    };
  }

  #own(id: number): FakeServer {
    const server = this.byId(id);
    if (server.bundled) throw failure("bundled-server");
    return server;
  }

  #attemptBy(server: number, id: number): AttemptView {
    const attempt = this.byId(server).attempts.find((it) => it.id === id);
    if (!attempt) throw failure("unknown-attempt");
    return attempt;
  }

  add(typed: ServerDraft): number {
    const removed = this.#removed.get(typed.was ?? -1);
    const draft = withSecrets(typed, removed?.server.draft);
    checkDraft(draft, this.all);
    const id = this.#parts.id();
    this.all.push({
      ...fresh,
      asking: structuredClone(fresh.asking),
      usage: structuredClone(fresh.usage),
      id,
      name: draft.name,
      bundled: false,
      draft: structuredClone(draft),
      state: { kind: "needsTrust", fingerprint: fingerprint(draft), changed: false, was: null },
      reported: null,
      revision: "2025-11-25",
      asksForRoots: true,
      told: "notRunning",
      ignoresEmptyList: false,
      log: [],
    });
    this.#parts.records.add("server-added", { server: id });
    if (removed && fingerprint(removed.server.draft) === fingerprint(draft)) {
      this.#comeBack(removed, id);
    }
    this.#parts.changed();
    return id;
  }

  /** What it had has ended, of the server that is there now, if its command was a trusted one. */
  #comeBack({ server, grants }: { server: FakeServer; grants: GrantView[] }, id: number): void {
    this.#removed.delete(server.id);
    if (server.state.kind === "needsTrust") return;
    const { ended } = this.#parts.access;
    for (const grant of grants) ended.end({ ...grant, server: id }, "revoked");
    for (const { destination, rule } of server.destinations) {
      if (rule.kind === "allowed") ended.endDestination(id, destination, rule.lifetime);
    }
  }

  edit(id: number, draft: ServerDraft): void {
    this.#edit(this.#own(id), draft);
  }

  #edit(server: FakeServer, typed: ServerDraft): void {
    const draft = withSecrets(typed, server.draft);
    const others = this.all.filter((it) => it !== server);
    checkDraft(draft, others);
    const was = server.state.kind === "needsTrust" ? server.state.was : trusted(server.draft);
    Object.assign(server, { name: draft.name, draft });
    const seen = fingerprint(draft);
    if (server.state.kind === "needsTrust" && server.state.fingerprint !== seen && !was) {
      this.#parts.access.ended.forgetServer(server.id);
    }
    this.#endRun(server, { kind: "needsTrust", fingerprint: seen, changed: true, was });
    this.#parts.records.add("server-edited", { server: server.id });
    this.#parts.changed();
  }

  #ready(server: FakeServer): void {
    if (server.state.kind !== "starting") return;
    server.state = { kind: "running", since: Date.now() };
    server.told = server.asksForRoots ? "told" : "neverAsked";
    this.#parts.records.add("server-started", { actor: "paddock", server: server.id });
    this.#parts.access.tell(server);
    const text = "ready on stdio";
    this.log(server, { at: Date.now(), session: null, source: "stderr", level: null, text });
    this.#parts.changed();
  }

  #endRun(server: FakeServer, state: RunView): void {
    const { access, network, requests } = this.#parts;
    server.state = state;
    server.lingering = [];
    server.followed = [];
    server.inForce = undefined;
    server.proof = undefined;
    // A call that waits for an answer ends with the run.
    server.attempts = server.attempts.filter((it) => !it.held);
    requests.endAll(server.id);
    if (state.kind === "starting") return;
    network.endRun(server);
    for (const grant of access.grants) {
      if (grant.server === server.id && grant.lifetime.kind === "thisRun") {
        access.end(grant, "runEnded");
      }
    }
  }

  #askToTrust(id: number, seen: string, together: number | null = null): Waits {
    const { consents, records } = this.#parts;
    const server = this.byId(id);
    if (seen !== fingerprint(server.draft)) throw failure("command-changed");
    const destinations = proposedFor(server.draft);
    const what = { kind: "trust" as const, server: id, fingerprint: seen, destinations };
    const trust = () => {
      if (seen !== fingerprint(server.draft)) throw failure("command-changed");
      records.add("server-trusted", { server: id, detail: seen });
      const rule = { kind: "allowed", lifetime: { kind: "always" }, since: Date.now() } as const;
      for (const to of what.destinations) this.#parts.network.say(server, to, rule);
      this.start(server);
    };
    return consents.ask(what, trust, together);
  }

  /** Proposes what the command names, with what makes it a question to be warned of. */
  #pickNamed(server: FakeServer, again: boolean, beside: Partial<Spec> = {}): number[] {
    const found = this.unmet(server).filter(
      (it) => again || !this.#asked.has(`${server.id} ${it}`),
    );
    for (const folder of found) this.#asked.add(`${server.id} ${folder}`);
    return found.map((path) => {
      const named = { by: { kind: "argument" as const, text: path }, file: null };
      const secret = path.endsWith("/.ssh");
      const warnings = secret ? [SECRETS] : [];
      const spec = { path, server: server.id, named, warnings, typeNameToGrant: secret };
      return this.#parts.access.pick({ ...spec, ...beside });
    });
  }

  #confine(server: FakeServer, choice: Confinement): void {
    Object.assign(server, choice);
    this.#parts.records.add("confinement-changed", { server: server.id, detail: choice.asked });
    this.#again(server);
  }

  #again(server: FakeServer): void {
    if (server.state.kind === "running") this.start(server);
    else this.#parts.changed();
  }

  #pause(minutes: number | null): void {
    this.paused = { until: minutes === null ? null : Date.now() + minutes * 60_000 };
    for (const server of this.all) {
      if (server.state.kind === "running") this.#endRun(server, { kind: "paused" });
    }
    this.#parts.sessions.pause();
    this.#parts.records.add("paused");
    this.#parts.changed();
  }
}
