import { shownName } from "../shared/shown";
import type { ConsentCommands, UsageCommands, Waits } from "./backend";
import { failure } from "./fake-failure";
import type { Parts } from "./fake-parts";
import { folderOf, type FakeServer } from "./fake-world";
import type {
  Action,
  CallAnswer,
  GrantView,
  HeldCallDetail,
  HeldCallView,
  PlaceView,
  ReachedView,
  Scope,
  ToolRule,
  UsageView,
} from "./types";

/** What a call says and how it stands, where that is not as usual. */
export type CallSpec = Partial<
  HeldCallDetail & Pick<HeldCallView, "lapsed" | "changed" | "at" | "until">
>;

const WIDTH: Record<ToolRule, number> = { off: 0, ask: 1, allowed: 2 };

/** How apps may use servers, played in memory. */
export class FakeUsage {
  places: PlaceView[] = [];
  calls: HeldCallView[] = [];
  /** What the person said to calls, in order; a call that was refused has no answer. */
  answered: { tool: string; answer: CallAnswer | null }[] = [];

  #parts: Parts;
  #details = new Map<number, HeldCallDetail>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  commands(): UsageCommands {
    return {
      ...this.#common(),
      setScope: async (id, scope) => this.#setScope(this.#server(id), scope),
      setToolRule: async (id, app, tool, rule) => this.#setRule(this.#server(id), app, tool, rule),
      setHoldChanged: async (id, on) => this.#setHold(this.#server(id), on),
      acceptTools: async (id) => {
        const server = this.#server(id);
        const accept = () => this.#change(server, { changedTools: [] }, "tools-accepted");
        // Where their calls do not wait, nothing is given by it.
        if (!server.usage.holdChanged) return (accept(), null);
        return this.#parts.consents.ask({ kind: "changedTools", server: id, print: "" }, accept);
      },
      pickPlace: async (id) => {
        const place = this.#place(id);
        const pick = this.#parts.access.pick({ path: place.folder.path, server: place.server });
        this.#parts.changed();
        return pick;
      },
      dismissPlace: async (id) => {
        const place = this.#place(id);
        this.places = this.places.filter((it) => it !== place);
        this.#parts.changed();
      },
    };
  }

  /** What only the page may ask in which a person consents. */
  consenting(): Pick<ConsentCommands, "heldCall" | "allowCall" | "denyCall"> {
    return {
      ...this.#common(),
      allowCall: async (id, answer) => {
        const call = this.#call(id);
        this.#answer(call, answer);
        if (answer === "always") this.#putRule(this.#server(call.server), call, "allowed");
        this.#parts.changed();
      },
    };
  }

  // What a test or a demo makes happen.

  /** An app works in a folder that the server may not use. */
  workIn(server: string, app: string, path: string): number {
    const id = this.#parts.id();
    const place = { id, app, folder: folderOf(path), at: Date.now() };
    this.places = [...this.places, { ...place, server: this.#parts.servers.named(server).id }];
    this.#parts.changed();
    return id;
  }

  /** A call of a session waits for the person. */
  hold(session: number, tool: string, spec: CallSpec = {}): number {
    const { server, app } = this.#parts.sessions.all.find((it) => it.number === session)!;
    const id = this.#parts.id();
    const { arguments: text = "{}", claims = null, ...about } = spec;
    const rest = { at: Date.now(), lapsed: false, until: null, changed: false, ...about };
    this.calls = [...this.calls, { id, server, session, app, tool, ...rest }];
    this.#details.set(id, { arguments: text, claims });
    this.#parts.changed();
    return id;
  }

  /** An app is told to try again. */
  lapse(id: number): void {
    this.calls = this.calls.map((it) => (it.id === id ? { ...it, lapsed: true, until: null } : it));
    this.#parts.changed();
  }

  endSession(session: number): void {
    this.calls = this.calls.filter((it) => it.session !== session);
  }

  endAll(server: number): void {
    this.calls = this.calls.filter((it) => it.server !== server);
    this.places = this.places.filter((it) => it.server !== server);
  }

  forget(): void {
    this.calls = [];
    this.places = [];
  }

  #common(): Pick<UsageCommands, "heldCall" | "denyCall"> {
    return {
      heldCall: async (id) => {
        this.#call(id);
        return structuredClone(this.#details.get(id)!);
      },
      denyCall: async (id) => {
        this.#answer(this.#call(id), null);
        this.#parts.changed();
      },
    };
  }

  #setScope(server: FakeServer, scope: Scope): Waits {
    const change = () => this.#change(server, { scope }, "scope-changed");
    if (scope === "allFolders" && server.usage.scope !== scope) {
      return this.#parts.consents.ask({ kind: "scope", server: server.id, scope }, change);
    }
    change();
    return null;
  }

  #setRule(server: FakeServer, app: string | null, tool: string, rule: ToolRule | null): Waits {
    const { id, usage } = server;
    const named = { app: app && shownName(app), tool: shownName(tool) };
    const change = () => this.#putRule(server, named, rule);
    const then = rule ?? ruleIn(usage, app === null ? undefined : null, named.tool);
    if (WIDTH[then] > WIDTH[ruleIn(usage, named.app, named.tool)]) {
      return this.#parts.consents.ask({ kind: "toolRule", server: id, app, tool, rule }, change);
    }
    change();
    return null;
  }

  #putRule(
    server: FakeServer,
    { app, tool }: { app: string | null; tool: string },
    rule: ToolRule | null,
  ): void {
    const others = server.usage.rules.filter((it) => it.app !== app || it.tool !== tool);
    const rules = rule === null ? others : [...others, { app, tool, rule }];
    this.#change(server, { rules }, "tool-rule-changed", tool);
  }

  #setHold(server: FakeServer, holdChanged: boolean): Waits {
    const change = () => this.#change(server, { holdChanged }, "tools-accepted");
    if (!holdChanged && server.usage.holdChanged) {
      return this.#parts.consents.ask({ kind: "holdChanged", server: server.id }, change);
    }
    change();
    return null;
  }

  #change(
    server: FakeServer,
    change: Partial<UsageView>,
    kind: Action,
    detail: string | null = null,
  ): void {
    server.usage = { ...server.usage, ...change };
    this.#parts.records.add(kind, { server: server.id, detail });
    this.#parts.changed();
  }

  #answer(call: HeldCallView, answer: CallAnswer | null): void {
    const { server, tool, app } = call;
    this.calls = this.calls.filter((it) => it !== call);
    this.#details.delete(call.id);
    this.answered.push({ tool, answer });
    const kind = answer === null ? "call-denied" : "call-allowed";
    this.#parts.records.add(kind, { server, app, detail: tool, ok: answer !== null });
  }

  #server(id: number): FakeServer {
    return this.#parts.servers.byId(id);
  }

  #place(id: number): PlaceView {
    const place = this.places.find((it) => it.id === id);
    if (!place) throw failure("unknown-place");
    return place;
  }

  #call(id: number): HeldCallView {
    const call = this.calls.find((it) => it.id === id);
    if (!call) throw failure("unknown-call");
    return call;
  }
}

/** What holds for a tool and an app; null is every app, and undefined leaves every rule out. */
function ruleIn(usage: UsageView, app: string | null | undefined, tool: string): ToolRule {
  const of = (name: string | null) =>
    usage.rules.find((it) => it.app === name && it.tool === tool)?.rule;
  if (app === undefined) return "allowed";
  return of(app) ?? of(null) ?? "allowed";
}

/** The folders of a server that a session has. */
export function reachesOf(
  server: FakeServer,
  worksIn: string[],
  grants: GrantView[],
): ReachedView[] {
  const within = (path: string, folder: string) => `${path}/`.startsWith(`${folder}/`);
  const own = grants.filter((it) => it.server === server.id && it.reachability === "reachable");
  return own.flatMap(({ folder: { path }, access }) => {
    if (server.usage.scope === "allFolders") return [{ path, access }];
    if (worksIn.some((folder) => within(path, folder))) return [{ path, access }];
    return worksIn.filter((it) => within(it, path)).map((it) => ({ path: it, access }));
  });
}
