import type { Asked, InForceView, ServerView, Tier } from "../backend/types";
import { failureText, t } from "./i18n";
import type { IconName } from "./Icon.svelte";
import type { Tone } from "./words";

const tiers: Record<Tier, string> = {
  liveMounts: "tier-live-mounts",
  landlock: "tier-landlock",
};

export function tierText(tier: Tier): string {
  return t(tiers[tier]);
}

/** Grants change in the running server, without a new start. */
export function isLive(tier: Tier): boolean {
  return tier === "liveMounts";
}

/** Whether a change of its folders starts the server again. */
export function restartsOnChange(server: ServerView): boolean {
  const { asked, supported } = server.enforcement;
  const live = supported !== null && isLive(supported);
  return server.foldersInCommand || (asked === "enforced" && !live);
}

const asked: Record<Asked, string> = { enforced: "asked-enforced", advisory: "asked-advisory" };

export function askedText(value: Asked): string {
  return t(asked[value]);
}

/** What the system can do, in words. */
export function supportedText(tier: Tier | null): string {
  if (tier === null) return t("supported-nothing");
  return t(isLive(tier) ? "supported-live" : "supported-restart", { tier: tierText(tier) });
}

/** What enforcement is shown of: a server, or what an app uses of it. */
export type Kept = Pick<ServerView, "enforcement" | "foldersInCommand">;

/** Enforcement as it is shown: never by colour alone. */
export type EnforcementFace = { icon: IconName; tone: Tone; text: string; detail: string };

/** Nothing weaker than enforcement is ever shown as enforcement. */
export function enforcementFace(server: Kept): EnforcementFace {
  const { asked, supported, inForce } = server.enforcement;
  if (asked === "advisory") return unenforced();
  if (inForce.kind === "notRunning" && supported === null) {
    return {
      icon: "unshield",
      tone: "danger",
      text: t("in-force-impossible"),
      detail: t("supported-none"),
    };
  }
  return faceOf(inForce, server.foldersInCommand);
}

function faceOf(inForce: InForceView, inCommand: boolean): EnforcementFace {
  switch (inForce.kind) {
    case "notRunning":
      return {
        icon: "shield",
        tone: "off",
        text: t("in-force-later"),
        detail: t("in-force-later-why"),
      };
    case "starting":
      return {
        icon: "shield",
        tone: "busy",
        text: t("in-force-starting"),
        detail: t("in-force-starting-why"),
      };
    case "enforced": {
      const live = isLive(inForce.tier) && !inCommand;
      const detail = live ? "in-force-live" : "in-force-restart";
      return { icon: "shield", tone: "ok", text: t("in-force-active"), detail: t(detail) };
    }
    case "changing":
      return {
        icon: "shield",
        tone: "busy",
        text: t("in-force-changing"),
        detail: t("in-force-changing-why"),
      };
    case "restarting":
      return {
        icon: "restart",
        tone: "busy",
        text: t("in-force-restarting"),
        detail: t("in-force-restarting-why"),
      };
    case "openHandles": {
      const { count } = inForce;
      return {
        icon: "alert",
        tone: "warn",
        text: t("in-force-open", { count }),
        detail: t("in-force-open-why"),
      };
    }
    case "advisory":
      return unenforced();
    case "failed":
      return {
        icon: "alert",
        tone: "danger",
        text: t("in-force-failed"),
        detail: failureText(inForce.reason),
      };
  }
}

function unenforced(): EnforcementFace {
  return {
    icon: "unshield",
    tone: "warn",
    text: t("not-enforced"),
    detail: t("not-enforced-here"),
  };
}
