import { expect, test } from "vitest";
import { toDraft, toTyped } from "./draft";

test("a draft comes back as it was", () => {
  const draft = {
    name: "git",
    program: "uvx",
    args: ["mcp-server-git", "--repository", "/home/ada/my code"],
    env: [{ name: "TOKEN", value: " kept " }],
    cwd: "/srv",
  };
  expect(toDraft(toTyped(draft))).toEqual(draft);
});

test("what is left empty is nothing", () => {
  expect(toDraft(toTyped(null))).toEqual({ name: "", program: "", args: [], env: [], cwd: null });
});

test("lines and variables without anything in them are left out", () => {
  const typed = {
    name: " git ",
    program: "uvx",
    args: "a\n\n b\n",
    env: [{ name: "", value: "x" }],
    cwd: " ",
  };
  expect(toDraft(typed)).toEqual({
    name: "git",
    program: "uvx",
    args: ["a", " b"],
    env: [],
    cwd: null,
  });
});
