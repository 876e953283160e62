import { SvelteMap, SvelteSet } from "svelte/reactivity";
import type { Failure, Pasted } from "../../backend/types";
import { beginning, type Answers } from "./answers";

export type Found = Extract<Pasted, { kind: "server" }>;

/** What a person says of the servers in a text or a file, and what came of it. */
class Finding {
  readonly withoutFolders = new SvelteSet<Found>();
  readonly failed = new SvelteMap<Found, Failure>();
  /** What was chosen in place of paths of which nothing is there. */
  readonly replaced = new SvelteMap<string, string>();
  asksFirst = $state(false);
  typed = $state<Answers>({});
  done = $state.raw<Found[]>([]);

  constructor(found: Pasted[]) {
    // What several of them ask for by one name is asked once.
    this.typed = beginning(found.flatMap((it) => (it.kind === "server" ? it.asks : [])));
  }
}

const known = new WeakMap<Pasted[], Finding>();

/** What was said of these before, while they were not shown, or else nothing yet. */
export function findingOf(found: Pasted[]): Finding {
  const finding = known.get(found) ?? new Finding(found);
  known.set(found, finding);
  return finding;
}
