import type { ServerDraft } from "../../backend/types";
import { app } from "../../shared/app.svelte";
import { sought } from "./sought.svelte";

/**
 * Adds a server that was removed as it was, and has its command and what it had wait for one
 * consent. What it had is known only once its command was found to be the one that had it.
 */
export async function addAgain(draft: ServerDraft, was: number): Promise<void> {
  const server = await app.commands.addServer({ ...draft, was });
  const state = await sought(server);
  if (state?.kind !== "needsTrust") return;
  await app.commands.introduceServers([server], [], app.endedOf(server));
}
