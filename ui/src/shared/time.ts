import { t } from "./i18n";
import { locale } from "./language.svelte";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const clock = written({ hour: "numeric", minute: "2-digit" });
const exactClock = written({ timeStyle: "medium" });
const day = written({ dateStyle: "medium" });
const moment = written({ dateStyle: "medium", timeStyle: "medium" });

/** How long until `end`, in words; both in milliseconds since the epoch. */
export function timeLeft(end: number, now: number): string {
  const left = end - now;
  if (left <= 0) return t("left-ending");
  if (left < MINUTE) return t("left-soon");
  if (left >= 2 * DAY) return t("left-days", { days: Math.floor(left / DAY) });
  const minutes = Math.floor(left / MINUTE);
  if (minutes < 90) return t("left-minutes", { minutes });
  return t("left-hours", { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
}

/** Milliseconds until `timeLeft` says something else, null when it never will. */
export function nextChange(end: number, now: number): number | null {
  const left = end - now;
  if (left <= 0) return null;
  if (left < MINUTE) return left;
  if (left >= 2 * DAY) return (left % DAY) + 1;
  return (left % MINUTE) + 1;
}

/** Clock time today, "yesterday 14:05", or a date. */
export function when(at: number, now: number): string {
  const days = Math.round((startOfDay(now) - startOfDay(at)) / DAY);
  if (days === 0) return clock(at);
  if (days === 1) return t("when-yesterday", { time: clock(at) });
  return `${day(at)}, ${clock(at)}`;
}

export function exactTime(at: number): string {
  return exactClock(at);
}

export function exactMoment(at: number): string {
  return moment(at);
}

export function machineTime(at: number): string {
  return new Date(at).toISOString();
}

/** How times are written where the person lives. A format is costly to make. */
function written(options: Intl.DateTimeFormatOptions): (at: number) => string {
  let made: { of: string; format: Intl.DateTimeFormat } | null = null;
  return (at) => {
    const of = locale();
    if (made?.of !== of) made = { of, format: new Intl.DateTimeFormat(of, options) };
    return made.format.format(at);
  };
}

function startOfDay(at: number): number {
  return new Date(at).setHours(0, 0, 0, 0);
}
