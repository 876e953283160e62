import type { GrantView, ServerView } from "../../backend/types";
import { t } from "../../shared/i18n";
import { ago } from "../../shared/time";

/** What there is to know of a grant: what the server was not told yet, or else its last use. */
export function grantText(
  grant: GrantView,
  server: ServerView | undefined,
  now: number,
): { text: string; title?: string } {
  const { reachability } = grant;
  if (reachability !== "reachable" && reachability !== "nextStart")
    return { text: t("access-suspended") };
  if (server?.state.kind === "starting") return { text: t("access-told-starting") };
  switch (server?.told ?? "notRunning") {
    case "neverAsked":
      return usedText(grant, now) ?? { text: t("access-told-never-asked") };
    case "waiting":
      return { text: t("access-told-waiting") };
    case "waitingForCall":
      return { text: t("access-told-waiting-for-call") };
    case "notRunning":
    case "told":
      return usedText(grant, now) ?? { text: t("access-unused") };
  }
}

function usedText({ lastUsed }: GrantView, now: number) {
  if (lastUsed === null) return null;
  const { at, by, path } = lastUsed;
  return {
    text: t("access-used", { time: ago(at, now), by }),
    title: t("access-used-title", { by, path }),
  };
}
