import { app } from "../../shared/app.svelte";
import { focusOn } from "../../shared/focus";

/**
 * Brings up the folders that a server's command names, if the person agrees to it: those that were
 * not brought up before, or `again` all. Whether there is something to answer.
 */
export async function bringUpNamed(server: number, again = false): Promise<boolean> {
  const [first] = await app.commands.pickNamed(server, again);
  if (first === undefined) return false;
  showPick(first);
  return true;
}

export function showPick(pick: number): void {
  app.go("access");
  focusOn(`pick ${pick}`);
}
