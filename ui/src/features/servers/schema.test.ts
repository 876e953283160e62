import { expect, test } from "vitest";
import { argumentsOf, fieldsOf } from "./schema";

const fields = (properties: object, required: string[] = []) =>
  fieldsOf(JSON.stringify({ type: "object", properties, required }))!;

test("each type has its control", () => {
  const drawn = fields({
    text: { type: "string" },
    number: { type: "number" },
    count: { type: "integer" },
    flag: { type: "boolean" },
    kind: { enum: ["a", 2] },
    list: { type: "array" },
    any: {},
    either: { type: ["string", "null"] },
  });
  expect(drawn.map(({ control }) => control)).toEqual([
    "text",
    "number",
    "integer",
    "boolean",
    "enum",
    "json",
    "json",
    "json",
  ]);
});

test.each([
  ["not JSON", "{"],
  ["not an object", '"text"'],
  ["an array", '{"type":"array"}'],
  ["a choice of schemas", '{"type":"object","anyOf":[{}]}'],
  ["a reference", '{"$ref":"#/x"}'],
  ["odd properties", '{"properties":[]}'],
])("%s has no form", (_, schema) => {
  expect(fieldsOf(schema)).toBeNull();
});

test("a schema that says nothing takes no arguments", () => {
  expect(fieldsOf("{}")).toEqual([]);
});

test("what is left empty is left out", () => {
  expect(argumentsOf(fields({ a: { type: "string" }, b: { type: "array" } }), { a: "" })).toEqual({
    json: "{}",
  });
});

test("numbers keep their digits", () => {
  const typed = { big: "12345678901234567890", small: "1e-7" };
  expect(
    argumentsOf(fields({ big: { type: "integer" }, small: { type: "number" } }), typed),
  ).toEqual({ json: '{"big":12345678901234567890,"small":1e-7}' });
});

test("text is kept as typed", () => {
  expect(argumentsOf(fields({ t: { type: "string" } }), { t: ' "x"\n' })).toEqual({
    json: '{"t":" \\"x\\"\\n"}',
  });
});

test("a choice keeps its type", () => {
  expect(argumentsOf(fields({ k: { enum: ["a", 2] } }), { k: "2" })).toEqual({ json: '{"k":2}' });
});

test("a default is there to begin with", () => {
  expect(fields({ a: { type: "string", default: "x" } })[0]?.initial).toBe("x");
  expect(fields({ a: { type: "array", default: [1] } })[0]?.initial).toBe("[1]");
  expect(fields({ a: { enum: ["x"], default: "x" } })[0]?.initial).toBe('"x"');
});

test("what does not fit is said by field", () => {
  const drawn = fields(
    { a: { type: "string" }, n: { type: "number" }, i: { type: "integer" }, j: {} },
    ["a"],
  );
  const built = argumentsOf(drawn, { n: "1,5", i: "1.5", j: "{" });
  expect(built).toEqual({
    problems: {
      a: "Needed.",
      n: "Not a number.",
      i: "Not a whole number.",
      j: expect.stringMatching(/^Not valid JSON/),
    },
  });
});

test("a name that needs quoting is quoted", () => {
  expect(argumentsOf(fields({ 'a"b': { type: "boolean" } }), { 'a"b': "true" })).toEqual({
    json: '{"a\\"b":true}',
  });
});
