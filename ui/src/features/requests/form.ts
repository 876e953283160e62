import type { Failure, FieldKind, FieldView, FormView, TextFormat } from "../../backend/types";
import { has, t } from "../../shared/i18n";

/** What stands in a field: text, a box, or what is chosen of several. */
export type Value = string | boolean | string[];
export type Values = Record<string, Value>;
export type Problems = Record<string, string>;

/** So many options are shown at once; more of them become a list to choose from. */
export const AT_ONCE = 5;

export function beginningOf(form: FormView): Values {
  return Object.fromEntries(form.fields.map((field) => [field.name, beginning(field)]));
}

function beginning({ kind, default: text }: FieldView): Value {
  const value: unknown = text === null ? undefined : parsed(text);
  switch (kind.kind) {
    case "boolean":
      return value === true;
    case "choices":
      return Array.isArray(value) ? value.filter((it) => typeof it === "string") : [];
    case "text":
      return typeof value === "string" ? shownText(kind, value) : "";
    case "number":
      return typeof value === "number" ? String(value) : "";
    case "choice":
      return typeof value === "string" ? value : "";
  }
}

/** The answers as a JSON object, or what is wrong with each field. What is left empty is left out. */
export function answersOf(
  form: FormView,
  values: Values,
): { json: string } | { problems: Problems } {
  const problems: Problems = {};
  const parts: string[] = [];
  for (const field of form.fields) {
    const value = values[field.name] ?? "";
    const problem = problemOf(field, value);
    if (problem) problems[field.name] = problem;
    else if (!isEmpty(value)) {
      parts.push(`${JSON.stringify(field.name)}:${jsonOf(field.kind, value)}`);
    }
  }
  return Object.keys(problems).length > 0 ? { problems } : { json: `{${parts.join(",")}}` };
}

/** What the app found, by field. */
export function problemsIn(form: FormView, failure: Failure | null): Problems {
  if (failure?.code !== "form-invalid") return {};
  const fields = new Map(form.fields.map((field) => [field.name, field]));
  return Object.fromEntries(
    failure.details.flatMap(({ name, value: code }) => {
      const field = fields.get(name);
      return field ? [[name, problemText(code, field.kind)]] : [];
    }),
  );
}

function isEmpty(value: Value): boolean {
  return typeof value !== "boolean" && value.length === 0;
}

function jsonOf(kind: FieldKind, value: Value): string {
  // A number goes as it was typed, so that none of it is lost.
  if (kind.kind === "number") return String(value).trim();
  if (kind.kind === "text" && kind.format === "dateTime" && typeof value === "string") {
    return JSON.stringify(withOffset(value));
  }
  return JSON.stringify(value);
}

/** Patterns are left to the app: a server's pattern could keep the window busy for ever. */
function problemOf({ kind, required }: FieldView, value: Value): string | null {
  if (isEmpty(value) && !(kind.kind === "choices" && required)) {
    return required ? problemText("missing", kind) : null;
  }
  const code = codeOf(kind, value, required);
  return code ? problemText(code, kind) : null;
}

function codeOf(kind: FieldKind, value: Value, required: boolean): string | null {
  switch (kind.kind) {
    case "text": {
      const text = String(value);
      const length = [...text].length;
      if (kind.minLength !== null && length < kind.minLength) return "too-short";
      if (kind.maxLength !== null && length > kind.maxLength) return "too-long";
      return kind.format === null || looksRight[kind.format](text) ? null : "format";
    }
    case "number": {
      const text = String(value).trim();
      if (!NUMBER.test(text)) return "not-a-number";
      const number = Number(text);
      if (kind.integer && !Number.isInteger(number)) return "not-an-integer";
      if (kind.minimum !== null && number < kind.minimum) return "too-small";
      return kind.maximum !== null && number > kind.maximum ? "too-big" : null;
    }
    case "choices": {
      const count = (value as string[]).length;
      const least = Math.max(kind.minItems ?? 0, required ? 1 : 0);
      if (count < least) return count === 0 && least === 1 ? "missing" : "too-few";
      return kind.maxItems !== null && count > kind.maxItems ? "too-many" : null;
    }
    case "boolean":
    case "choice":
      return null;
  }
}

const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const MOMENT = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})?$/;

const looksRight: Record<TextFormat, (text: string) => boolean> = {
  email: (text) => /^[^\s@]+@[^\s@]+$/.test(text),
  uri: (text) => URL.canParse(text),
  date: (text) => DAY.test(text) && !Number.isNaN(Date.parse(text)),
  dateTime: (text) => MOMENT.test(text) && !Number.isNaN(Date.parse(text)),
};

/** A time as the field shows it: without the offset, which is that of this computer. */
function shownText(kind: Extract<FieldKind, { kind: "text" }>, value: string): string {
  const time = kind.format === "dateTime" ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(time)) return value;
  const local = new Date(time - new Date(time).getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

/** RFC 3339 wants the offset from UTC, which such a field does not show. */
function withOffset(text: string): string {
  return /(Z|[+-]\d{2}:\d{2})$/.test(text) ? text : new Date(text).toISOString();
}

/** The words for a code, with what the field asks for. */
function problemText(code: string, kind: FieldKind): string {
  const id = `form-problem-${code}`;
  return t(has(id) ? id : "form-problem-unknown", argsOf(kind));
}

function argsOf(kind: FieldKind): Record<string, string | number> {
  switch (kind.kind) {
    case "text":
      return {
        min: kind.minLength ?? 0,
        max: kind.maxLength ?? 0,
        pattern: kind.pattern ?? "",
        format: kind.format === null ? "" : t(formats[kind.format]),
      };
    case "number":
      return { min: kind.minimum ?? 0, max: kind.maximum ?? 0 };
    case "choices":
      return { min: Math.max(kind.minItems ?? 1, 1), max: kind.maxItems ?? 0 };
    case "boolean":
    case "choice":
      return {};
  }
}

const formats: Record<TextFormat, string> = {
  email: "form-format-email",
  uri: "form-format-uri",
  date: "form-format-date",
  dateTime: "form-format-date-time",
};

type Bounds = { between: string; least: string; most: string };

const bounds: Record<"text" | "number" | "choices", Bounds> = {
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
  choices: {
    between: "form-hint-choices-between",
    least: "form-hint-choices-least",
    most: "form-hint-choices-most",
  },
};

/** What the field asks for, in words, before anything is wrong. */
export function hintOf(kind: FieldKind): string | null {
  switch (kind.kind) {
    case "text":
      if (kind.pattern !== null) return t("form-hint-pattern", { pattern: kind.pattern });
      return boundsText(bounds.text, kind.minLength, kind.maxLength);
    case "number":
      return boundsText(bounds.number, kind.minimum, kind.maximum);
    case "choices":
      return boundsText(bounds.choices, kind.minItems, kind.maxItems);
    case "boolean":
    case "choice":
      return null;
  }
}

function boundsText(words: Bounds, min: number | null, max: number | null): string | null {
  if (min !== null && max !== null) return t(words.between, { min, max });
  if (min !== null) return t(words.least, { min });
  return max === null ? null : t(words.most, { max });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
