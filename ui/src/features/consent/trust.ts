import type { ConsentCommands } from "../../backend/backend";
import type { ConsentView, GrantView, RunView, ServerView } from "../../backend/types";
import { app } from "../../shared/app.svelte";
import { networkText, sendsText } from "../../shared/destinations";
import { shownName } from "../../shared/shown";
import { isUpdated } from "../servers/untrusted";
import type { AllAgain } from "./again";

/** A command that waits for trust, as it was found. */
export type Untrusted = { server: ServerView; run: Extract<RunView, { kind: "needsTrust" }> };

/** The command that a consent is about, while it is still the one that was found. */
export function untrustedOf({ what }: ConsentView): Untrusted | null {
  const server = what.kind === "trust" ? app.serverOf(what.server) : undefined;
  const run = server?.state;
  if (what.kind !== "trust" || !server || run?.kind !== "needsTrust") return null;
  return run.fingerprint === what.fingerprint ? { server, run } : null;
}

/** What is another in itself is read before what is only run by something else. */
export function runtimeLast(one: Untrusted, other: Untrusted): number {
  return Number(isUpdated(one.run)) - Number(isUpdated(other.run));
}

/** Where it may connect once it is trusted. */
export function connectsTo({ what }: ConsentView): string[] {
  return what.kind === "trust" ? what.destinations : [];
}

/** Where it may connect whether it is trusted or not: by what was said of a command before it. */
export function alreadyOf({ server }: Untrusted): string[] {
  if (server.network === "open") return [networkText("open")];
  return server.destinations
    .filter(({ rule }) => rule.kind === "allowed")
    .map(({ destination }) => shownName(destination));
}

/** The folders that it has whether it is trusted or not. */
export function grantsOf({ server }: Untrusted): GrantView[] {
  return app.view?.grants.filter((it) => it.server === server.id) ?? [];
}

/** What stands for the tick of a destination. */
export function tickOf({ id }: ConsentView, destination: string): string {
  return `${id} ${destination}`;
}

/** Of what is ticked, or of all where nothing was left out; with what it gets back. */
export function sendsOf(
  consent: ConsentView,
  untrusted: Untrusted,
  left: ReadonlySet<string> = new Set(),
  again: AllAgain | null = null,
): string | null {
  const { server } = untrusted;
  const { folders, destinations } = again ?? { folders: [], destinations: [] };
  const named =
    connectsTo(consent).filter((it) => !left.has(tickOf(consent, it))).length +
    alreadyOf(untrusted).length +
    destinations.length;
  const anywhere = server.reachesAnywhere || destinations.some((it) => it.anywhere);
  if (!app.view || !(anywhere || named > 0)) return null;
  const more = folders.map(({ folder }) => folder);
  return sendsText(app.view, server, anywhere, more);
}

/** Trusts the command, and lets it connect to what is ticked. */
export function trust(
  commands: ConsentCommands,
  consent: ConsentView,
  left: ReadonlySet<string>,
): Promise<unknown> {
  const without = connectsTo(consent).filter((it) => left.has(tickOf(consent, it)));
  return without.length === 0
    ? commands.agree(consent.id)
    : commands.agreeWithout(consent.id, without);
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
    grantsOf(untrusted).map(({ folder, access, lifetime }) => [folder.path, access, lifetime]),
    sendsOf(consent, untrusted),
  ]);
}
