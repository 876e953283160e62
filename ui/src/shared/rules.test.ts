import { expect, test } from "vitest";
import type { UsageView } from "../backend/types";
import { hasChanged, ownRule, ruleFor } from "./rules";

const usage: UsageView = {
  scope: "allFolders",
  rules: [
    { app: null, tool: "write", rule: "off" },
    { app: "Codex", tool: "write", rule: "ask" },
  ],
  changedTools: [],
  holdChanged: false,
};

test("an app’s own rule comes before the one for every app, and without any a tool is allowed", () => {
  expect(ruleFor(usage, "Codex", "write")).toBe("ask");
  expect(ruleFor(usage, "Zed", "write")).toBe("off");
  expect(ruleFor(usage, null, "write")).toBe("off");
  expect(ruleFor(usage, "Codex", "read")).toBe("allowed");
  expect(ownRule(usage, "Zed", "write")).toBeNull();
});

test("a tool whose name hides something has its rule all the same", () => {
  const hidden: UsageView = {
    ...usage,
    rules: [{ app: null, tool: "wri\\u{202e}te", rule: "off" }],
    changedTools: ["wri\\u{202e}te"],
  };
  expect(ruleFor(hidden, null, "wri\u202ete")).toBe("off");
  expect(hasChanged(hidden, "wri\u202ete")).toBe(true);
  expect(ruleFor(hidden, null, "write")).toBe("allowed");
});
