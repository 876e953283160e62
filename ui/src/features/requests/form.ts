import type { Failure, FieldKind, FieldView, FormView } from "../../backend/types";
import { problemText } from "../../shared/form/check";
import type { Problems } from "../../shared/form/entry";
import { parsed, type Json } from "../../shared/form/json";
import type { Field, ObjectField, Shape } from "../../shared/form/shape";

/** So many options are shown at once; more of them become a list to choose from. */
const AT_ONCE = 5;
/** Texts that may be longer get more than one line. */
const LINE = 200;

/** What a server asks, as a form: fields beside each other, and none in another. */
export function formOf(view: FormView): ObjectField {
  return {
    name: "",
    label: "",
    description: null,
    required: true,
    nullable: false,
    initial: undefined,
    shape: { kind: "object", fields: view.fields.map(fieldOf), more: null },
  };
}

/** What the app found, by the places of the fields. */
export function problemsIn({ shape }: ObjectField, failure: Failure | null): Problems {
  const found = failure?.code === "form-invalid" ? failure.details : {};
  return new Map(
    Object.entries(found).flatMap(([name, code]) => {
      const at = shape.fields.findIndex((field) => field.name === name);
      return at < 0 ? [] : [[`/${at}`, problemText(code, shape.fields[at]!.shape)]];
    }),
  );
}

function fieldOf({ name, title, description, required, kind, default: json }: FieldView): Field {
  const initial = (json === null ? undefined : parsed(json)) ?? unsaid(kind);
  const shape = shapeOf(kind, required);
  return { name, label: title, description, required, nullable: false, initial, shape };
}

/** A box always says something. */
function unsaid({ kind }: FieldKind): Json | undefined {
  return kind === "boolean" ? false : undefined;
}

function shapeOf(kind: FieldKind, required: boolean): Shape {
  switch (kind.kind) {
    case "text": {
      const { minLength: least, maxLength: most, pattern } = kind;
      const format = kind.format === "dateTime" ? "local-time" : kind.format;
      const multiline = format === null && (most ?? 0) > LINE;
      return { kind: "text", multiline, rules: { format, pattern, least, most } };
    }
    case "number": {
      const rules = { least: kind.minimum, most: kind.maximum };
      return { kind: "number", whole: kind.integer, rules };
    }
    case "boolean":
      return { kind: "boolean", box: true };
    case "choice":
      return { kind: "choice", options: optionsOf(kind), open: kind.options.length <= AT_ONCE };
    case "choices": {
      // What is needed is no empty list.
      const least = required ? Math.max(kind.minItems ?? 0, 1) : kind.minItems;
      return { kind: "several", options: optionsOf(kind), rules: { least, most: kind.maxItems } };
    }
  }
}

function optionsOf({ options }: Extract<FieldKind, { kind: "choice" | "choices" }>) {
  return options.map(({ value, title }) => ({ json: JSON.stringify(value), text: title }));
}
