import { t } from "../i18n";
import { countProblem, numberProblem, problemText, textProblem } from "./check";
import { formats } from "./formats";
import {
  Digits,
  indented,
  isObject,
  jsonProblem,
  memberText,
  textOf,
  type Json,
  type JsonObject,
} from "./json";
import type { Field, Shape } from "./shape";

/** What is typed for one field. Every kind of field uses what it needs of it. */
export type Entry = {
  isNull: boolean;
  /** An object, or one of several shapes, is filled in and not left out. */
  on: boolean;
  /** Of texts, numbers, choices and JSON; empty when it is not set. */
  text: string;
  /** Of several choices, each as JSON text. */
  picks: string[];
  /** Of lists, and of the further names of an object. */
  rows: Row[];
  fields: Entry[];
  way: number;
  ways: Entry[];
};

export type Row = { key: number; name: string; entry: Entry };

/** What is wrong, by the place of the field: `/0/2` is the third field of the first. */
export type Problems = Map<string, string>;

/** What the input of a field is given when there are further fields in it. */
export type Nested<Kind extends Shape["kind"]> = {
  field: Field;
  shape: Extract<Shape, { kind: Kind }>;
  entry: Entry;
  problems: Problems;
  place: string;
};

/** A field before anything is typed: with its default, or not set. */
export function blank(field: Field): Entry {
  const { shape } = field;
  const entry: Entry = {
    isNull: false,
    on: field.required,
    text: "",
    picks: [],
    rows: [],
    fields: shape.kind === "object" ? shape.fields.map(blank) : [],
    way: 0,
    ways: shape.kind === "either" ? shape.ways.map(blank) : [],
  };
  if (field.initial !== undefined && field.initial !== null) put(field, entry, field.initial, []);
  return entry;
}

/** A field with that value in it. What does not fit is named in `lost` and left out. */
export function filled(field: Field, value: Json, lost: string[]): Entry {
  const entry = blank({ ...field, initial: undefined });
  if (!put(field, entry, value, lost)) lost.push(field.label);
  return entry;
}

/** What was typed, taken over to a field that is described anew, as far as it is of a kind. */
export function carried(from: Field, entry: Entry, to: Field): Entry {
  const fresh = blank(to);
  const [before, after] = [from.shape, to.shape];
  if (before.kind === "object" && after.kind === "object") {
    const { more } = before;
    fresh.on ||= entry.on;
    fresh.fields = after.fields.map((field, index) => {
      const at = before.fields.findIndex(({ name }) => name === field.name);
      return at < 0 ? fresh.fields[index]! : carried(before.fields[at]!, entry.fields[at]!, field);
    });
    if (more && after.more) fresh.rows = carriedRows(more, entry.rows, after.more);
    return fresh;
  }
  if (before.kind === "list" && after.kind === "list") {
    fresh.rows = carriedRows(before.item, entry.rows, after.item);
    return fresh;
  }
  const same = JSON.stringify(before) === JSON.stringify(after);
  const plain = before.kind === after.kind && ["text", "number", "json"].includes(after.kind);
  if (same) return entry;
  return plain ? { ...fresh, text: entry.text } : fresh;
}

function carriedRows(from: Field, rows: Row[], to: Field): Row[] {
  return rows.map((row) => ({ ...row, entry: carried(from, row.entry, to) }));
}

let lastRow = 0;

export function rowOf(field: Field, name = "", value?: Json): Row {
  const entry = value === undefined ? blank(field) : filled(field, value, []);
  return { key: ++lastRow, name, entry };
}

/** False when the value is of another kind than the field. */
function put(field: Field, entry: Entry, value: Json, lost: string[]): boolean {
  const { shape } = field;
  if (value === null && field.nullable) {
    entry.isNull = true;
    return true;
  }
  switch (shape.kind) {
    case "text": {
      const shown = formats.get(shape.rules.format)?.shown;
      return typeof value === "string" && write(entry, shown ? shown(value) : value);
    }
    case "number":
      return value instanceof Digits && write(entry, value.text);
    case "boolean":
      return typeof value === "boolean" && write(entry, String(value));
    case "json":
      return write(entry, indented(textOf(value)));
    case "choice": {
      const json = textOf(value);
      return shape.options.some((option) => option.json === json) && write(entry, json);
    }
    case "several":
      if (!Array.isArray(value)) return false;
      entry.picks = value.map(textOf);
      return entry.picks.every((pick) => shape.options.some(({ json }) => json === pick));
    case "list":
      if (!Array.isArray(value)) return false;
      entry.rows = value.map((one) => rowOf(shape.item, "", one));
      return value.every((one) => fits(shape.item, one));
    case "object":
      if (!isObject(value)) return false;
      entry.on = true;
      putIn(field, entry, value, lost);
      return true;
    case "either": {
      const way = shape.ways.findIndex((one) => fits(one, value));
      if (way < 0) return false;
      entry.on = true;
      entry.way = way;
      entry.ways[way] = filled(shape.ways[way]!, value, []);
      return true;
    }
  }
}

function putIn(field: Field, entry: Entry, value: JsonObject, lost: string[]): void {
  if (field.shape.kind !== "object") return;
  const { fields, more } = field.shape;
  entry.fields = fields.map((inner) =>
    value.has(inner.name)
      ? filled(inner, value.get(inner.name)!, lost)
      : blank({ ...inner, initial: undefined }),
  );
  const others = [...value.keys()].filter((name) => fields.every((inner) => inner.name !== name));
  if (more) entry.rows = others.map((name) => rowOf(more, name, value.get(name)));
  else lost.push(...others);
}

function fits(field: Field, value: Json): boolean {
  const lost: string[] = [];
  filled(field, value, lost);
  return lost.length === 0;
}

function write(entry: Entry, text: string): true {
  entry.text = text;
  return true;
}

/** The value as JSON text, undefined when it is left out. What is wrong is put into `problems`. */
export function written(
  field: Field,
  entry: Entry,
  problems: Problems,
  place = "",
): string | undefined {
  const { shape } = field;
  if (field.nullable && entry.isNull) return "null";
  switch (shape.kind) {
    case "object":
    case "either":
      if (!entry.on && !field.required && entry.rows.length === 0) return undefined;
      return shape.kind === "object"
        ? writtenObject(field, entry, problems, place)
        : written(
            shape.ways[entry.way]!,
            entry.ways[entry.way]!,
            problems,
            `${place}/${entry.way}`,
          );
    case "list": {
      if (entry.rows.length === 0 && !field.required) return undefined;
      const problem = countProblem(entry.rows.length, shape.rules);
      note(problems, place, shape, problem && `${problem}-items`);
      const values = entry.rows.map((row) =>
        written(shape.item, row.entry, problems, `${place}/${row.key}`),
      );
      return `[${values.join(",")}]`;
    }
    case "several": {
      const { length } = entry.picks;
      if (length === 0 && !field.required) return undefined;
      const first = length === 0 && shape.rules.least === 1;
      note(problems, place, shape, first ? "missing" : countProblem(length, shape.rules));
      return `[${entry.picks.join(",")}]`;
    }
    default:
      return writtenText(field, entry, problems, place);
  }
}

function writtenText(
  { shape, required }: Field,
  entry: Entry,
  problems: Problems,
  place: string,
): string | undefined {
  const text = shape.kind === "text" ? entry.text : entry.text.trim();
  if (text === "") {
    note(problems, place, shape, required ? "missing" : null);
    return undefined;
  }
  if (shape.kind === "text") {
    const problem = textProblem(text, shape.rules);
    note(problems, place, shape, problem);
    const sent = problem === null ? formats.get(shape.rules.format)?.sent : undefined;
    return JSON.stringify(sent ? sent(text) : text);
  }
  if (shape.kind === "number") {
    note(problems, place, shape, numberProblem(text, shape.whole, shape.rules));
  }
  const broken = shape.kind === "json" ? jsonProblem(text) : null;
  if (broken !== null) problems.set(place, broken);
  return text;
}

// The value is put together as text, so that no number loses its precision.
function writtenObject(field: Field, entry: Entry, problems: Problems, place: string): string {
  if (field.shape.kind !== "object") return "{}";
  const { fields, more } = field.shape;
  const parts: string[] = [];
  const names = new Set<string>();
  const put = (inner: Field, of: Entry, name: string, at: string) => {
    const value = written(inner, of, problems, at);
    if (value !== undefined) parts.push(memberText(name, value));
    names.add(name);
  };
  fields.forEach((inner, at) => put(inner, entry.fields[at]!, inner.name, `${place}/${at}`));
  for (const { key, name, entry: of } of more ? entry.rows : []) {
    const at = `${place}/${key}`;
    if (name === "") problems.set(`${at}/name`, t("tools-name-needed"));
    else if (names.has(name)) problems.set(`${at}/name`, t("tools-name-doubled"));
    put(more!, of, name, at);
  }
  return `{${parts.join(",")}}`;
}

function note(problems: Problems, place: string, shape: Shape, code: string | null): void {
  if (code !== null) problems.set(place, problemText(code, shape));
}
