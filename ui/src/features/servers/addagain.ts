import type { ServerDraft } from "../../backend/types";
import { app } from "../../shared/app.svelte";
import { sought } from "./sought.svelte";

/**
 * Adds a server that was removed as it was, and has its command and what it had wait for one
 * consent. Where the command can't be asked about, what it had is.
 */
export async function addAgain(draft: ServerDraft, was: number): Promise<void> {
  const server = await app.commands.addServer({ ...draft, was });
  const state = await sought(server);
  const ended = app.endedOf(server);
  if (state?.kind === "needsTrust") await app.commands.introduceServers([server], [], ended);
  else if (ended.length > 0) await app.commands.grantAllAgain(ended);
}
