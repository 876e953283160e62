import type { ConsentView, RunView, ServerView } from "../../backend/types";
import { app } from "../../shared/app.svelte";
import { networkText, sendsText } from "../../shared/destinations";
import { shownName } from "../../shared/shown";

/** A command that waits for trust, as it was found. */
export type Untrusted = { server: ServerView; run: Extract<RunView, { kind: "needsTrust" }> };

/** The command that a consent is about, while it is still the one that was found. */
export function untrustedOf({ what }: ConsentView): Untrusted | null {
  const server = what.kind === "trust" ? app.serverOf(what.server) : undefined;
  const run = server?.state;
  if (what.kind !== "trust" || !server || run?.kind !== "needsTrust") return null;
  return run.fingerprint === what.fingerprint ? { server, run } : null;
}

/** Where it may connect once it is trusted. */
export function connectsTo({ what }: ConsentView): string[] {
  return what.kind === "trust" ? what.destinations : [];
}

/** What another command has by what was said of the one before. */
export function alreadyOf({ server, run }: Untrusted): string[] {
  if (!run.changed) return [];
  if (server.network === "open") return [networkText("open")];
  return server.destinations
    .filter(({ rule }) => rule.kind === "allowed")
    .map(({ destination }) => shownName(destination));
}

export function sendsOf(consent: ConsentView, untrusted: Untrusted): string | null {
  const { server } = untrusted;
  const named = connectsTo(consent).length + alreadyOf(untrusted).length;
  const connects = server.reachesAnywhere || named > 0;
  return app.view && connects ? sendsText(app.view, server, server.reachesAnywhere) : null;
}

/** What was read is trusted, not what came in its place under the pointer. */
export function trustQuestion(consent: ConsentView, untrusted: Untrusted): string {
  const { server, run } = untrusted;
  return JSON.stringify([
    consent,
    run.fingerprint,
    server.name,
    server.command,
    server.reads,
    server.untold,
    alreadyOf(untrusted),
    sendsOf(consent, untrusted),
  ]);
}
