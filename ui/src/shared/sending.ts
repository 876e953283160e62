import type { SendingView, TodayView } from "../backend/types";
import { t } from "./i18n";
import { exactSizeText, sizeText } from "./size";

/** A number of kilobytes in words. */
export function kilobytesText(kilobytes: number): string {
  return sizeText(kilobytes * 1000);
}

/** How much a server may send today. */
export function todayText(today: TodayView): string {
  switch (today.kind) {
    case "upTo":
      return t("sending-up-to", { size: exactSizeText(today.kilobytes * 1000) });
    case "unlimited":
      return t("sending-unlimited");
    case "stopped":
      return t("sending-stopped");
  }
}

/** The same of what holds now. */
export function nowText({ today, most }: SendingView): string {
  if (today) return todayText(today);
  return todayText(most === null ? { kind: "unlimited" } : { kind: "upTo", kilobytes: most });
}

/** How much a server may send in a day. */
export function mostText(most: number | null): string {
  return most === null ? t("limits-sent-none") : exactSizeText(most * 1000);
}
