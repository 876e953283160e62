import { app } from "../../shared/app.svelte";

// What was typed outlives the panel, for as long as the request waits: a person may look something
// up elsewhere in the window.
const drafts = new Map<number, object>();

/** What was typed for a request, or else what it begins with. */
export function kept<T extends object>(request: number, begin: () => T): T {
  const waiting = new Set(app.view?.requests.map(({ id }) => id));
  for (const id of drafts.keys()) if (!waiting.has(id)) drafts.delete(id);
  const known = drafts.get(request) as T | undefined;
  if (known) return known;
  const draft = $state(begin());
  drafts.set(request, draft);
  return draft;
}
