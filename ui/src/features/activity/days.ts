import type { RecordView } from "../../backend/types";
import { t } from "../../shared/i18n";
import { daysBefore, fullDay } from "../../shared/time";

/** Records that happened on one day, and how that day is called. */
export type Day = { text: string; records: RecordView[] };

/** Records by their days, in the order given. A clock that was set back begins a day anew. */
export function byDay(records: RecordView[], now: number): Day[] {
  const days: (Day & { before: number })[] = [];
  for (const record of records) {
    const before = daysBefore(record.at, now);
    const last = days.at(-1);
    if (last?.before === before) last.records.push(record);
    else days.push({ before, text: dayText(record.at, before), records: [record] });
  }
  return days;
}

function dayText(at: number, before: number): string {
  const day = fullDay(at);
  if (before === 0) return t("activity-day-today", { day });
  if (before === 1) return t("activity-day-yesterday", { day });
  return day;
}
