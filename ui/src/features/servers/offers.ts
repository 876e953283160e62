import type { OffersView, ServerView } from "../../backend/types";
import { listed, t } from "../../shared/i18n";

const names: Record<keyof OffersView, string> = {
  tools: "offers-tools",
  resources: "offers-resources",
  subscribe: "offers-subscribe",
  prompts: "offers-prompts",
  completions: "offers-completions",
  tasks: "offers-tasks",
};

/** The first revision in which servers are told of everything in each call. */
const STATELESS = "2026-07-28";

/** What a server says that it has, in words; null when that is nothing. */
export function offersText(offers: OffersView): string | null {
  const said = (Object.keys(names) as (keyof OffersView)[]).filter((name) => offers[name]);
  return said.length === 0 ? null : listed(said.map((name) => t(names[name])));
}

/** What the agreed revision means for how the server learns of its folders. */
export function eraText(server: ServerView): string | null {
  if (server.revision === null) return null;
  // Revisions are dates, so they are in order as text.
  if (server.revision < STATELESS) return t("revision-session");
  return server.told === "waitingForCall" ? t("revision-waiting") : t("revision-stateless");
}
