import { expect, test } from "vitest";
import type { UsageView } from "../backend/types";
import { ownRule, ruleFor } from "./rules";

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
