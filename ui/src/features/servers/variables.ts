import type { CommandView } from "../../backend/types";

/** Variables of a command: with their values, and the names of those whose values are not shown. */
export function variables({ envNames, envValues }: Pick<CommandView, "envNames" | "envValues">) {
  const shown = new Set(envValues.map(({ name }) => name));
  return {
    shown: envValues.map(({ name, value }) => `${name}=${value}`),
    hidden: envNames.filter((name) => !shown.has(name)),
  };
}
