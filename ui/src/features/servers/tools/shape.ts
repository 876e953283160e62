import type { Json } from "./json";

/** One value that is asked for, with its name and words. */
export type Field = {
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
  | { kind: "boolean" }
  | { kind: "choice"; options: Option[] }
  | { kind: "several"; options: Option[]; rules: CountRules }
  | { kind: "list"; item: Field; rules: CountRules }
  | { kind: "object"; fields: Field[]; more: Field | null }
  | { kind: "either"; ways: Field[] }
  | { kind: "json" };

/** One value of a choice, as JSON text, and its words. */
export type Option = { json: string; text: string };

export type TextRules = {
  format: string | null;
  pattern: string | null;
  least: number | null;
  most: number | null;
};

export type NumberRules = {
  least: number | null;
  most: number | null;
  above: number | null;
  below: number | null;
  step: number | null;
};

export type CountRules = { least: number | null; most: number | null };
