import { app } from "../../../shared/app.svelte";
import { focusOn } from "../../../shared/focus";

/** Brings up the folder that is offered for what a server tried, if the person agrees to it. */
export async function bringUp(server: number, tried: number): Promise<void> {
  show(await app.commands.pickAttempt(server, tried));
}

/** The same for what a server could not start without. */
export async function bringUpMissed(server: number): Promise<void> {
  show(await app.commands.pickMissed(server));
}

function show(pick: number | null): void {
  if (pick === null) return;
  app.go("access");
  focusOn(`pick ${pick}`);
}
