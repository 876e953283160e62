import { shown } from "../../../shared/shown";
import { isObject, parsed, type Json, type JsonObject } from "./json";
import { CannotDraw, merged, Resolver, type Undrawable } from "./resolve";
import type { CountRules, Field, Option, Shape } from "./shape";
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
    const whole: JsonObject = { type: "object", ...resolver.resolve(root) };
    const open = !NAMING.some((word) => word in whole);
    const field = new Drawer(resolver).root(open ? { ...whole, properties: {} } : whole);
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
      label: words(schema["title"]) ?? shown(name),
      description: words(schema["description"]),
      required,
      nullable,
      initial: schema["default"] ?? (fixed ? parsed(shape.options[0]!.json) : undefined),
      shape,
    };
  }

  #shape(name: string, schema: JsonObject, depth: number): Shape {
    const options = this.#options(schema);
    if (options) return { kind: "choice", options };
    const ways = this.#ways(schema, depth);
    if (ways) return { kind: "either", ways };
    switch (schema["type"] ?? guessed(schema)) {
      case "string":
        return textShape(name, schema);
      case "number":
      case "integer":
        return numberShape(schema);
      case "boolean":
        return { kind: "boolean" };
      case "array":
        return depth < DEEPEST ? this.#list(schema, depth) : { kind: "json" };
      case "object":
        return depth < DEEPEST ? this.#object(schema, depth) : { kind: "json" };
      default:
        return { kind: "json" };
    }
  }

  #object(schema: JsonObject, depth: number): Shape {
    const properties = isObject(schema["properties"]) ? schema["properties"] : null;
    const required = Array.isArray(schema["required"]) ? schema["required"] : [];
    const others = schema["additionalProperties"];
    if (!properties && !isObject(others) && others !== false) return { kind: "json" };
    return {
      kind: "object",
      fields: Object.entries(properties ?? {}).map(([name, property]) =>
        this.#field(name, property, required.includes(name), depth + 1),
      ),
      more: isObject(others) ? this.#field("", others, true, depth + 1) : null,
    };
  }

  #list(schema: JsonObject, depth: number): Shape {
    if (!isObject(schema["items"]) || "prefixItems" in schema) return { kind: "json" };
    const item = this.#field("", schema["items"], true, depth + 1);
    const rules: CountRules = {
      least: number(schema["minItems"]),
      most: number(schema["maxItems"]),
    };
    return item.shape.kind === "choice" && schema["uniqueItems"] === true
      ? { kind: "several", options: item.shape.options, rules }
      : { kind: "list", item, rules };
  }

  /** The values to choose from, null when it is no such choice. */
  #options(schema: JsonObject): Option[] | null {
    if ("const" in schema) return [option(schema["const"]!, schema["title"])];
    const values = schema["enum"];
    if (Array.isArray(values) && values.length > 0) {
      const names = Array.isArray(schema["enumNames"]) ? schema["enumNames"] : [];
      return values.map((value, index) => option(value, names[index]));
    }
    const ways = schema["oneOf"] ?? schema["anyOf"];
    if (!Array.isArray(ways) || ways.length === 0) return null;
    const known = ways.map((way) => this.resolver.resolve(way));
    return known.every((way) => "const" in way)
      ? known.map((way) => option(way["const"]!, way["title"]))
      : null;
  }

  /** The shapes to choose from, null when there is only one. */
  #ways(schema: JsonObject, depth: number): Field[] | null {
    const { oneOf, anyOf, type, ...base } = schema;
    if (Array.isArray(type)) {
      return this.#asWays(
        type.map((one) => ({ ...base, type: one, title: typeName(one) })),
        depth,
      );
    }
    const given = oneOf ?? anyOf;
    if (!Array.isArray(given) || given.length === 0) return null;
    const known = given.map((way) => ({ ...this.resolver.resolve(way), ...titled(way) }));
    const tells = (way: JsonObject) => Object.keys(way).some((word) => !RESTRICTIONS.has(word));
    if (!known.some(tells)) return null;
    const shared = type === undefined ? base : { ...base, type };
    // The words of the whole are said once, and not again with each of its ways.
    const { title: _title, description: _description, default: _default, ...rest } = shared;
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
    const { type } = schema;
    if (Array.isArray(type) && type.includes("null") && type.length > 1) {
      const rest = type.filter((one) => one !== "null");
      return { schema: { ...schema, type: rest.length === 1 ? rest[0]! : rest }, nullable: true };
    }
    for (const word of ["anyOf", "oneOf"]) {
      const ways = schema[word];
      if (!Array.isArray(ways)) continue;
      const rest = ways.filter((way) => this.resolver.resolve(way)["type"] !== "null");
      if (rest.length === ways.length || rest.length === 0) continue;
      const { [word]: _ways, ...base } = schema;
      const only = rest.length === 1 ? merged(this.resolver.resolve(rest[0]), base) : null;
      return { schema: only ?? { ...base, [word]: rest }, nullable: true };
    }
    return { schema, nullable: false };
  }
}

function textShape(name: string, schema: JsonObject): Shape {
  const [format, pattern] = [text(schema["format"]), text(schema["pattern"])];
  const [least, most] = [number(schema["minLength"]), number(schema["maxLength"])];
  const initial = schema["default"];
  const multiline =
    !format &&
    !pattern &&
    ((most !== null && most > LONG) ||
      (most === null && LONG_NAMES.test(name)) ||
      "contentMediaType" in schema ||
      (typeof initial === "string" && initial.includes("\n")));
  return { kind: "text", multiline, rules: { format, pattern, least, most } };
}

function numberShape(schema: JsonObject): Shape {
  const rules = {
    least: number(schema["minimum"]),
    most: number(schema["maximum"]),
    above: number(schema["exclusiveMinimum"]),
    below: number(schema["exclusiveMaximum"]),
    step: number(schema["multipleOf"]),
  };
  return { kind: "number", whole: schema["type"] === "integer", rules };
}

function guessed(schema: JsonObject): string | undefined {
  if ("properties" in schema || "additionalProperties" in schema) return "object";
  return "items" in schema ? "array" : undefined;
}

function option(value: Json, name: Json | undefined): Option {
  const json = JSON.stringify(value);
  return { json, text: words(name) ?? shown(typeof value === "string" ? value : json) };
}

function words(value: Json | undefined): string | null {
  return typeof value === "string" && value !== "" ? shown(value) : null;
}

function text(value: Json | undefined): string | null {
  return typeof value === "string" ? value : null;
}

function number(value: Json | undefined): number | null {
  return typeof value === "number" ? value : null;
}
