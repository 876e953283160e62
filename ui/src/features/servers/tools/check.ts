import { t } from "../../../shared/i18n";
import { shown } from "../../../shared/shown";
import type { CountRules, NumberRules, TextRules } from "./shape";

const INTEGER = /^-?(0|[1-9]\d*)$/;
const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

const formats: Record<string, { fits: RegExp; problem: string }> = {
  email: { fits: /^[^\s@]+@[^\s@]+$/, problem: "tools-bad-email" },
  uri: { fits: /^[A-Za-z][A-Za-z0-9+.-]*:\S*$/, problem: "tools-bad-uri" },
  date: { fits: /^\d{4}-\d{2}-\d{2}$/, problem: "tools-bad-date" },
  "date-time": {
    fits: /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}:\d{2}(\.\d+)?([Zz]|[+-]\d{2}:\d{2})$/,
    problem: "tools-bad-date-time",
  },
  uuid: { fits: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, problem: "tools-bad-uuid" },
};

/** What is wrong with a text that is there, null when nothing is. */
export function textProblem(text: string, rules: TextRules): string | null {
  const length = [...text].length;
  if (rules.least !== null && length < rules.least) {
    return t("tools-too-short", { count: rules.least });
  }
  if (rules.most !== null && length > rules.most) {
    return t("tools-too-long", { count: rules.most });
  }
  const format = rules.format === null ? undefined : formats[rules.format];
  if (format && !format.fits.test(text)) return t(format.problem);
  if (rules.pattern !== null && matches(rules.pattern, text) === false) {
    return t("tools-bad-pattern", { pattern: shown(rules.pattern) });
  }
  return null;
}

export function numberProblem(text: string, whole: boolean, rules: NumberRules): string | null {
  if (whole && !INTEGER.test(text)) return t("tools-bad-integer");
  if (!NUMBER.test(text)) return t("tools-bad-number");
  const value = Number(text);
  if (rules.least !== null && value < rules.least) return t("tools-least", say(rules.least));
  if (rules.most !== null && value > rules.most) return t("tools-most", say(rules.most));
  if (rules.above !== null && value <= rules.above) return t("tools-above", say(rules.above));
  if (rules.below !== null && value >= rules.below) return t("tools-below", say(rules.below));
  if (rules.step !== null && rules.step > 0 && !isMultiple(value, rules.step)) {
    return t("tools-step", say(rules.step));
  }
  return null;
}

export function countProblem(count: number, rules: CountRules): string | null {
  if (rules.least !== null && count < rules.least) {
    return t("tools-too-few", { count: rules.least });
  }
  if (rules.most !== null && count > rules.most) return t("tools-too-many", { count: rules.most });
  return null;
}

/** A number as it is written, whatever the language. */
function say(value: number): { value: string } {
  return { value: String(value) };
}

function isMultiple(value: number, step: number): boolean {
  const times = value / step;
  return Math.abs(times - Math.round(times)) < 1e-9 * Math.max(1, Math.abs(times));
}

/** Longer texts and patterns are left for the server to check. */
const LONGEST = 300;
/** A group that repeats, and a look at what was found before: both can take forever. */
const RUNAWAY = /\)[*+{?]|\\[1-9k]/;

/**
 * Whether a text has the server's pattern, null where trying it could keep the window busy for
 * ever: the pattern comes from the server.
 */
export function matches(pattern: string, text: string): boolean | null {
  const repeats = pattern.match(/[*+]|\{\d+,\d*\}/g)?.length ?? 0;
  if (text.length > LONGEST || pattern.length > LONGEST || repeats > 2) return null;
  if (RUNAWAY.test(pattern)) return null;
  try {
    return new RegExp(pattern, "u").test(text);
  } catch {
    return null;
  }
}
