import { t } from "../../../shared/i18n";
import { isObject, type Json, type JsonObject } from "./json";
import type { Shape } from "./shape";

/** A name for one of several shapes: its own, what marks it, or its kind. */
export function wayName(shape: Shape, schema: JsonObject, index: number): string {
  const mark =
    shape.kind === "object" &&
    shape.fields.find(({ shape: it }) => it.kind === "choice" && it.options.length === 1);
  if (mark && mark.shape.kind === "choice") return mark.shape.options[0]!.text;
  return typeof schema["type"] === "string" && shape.kind !== "object"
    ? typeName(schema["type"])
    : t("tools-way", { number: index + 1 });
}

/** The last step of a reference is the name that its makers gave it. */
export function titled(way: Json): JsonObject {
  if (!isObject(way) || typeof way["title"] === "string") return {};
  const reference = way["$ref"];
  const name = typeof reference === "string" ? reference.split("/").at(-1) : undefined;
  return name ? { title: name } : {};
}

export function typeName(type: Json): string {
  const names: Record<string, string> = {
    string: t("tools-type-text"),
    number: t("tools-type-number"),
    integer: t("tools-type-number"),
    boolean: t("tools-type-boolean"),
    array: t("tools-type-list"),
    object: t("tools-type-object"),
  };
  return names[String(type)] ?? String(type);
}
