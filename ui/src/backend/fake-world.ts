import type {
  FolderView,
  LogLine,
  PickView,
  ServerDraft,
  ServerView,
  ToolView,
  WarningView,
} from "./types";

/** A folder as a test or demo describes it; what is left out is as on an ordinary folder. */
export type Spec = {
  path: string;
  pickedAs?: string;
  repository?: string;
  projects?: string[];
  warnings?: WarningView[];
  typeNameToGrant?: boolean;
  refused?: boolean;
};

export type FakeServer = Omit<ServerView, "command" | "enforcement"> & {
  draft: ServerDraft;
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
    projects: spec.projects ?? [],
    warnings: spec.warnings ?? [],
    typeNameToGrant: spec.typeNameToGrant ?? false,
    refused: spec.refused ?? false,
    grantedTo: [],
  };
}

/** A command as one line, quoted for reading. */
export function quoted(draft: ServerDraft): string {
  return [draft.program, ...draft.args]
    .map((part) => (/^[\w@%+=:,./-]+$/.test(part) ? part : `'${part.replaceAll("'", "'\\''")}'`))
    .join(" ");
}

const stopped = {
  bundled: false,
  state: { kind: "stopped" as const },
  reported: null,
  revision: "2025-11-25",
  asksForRoots: true,
  told: "notRunning" as const,
  lingering: [],
  ignoresEmptyList: false,
  callsInFlight: 0,
  dropped: 0,
};

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
      log: [
        { at: Date.now() - 7_200_000, source: "stderr", level: null, text: "ready on stdio" },
        {
          at: Date.now() - 7_199_000,
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
      log: [],
    },
  ];
}

const object = (properties: object, required: string[] = []) =>
  JSON.stringify({ type: "object", properties, required });

export const fakeTools: ToolView[] = [
  {
    name: "read_file",
    title: "Read file",
    description: "Read the whole of a text file inside the folders this server was given.",
    schema: object(
      {
        path: { type: "string", description: "Absolute path of the file" },
        head: { type: "integer", description: "Only the first lines", minimum: 1 },
        encoding: { type: "string", enum: ["utf-8", "latin-1"], default: "utf-8" },
        numbered: { type: "boolean", description: "Put a number before each line" },
      },
      ["path"],
    ),
    claims: ["readOnly", "idempotent"],
  },
  {
    name: "search_files",
    title: null,
    description: "Find files by a pattern.",
    schema: object(
      {
        pattern: { type: "string" },
        exclude: { type: "array", items: { type: "string" }, description: "Patterns to leave out" },
      },
      ["pattern"],
    ),
    claims: ["readOnly"],
  },
  {
    name: "wait_for_change",
    title: null,
    description: null,
    schema: object({}),
    claims: [],
  },
  {
    name: "delete_file",
    title: "Delete file",
    description: "Delete a file for good.",
    schema: object({ path: { type: "string" } }, ["path"]),
    claims: ["destructive"],
  },
];
