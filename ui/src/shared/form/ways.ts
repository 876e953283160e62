import { t } from "../i18n";
import { shown } from "../shown";
import { isObject, textOf, type Json, type JsonObject } from "./json";
import type { Shape } from "./shape";

/** A name for one of several shapes: its own, what marks it, or its kind. */
export function wayName(shape: Shape, schema: JsonObject, index: number): string {
  const mark =
    shape.kind === "object" &&
    shape.fields.find(({ shape: it }) => it.kind === "choice" && it.options.length === 1);
  if (mark && mark.shape.kind === "choice") return mark.shape.options[0]!.text;
  const type = schema.get("type");
  return typeof type === "string" && shape.kind !== "object"
    ? typeName(type)
    : t("tools-way", { number: index + 1 });
}

/** The last step of a reference is the name that its makers gave it. */
export function titled(way: Json): JsonObject {
  if (!isObject(way) || typeof way.get("title") === "string") return new Map();
  const reference = way.get("$ref");
  const name = typeof reference === "string" ? reference.split("/").at(-1) : undefined;
  return new Map(name ? [["title", name]] : []);
}

export function typeName(type: Json): string {
  const names = new Map<Json, string>([
    ["string", t("tools-type-text")],
    ["number", t("tools-type-number")],
    ["integer", t("tools-type-number")],
    ["boolean", t("tools-type-boolean")],
    ["array", t("tools-type-list")],
    ["object", t("tools-type-object")],
  ]);
  return names.get(type) ?? shown(typeof type === "string" ? type : textOf(type));
}
