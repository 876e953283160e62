import type { LifecycleView, Restart } from "../../../backend/types";

export const restarts: { value: Restart; text: string; hint: string }[] = [
  { value: "onFailure", text: "lifecycle-on-failure", hint: "lifecycle-on-failure-hint" },
  { value: "always", text: "lifecycle-always", hint: "lifecycle-always-hint" },
  { value: "never", text: "lifecycle-never", hint: "lifecycle-never-hint" },
];

/** Seconds between signs of life that are offered; any other is typed. */
export const keepAlives = [15, 30, 60];

/** Minutes without use that are offered; any other is typed. */
export const idles = [5, 15, 60];

/** What a person may type, in seconds and in minutes. */
export const bounds = { keepAlive: { least: 1, most: 86_400 }, idle: { least: 1, most: 10_080 } };

/** The number that was typed, null when it is none that can be taken. */
export function typedNumber(
  text: string,
  { least, most }: { least: number; most: number },
): number | null {
  const value = /^\d+$/.test(text.trim()) ? Number(text) : NaN;
  return value >= least && value <= most ? value : null;
}

export function changed(
  lifecycle: LifecycleView,
  change: Partial<LifecycleView>,
): LifecycleView | null {
  const next = { ...lifecycle, ...change };
  return JSON.stringify(next) === JSON.stringify(lifecycle) ? null : next;
}
