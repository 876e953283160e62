import type { MissedView, MissedWhy, RequestKind } from "../../backend/types";
import { listed, t } from "../../shared/i18n";
import type { IconName } from "../../shared/Icon.svelte";
import { kilobytesText } from "../../shared/sending";
import { shownName } from "../../shared/shown";
import type { Waiting } from "./waiting";

const icons: Record<RequestKind, IconName> = {
  sampling: "spark",
  form: "form",
  url: "globe",
  call: "tool",
  access: "access",
};

const kinds: Record<RequestKind, string> = {
  sampling: "requests-sampling",
  form: "requests-form",
  url: "requests-url",
  call: "requests-call",
  access: "requests-held",
};

const whys: Record<MissedWhy, string> = {
  cancelled: "missed-cancelled",
  callEnded: "missed-call-ended",
  serverEnded: "missed-server-ended",
  tooOften: "missed-too-often",
  overBudget: "missed-over-budget",
  muted: "missed-muted",
  noStandIn: "missed-no-stand-in",
  lapsed: "missed-lapsed",
};

export function requestIcon(kind: RequestKind): IconName {
  return icons[kind];
}

export function requestText(kind: RequestKind): string {
  return t(kinds[kind]);
}

export function missedText({ why, kind }: MissedView): string {
  if (why === "lapsed" && kind === "access") return t("missed-lapsed-access");
  return t(whys[why]);
}

export function iconOf(item: Waiting): IconName {
  if (item.kind === "request") return requestIcon(item.request.kind);
  if (item.kind === "call") return "tool";
  if (item.kind === "destinations" || item.kind === "sending") return "globe";
  return item.kind === "trust" ? "alert" : "access";
}

export function kindText(item: Waiting): string {
  switch (item.kind) {
    case "request":
      return requestText(item.request.kind);
    case "held":
      return t("requests-held");
    case "call":
      return t("requests-call");
    case "place":
      return t("requests-place");
    case "destinations":
      return t("requests-destination");
    case "sending":
      return t("requests-sending");
    case "trust":
      return t(item.changed ? "requests-command-changed" : "requests-command-new");
  }
}

/** What it is about in one line; the end of a path says more than its beginning. */
export function summaryOf(item: Waiting): string {
  switch (item.kind) {
    case "request":
      return item.request.of
        ? t("requests-of-app", { app: item.request.of.app, what: item.request.summary })
        : item.request.summary;
    case "held":
      return item.attempt.path.split(/[/\\]/).slice(-2).join("/");
    case "call":
      return t("requests-of-app", { app: item.call.app, what: item.call.tool });
    case "place":
      return t("requests-of-app", { app: item.place.app, what: item.place.folder.name });
    case "destinations":
      return listed(item.all.map(({ destination }) => shownName(destination)));
    case "sending":
      return t("requests-sending-about", { size: kilobytesText(item.full.sent) });
    case "trust":
      return "";
  }
}

/** What waits, and what it is about. */
export function whatText(item: Waiting): string {
  const [head, about] = [kindText(item), summaryOf(item)];
  return about === "" ? head : t("waits-about", { head, about });
}

/** How far a request has come, where it does not wait for its first answer. */
export function phaseText(item: Waiting): { text: string; tone: "muted" | "ok" | "danger" } | null {
  if (item.kind === "call" && item.call.lapsed) {
    return { text: t("requests-told-again"), tone: "muted" };
  }
  if (item.kind !== "request") return null;
  switch (item.request.phase.kind) {
    case "waiting":
      return null;
    case "answering":
      return { text: t("requests-answering"), tone: "muted" };
    case "review":
      return { text: t("requests-review"), tone: "ok" };
    case "failed":
      return { text: t("requests-failed"), tone: "danger" };
  }
}
