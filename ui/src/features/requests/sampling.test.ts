import { expect, test } from "vitest";
import { plainSampling } from "../../backend/demo-requests";
import type { AnswerView, SamplingView } from "../../backend/types";
import {
  BY_HAND,
  contextText,
  draftOf,
  editOf,
  joined,
  keyOfModel,
  modelOf,
  modelsOf,
  pickedOf,
  placeOf,
  prioritiesText,
  textOf,
  type Draft,
} from "./sampling";

const view: SamplingView = {
  ...plainSampling,
  systemPrompt: "Be brief.",
  messages: [{ role: "user", parts: [{ kind: "text", text: "Hello" }] }],
  temperature: 0.5,
  chosen: { provider: 1, model: "llama 3" },
};
const changed = (change: Partial<Draft>) => editOf(view, { ...draftOf(view), ...change });

test("what was not changed is left out", () => {
  expect(changed({})).toEqual({
    edit: {
      model: { provider: 1, model: "llama 3" },
      maxTokens: null,
      temperature: null,
      systemPrompt: null,
      texts: [],
      allowNext: 0,
    },
  });
});

test("what was changed goes with its place", () => {
  const model = keyOfModel({ provider: 2, model: "b" });
  const texts = { [placeOf(0, 0)]: "Good day", [placeOf(7, 0)]: "nowhere" };
  expect(
    changed({
      model,
      texts,
      systemPrompt: "",
      maxTokens: " 50 ",
      temperature: "0",
      allowNext: true,
    }),
  ).toEqual({
    edit: {
      model: { provider: 2, model: "b" },
      maxTokens: 50,
      temperature: 0,
      systemPrompt: "",
      texts: [{ message: 0, part: 0, text: "Good day" }],
      allowNext: 5,
    },
  });
});

test("a text that is again what it was is no change", () => {
  expect(changed({ texts: { [placeOf(0, 0)]: "Hello" } })).toMatchObject({ edit: { texts: [] } });
});

test.each(["", "0", "-1", "1.5", "many", "401"])("%j tokens are refused", (maxTokens) => {
  expect(changed({ maxTokens })).toEqual({
    problems: { maxTokens: "A whole number from 1 to 400: the server asked for no more." },
  });
});

test.each(["warm", "-0.1", "2.1", "", "NaN"])("a temperature of %j is refused", (temperature) => {
  expect(changed({ temperature })).toEqual({
    problems: { temperature: "A number from 0 to 2." },
  });
});

test("a temperature the server does not name may stay the model’s own", () => {
  const own = { ...view, temperature: null };
  expect(editOf(own, draftOf(own))).toMatchObject({ edit: { temperature: null } });
});

test("the rules choose as long as the person does not", () => {
  const draft = draftOf(view);
  expect(modelOf(pickedOf(view, draft))).toEqual({ provider: 1, model: "llama 3" });
  expect(modelOf(pickedOf(view, { ...draft, model: BY_HAND }))).toBeNull();
  expect(pickedOf({ ...view, chosen: null }, draft)).toBe("");
});

test("a preferred model is there even if the provider does not name it", () => {
  const provider = { models: ["a"], preferred: "b" } as Parameters<typeof modelsOf>[0];
  expect(modelsOf(provider)).toEqual(["b", "a"]);
  expect(modelsOf({ ...provider, preferred: "a" })).toEqual(["a"]);
});

test("what matters to the server is said in words", () => {
  expect(prioritiesText({ cost: 0, speed: 0.5, intelligence: 1 })).toEqual([
    "Low cost matters little to it",
    "Speed matters to it",
    "Ability matters a lot to it",
  ]);
  expect(prioritiesText({ cost: null, speed: null, intelligence: null })).toEqual([]);
});

test("context that is asked for is never added, and none is not spoken of", () => {
  expect(contextText("allServers")).toMatch(/Nothing is added/);
  expect(contextText("thisServer")).toMatch(/Nothing is added/);
  expect(contextText("none")).toBeNull();
  expect(contextText(null)).toBeNull();
});

test("an answer is text only if all of it is", () => {
  const answer: AnswerView = {
    request: 1,
    model: "a",
    parts: [{ kind: "text", text: "one" }],
    stopReason: null,
    tokensIn: null,
    tokensOut: null,
  };
  expect(textOf(null)).toBe("");
  expect(textOf(answer)).toBe("one");
  const tool = { kind: "toolUse" as const, name: "read", json: "{}" };
  expect(textOf({ ...answer, parts: [...answer.parts, tool] })).toBeNull();
});

test.each([
  ["", "", ""],
  ["", "Hel", "Hel"],
  ["Hello", "", "Hello"],
  ["Hello", "lo wor", "Hello wor"],
  ["Hello", " world", "Hello world"],
  ["Hello wor", "lo world", "Hello world"],
])("%j and since then %j are %j", (told, since, whole) => {
  expect(joined(told, since)).toBe(whole);
});
