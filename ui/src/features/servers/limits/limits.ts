import type {
  HeldByView,
  LimitsChoice,
  LimitsView,
  ServerView,
  TodayView,
} from "../../../backend/types";
import { t } from "../../../shared/i18n";
import { kilobytesText } from "../../../shared/sending";
import { sizeText } from "../../../shared/size";

/** Most memory in MB that is offered; any other is typed. */
export const memories = [512, 1024, 4096];

/** Most processes and threads that are offered; any other is typed. */
export const processes = [256, 1024, 4096];

/** Most MB sent in a day that are offered; any other is typed. */
export const sent = [10, 100, 1000];

/** What a person may type. */
export const bounds = {
  memory: { least: 128, most: 1_048_576 },
  processes: { least: 32, most: 32_768 },
  sent: { least: 1, most: 4_000_000 },
};

export function memoryText(megabytes: number): string {
  return megabytes % 1024 === 0
    ? t("limits-memory-gb", { count: megabytes / 1024 })
    : t("limits-memory-mb", { count: megabytes });
}

/** A MB that is sent has a thousand kB, as what was sent is shown. */
export function sentText(megabytes: number): string {
  return megabytes % 1000 === 0
    ? t("limits-sent-gb", { count: megabytes / 1000 })
    : t("limits-sent-mb", { count: megabytes });
}

/** What of its limit a server has sent, or why that is not known. */
export function sentHint({ sending, network }: ServerView): string {
  if (network === "open") return t("limits-sent-open");
  if (!sending.counted) return t("limits-sent-uncounted");
  const soFar = t("limits-sent-so-far", { size: sizeText(sending.sent) });
  const parts = [t("limits-sent-hint"), soFar, ...(sending.today ? [saidText(sending.today)] : [])];
  return parts.reduce((first, then) => t("sentences", { first, then }));
}

function saidText(today: TodayView): string {
  switch (today.kind) {
    case "upTo":
      return t("limits-sent-today", { size: kilobytesText(today.kilobytes) });
    case "unlimited":
      return t("limits-sent-today-unlimited");
    case "stopped":
      return t("limits-sent-today-stopped");
  }
}

export function heldText(by: HeldByView): string {
  return t(held[by]);
}

const held: Record<HeldByView, string> = {
  group: "limits-held-group",
  namespace: "limits-held-namespace",
  process: "limits-held-process",
  nothing: "limits-held-nothing",
};

/** The limits with a change, null when it changes nothing. */
export function changed(held: LimitsView, change: Partial<LimitsChoice>): LimitsChoice | null {
  const { processes, memory } = { ...held, ...change };
  return processes === held.processes && memory === held.memory ? null : { processes, memory };
}
