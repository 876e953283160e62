import { isAllowed } from "../shared/destinations";
import type { Commands, ConsentCommands, Waits } from "./backend";
import { FakeEnded, type AllAgain } from "./fake-ended";
import { failure } from "./fake-failure";
import type { Parts } from "./fake-parts";
import { pickOf, type FakeServer, type Spec } from "./fake-world";
import type {
  Access,
  Action,
  AttemptView,
  FolderView,
  GrantView,
  LifetimeChoice,
  LifetimeView,
  PickView,
  ReachabilityView,
  VerdictView,
  View,
} from "./types";

const HOUR = 3_600_000;

export type AccessCommands = Pick<
  Commands,
  | "pickFolder"
  | "pickReplaced"
  | "pickGranted"
  | "pickWorkspaceFile"
  | "dismissPick"
  | "grantAgain"
  | "grantAllAgain"
  | "forgetEnded"
  | "revoke"
  | "revokeAll"
  | "setAccess"
  | "setLifetime"
  | "openFolder"
  | "checkPaths"
>;

/** What only the page may ask in which a person consents. */
export type GrantingCommands = Pick<
  ConsentCommands,
  "pickRepository" | "dismissPick" | "grant" | "grantFolders"
>;

/** Folders that were picked, given and taken back, played in memory. */
export class FakeAccess {
  grants: GrantView[] = [];
  picks: PickView[] = [];
  /** What the folder dialog answers with; nothing means that it is cancelled. */
  dialog: Spec[] = [];
  ended: FakeEnded;

  #parts: Parts;
  #expiry: ReturnType<typeof setTimeout> | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.ended = new FakeEnded(parts);
  }

  commands(): AccessCommands {
    const { consents, servers } = this.#parts;
    const changed = () => this.#parts.changed();
    return {
      pickFolder: async () => {
        const [spec] = this.dialog.splice(0, 1);
        if (!spec) return null;
        const id = this.pick(spec);
        changed();
        return id;
      },
      pickWorkspaceFile: async () => {
        const together = this.#parts.id();
        const ids = this.dialog.splice(0).map((spec) => this.pick({ ...spec, together }));
        changed();
        return ids;
      },
      pickReplaced: async (id) => {
        const pick = this.pick({ path: this.#grantBy(id).folder.path });
        changed();
        return pick;
      },
      pickGranted: async (id, server) => {
        const { path } = this.#grantBy(id).folder;
        const pick = this.pick(server === null ? { path } : { path, wished: server });
        changed();
        return pick;
      },
      dismissPick: async (id) => this.#dismiss(id),
      grantAgain: async (id) => {
        const entry = this.ended.folders.find((it) => it.id === id);
        if (!entry) throw failure("unknown-grant");
        servers.byId(entry.server);
        if (this.#pickAgain([id]).length > 0) return null;
        const warnings = this.ended.warningsOf(entry.folder);
        const what = { kind: "grantAgain", ended: id, warnings } as const;
        return consents.ask(what, () => this.#again(id));
      },
      grantAllAgain: async (ids) => this.askAgain(ids),
      forgetEnded: async (id) => {
        this.ended.forget(id);
        changed();
      },
      revoke: async (id) => {
        this.end(this.#grantBy(id), "revoked");
        changed();
      },
      revokeAll: async () => {
        for (const grant of this.grants) this.end(grant, "revoked");
        for (const server of servers.all) {
          for (const { destination, rule } of server.destinations) {
            if (rule.kind === "allowed") {
              this.ended.endDestination(server.id, destination, rule.lifetime);
            }
          }
          server.destinations = server.destinations.filter((it) => !isAllowed(it));
        }
        servers.stopUnenforced();
        changed();
      },
      setAccess: async (id, access) => {
        const change = () => this.#setAccess(id, access);
        if (reach(access) > reach(this.#grantBy(id).access)) {
          const warnings = this.ended.warningsOf(this.#grantBy(id).folder);
          return consents.ask({ kind: "access", grant: id, access, warnings }, change);
        }
        change();
        return null;
      },
      setLifetime: async (id, lifetime) => {
        const change = () => this.#setLifetime(id, endOf(lifetime));
        if (isLonger(endOf(lifetime), this.#grantBy(id).lifetime)) {
          return consents.ask({ kind: "lifetime", grant: id, lifetime }, change);
        }
        change();
        return null;
      },
      openFolder: async (id) => void this.#grantBy(id),
      checkPaths: async (server, text) => this.#check(server, text),
    };
  }

  consenting(): GrantingCommands {
    const { servers } = this.#parts;
    return {
      pickRepository: async (id) => {
        const pick = this.#pickBy(id);
        if (!pick.repository) throw failure("unknown-pick");
        const spec = { path: pick.repository.path, projects: ["git"] };
        const other = pickOf(spec, this.#parts.id());
        this.picks = this.picks.map((it) => (it === pick ? other : it));
        this.#parts.changed();
        return other.id;
      },
      dismissPick: async (id) => this.#dismiss(id),
      grant: async (id, server, access, lifetime, typed) => {
        this.#grant(this.#mayGrant(id, typed), servers.byId(server), access, lifetime);
        this.#parts.changed();
      },
      grantFolders: async (ids, server, access, lifetime) => {
        const it = servers.byId(server);
        for (const pick of ids.map((id) => this.#mayGrant(id, null))) {
          this.#grant(pick, it, access, lifetime);
          this.#parts.changed();
        }
      },
    };
  }

  /** Asks for all of that at once, but for what is asked about by its name. */
  askAgain(ids: number[], together: number | null = null): Waits {
    const picked = this.#pickAgain(ids);
    const all = this.ended.all(ids.filter((id) => !picked.includes(id)));
    if (all) return this.#parts.consents.ask(all, () => this.#giveAgain(all), together);
    if (picked.length === 0) throw failure("unknown-grant");
    return null;
  }

  pick(spec: Spec): number {
    const pick = pickOf({ by: this.#parts.consents.by, ...spec }, this.#parts.id());
    pick.grantedTo = this.grants
      .filter((grant) => grant.folder.path === pick.folder.path)
      .map((grant) => grant.server);
    this.picks = [...this.picks, pick];
    return pick.id;
  }

  give(folder: FolderView, server: number, access: Access, lifetime: LifetimeView): void {
    const same = (it: { server: number; folder: FolderView }) =>
      it.server === server && it.folder.path === folder.path;
    const above = this.grants.find(
      (it) => it.server === server && folder.path.startsWith(`${it.folder.path}/`),
    );
    const it = this.#parts.servers.byId(server);
    const grant: GrantView = {
      id: this.#parts.id(),
      server,
      folder,
      access,
      lifetime,
      reachability: "reachable",
      grantedAt: Date.now(),
      lastUsed: null,
      lastTold: it.state.kind === "running" ? Date.now() : null,
      inside: above?.folder.path ?? null,
      heldBack: null,
    };
    this.grants = [...this.grants.filter((it) => !same(it)), grant];
    this.ended.folders = this.ended.folders.filter((it) => !same(it));
    it.lingering = it.lingering.filter((path) => path !== folder.path);
    it.attempts = it.attempts.filter(({ path }) => !path.startsWith(`${folder.path}/`));
    this.#parts.records.add("granted", { server, path: folder.path, access });
    this.tell(it);
  }

  end(grant: GrantView, why: View["ended"][number]["why"]): void {
    const { servers, records } = this.#parts;
    this.grants = this.grants.filter(({ id }) => id !== grant.id);
    const { server, folder, access } = grant;
    this.ended.end(grant, why);
    const kinds = { revoked: "revoked", expired: "expired", runEnded: "run-ended" } as const;
    const actor = why === "revoked" ? "person" : "paddock";
    records.add(kinds[why], { actor, server, path: folder.path, access });
    const it = servers.byId(server);
    if (it.asked === "advisory" && it.state.kind === "running" && grant.lastTold !== null) {
      it.lingering = [...it.lingering, folder.path];
    }
    this.tell(it);
    servers.comeIntoForce(it);
  }

  /** A server asks for its folders, as it does whenever they changed. */
  tell(server: FakeServer): void {
    if (server.state.kind !== "running" || !server.asksForRoots) return;
    server.told = "told";
    this.grants = this.grants.map((it) =>
      it.server === server.id ? { ...it, lastTold: Date.now() } : it,
    );
    const told = this.grants.filter((it) => it.server === server.id);
    const detail = told.map((it) => it.folder.path).join(", ") || null;
    this.#parts.records.add("roots-told", { actor: "paddock", server: server.id, detail });
  }

  /** A call names something in a granted folder. */
  use(server: number, by: string, path: string): void {
    const holds = (it: GrantView) => it.server === server && path.startsWith(`${it.folder.path}/`);
    const lastUsed = { at: Date.now(), by, path };
    this.grants = this.grants.map((it) => (holds(it) ? { ...it, lastUsed } : it));
    this.#parts.records.add("tool-called", { server, path, detail: by });
  }

  setReachability(path: string, reachability: ReachabilityView): void {
    this.grants = this.grants.map((grant) =>
      grant.folder.path === path ? { ...grant, reachability } : grant,
    );
    const kinds: Partial<Record<ReachabilityView, Action>> = {
      reachable: "folder-back",
      replaced: "folder-replaced",
    };
    this.#parts.records.add(kinds[reachability] ?? "folder-gone", { actor: "paddock", path });
  }

  /** Waits for the next grant to run out. */
  armExpiry(): void {
    clearTimeout(this.#expiry);
    const ends = this.grants.flatMap(({ lifetime }) =>
      lifetime.kind === "until" ? [lifetime.at] : [],
    );
    if (ends.length === 0) return;
    this.#expiry = setTimeout(() => this.#expire(), Math.max(0, Math.min(...ends) - Date.now()));
  }

  #expire(): void {
    const now = Date.now();
    for (const grant of this.grants) {
      if (grant.lifetime.kind === "until" && grant.lifetime.at <= now) this.end(grant, "expired");
    }
    this.#parts.changed();
  }

  #grantBy(id: number): GrantView {
    const grant = this.grants.find((it) => it.id === id);
    if (!grant) throw failure("unknown-grant");
    return grant;
  }

  #pickBy(id: number): PickView {
    const pick = this.picks.find((it) => it.id === id);
    if (!pick) throw failure("unknown-pick");
    return pick;
  }

  #mayGrant(id: number, typed: string | null): PickView {
    const pick = this.#pickBy(id);
    if (pick.refused) throw failure("grant-refused");
    if (pick.typeNameToGrant && typed !== pick.folder.name) throw failure("name-not-typed");
    return pick;
  }

  #grant(pick: PickView, server: FakeServer, access: Access, lifetime: LifetimeChoice): void {
    this.give(pick.folder, server.id, access, endOf(lifetime));
    this.ended.warnings.set(pick.folder.path, pick.warnings);
    this.#parts.servers.comeIntoForce(server);
    this.#take(pick);
  }

  #dismiss(id: number): void {
    this.#take(this.#pickBy(id));
    this.#parts.changed();
  }

  #again(id: number): void {
    const { servers } = this.#parts;
    const entry = this.ended.folders.find((it) => it.id === id);
    if (!entry) throw failure("unknown-grant");
    this.give(entry.folder, entry.server, entry.access, { kind: "always" });
    servers.comeIntoForce(servers.byId(entry.server));
  }

  #giveAgain({ folders, destinations }: AllAgain): void {
    const { network, servers } = this.#parts;
    for (const { folder, server, access, lifetime } of folders) {
      this.give(folder, server, access, lifetime);
    }
    for (const { ended, server, destination, lifetime } of destinations) {
      network.say(servers.byId(server), destination, {
        kind: "allowed",
        lifetime,
        since: Date.now(),
      });
      this.ended.forget(ended);
    }
  }

  /** Asks about folders whose names are to be typed, each by itself; which of these they are. */
  #pickAgain(ids: number[]): number[] {
    const byName = this.ended.byName(ids);
    for (const { server, folder } of byName) {
      const warnings = this.ended.warningsOf(folder);
      this.pick({ path: folder.path, wished: server, warnings, typeNameToGrant: true });
    }
    if (byName.length > 0) this.#parts.changed();
    return byName.map(({ id }) => id);
  }

  #setAccess(id: number, access: Access): void {
    this.#change(id, { access });
    const { server, folder } = this.#grantBy(id);
    const it = this.#parts.servers.byId(server);
    const isAllowed = ({ path, needs }: AttemptView) =>
      path.startsWith(`${folder.path}/`) && needs !== null && reach(needs) <= reach(access);
    it.attempts = it.attempts.filter((tried) => !isAllowed(tried));
    this.#parts.records.add("access-changed", { ...this.#pair(id), access });
    this.#parts.changed();
  }

  #setLifetime(id: number, lifetime: LifetimeView): void {
    this.#change(id, { lifetime });
    this.#parts.records.add("lifetime-changed", this.#pair(id));
    this.#parts.changed();
  }

  #take(pick: PickView): void {
    this.picks = this.picks.filter((it) => it !== pick);
  }

  #change(id: number, change: Partial<GrantView>): void {
    const grant = this.#grantBy(id);
    this.grants = this.grants.map((it) => (it === grant ? { ...it, ...change } : it));
  }

  #pair(id: number): { server: number; path: string } {
    const { server, folder } = this.#grantBy(id);
    return { server, path: folder.path };
  }

  #check(server: number | null, text: string): VerdictView[] {
    const asked = this.#parts.servers.all.filter((it) => server === null || it.id === server);
    const paths = text.split("\n").filter((line) => line.trim() !== "");
    return paths.flatMap((path) => asked.map((it) => this.#verdict(path, it.id)));
  }

  #verdict(path: string, server: number): VerdictView {
    const none = { path, server, folder: null, grant: null };
    if (!path.startsWith("/")) return { ...none, outcome: "notAPath" };
    const { servers } = this.#parts;
    if (servers.reachesAll(servers.byId(server))) return { ...none, outcome: "notEnforced" };
    const own = this.grants.filter((it) => it.server === server);
    const grant = own.find((it) => `${path}/`.startsWith(`${it.folder.path}/`));
    if (!grant) return { ...none, outcome: "outside", folder: own[0]?.folder.path ?? null };
    const outcome =
      grant.reachability !== "reachable"
        ? "withheld"
        : grant.access === "read"
          ? "allowedRead"
          : grant.access === "writeGuarded" || grant.access === "writeCommits"
            ? "allowedWriteGuarded"
            : "allowedReadWrite";
    return { path, server, outcome, folder: grant.folder.path, grant: grant.id };
  }
}

function reach(access: Access): number {
  return ["read", "writeGuarded", "writeCommits", "readWrite"].indexOf(access);
}

/** When a run ends is not known beforehand. */
function isLonger(then: LifetimeView, now: LifetimeView): boolean {
  if (now.kind === "always") return false;
  if (now.kind === "until" && then.kind === "until") return then.at > now.at;
  return then.kind !== now.kind;
}

export function endOf(choice: LifetimeChoice): LifetimeView {
  if (typeof choice !== "string") {
    return { kind: "until", at: Date.now() + choice.for.minutes * 60_000 };
  }
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
