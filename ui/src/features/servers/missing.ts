import type { ServerDraft } from "../../backend/types";
import type { Found } from "./finding.svelte";

/** What a person chose in place of paths of which nothing is there, by these as they are written. */
export type Replaced = ReadonlyMap<string, string>;

/** Whether a folder is meant, or else a file; of an address, neither can be put in its place. */
export function kindOf(written: string): "folder" | "file" | null {
  if (written.includes("://")) return null;
  return /[^/]\.[\w-]+$/.test(written) ? "file" : "folder";
}

/** A text with `by` in place of a path: the whole of it, after the name of an option, or in a list. */
function replacedIn(text: string, written: string, by: string): string {
  const bounded = new RegExp(`(^|[=,:;])${escaped(written)}(?=$|[,:;])`, "g");
  return text.replace(bounded, (_, before: string) => before + by);
}

/** The same entry, with what was chosen in it. */
export function withReplaced(entry: Found, replaced: Replaced): Found {
  return [...replaced].reduce(
    (changed, [written, by]) =>
      entry.missing.includes(written) ? one(changed, written, by) : changed,
    entry,
  );
}

function one(entry: Found, written: string, by: string): Found {
  const { draft } = entry;
  const put = (text: string) => replacedIn(text, written, by);
  const named = kindOf(written) === "file" ? by.slice(0, Math.max(by.lastIndexOf("/"), 1)) : by;
  return {
    ...entry,
    draft: {
      ...draft,
      args: draft.args.map(put),
      env: draft.env.map(({ name, value }) => ({ name, value: put(value) })),
      cwd: draft.cwd === null ? null : put(draft.cwd),
    } satisfies ServerDraft,
    line: lineWith(entry.line, written, by),
    names: [...new Set([...entry.names, named])],
    missing: entry.missing.filter((it) => it !== written),
  };
}

/** The line that is shown of a command, in which a word may stand in quotes. */
function lineWith(line: string, written: string, by: string): string {
  const bounded = new RegExp(`(^|[\\s=,:;'"])${escaped(written)}(?=$|[\\s,:;'"])`, "g");
  const quoted = /^[\w@%+=:,./-]+$/.test(by) ? by : `'${by.replaceAll("'", "'\\''")}'`;
  return line.replace(bounded, (_, before: string) => before + (/['"]/.test(before) ? by : quoted));
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}
