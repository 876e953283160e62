import { Digits, isObject, parsed, textOf, type Json, type JsonObject } from "./json";
import type { CountRules, Field, Option, Shape } from "./shape";
import { shown } from "../shown";
import { CannotDraw, merged, Resolver, without, type Undrawable } from "./resolve";
import { titled, typeName, wayName } from "./ways";

/** Objects in objects; what lies deeper is written as JSON. */
const DEEPEST = 5;
/** Texts that may be this long get more than one line. */
const LONG = 200;
const LONG_NAMES = /(^|_)(content|contents|text|body|code|script|sql|markdown|html|message)$/i;
/** Words of a schema that restrict an object without adding anything to fill in. */
const RESTRICTIONS = new Set(["required", "not", "minProperties", "title", "description"]);

/** Words that say which arguments there are. */
const NAMING = ["properties", "additionalProperties", "oneOf", "anyOf"];

export type Drawn =
  /** `open` where no argument is named, and none is ruled out. */
  { kind: "form"; field: Field; open: boolean } | { kind: "raw"; why: Undrawable };

/** The form of a JSON Schema (2020-12) for an object, or why there is none. */
export function formOf(schema: string): Drawn {
  const root = parsed(schema);
  if (!isObject(root)) return { kind: "raw", why: "not-an-object" };
  try {
    const resolver = new Resolver(root);
    const whole: JsonObject = new Map([["type", "object"], ...resolver.resolve(root)]);
    const open = !NAMING.some((word) => whole.has(word));
    if (open) whole.set("properties", new Map());
    const field = new Drawer(resolver).root(whole);
    if (!isWhole(field.shape)) return { kind: "raw", why: "not-an-object" };
    return { kind: "form", field, open };
  } catch (thrown) {
    if (thrown instanceof CannotDraw) return { kind: "raw", why: thrown.why };
    throw thrown;
  }
}

/** Arguments are an object, whichever way they are given. */
function isWhole(shape: Shape): boolean {
  return (
    shape.kind === "object" ||
    (shape.kind === "either" && shape.ways.every((way) => isWhole(way.shape)))
  );
}

class Drawer {
  constructor(readonly resolver: Resolver) {}

  root(schema: JsonObject): Field {
    return this.#field("", schema, true, 0);
  }

  #field(name: string, given: Json | undefined, required: boolean, depth: number): Field {
    const { schema, nullable } = this.#withoutNull(this.resolver.resolve(given));
    const shape = this.#shape(name, schema, depth);
    const fixed = shape.kind === "choice" && shape.options.length === 1 && required;
    return {
      name,
      label: words(schema.get("title")) ?? shown(name),
      description: words(schema.get("description")),
      required,
      nullable,
      initial: schema.get("default") ?? (fixed ? parsed(shape.options[0]!.json) : undefined),
      shape,
    };
  }

  #shape(name: string, schema: JsonObject, depth: number): Shape {
    const options = this.#options(schema);
    if (options) return { kind: "choice", options, open: false };
    const ways = this.#ways(schema, depth);
    if (ways) return { kind: "either", ways };
    switch (schema.get("type") ?? guessed(schema)) {
      case "string":
        return textShape(name, schema);
      case "number":
      case "integer":
        return numberShape(schema);
      case "boolean":
        return { kind: "boolean", box: false };
      case "array":
        return depth < DEEPEST ? this.#list(schema, depth) : { kind: "json" };
      case "object":
        return depth < DEEPEST ? this.#object(schema, depth) : { kind: "json" };
      default:
        return { kind: "json" };
    }
  }

  #object(schema: JsonObject, depth: number): Shape {
    const [properties, needed] = [schema.get("properties"), schema.get("required")];
    const named: JsonObject = isObject(properties) ? properties : new Map();
    const required = Array.isArray(needed) ? needed : [];
    const others = schema.get("additionalProperties");
    if (!isObject(properties) && !isObject(others) && others !== false) return { kind: "json" };
    return {
      kind: "object",
      fields: [...named].map(([name, property]) =>
        this.#field(name, property, required.includes(name), depth + 1),
      ),
      more: isObject(others) ? this.#field("", others, true, depth + 1) : null,
    };
  }

  #list(schema: JsonObject, depth: number): Shape {
    const items = schema.get("items");
    if (!isObject(items) || schema.has("prefixItems")) return { kind: "json" };
    const item = this.#field("", items, true, depth + 1);
    const rules: CountRules = bounds(schema, "minItems", "maxItems");
    return item.shape.kind === "choice" && schema.get("uniqueItems") === true
      ? { kind: "several", options: item.shape.options, rules }
      : { kind: "list", item, rules };
  }

  /** The values to choose from, null when it is no such choice. */
  #options(schema: JsonObject): Option[] | null {
    if (schema.has("const")) return [fixedOption(schema)];
    const values = schema.get("enum");
    if (Array.isArray(values) && values.length > 0) {
      const given = schema.get("enumNames");
      const names = Array.isArray(given) ? given : [];
      return different(values.map((value, index) => option(value, names[index])));
    }
    const ways = schema.get("oneOf") ?? schema.get("anyOf");
    if (!Array.isArray(ways) || ways.length === 0) return null;
    const known = ways.map((way) => this.resolver.resolve(way));
    return known.every((way) => way.has("const")) ? different(known.map(fixedOption)) : null;
  }

  /** The shapes to choose from, null when there is only one. */
  #ways(schema: JsonObject, depth: number): Field[] | null {
    const type = schema.get("type");
    const base = without(schema, "oneOf", "anyOf");
    if (Array.isArray(type)) {
      const asType = (one: Json) => new Map([...base, ["type", one], ["title", typeName(one)]]);
      return this.#asWays(type.map(asType), depth);
    }
    const given = schema.get("oneOf") ?? schema.get("anyOf");
    if (!Array.isArray(given) || given.length === 0) return null;
    const known = given.map((way) => new Map([...this.resolver.resolve(way), ...titled(way)]));
    const tells = (way: JsonObject) => [...way.keys()].some((word) => !RESTRICTIONS.has(word));
    if (!known.some(tells)) return null;
    // The words of the whole are said once, and not again with each of its ways.
    const rest = without(base, "title", "description", "default");
    return this.#asWays(
      known.map((way) => merged(rest, way)),
      depth,
    );
  }

  #asWays(schemas: JsonObject[], depth: number): Field[] {
    return schemas.map((schema, index) => {
      const way = this.#field("", schema, true, depth + 1);
      return { ...way, label: way.label || wayName(way.shape, schema, index) };
    });
  }

  #withoutNull(schema: JsonObject): { schema: JsonObject; nullable: boolean } {
    const type = schema.get("type");
    if (Array.isArray(type) && type.includes("null") && type.length > 1) {
      const rest = type.filter((one) => one !== "null");
      const other = rest.length === 1 ? rest[0]! : rest;
      return { schema: new Map([...schema, ["type", other]]), nullable: true };
    }
    for (const word of ["anyOf", "oneOf"]) {
      const ways = schema.get(word);
      if (!Array.isArray(ways)) continue;
      const rest = ways.filter((way) => this.resolver.resolve(way).get("type") !== "null");
      if (rest.length === ways.length || rest.length === 0) continue;
      const base = without(schema, word);
      const only = rest.length === 1 ? merged(this.resolver.resolve(rest[0]), base) : null;
      return { schema: only ?? base.set(word, rest), nullable: true };
    }
    return { schema, nullable: false };
  }
}

function textShape(name: string, schema: JsonObject): Shape {
  const [format, pattern] = [text(schema.get("format")), words(schema.get("pattern"))];
  const { least, most } = bounds(schema, "minLength", "maxLength");
  const initial = schema.get("default");
  const multiline =
    !format &&
    !pattern &&
    ((most !== null && most > LONG) ||
      (most === null && LONG_NAMES.test(name)) ||
      schema.has("contentMediaType") ||
      (typeof initial === "string" && initial.includes("\n")));
  return { kind: "text", multiline, rules: { format, pattern, least, most } };
}

function numberShape(schema: JsonObject): Shape {
  const rules = {
    ...bounds(schema, "minimum", "maximum"),
    above: number(schema.get("exclusiveMinimum")),
    below: number(schema.get("exclusiveMaximum")),
    step: number(schema.get("multipleOf")),
  };
  return { kind: "number", whole: schema.get("type") === "integer", rules };
}

function guessed(schema: JsonObject): string | undefined {
  if (schema.has("properties") || schema.has("additionalProperties")) return "object";
  return schema.has("items") ? "array" : undefined;
}

function option(value: Json, name: Json | undefined): Option {
  const json = textOf(value);
  return { json, text: words(name) ?? shown(typeof value === "string" ? value : json) };
}

function fixedOption(schema: JsonObject): Option {
  return option(schema.get("const")!, schema.get("title"));
}

/** One that is there twice is one. */
function different(options: Option[]): Option[] {
  return [...new Map(options.map((option) => [option.json, option])).values()];
}

function bounds(schema: JsonObject, least: string, most: string): CountRules {
  return { least: number(schema.get(least)), most: number(schema.get(most)) };
}

function words(value: Json | undefined): string | null {
  return typeof value === "string" && value !== "" ? shown(value) : null;
}

function text(value: Json | undefined): string | null {
  return typeof value === "string" ? value : null;
}

function number(value: Json | undefined): number | null {
  return value instanceof Digits ? Number(value.text) : null;
}
