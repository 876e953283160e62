import { expect, test } from "vitest";
import { blank, carried, filled, rowOf, written, type Entry, type Problems } from "./entry";
import { parsed, type Json } from "./json";
import { formOf } from "./schema";
import type { Field } from "./shape";

const json = (value: unknown): Json => parsed(JSON.stringify(value))!;

function form(properties: object, required: string[] = []): Field {
  const drawn = formOf(JSON.stringify({ properties, required }));
  if (drawn.kind !== "form") throw new Error("no form");
  return drawn.field;
}

/** What is sent when the first fields hold these texts. */
function sent(field: Field, ...texts: string[]): string | Problems {
  const entry = blank(field);
  texts.forEach((text, index) => (entry.fields[index]!.text = text));
  return result(field, entry);
}

function result(field: Field, entry: Entry): string | Problems {
  const problems: Problems = new Map();
  const made = written(field, entry, problems);
  return problems.size > 0 ? problems : made!;
}

const text = { type: "string" };

test("what is left empty is left out", () => {
  const drawn = form({
    a: text,
    b: { type: "array", items: text },
    c: { properties: { d: text }, required: ["d"] },
    e: { oneOf: [text, { type: "number" }] },
    f: {},
  });
  expect(result(drawn, blank(drawn))).toBe("{}");
});

test("numbers keep their digits", () => {
  const drawn = form({ big: { type: "integer" }, small: { type: "number" } });
  expect(sent(drawn, "12345678901234567890", " 1e-7 ")).toBe(
    '{"big":12345678901234567890,"small":1e-7}',
  );
});

test("numbers keep their digits and names their order, from the schema and from JSON", () => {
  const big = "12345678901234567890";
  const drawn = formOf(`{"properties":{
    "2":{"type":"integer","default":${big}},
    "1":{"enum":[${big},1.50]},
    "more":{"type":"object","additionalProperties":{"type":"number"}},
    "any":{}
  }}`);
  if (drawn.kind !== "form") throw new Error("no form");
  expect(result(drawn.field, blank(drawn.field))).toBe(`{"2":${big}}`);
  const given = `{"2":${big}1,"1":1.50,"more":{"10":0.10,"9":1e400},"any":{"b":1.0,"a":[${big}]}}`;
  const back = result(drawn.field, filled(drawn.field, parsed(given)!, [])) as string;
  expect(back.replace(/\s/g, "")).toBe(given);
});

test("a pattern of the server is not run", () => {
  const pattern = `^${"a?".repeat(40)}[a-c]{40}$`;
  const drawn = form({ a: { ...text, pattern } });
  expect(sent(drawn, "a".repeat(79) + "d")).toBe(`{"a":"${"a".repeat(79)}d"}`);
});

test("text is kept as typed, and names are quoted", () => {
  expect(sent(form({ 'a"b': text }), ' "x"\n')).toBe('{"a\\"b":" \\"x\\"\\n"}');
});

test("a choice keeps its type", () => {
  expect(sent(form({ k: { enum: ["a", 2] } }), "2")).toBe('{"k":2}');
});

test("what is fixed and needed is there", () => {
  expect(sent(form({ k: { const: 7 } }, ["k"]))).toBe('{"k":7}');
  expect(sent(form({ k: { const: 7 } }))).toBe("{}");
});

test("defaults are there to begin with, all the way down", () => {
  const drawn = form({
    a: { ...text, default: "x" },
    b: { type: "array", items: { type: "integer" }, default: [1, 2] },
    c: { properties: { d: text, e: text }, default: { d: "y" } },
    f: { type: "boolean", default: false },
    g: { oneOf: [{ type: "number" }, text], default: "z" },
    h: { type: ["string", "null"], default: null },
  });
  expect(result(drawn, blank(drawn))).toBe('{"a":"x","b":[1,2],"c":{"d":"y"},"f":false,"g":"z"}');
});

test("what does not fit is said by its place", () => {
  const drawn = form(
    {
      a: text,
      n: { type: "number" },
      i: { type: "integer", maximum: 3 },
      j: {},
      m: { ...text, format: "email" },
    },
    ["a"],
  );
  expect(sent(drawn, "", "1,5", "4", "{", "me")).toEqual(
    new Map([
      ["/0", "Required."],
      ["/1", "Not a number."],
      ["/2", "Too large: 3 or less."],
      ["/3", expect.stringMatching(/^Not valid JSON/)],
      ["/4", "This has to be an e-mail address."],
    ]),
  );
});

test("lists and further names are rows", () => {
  const drawn = form({
    list: { type: "array", items: text, minItems: 2 },
    names: { additionalProperties: { type: "integer" } },
  });
  const entry = blank(drawn);
  const { shape } = drawn;
  if (shape.kind !== "object") throw new Error("no object");
  const [list, names] = shape.fields;
  if (list?.shape.kind !== "list" || names?.shape.kind !== "object") throw new Error("no rows");
  entry.fields[0]!.rows = [rowOf(list.shape.item, "", "a")];
  expect(result(drawn, entry)).toEqual(new Map([["/0", "At least 2 items."]]));
  entry.fields[0]!.rows.push(rowOf(list.shape.item, "", "b"));
  const more = names.shape.more!;
  entry.fields[1]!.rows = ["1", "2"].map((it) => rowOf(more, "x", parsed(it)));
  expect([...(result(drawn, entry) as Problems).values()]).toEqual(["This name is there already."]);
  entry.fields[1]!.rows[1]!.name = "y";
  expect(result(drawn, entry)).toBe('{"list":["a","b"],"names":{"x":1,"y":2}}');
});

test("null is sent where it may be, and only when asked for", () => {
  const drawn = form({ a: { type: ["string", "null"] } }, ["a"]);
  const entry = blank(drawn);
  entry.fields[0]!.isNull = true;
  expect(result(drawn, entry)).toBe('{"a":null}');
});

test("only the chosen way is sent, and only its problems count", () => {
  const drawn = form({ e: { oneOf: [text, { type: "number" }] } }, ["e"]);
  const entry = blank(drawn);
  const either = entry.fields[0]!;
  either.ways[1]!.text = "no number";
  either.ways[0]!.text = "yes";
  expect(result(drawn, entry)).toBe('{"e":"yes"}');
  either.way = 1;
  expect(result(drawn, entry)).toEqual(new Map([["/0/1", "Not a number."]]));
});

test("JSON goes into the form and comes out the same", () => {
  const drawn = form({
    a: text,
    n: { type: ["number", "null"] },
    s: { type: "array", uniqueItems: true, items: { enum: ["x", "y"] } },
    l: { type: "array", items: { properties: { k: text } } },
    o: { properties: { k: text }, additionalProperties: { type: "boolean" } },
    e: { oneOf: [{ properties: { p: text } }, { type: "string" }] },
    j: {},
  });
  const value = {
    a: "b",
    n: null,
    s: ["y"],
    l: [{ k: "1" }, {}],
    o: { k: "2", more: true },
    e: "plain",
    j: [1, { z: null }],
  };
  const lost: string[] = [];
  const back = result(drawn, filled(drawn, json(value), lost));
  expect(lost).toEqual([]);
  expect(JSON.parse(back as string)).toEqual(value);
});

test("JSON that has no place in the form is named", () => {
  const drawn = form({ a: text, n: { type: "number" }, o: { properties: { k: text } } });
  const lost: string[] = [];
  filled(drawn, json({ a: 1, n: 2, o: { k: "x", q: 1 }, z: 0 }), lost);
  expect(lost).toEqual(["a", "q", "z"]);
});

test("what is typed is taken over by name when a tool is described anew", () => {
  const before = form({ a: text, n: { type: "number" }, k: { enum: ["x", "y"] } });
  const entry = blank(before);
  ["typed", "1,5", '"y"'].forEach((typed, index) => (entry.fields[index]!.text = typed));
  const after = form({ first: text, k: { enum: ["x"] }, n: { type: "number" }, a: text });
  const texts = carried(before, entry, after).fields.map((field) => field.text);
  expect(texts).toEqual(["", "", "1,5", "typed"]);
});
