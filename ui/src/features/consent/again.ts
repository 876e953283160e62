import type { ConsentView, ReachabilityView, ServerView, WideningView } from "../../backend/types";
import { sendsAnywhereText } from "../../shared/destinations";
import { listed, t } from "../../shared/i18n";

export type AllAgain = Extract<WideningView, { kind: "grantAllAgain" }>;

/** What gives a server what it had, and no other server anything. */
export type Again = { consent: ConsentView; what: AllAgain };

export function againOf(consents: ConsentView[], server: number): Again | null {
  for (const consent of consents) {
    const { what } = consent;
    if (what.kind !== "grantAllAgain") continue;
    const given = [...what.folders, ...what.destinations];
    if (given.every((it) => it.server === server)) return { consent, what };
  }
  return null;
}

/** What a person might not expect of giving all of it again. */
export function cautionsOf(what: AllAgain, servers: ServerView[]): string[] {
  const open = new Set(what.destinations.filter((it) => it.anywhere).map(({ server }) => server));
  const given = new Set([...what.folders.map(({ server }) => server), ...open]);
  const meant = servers.filter(({ id }) => given.has(id));
  const free = meant.filter(({ enforcement }) => enforcement.asked === "advisory");
  const unkept = t("access-footnote", { servers: listed(free.map(({ name }) => name)) });
  const anywhere = meant.map((server) =>
    sendsAnywhereText({
      ...server,
      reachesAnywhere: server.reachesAnywhere || open.has(server.id),
    }),
  );
  const all = [...(free.length > 0 ? [unkept] : []), ...anywhere];
  return [...new Set(all.filter((text) => text !== null))];
}

const lost: Record<ReachabilityView, string> = {
  replaced: "wish-all-again-replaced",
  missing: "wish-all-again-missing",
  notAFolder: "wish-all-again-not-a-folder",
  denied: "wish-all-again-denied",
  reachable: "wish-all-again-missing",
  nextStart: "wish-all-again-missing",
  notLetIn: "wish-all-again-missing",
};

/** Why a folder can't be brought back. */
export function lostText(why: ReachabilityView): string {
  return t(lost[why]);
}
