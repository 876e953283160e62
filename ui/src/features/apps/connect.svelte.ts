import { untrack } from "svelte";
import { SvelteSet } from "svelte/reactivity";
import type { AppsView, MeantEntry, ServerView } from "../../backend/types";
import { app } from "../../shared/app.svelte";
import { sought } from "../servers/sought.svelte";
import { connectedTo, idOf } from "./entries";

/** Entries that the person asked to be connected, and of which nothing more was asked yet. */
const meant = new SvelteSet<string>();

/** Asks to let entries of an app go through Paddock. */
export async function connect(id: string, entries: MeantEntry[]): Promise<void> {
  await app.commands.connectEntries(id, entries);
  for (const { key } of entries) meant.add(idOf(key));
}

/**
 * Once such entries are connected, has what is left wait for consent too: the commands of new
 * servers with the folders that they name, and folders of those that were there.
 */
export function asksWhatIsLeft(
  found: () => AppsView | null,
  run: (act: () => Promise<unknown>) => unknown,
): void {
  $effect(() => {
    const apps = found();
    if (!apps) return;
    const through = (id: string) => connectedTo(apps, app.servers, (other) => other === id);
    const due = [...meant].filter((id) => through(id).length > 0);
    if (due.length === 0) return;
    untrack(() => {
      const servers = [...new Set(due.flatMap(through))];
      for (const id of due) meant.delete(id);
      run(() => introduce(servers));
    });
  });
}

/** One that can't be started says why where it is shown, and asks for nothing. */
async function introduce(servers: ServerView[]): Promise<void> {
  const found = await Promise.all(servers.map(async ({ id }) => ({ id, state: await sought(id) })));
  const idsOf = (fits: (kind: string | undefined) => boolean) =>
    found.filter(({ state }) => fits(state?.kind)).map(({ id }) => id);
  const untrusted = idsOf((kind) => kind === "needsTrust");
  if (untrusted.length > 0) await app.commands.introduceServers(untrusted, untrusted, []);
  const there = idsOf((kind) => kind !== "needsTrust" && kind !== "failed");
  for (const id of there) await app.commands.pickNamed(id, false);
}
