import { untrack } from "svelte";
import type { SeenOverTime, SpanView } from "../../../backend/types";
import { app } from "../../../shared/app.svelte";

/** How long what was seen may be older than what is shown beside it, in milliseconds. */
const FRESH = 20_000;

/**
 * What a server did over time, or with null all of them. It is asked for again with what changes,
 * and not by the clock: where nothing happens, nothing is asked.
 */
export function overTime(server: () => number | null, span: () => SpanView) {
  let seen = $state.raw<SeenOverTime | null>(null);
  let asked = "";
  let at = 0;
  $effect(() => {
    const which = `${server()} ${span()} ${app.view?.activityDeleted}`;
    void app.view?.sequence;
    const another = which !== asked;
    if (!another && Date.now() - at < FRESH) return;
    [asked, at] = [which, Date.now()];
    const [of, over] = untrack(() => [server(), span()] as const);
    app.commands
      .seen(of, over)
      // One that was asked for later is not replaced.
      .then((it) => which === asked && (seen = it))
      .catch(() => another && (seen = null));
  });
  return {
    get seen() {
      return seen;
    },
  };
}
