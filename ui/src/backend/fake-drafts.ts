import { failure } from "./fake-failure";
import { isSecret } from "./fake-secrets";
import { quoted, type FakeServer } from "./fake-world";
import type { AskedValue, Pasted, ServerDraft, TrustedView } from "./types";

export function checkDraft(draft: ServerDraft, others: FakeServer[]): void {
  if (draft.name.trim() === "") throw failure("draft-empty-name");
  if (draft.program.trim() === "") throw failure("draft-empty-program");
  if (others.some((it) => it.name === draft.name)) {
    throw failure("draft-name-taken", { name: draft.name });
  }
}

export function trusted({ program, args, env, cwd }: ServerDraft): TrustedView {
  const file = resolve(program);
  const envNames = env.map(({ name }) => name);
  return {
    program,
    args,
    envNames,
    envValues: env.filter((entry) => !isSecret(entry)),
    cwd,
    file,
    differs: "words",
    reads: [],
  };
}

export function resolve(program: string): string {
  return program.startsWith("/") ? program : `/usr/bin/${program}`;
}

/** Sixteen digits that change with the command, which is all that the window needs of them. */
export function fingerprint(draft: ServerDraft): string {
  let hash = 0xcbf29ce484222325n;
  for (const char of quoted(draft) + draft.env.map(({ name }) => name).join()) {
    hash = ((hash ^ BigInt(char.codePointAt(0) ?? 0)) * 0x100000001b3n) & 0xffffffffffffffffn;
  }
  return hash.toString(16).padStart(16, "0");
}

/** The servers in the settings of another app. */
export function readServers(text: string): Pasted[] {
  const root = parsed(text) as Record<string, Record<string, unknown> | undefined>;
  const entries = Object.entries(root["mcpServers"] ?? root["servers"] ?? {});
  if (entries.length === 0) throw failure("paste-no-servers");
  const inputs = (root["inputs"] ?? []) as unknown as Input[];
  return entries.map(([name, value]) => pasted(name, value as Record<string, unknown>, inputs));
}

type Input = { id: string; description?: string; password?: boolean; options?: string[] };

function asked({ id, description, password, options }: Input): AskedValue {
  return {
    name: id,
    title: id,
    description: description ?? "",
    kind: options ? { kind: "choice", options } : { kind: "text" },
    required: true,
    several: false,
    secret: password === true,
    usual: [],
  };
}

function pasted(name: string, entry: Record<string, unknown>, inputs: Input[]): Pasted {
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
  const text = JSON.stringify(entry);
  const asks = inputs.filter(({ id }) => text.includes(`\${input:${id}}`)).map(asked);
  const missing = missingOf(draft);
  return { kind: "server", draft, line: quoted(draft), names: namesOf(draft), missing, asks };
}

/** Folders that a command names; here, all that is written from the top is one. */
export function namesOf({ args, cwd }: ServerDraft): string[] {
  const values = args.map((arg) => arg.replace(/^[\w-]+=/, ""));
  const named = [...values, cwd ?? ""].filter((text) => /^(~|\/home)\//.test(text));
  return [...new Set(named.map((text) => text.replace(/^~/, "/home/ada")))];
}

/** Paths of examples, which are on no computer. */
function missingOf({ args, env }: ServerDraft): string[] {
  const values = [...args, ...env.map(({ value }) => value)];
  const written = values.map((text) => text.replace(/^[\w-]+=/, ""));
  return [...new Set(written.filter((text) => /^\/(path|Users)\//.test(text)))];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\s*\/\/.*$/gm, ""));
  } catch (thrown) {
    throw failure("paste-not-json", { reason: (thrown as Error).message });
  }
}
