import type { ServerDraft } from "../../backend/types";

/** A variable as typed. What a person does not say of it, its name and its looks do. */
export type TypedVariable = {
  name: string;
  value: string;
  /** A secret that is set: without another value it stays as it is. */
  kept: boolean;
  secret: "" | "yes" | "no";
};

/** A draft as typed: one argument a line, so that none needs quoting. */
export type Typed = {
  name: string;
  program: string;
  args: string;
  env: TypedVariable[];
  cwd: string;
};

export function toTyped(draft: ServerDraft | null): Typed {
  const said = draft?.said ?? {};
  const secret = (name: string) =>
    said[name] === undefined ? ("" as const) : said[name] ? ("yes" as const) : ("no" as const);
  const shown = draft?.env.map((entry) => ({ ...entry, kept: false })) ?? [];
  const kept = draft?.secrets?.map((name) => ({ name, value: "", kept: true })) ?? [];
  return {
    name: draft?.name ?? "",
    program: draft?.program ?? "",
    args: draft?.args.join("\n") ?? "",
    env: [...shown, ...kept].map((entry) => ({ ...entry, secret: secret(entry.name) })),
    cwd: draft?.cwd ?? "",
  };
}

export function toDraft(typed: Typed): ServerDraft {
  const cwd = typed.cwd.trim();
  const named = typed.env.filter(({ name }) => name !== "");
  const stays = ({ kept, value }: TypedVariable) => kept && value === "";
  const said = named.filter(({ secret }) => secret !== "");
  return {
    name: typed.name.trim(),
    program: typed.program.trim(),
    args: typed.args.split("\n").filter((line) => line !== ""),
    env: named.filter((it) => !stays(it)).map(({ name, value }) => ({ name, value })),
    cwd: cwd === "" ? null : cwd,
    secrets: named.filter(stays).map(({ name }) => name),
    said: Object.fromEntries(said.map(({ name, secret }) => [name, secret === "yes"])),
    was: null,
  };
}
