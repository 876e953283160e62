import type { FakeServer } from "./fake-world";
import type {
  FindingView,
  GrantView,
  InForceView,
  PassageView,
  Probe,
  ProofView,
  ProvedLine,
  ProvedView,
  Reach,
  ReadableView,
  SystemView,
  Tier,
} from "./types";

export const fakeSystem: SystemView = {
  known: true,
  best: "liveMounts",
  tiers: [
    { tier: "liveMounts", works: true, lacking: null },
    { tier: "landlock", works: true, lacking: null },
  ],
  heldFoldersEnd: true,
  abstractSocketsKept: true,
  networkOff: true,
  destinations: true,
  processesLimited: true,
  memoryTogether: false,
  attempts: true,
  landlock: 7,
  gaps: [],
  proxy: null,
};

/** A computer on which nothing can keep servers to their folders. */
export const unguarded: SystemView = {
  known: true,
  best: null,
  tiers: [
    { tier: "liveMounts", works: false, lacking: "user-namespace" },
    { tier: "landlock", works: false, lacking: "landlock" },
  ],
  heldFoldersEnd: false,
  abstractSocketsKept: false,
  networkOff: false,
  destinations: false,
  processesLimited: false,
  memoryTogether: false,
  attempts: false,
  landlock: 0,
  gaps: [],
  proxy: null,
};

/** What every server reads in order to run, and the runtime of its own. */
export function fakeReads(name: string, runtime: string[]): ReadableView[] {
  const because = (why: ReadableView["why"], ...paths: string[]) =>
    paths.map((path) => ({ path, why, own: ownOf(why) }));
  return [
    ...because("home", `/home/ada/.local/share/paddock/servers/${name}`),
    ...because("runtime", ...runtime),
    ...because("system", "/usr", "/lib", "/lib64"),
    ...because("certificates", "/etc/ssl/certs"),
    ...because("names", "/etc/hosts", "/etc/nsswitch.conf", "/etc/resolv.conf"),
  ];
}

function ownOf(why: ReadableView["why"]): ReadableView["own"] {
  const own = why === "runtime" || why === "program";
  return own ? { files: 1_284, bytes: 41_000_000, all: true, hidden: [] } : null;
}

export function isLive(tier: Tier | null): boolean {
  return tier === "liveMounts";
}

export function inForceOf(server: FakeServer, system: SystemView): InForceView {
  if (server.inForce) return server.inForce;
  if (server.state.kind === "starting") return { kind: "starting" };
  if (server.state.kind !== "running") return { kind: "notRunning" };
  if (server.asked === "advisory" || !system.best) return { kind: "advisory" };
  return { kind: "enforced", tier: system.best };
}

/** What a probe inside finds: the grants, and nothing of what lies beside them. */
export function proofOf(server: FakeServer, grants: GrantView[]): ProofView | null {
  if (server.proof !== undefined) return server.proof;
  if (server.state.kind !== "running" || server.asked === "advisory") return null;
  const own = grants.filter((grant) => grant.server === server.id && reachable(grant));
  const others = new Set(grants.map((grant) => grant.folder.path));
  for (const { folder } of own) others.delete(folder.path);
  return {
    at: server.state.since,
    holds: true,
    findings: [
      ...own.map((grant) => found(grant.folder.path, reachOf(grant), reachOf(grant), null)),
      ...[...others].map((path) => blocked(path)),
      blocked("/home/ada"),
      blocked("/home/ada/.ssh"),
      blocked("/etc/shadow", "EACCES"),
    ],
    passages: passagesOf(server),
  };
}

/** Where the network of a server leads that is held to destinations. */
function passagesOf(server: FakeServer): PassageView[] {
  if (server.network !== "ask") return [];
  const passage = (way: PassageView["way"], found: PassageView["found"]) => ({
    way,
    found,
    ok: true,
  });
  return [
    passage("ipv4", "paddock"),
    passage("ipv6", "paddock"),
    passage("closedPort", "nowhere"),
    passage("datagram", "nowhere"),
    passage("question", "paddock"),
    passage("interface", "nowhere"),
  ];
}

const names: PassageView[] = [
  { way: "allowedName", found: "paddock", ok: true },
  { way: "otherName", found: "nowhere", ok: true },
];

export function provedOf(server: FakeServer, grants: GrantView[], tier: Tier): ProvedView {
  const own = grants.filter((grant) => grant.server === server.id && reachable(grant));
  const line = (what: Probe, finding: FindingView, byTool = false): ProvedLine => ({
    what,
    server: server.name,
    byTool,
    finding,
    ok: true,
  });
  const lines = own.flatMap((grant) => {
    const { path } = grant.folder;
    const write = grant.access === "readWrite";
    return [
      line("inside-read", found(path, "read", "read", null), true),
      write
        ? line("inside-write", found(path, "write", "write", null))
        : line("read-only-write", found(path, "read", "read", "EROFS")),
      line("link-out", blocked(`${path}/.paddock-link`)),
    ];
  });
  lines.push(
    line("outside", blocked("/home/ada/.ssh/id_ed25519"), own.length > 0),
    line("sibling", blocked("/home/ada/src")),
  );
  const network = passagesOf(server);
  const passages = network.length > 0 ? [...network, ...names] : [];
  const tried = [...lines.map(({ finding }) => finding.path), "/home/ada", "/home/ada/.ssh"];
  const alone = tried.map((path) => ({ path, read: true }));
  return { tier, holds: true, socketsOpen: false, lines, passages, alone };
}

function reachable(grant: GrantView): boolean {
  return grant.reachability === "reachable";
}

function reachOf(grant: GrantView): Reach {
  return grant.access === "read" ? "read" : "write";
}

function blocked(path: string, blockedBy = "ENOENT"): FindingView {
  return found(path, "nothing", "nothing", blockedBy);
}

function found(path: string, expected: Reach, reach: Reach, blockedBy: string | null): FindingView {
  return { path, expected, found: reach, blockedBy };
}
