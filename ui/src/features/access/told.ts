import type { GrantView, ServerView } from "../../backend/types";
import { t } from "../../shared/i18n";
import { when } from "../../shared/time";

/** What the server knows of a grant, in words. */
export function toldText(grant: GrantView, server: ServerView | undefined): string {
  if (grant.reachability !== "reachable") return t("access-suspended");
  if (server?.state.kind === "starting") return t("access-told-starting");
  switch (server?.told ?? "notRunning") {
    case "notRunning":
      return t("access-told-not-running");
    case "neverAsked":
      return t("access-told-never-asked");
    case "waiting":
      return t("access-told-waiting");
    case "waitingForCall":
      return t("access-told-waiting-for-call");
    case "told":
      return grant.lastTold === null
        ? t("access-told-never")
        : t("access-told-at", { time: when(grant.lastTold, Date.now()) });
  }
}
