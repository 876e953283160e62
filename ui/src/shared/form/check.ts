import { has, t } from "../i18n";
import { formats } from "./formats";
import type { CountRules, NumberRules, Shape, TextRules } from "./shape";

const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/** What is wrong with a text that is there, by its code; null when nothing is. */
export function textProblem(text: string, { least, most, format }: TextRules): string | null {
  const length = [...text].length;
  if (least !== null && length < least) return "too-short";
  if (most !== null && length > most) return "too-long";
  return formats.get(format)?.fits(text) === false ? "format" : null;
}

export function numberProblem(text: string, whole: boolean, rules: NumberRules): string | null {
  if (!NUMBER.test(text)) return "not-a-number";
  const value = Number(text);
  const { least, most, above = null, below = null, step = null } = rules;
  if (whole && !Number.isInteger(value)) return "not-an-integer";
  if (least !== null && value < least) return "too-small";
  if (most !== null && value > most) return "too-big";
  if (above !== null && value <= above) return "not-above";
  if (below !== null && value >= below) return "not-below";
  return step !== null && step > 0 && !isMultiple(value, step) ? "no-multiple" : null;
}

function isMultiple(value: number, step: number): boolean {
  const times = value / step;
  return Math.abs(times - Math.round(times)) < 1e-9 * Math.max(1, Math.abs(times));
}

export function countProblem(count: number, { least, most }: CountRules): string | null {
  if (least !== null && count < least) return "too-few";
  return most !== null && count > most ? "too-many" : null;
}

/** The words for a code, of ours or of the app, with what the field asks for. */
export function problemText(code: string, shape: Shape): string {
  const id = `form-problem-${code}`;
  return t(has(id) ? id : "form-problem-unknown", argsOf(shape));
}

const hints: Partial<Record<Shape["kind"], { between: string; least: string; most: string }>> = {
  text: {
    between: "form-hint-length-between",
    least: "form-hint-length-least",
    most: "form-hint-length-most",
  },
  number: {
    between: "form-hint-range-between",
    least: "form-hint-range-least",
    most: "form-hint-range-most",
  },
  several: {
    between: "form-hint-choices-between",
    least: "form-hint-choices-least",
    most: "form-hint-choices-most",
  },
};

/** What a field asks for, in words, before anything is wrong. */
export function hintOf(shape: Shape): string | null {
  const words = hints[shape.kind];
  if (!words || !("rules" in shape)) return null;
  const args = argsOf(shape);
  if (args["pattern"]) return t("form-hint-pattern", args);
  const { least, most } = shape.rules;
  if (least !== null) return t(most === null ? words.least : words.between, args);
  return most === null ? null : t(words.most, args);
}

function argsOf(shape: Shape): Record<string, string | number> {
  if (!("rules" in shape)) return {};
  const { least, most } = shape.rules;
  if (shape.kind === "number") {
    const { above, below, step } = shape.rules;
    // As they are written, whatever the language.
    const bounds = Object.entries({ min: least, max: most, above, below, step });
    return Object.fromEntries(bounds.map(([name, value]) => [name, String(value)]));
  }
  const counts = { min: least ?? 0, max: most ?? 0 };
  if (shape.kind !== "text") return counts;
  const format = formats.get(shape.rules.format)?.words;
  return { ...counts, pattern: shape.rules.pattern ?? "", format: format ? t(format) : "" };
}
