import type { PausedAppView } from "../backend/types";
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

/** How much of the time between two moments is left, from 0 to 1. */
export function partLeft(begin: number, end: number, now: number): number {
  return Math.min(1, Math.max(0, (end - now) / Math.max(1, end - begin)));
}

/** Milliseconds until `timeLeft` says something else, null when it never will. */
export function nextChange(end: number, now: number): number | null {
  const left = end - now;
  if (left <= 0) return null;
  if (left < MINUTE) return left;
  if (left >= 2 * DAY) return (left % DAY) + 1;
  return (left % MINUTE) + 1;
}

/** That an app is paused, and until when. */
export function appPausedText({ app, until }: PausedAppView): string {
  if (until === null) return t("app-paused-open", { app });
  return t("app-paused-until", { app, time: when(until, Date.now()) });
}

/** Clock time today, "yesterday 14:05", or a date. */
export function when(at: number, now: number): string {
  const days = daysBefore(at, now);
  if (days === 0) return clock(at);
  if (days === 1) return t("when-yesterday", { time: clock(at) });
  return t("pair", { first: day(at), second: clock(at) });
}

/** "3 min ago" within the last hour; after that as `when` has it. */
export function ago(at: number, now: number): string {
  const minutes = Math.max(0, Math.floor((now - at) / MINUTE));
  return minutes < 60 ? relative(-minutes) : when(at, now);
}

/** How many days before the day of `now`, by the calendar. */
export function daysBefore(at: number, now: number): number {
  return Math.round((startOfDay(now) - startOfDay(at)) / DAY);
}

/** The date of a moment, with the name of its day. */
export const fullDay = written({ dateStyle: "full" });

export function clockTime(at: number): string {
  return clock(at);
}

function relative(minutes: number): string {
  const format = new Intl.RelativeTimeFormat(locale(), { style: "short", numeric: "auto" });
  return format.format(minutes, "minute");
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

export function startOfDay(at: number): number {
  return new Date(at).setHours(0, 0, 0, 0);
}
