import type { VerdictView } from "../../backend/types";
import { t } from "../../shared/i18n";
import type { IconName } from "../../shared/Icon.svelte";

export type VerdictFace = {
  icon: IconName;
  tone: "ok" | "warn" | "off";
  text: string;
  through: string | null;
};

export function verdictFace(verdict: VerdictView): VerdictFace {
  const folder = verdict.folder;
  const through = folder === null ? null : t("check-through", { folder });
  switch (verdict.outcome) {
    case "allowedRead":
      return { icon: "eye", tone: "ok", text: t("check-read"), through };
    case "allowedReadGuarded":
      return { icon: "eye", tone: "ok", text: t("check-read-guarded"), through };
    case "allowedWriteGuarded":
      return { icon: "pencil", tone: "ok", text: t("check-write-guarded"), through };
    case "allowedReadWrite":
      return { icon: "pencil", tone: "ok", text: t("check-read-write"), through };
    case "neededToRun":
      return { icon: "eye", tone: "ok", text: t("check-needed"), through: null };
    case "ownHome":
      return { icon: "pencil", tone: "ok", text: t("check-own-home"), through: null };
    case "withheld":
      return { icon: "pause", tone: "warn", text: t("check-withheld"), through };
    case "nextStart":
      return { icon: "pause", tone: "warn", text: t("check-next-start"), through };
    case "outside": {
      const text = folder === null ? t("check-outside") : t("check-outside-near", { folder });
      return { icon: "close", tone: "off", text, through: null };
    }
    case "notEnforced":
      return { icon: "unshield", tone: "warn", text: t("check-not-enforced"), through: null };
    case "notAPath":
      return { icon: "alert", tone: "off", text: t("check-not-a-path"), through: null };
  }
}
