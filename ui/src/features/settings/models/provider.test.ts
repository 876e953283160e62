import { expect, test } from "vitest";
import type { ProviderView } from "../../../backend/types";
import { sameHost, toDraft, toTyped } from "./provider";

const provider: ProviderView = {
  id: 1,
  name: "Lab",
  api: "openAi",
  url: "https://lab.example/v1",
  local: false,
  key: "kept",
  state: { kind: "ready" },
  models: ["a"],
  preferred: "a",
};

test("a key that is not typed stays, and goes only when it is to", () => {
  const typed = toTyped(provider);
  expect(typed.key).toBe("");
  expect(toDraft(typed)).toEqual({
    name: "Lab",
    api: "openAi",
    url: "https://lab.example/v1",
    key: null,
    preferred: "a",
  });
  expect(toDraft({ ...typed, key: " k " }).key).toBe("k");
  expect(toDraft({ ...typed, key: "k", dropKey: true }).key).toBe("");
});

test("nothing preferred is nothing", () => {
  expect(toDraft({ ...toTyped(provider), preferred: "" }).preferred).toBeNull();
});

test.each([
  ["https://lab.example/v1", "https://lab.example/v2", true],
  ["https://lab.example/v1", "http://lab.example/v1", false],
  ["https://lab.example", "https://lab.example:8443", false],
  ["https://lab.example", "lab", false],
])("%s and %s: %s", (one, other, same) => {
  expect(sameHost(one, other)).toBe(same);
});
