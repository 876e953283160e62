import { untrack } from "svelte";
import type { ServerView } from "../../backend/types";
import { invocation, type Invocation } from "../../shared/invocation.svelte";

/** A list that a server gives, asked for when it runs and again when the server says it changed. */
export class Listing<T> {
  items = $state.raw<T | null>(null);
  #latest = 0;

  constructor(
    readonly asked: Invocation,
    readonly load: () => Promise<T>,
  ) {}

  async ask(): Promise<void> {
    const mine = ++this.#latest;
    await this.asked.runAlso(async () => {
      const items = await this.load();
      // An answer to an older question never replaces a newer one.
      if (mine === this.#latest) this.items = items;
    });
  }
}

/**
 * A list of the server that lives as long as the component. What is known of it stays when the
 * server stops, so that what was typed beside it outlives a restart.
 */
export function listing<T>(
  server: () => ServerView,
  changes: () => number,
  load: (server: number) => Promise<T>,
): Listing<T> {
  const list = new Listing(invocation(), () => load(server().id));
  // Numbers, since every view brings a new server, and asking may bring a new view.
  const run = $derived(runOf(server()));
  const changed = $derived(changes());
  $effect(() => {
    void changed;
    if (run !== null) untrack(() => void list.ask());
  });
  return list;
}

function runOf(server: ServerView): number | null {
  return server.state.kind === "running" ? server.state.since : null;
}
