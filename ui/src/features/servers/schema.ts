import { t } from "../../shared/i18n";

export type Field = {
  name: string;
  label: string;
  description: string | null;
  required: boolean;
  /** How it is asked for; whatever has no control of its own is written as JSON. */
  control: "text" | "number" | "integer" | "boolean" | "enum" | "json";
  /** Values of an `enum`, each as JSON text. */
  options: string[];
  initial: string;
};

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** The fields of a JSON Schema for an object, null when it is not one that can be drawn. */
export function fieldsOf(schema: string): Field[] | null {
  const root = parse(schema);
  if (!isObject(root) || (root["type"] ?? "object") !== "object") return null;
  if (["$ref", "allOf", "anyOf", "oneOf"].some((word) => word in root)) return null;
  const properties = root["properties"] ?? {};
  if (!isObject(properties)) return null;
  const required = Array.isArray(root["required"]) ? root["required"] : [];
  return Object.entries(properties).map(([name, property]) =>
    fieldOf(name, isObject(property) ? property : {}, required.includes(name)),
  );
}

/** Arguments as JSON text from what was typed, or what is wrong with each field. */
export function argumentsOf(
  fields: Field[],
  typed: Record<string, string>,
): { json: string } | { problems: Record<string, string> } {
  const problems: Record<string, string> = {};
  // The arguments are put together as text, so that no number loses its precision.
  const parts: string[] = [];
  for (const field of fields) {
    const text = typed[field.name] ?? "";
    if (text.trim() === "" && (field.control !== "text" || !field.required || text === "")) {
      if (field.required) problems[field.name] = t("tools-required");
      continue;
    }
    const problem = problemWith(field, text);
    if (problem) problems[field.name] = problem;
    else parts.push(`${JSON.stringify(field.name)}:${valueOf(field, text)}`);
  }
  return Object.keys(problems).length > 0 ? { problems } : { json: `{${parts.join(",")}}` };
}

function fieldOf(name: string, schema: { [word: string]: Json }, required: boolean): Field {
  const choices = Array.isArray(schema["enum"]) ? schema["enum"] : [];
  const control = choices.length > 0 ? "enum" : controlOf(schema["type"]);
  return {
    name,
    label: typeof schema["title"] === "string" ? schema["title"] : name,
    description: typeof schema["description"] === "string" ? schema["description"] : null,
    required,
    control,
    options: choices.map((choice) => JSON.stringify(choice)),
    initial: initialOf(schema["default"], control),
  };
}

function controlOf(type: Json | undefined): Field["control"] {
  switch (type) {
    case "string":
      return "text";
    case "number":
    case "integer":
    case "boolean":
      return type;
    default:
      return "json";
  }
}

function initialOf(value: Json | undefined, control: Field["control"]): string {
  if (value === undefined) return "";
  if (control === "text" && typeof value === "string") return value;
  return JSON.stringify(value);
}

function problemWith(field: Field, text: string): string | null {
  switch (field.control) {
    case "number":
      return NUMBER.test(text.trim()) ? null : t("tools-bad-number");
    case "integer":
      return INTEGER.test(text.trim()) ? null : t("tools-bad-integer");
    case "json":
      return jsonProblem(text);
    case "text":
    case "boolean":
    case "enum":
      return null;
  }
}

function valueOf(field: Field, text: string): string {
  return field.control === "text" ? JSON.stringify(text) : text.trim();
}

const INTEGER = /^-?(0|[1-9]\d*)$/;
const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/** What is wrong with a JSON text, null when nothing is. */
export function jsonProblem(text: string): string | null {
  try {
    JSON.parse(text);
    return null;
  } catch (thrown) {
    return t("tools-bad-json", { reason: (thrown as Error).message });
  }
}

function parse(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return null;
  }
}

function isObject(value: Json | undefined): value is { [name: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
