import { isObject, type Json, type JsonObject } from "./json";

/** Why a schema has no form: an address somewhere else, one that leads nowhere, or too much of it. */
export type Undrawable = "reference" | "lost-reference" | "too-large" | "not-an-object";

export class CannotDraw extends Error {
  constructor(readonly why: Undrawable) {
    super(why);
  }
}

/** Pieces of one schema that are looked at; a form with more than that is no form any more. */
const MOST_PIECES = 2_000;
/** References in references. */
const MOST_HOPS = 12;

/** Follows the references of one schema inside of itself, and never anywhere else. */
export class Resolver {
  #left = MOST_PIECES;

  constructor(readonly root: JsonObject) {}

  /** The schema with its references and `allOf` put into one (JSON Schema 2020-12, 8.2.3 and 10.2). */
  resolve(schema: Json | undefined, hops = 0): JsonObject {
    if (!isObject(schema)) return new Map();
    if (--this.#left < 0 || hops > MOST_HOPS) throw new CannotDraw("too-large");
    const [reference, parts] = [schema.get("$ref"), schema.get("allOf")];
    let whole: JsonObject = new Map();
    if (typeof reference === "string") whole = this.resolve(this.#target(reference), hops + 1);
    for (const part of Array.isArray(parts) ? parts : []) {
      whole = merged(whole, this.resolve(part, hops + 1));
    }
    return merged(whole, without(schema, "$ref", "allOf"));
  }

  #target(reference: string): Json {
    if (!reference.startsWith("#")) throw new CannotDraw("reference");
    const steps = reference.slice(1).split("/");
    // What does not begin with a slash is the name of an anchor.
    if (steps[0] !== "") throw new CannotDraw("lost-reference");
    return steps.slice(1).reduce<Json>((at, step) => inside(at, step), this.root);
  }
}

export function merged(base: JsonObject, over: JsonObject): JsonObject {
  const whole = new Map([...base, ...over]);
  const both = (word: string) => [base.get(word), over.get(word)];
  const [properties, further] = both("properties");
  if (isObject(properties) && isObject(further)) {
    whole.set("properties", new Map([...properties, ...further]));
  }
  const [required, needed] = both("required");
  if (Array.isArray(required) && Array.isArray(needed)) {
    whole.set("required", [...required, ...needed]);
  }
  return whole;
}

export function without(schema: JsonObject, ...words: string[]): JsonObject {
  return new Map([...schema].filter(([word]) => !words.includes(word)));
}

function inside(at: Json, step: string): Json {
  const name = decoded(step).replaceAll("~1", "/").replaceAll("~0", "~");
  const found = isObject(at) ? at.get(name) : Array.isArray(at) ? at[Number(name)] : undefined;
  if (found === undefined) throw new CannotDraw("lost-reference");
  return found;
}

function decoded(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    throw new CannotDraw("lost-reference");
  }
}
