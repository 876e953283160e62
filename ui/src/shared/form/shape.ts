import type { Json } from "./json";

/** One value that is asked for, with its name and words. */
export type Field = {
  /** Empty where it has none, as in a list. */
  name: string;
  label: string;
  description: string | null;
  required: boolean;
  nullable: boolean;
  /** What is there to begin with, undefined when nothing is. */
  initial: Json | undefined;
  shape: Shape;
};

/** How a value is asked for; whatever has no control of its own is written as JSON. */
export type Shape =
  | { kind: "text"; multiline: boolean; rules: TextRules }
  | { kind: "number"; whole: boolean; rules: NumberRules }
  /** In a box it is one or the other; elsewhere it may be left out. */
  | { kind: "boolean"; box: boolean }
  /** `open` shows all options at once. */
  | { kind: "choice"; options: Option[]; open: boolean }
  | { kind: "several"; options: Option[]; rules: CountRules }
  | { kind: "list"; item: Field; rules: CountRules }
  | { kind: "object"; fields: Field[]; more: Field | null }
  | { kind: "either"; ways: Field[] }
  | { kind: "json" };

export type ObjectField = Field & { shape: Extract<Shape, { kind: "object" }> };

/** One value of a choice, as JSON text, and its words. */
export type Option = { json: string; text: string };

export type TextRules = {
  /** By its name in `formats`. */
  format: string | null;
  /** Only shown, so what can't be seen in it is made visible. */
  pattern: string | null;
  least: number | null;
  most: number | null;
};

export type NumberRules = {
  least: number | null;
  most: number | null;
  above?: number | null;
  below?: number | null;
  step?: number | null;
};

export type CountRules = { least: number | null; most: number | null };
