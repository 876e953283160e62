import { t } from "../../../shared/i18n";

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

export type JsonObject = { [name: string]: Json };

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value a text stands for, undefined when it is not JSON. */
export function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** What is wrong with a JSON text, null when nothing is. */
export function jsonProblem(text: string): string | null {
  try {
    JSON.parse(text);
    return null;
  } catch (thrown) {
    return t("tools-bad-json", { reason: (thrown as Error).message });
  }
}

/** The same JSON on lines of its own, and the text itself where it is no JSON. */
export function indented(text: string): string {
  const value = parsed(text);
  return value === undefined ? text : JSON.stringify(value, null, 2);
}
