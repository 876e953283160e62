import type { ServerDraft } from "../../backend/types";

/** A draft as typed: one argument a line, so that none needs quoting. */
export type Typed = {
  name: string;
  program: string;
  args: string;
  env: { name: string; value: string }[];
  cwd: string;
};

export function toTyped(draft: ServerDraft | null): Typed {
  return {
    name: draft?.name ?? "",
    program: draft?.program ?? "",
    args: draft?.args.join("\n") ?? "",
    env: draft?.env.map((entry) => ({ ...entry })) ?? [],
    cwd: draft?.cwd ?? "",
  };
}

export function toDraft(typed: Typed): ServerDraft {
  const cwd = typed.cwd.trim();
  return {
    name: typed.name.trim(),
    program: typed.program.trim(),
    args: typed.args.split("\n").filter((line) => line !== ""),
    env: typed.env.filter(({ name }) => name !== "").map((entry) => ({ ...entry })),
    cwd: cwd === "" ? null : cwd,
  };
}
