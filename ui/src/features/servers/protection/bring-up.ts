import { app } from "../../../shared/app.svelte";
import { focusOn } from "../../../shared/focus";

/** Brings up the folder that is offered for what a server tried, if the person agrees to it. */
export async function bringUp(server: number, tried: number): Promise<void> {
  const pick = await app.commands.pickAttempt(server, tried);
  if (pick === null) return;
  app.go("access");
  focusOn(`pick ${pick}`);
}
