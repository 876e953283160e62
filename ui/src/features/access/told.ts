import type { GrantView, ServerView } from "../../backend/types";
import { t } from "../../shared/i18n";
import { ago } from "../../shared/time";

/** What there is to know of a grant. */
export type Known = {
  /** What the server was not told yet, or what keeps it from the folder. */
  state: string | null;
  /** Its last use, and what of the folder that was. */
  used: { text: string; path: string } | null;
};

export function knownOf(grant: GrantView, server: ServerView | undefined, now: number): Known {
  const used = usedOf(grant, now);
  const state = stateOf(grant, server);
  if (state !== null || used !== null) return { state, used };
  const neverAsked = server?.told === "neverAsked";
  return { state: t(neverAsked ? "access-told-never-asked" : "access-unused"), used };
}

function stateOf({ reachability }: GrantView, server: ServerView | undefined): string | null {
  if (reachability !== "reachable" && reachability !== "nextStart") return t("access-suspended");
  if (server?.state.kind === "starting") return t("access-told-starting");
  if (server?.told === "waiting") return t("access-told-waiting");
  if (server?.told === "waitingForCall") return t("access-told-waiting-for-call");
  return null;
}

function usedOf({ lastUsed }: GrantView, now: number): Known["used"] {
  if (lastUsed === null) return null;
  const { at, by, path } = lastUsed;
  return { text: t("access-used", { time: ago(at, now), by }), path };
}
