import type { Commands } from "./backend";
import { inForceOf } from "./fake-boundary";
import { failure } from "./fake-failure";
import type { Parts } from "./fake-parts";
import { reachesOf } from "./fake-usage";
import type { FakeServer } from "./fake-world";
import type { Action, InForceView, SessionView, View } from "./types";

const START_TIME = 250;
const END_TIME = 100;

export type SessionCommands = Pick<
  Commands,
  "endSession" | "narrowSession" | "pauseApp" | "resumeApp"
>;

/** A session as a test or demo describes it; what is left out is as of an ordinary one. */
export type SessionSpec = Partial<Omit<SessionView, "server" | "number" | "app" | "reaches">> & {
  /** What is in force, where it is not what follows from the rest. */
  inForce?: InForceView;
};

type FakeSession = Omit<SessionView, "enforcement" | "reaches"> & {
  inForce: InForceView | undefined;
};

/** Apps that use the servers, played in memory. */
export class FakeSessions {
  all: FakeSession[] = [];
  pausedApps: View["pausedApps"] = [];

  #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  view(): SessionView[] {
    const sessions = this.all.map((it) => this.#view(it));
    return sessions.toSorted((a, b) => a.server - b.server || a.number - b.number);
  }

  commands(): SessionCommands {
    return {
      endSession: async (server, number) => {
        const session = this.all.find((it) => it.server === server && it.number === number);
        if (!session) throw failure("unknown-session");
        this.leave(session);
      },
      narrowSession: async (server, number, folder) => {
        const session = this.all.find((it) => it.server === server && it.number === number);
        if (!session) throw failure("unknown-session");
        session.taken = [...session.taken, folder];
        this.#record("session-narrowed", session);
        this.#parts.changed();
      },
      pauseApp: async (app, minutes) => {
        const until = minutes === null ? null : Date.now() + minutes * 60_000;
        this.pausedApps = [...this.pausedApps.filter((it) => it.app !== app), { app, until }];
        for (const session of this.all) {
          if (session.app === app) session.state = { kind: "paused" };
        }
        this.#parts.changed();
      },
      resumeApp: async (app) => {
        if (!this.pausedApps.some((it) => it.app === app)) return null;
        return this.#parts.consents.ask({ kind: "resumeApp", app }, () => {
          this.pausedApps = this.pausedApps.filter((it) => it.app !== app);
          this.resume();
        });
      },
    };
  }

  /** An app begins to use a server. */
  join(server: FakeServer, app: string, spec: SessionSpec = {}): number {
    const folder = spec.folder === undefined ? "/home/ada/src/acme" : spec.folder;
    const session: FakeSession = {
      server: server.id,
      number: this.#parts.id(),
      app,
      folder,
      worksIn: folder === null ? [] : [folder],
      since: Date.now(),
      state: { kind: "starting", since: Date.now() },
      revision: server.revision,
      taken: [],
      told: "told",
      proof: null,
      calls: 0,
      inForce: undefined,
      ...spec,
    };
    this.all.push(session);
    this.#record("session-began", session);
    this.#parts.changed();
    if (!spec.state) setTimeout(() => this.#ready(session), START_TIME);
    return session.number;
  }

  /** An app calls a tool of the server that it uses. */
  call(number: number, tool: string): void {
    const session = this.all.find((it) => it.number === number)!;
    session.calls += 1;
    this.#record("tool-called", session, tool);
    this.#parts.changed();
  }

  leave(session: FakeSession): void {
    session.state = { kind: "stopping" };
    this.#parts.changed();
    setTimeout(() => {
      this.all = this.all.filter((it) => it !== session);
      this.#parts.usage.endSession(session.number);
      this.#record("session-ended", session);
      this.#parts.changed();
    }, END_TIME);
  }

  /** Nobody uses the server any more. */
  endAll(server: number): void {
    this.all = this.all.filter((it) => it.server !== server);
  }

  /** Stops their processes for as long as servers are paused. */
  pause(): void {
    for (const session of this.all) session.state = { kind: "paused" };
  }

  resume(): void {
    for (const session of this.all) {
      const isPaused = this.pausedApps.some((it) => it.app === session.app);
      if (session.state.kind === "paused" && !isPaused) this.#ready(session, "paused");
    }
  }

  #ready(session: FakeSession, from = "starting"): void {
    if (session.state.kind !== from) return;
    session.state = { kind: "running", since: Date.now() };
    this.#parts.changed();
  }

  #record(kind: Action, { server, app, folder }: FakeSession, detail: string | null = null): void {
    const path = detail === null ? folder : null;
    this.#parts.records.add(kind, { actor: "app", server, app, path, detail });
  }

  #view({ inForce, ...session }: FakeSession): SessionView {
    const { state } = session;
    const server = this.#parts.servers.byId(session.server);
    const system = this.#parts.system();
    const own = inForceOf({ ...server, inForce, state }, system);
    const told = state.kind === "running" ? session.told : "notRunning";
    const enforcement = { asked: server.asked, supported: system.best, inForce: own };
    const grants = state.kind === "running" ? this.#parts.access.grants : [];
    const has = reachesOf(server, session.worksIn, grants);
    const reaches = has.filter(({ path }) => !session.taken.includes(path));
    return { ...session, told, enforcement, reaches };
  }
}
