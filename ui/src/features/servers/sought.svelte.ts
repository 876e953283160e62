import type { RunView } from "../../backend/types";
import { app } from "../../shared/app.svelte";

/** Milliseconds after which nobody waits any more: longer than a search may take. */
const PATIENCE = 30_000;

/** What a server may be while its command is looked for. */
const SOUGHT: RunView["kind"][] = ["stopped", "starting"];

/** The state of a server once its command was looked for; null where that is never known. */
export function sought(server: number): Promise<RunView | null> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => over(null), PATIENCE);
    const stop = $effect.root(() => {
      $effect(() => {
        const state = app.serverOf(server)?.state;
        if (app.lost) over(null);
        else if (state && (isPaused() || !SOUGHT.includes(state.kind))) over(state);
      });
    });
    function over(state: RunView | null) {
      clearTimeout(timer);
      // An effect does not end itself while it runs.
      queueMicrotask(() => stop());
      resolve(state);
    }
  });
}

/** Nothing is looked for then. */
function isPaused(): boolean {
  return app.view !== null && app.view.paused !== null;
}
