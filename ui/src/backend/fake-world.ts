import { fakeReads } from "./fake-boundary";
import type {
  Asked,
  DestinationView,
  FolderView,
  FrontView,
  InForceView,
  LogLine,
  NamedView,
  NetworkChoice,
  PickView,
  ProofView,
  ServerDraft,
  ServerView,
  SizeView,
  TodayView,
  Warning,
} from "./types";

/** A folder as a test or demo describes it; what is left out is as on an ordinary folder. */
export type Spec = {
  path: string;
  pickedAs?: string;
  repository?: string;
  projects?: string[];
  warnings?: Warning[];
  typeNameToGrant?: boolean;
  refused?: boolean;
  server?: number;
  named?: NamedView;
  wished?: number;
  size?: SizeView;
  together?: number;
  by?: FrontView;
};

export type FakeServer = Omit<
  ServerView,
  "command" | "enforcement" | "proof" | "reachesAll" | "reachesAnywhere" | "unmet"
> & {
  draft: ServerDraft;
  asked: Asked;
  /** What is in force, where it is not what follows from the rest. */
  inForce?: InForceView | undefined;
  proof?: ProofView | undefined;
  log: LogLine[];
  dropped: number;
};

export function folderOf(path: string): FolderView {
  const name = path.split("/").findLast((part) => part !== "") ?? "/";
  return { name, path, uri: `file://${encodeURI(path)}` };
}

export function pickOf(spec: Spec, id: number): PickView {
  return {
    id,
    folder: folderOf(spec.path),
    pickedAs: spec.pickedAs ?? null,
    repository: spec.repository === undefined ? null : folderOf(spec.repository),
    size: spec.size ?? null,
    projects: spec.projects ?? [],
    warnings: spec.warnings ?? [],
    typeNameToGrant: spec.typeNameToGrant ?? false,
    refused: spec.refused ?? false,
    grantedTo: [],
    server: spec.server ?? null,
    named: spec.named ?? null,
    wished: spec.wished ?? null,
    together: spec.together ?? null,
    by: spec.by ?? { kind: "window" },
  };
}

/** A command as one line, quoted for reading. */
export function quoted(draft: ServerDraft): string {
  return [draft.program, ...draft.args]
    .map((part) => (/^[\w@%+=:,./-]+$/.test(part) ? part : `'${part.replaceAll("'", "'\\''")}'`))
    .join(" ");
}

export const fresh = {
  asked: "enforced" as const,
  network: "ask" as NetworkChoice,
  destinations: [] as DestinationView[],
  askFirst: false,
  foldersInCommand: false,
  reads: [],
  untold: false,
  attempts: [],
  sought: [],
  refusedUnasked: 0,
  missed: null,
  lingering: [],
  notEntered: null,
  callsInFlight: 0,
  offers: {
    tools: true,
    resources: true,
    subscribe: true,
    prompts: true,
    completions: true,
    tasks: false,
  },
  lists: { tools: 0, resources: 0, prompts: 0 },
  followed: [],
  limits: {
    processes: 4096,
    processesHeld: "namespace" as const,
    memory: null as number | null,
    memoryHeld: "process" as const,
  },
  sending: {
    most: null as number | null,
    today: null as TodayView | null,
    sent: 0,
    counted: true,
  },
  lifecycle: {
    restart: "onFailure" as const,
    keepAlive: null,
    onDemand: false,
    stopWhenIdle: null,
  },
  asking: {
    limits: { requestsAnHour: 20, tokensADay: 100_000 },
    requestsThisHour: 0,
    tokensToday: 0,
    allowedNext: 0,
    muted: false,
  },
  usage: {
    scope: "allFolders" as const,
    rules: [],
    changedTools: [],
    holdChanged: false,
  },
  dropped: 0,
};

const node = ["/home/ada/.nvm/versions/node/v24.11.0"];

const stopped = {
  ...fresh,
  bundled: false,
  state: { kind: "stopped" as const },
  reported: null,
  revision: "2025-11-25",
  asksForRoots: true,
  told: "notRunning" as const,
  ignoresEmptyList: false,
};

/** The bundled server and a common one, both kept to their folders. */
export function fakeServers(): Omit<FakeServer, "id">[] {
  return [
    {
      ...stopped,
      name: "Files",
      bundled: true,
      reported: "paddock-files 0.1.0",
      draft: {
        name: "Files",
        program: "/usr/lib/paddock/paddock-files",
        args: [],
        env: [],
        cwd: null,
      },
      state: { kind: "running", since: Date.now() - 2 * 3_600_000 },
      told: "told",
      network: "off",
      reads: fakeReads("files", []),
      log: [
        {
          at: Date.now() - 7_200_000,
          session: null,
          source: "stderr",
          level: null,
          text: "ready on stdio",
        },
        {
          at: Date.now() - 7_199_000,
          session: null,
          source: "message",
          level: "info",
          text: "client offers roots",
        },
      ],
    },
    {
      ...stopped,
      name: "filesystem",
      reported: "secure-filesystem-server 0.2.0",
      ignoresEmptyList: true,
      draft: {
        name: "filesystem",
        program: "npx",
        args: ["-y", "@modelcontextprotocol/server-filesystem"],
        env: [{ name: "NODE_OPTIONS", value: "--max-old-space-size=512" }],
        cwd: null,
      },
      state: { kind: "running", since: Date.now() - 20 * 60_000 },
      told: "told",
      network: "open",
      reads: fakeReads("filesystem", node),
      log: [],
    },
  ];
}

/** Servers in states that are not the ordinary one. */
export function troubledServers(): Omit<FakeServer, "id">[] {
  const now = Date.now();
  const draft = (name: string, program: string, ...args: string[]) => ({
    name,
    program,
    args,
    env: [],
    cwd: null,
  });
  const running = {
    ...stopped,
    told: "told" as const,
    log: [],
    state: { kind: "running" as const, since: now - 3 * 60_000 },
  };
  return [
    {
      ...running,
      name: "search",
      draft: draft("search", "uvx", "mcp-search", "--folders", "${roots}"),
      askFirst: true,
      foldersInCommand: true,
      reads: fakeReads("search", ["/home/ada/.local/share/uv/python/cpython-3.13"]),
      attempts: [
        {
          id: 9001,
          path: "/home/ada/.config/git/config",
          write: false,
          needs: "read",
          count: 4,
          last: now - 90_000,
          offer: null,
          held: false,
          heldUntil: null,
        },
        {
          id: 9002,
          path: "/home/ada/src/paddock-website/content/2026/how-folders-are-kept-apart.md",
          write: false,
          needs: "read",
          count: 1,
          last: now - 20_000,
          offer: "/home/ada/src/paddock-website",
          held: true,
          heldUntil: now + 25_000,
        },
        {
          id: 9003,
          path: "/home/ada/src/acme-tools/Cargo.lock",
          write: true,
          needs: "writeGuarded",
          count: 12,
          last: now - 160_000,
          offer: "/home/ada/src/acme-tools",
          held: false,
          heldUntil: null,
        },
      ],
    },
    {
      ...running,
      name: "memory",
      draft: draft("memory", "npx", "-y", "@modelcontextprotocol/server-memory"),
      reads: fakeReads("memory", node),
      inForce: { kind: "openHandles", count: 3 },
    },
    {
      ...running,
      name: "notes",
      draft: draft("notes", "/opt/notes/notes-server"),
      asked: "advisory",
      asksForRoots: false,
      told: "neverAsked",
    },
    {
      ...running,
      name: "sqlite",
      draft: draft("sqlite", "uvx", "mcp-server-sqlite"),
      told: "notRunning",
      reads: fakeReads("sqlite", ["/home/ada/.local/share/uv/python/cpython-3.13"]),
      missed: { path: "/opt/sqlite/3.50/lib/libsqlite3.so", offer: "/opt/sqlite/3.50/lib" },
      state: {
        kind: "failed",
        reason: {
          code: "server-exited",
          details: { code: "1", stderr: "cannot open shared object file" },
        },
      },
    },
  ];
}
