import { expect, test } from "vitest";
import { formOf } from "./schema";
import type { Field } from "./shape";

function form(schema: object): Field {
  const drawn = formOf(JSON.stringify(schema));
  if (drawn.kind !== "form") throw new Error(`no form: ${drawn.why}`);
  return drawn.field;
}

function fields(properties: object, rest: object = {}): Field[] {
  const { shape } = form({ type: "object", properties, ...rest });
  return shape.kind === "object" ? shape.fields : [];
}

const kinds = (drawn: Field[]) => drawn.map(({ shape }) => shape.kind);
const why = (schema: object) => {
  const drawn = formOf(JSON.stringify(schema));
  return drawn.kind === "raw" ? drawn.why : null;
};

test("each type has its control", () => {
  const drawn = fields({
    text: { type: "string" },
    number: { type: "number" },
    count: { type: "integer" },
    flag: { type: "boolean" },
    kind: { enum: ["a", 2] },
    one: { const: "x" },
    list: { type: "array", items: { type: "string" } },
    set: { type: "array", uniqueItems: true, items: { enum: ["a", "b"] } },
    pair: { type: "array", prefixItems: [{}, {}] },
    loose: { type: "array" },
    inner: { type: "object", properties: { a: {} } },
    names: { type: "object", additionalProperties: { type: "string" } },
    free: { type: "object" },
    any: {},
    either: { type: ["string", "number"] },
  });
  expect(kinds(drawn)).toEqual([
    "text",
    "number",
    "number",
    "boolean",
    "choice",
    "choice",
    "list",
    "several",
    "json",
    "json",
    "object",
    "object",
    "json",
    "json",
    "either",
  ]);
});

test("a long text gets lines, and one with a form of its own does not", () => {
  const drawn = fields({
    content: { type: "string" },
    name: { type: "string" },
    long: { type: "string", maxLength: 4_000 },
    text: { type: "string", pattern: "^a" },
  });
  expect(drawn.map(({ shape }) => shape.kind === "text" && shape.multiline)).toEqual([
    true,
    false,
    true,
    false,
  ]);
});

test("choices have the words of the schema", () => {
  const titled = { oneOf: [{ const: "#f00", title: "Red" }, { const: "#0f0" }] };
  const named = { enum: ["r", "g"], enumNames: ["Red", "Green"] };
  const options = fields({ titled, named }).map(({ shape }) =>
    shape.kind === "choice" ? shape.options.map(({ text }) => text) : [],
  );
  expect(options).toEqual([
    ["Red", "#0f0"],
    ["Red", "Green"],
  ]);
});

test("an option that is there twice is one", () => {
  const [once] = fields({ it: { enum: ["a", "b", "a"] } });
  expect(once?.shape).toMatchObject({ options: [{ text: "a" }, { text: "b" }] });
});

test("a reference is followed inside of the schema", () => {
  const [size] = fields(
    { size: { $ref: "#/$defs/a~1b", description: "How large" } },
    { $defs: { "a/b": { type: "integer", minimum: 1, description: "unsaid" } } },
  );
  expect(size).toMatchObject({
    description: "How large",
    shape: { kind: "number", whole: true, rules: { least: 1 } },
  });
});

test("allOf is one object", () => {
  const part = (name: string) => ({ properties: { [name]: { type: "string" } }, required: [name] });
  const { shape } = form({ allOf: [part("a"), part("b")] });
  expect(shape).toMatchObject({
    fields: [
      { name: "a", required: true },
      { name: "b", required: true },
    ],
  });
});

test("what refers to itself ends, and the rest is JSON", () => {
  const node = {
    type: "object",
    properties: { name: { type: "string" }, inner: { $ref: "#/$defs/node" } },
  };
  let [at] = fields({ node: { $ref: "#/$defs/node" } }, { $defs: { node } });
  let depth = 0;
  while (at?.shape.kind === "object") {
    at = at.shape.fields[1];
    depth += 1;
  }
  expect(at?.shape.kind).toBe("json");
  expect(depth).toBe(4);
});

test.each([
  ["another address", { properties: { a: { $ref: "https://example.org/a" } } }, "reference"],
  ["a file beside it", { properties: { a: { $ref: "other.json" } } }, "reference"],
  ["nothing", { properties: { a: { $ref: "#/$defs/a" } } }, "lost-reference"],
  ["a circle", { $ref: "#" }, "too-large"],
  [
    "more than a form",
    { properties: Object.fromEntries([...Array(2_100).keys()].map((name) => [name, {}])) },
    "too-large",
  ],
  ["an array", { type: "array" }, "not-an-object"],
])("a schema that leads to %s has no form", (_, schema, reason) => {
  expect(why(schema)).toBe(reason);
});

test("what is no schema has no form", () => {
  expect(formOf("{")).toEqual({ kind: "raw", why: "not-an-object" });
  expect(formOf('"text"')).toEqual({ kind: "raw", why: "not-an-object" });
});

test("a schema that names no argument draws none, and may be open to any", () => {
  expect(form({}).shape).toEqual({ kind: "object", fields: [], more: null });
  const drawn = (schema: object) => formOf(JSON.stringify({ type: "object", ...schema }));
  expect(drawn({})).toMatchObject({ kind: "form", open: true });
  expect(drawn({ properties: {} })).toMatchObject({ kind: "form", open: false });
  expect(drawn({ additionalProperties: false })).toMatchObject({ kind: "form", open: false });
});

test("what may be null is so in each way of saying it", () => {
  const drawn = fields(
    {
      a: { type: ["string", "null"] },
      b: { anyOf: [{ type: "integer" }, { type: "null" }], default: null },
      c: { oneOf: [{ type: "null" }, { $ref: "#/$defs/c" }] },
      d: { type: "string" },
    },
    { $defs: { c: { type: "boolean" } } },
  );
  expect(kinds(drawn)).toEqual(["text", "number", "boolean", "text"]);
  expect(drawn.map(({ nullable }) => nullable)).toEqual([true, true, true, false]);
});

test("several shapes are named by their title, their reference, their mark or their kind", () => {
  const marked = { properties: { type: { const: "circle" } }, required: ["type"] };
  const [shape] = fields(
    {
      shape: {
        oneOf: [
          { title: "A line", properties: { length: {} } },
          { $ref: "#/$defs/Square" },
          marked,
          { type: "string" },
          { properties: { a: {} } },
        ],
      },
    },
    { $defs: { Square: { properties: { side: { type: "number" } } } } },
  );
  const ways = shape?.shape.kind === "either" ? shape.shape.ways : [];
  expect(ways.map(({ label }) => label)).toEqual([
    "A line",
    "Square",
    "circle",
    "Text",
    "Option 5",
  ]);
});

test("ways that only demand are no ways", () => {
  const { shape } = form({
    properties: { a: {}, b: {} },
    anyOf: [{ required: ["a"] }, { required: ["b"] }],
  });
  expect(shape.kind).toBe("object");
});

test("a whole that is one of several objects has a form", () => {
  const { shape } = form({
    type: "object",
    properties: { id: { type: "string" } },
    oneOf: [{ properties: { a: {} } }, { properties: { b: {} } }],
  });
  const ways = shape.kind === "either" ? shape.ways : [];
  expect(
    ways.map(({ shape: it }) => (it.kind === "object" ? it.fields.map(({ name }) => name) : [])),
  ).toEqual([
    ["id", "a"],
    ["id", "b"],
  ]);
});

test("a name that belongs to every object is a name like any other", () => {
  const drawn = formOf('{"properties":{"__proto__":{"type":"string"},"constructor":{}}}');
  expect(drawn).toMatchObject({
    field: { shape: { fields: [{ name: "__proto__" }, { name: "constructor" }] } },
  });
});

test("what the server hides in its words is made visible", () => {
  const [field] = fields({ "a\u202eb": { description: "\u200bx", enum: ["y\u0000"] } });
  expect(field).toMatchObject({
    name: "a\u202eb",
    label: "a\\u{202e}b",
    description: "\\u{200b}x",
    shape: { options: [{ json: '"y\\u0000"', text: "y\\u{0}" }] },
  });
});
