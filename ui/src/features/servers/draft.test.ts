import { expect, test } from "vitest";
import { toDraft, toTyped } from "./draft";

const nothing = { secrets: [], said: {}, was: null };

test("a draft comes back as it was", () => {
  const draft = {
    name: "git",
    program: "uvx",
    args: ["mcp-server-git", "--repository", "/home/ada/my code"],
    env: [{ name: "LEVEL", value: " kept " }],
    cwd: "/srv",
    secrets: ["TOKEN"],
    said: { TOKEN: true, LEVEL: false },
    was: null,
  };
  expect(toDraft(toTyped(draft))).toEqual(draft);
});

test("a secret stays as it is until something is typed for it", () => {
  const draft = { name: "git", program: "uvx", args: [], env: [], cwd: null, ...nothing };
  const typed = toTyped({ ...draft, secrets: ["TOKEN", "KEY"] });
  expect(typed.env.map(({ value }) => value)).toEqual(["", ""]);
  typed.env[0]!.value = "new";
  expect(toDraft(typed)).toEqual({
    ...draft,
    env: [{ name: "TOKEN", value: "new" }],
    secrets: ["KEY"],
  });
});

test("what is left empty is nothing", () => {
  expect(toDraft(toTyped(null))).toEqual({
    name: "",
    program: "",
    args: [],
    env: [],
    cwd: null,
    ...nothing,
  });
});

test("lines and variables without anything in them are left out", () => {
  const typed = {
    name: " git ",
    program: "uvx",
    args: "a\n\n b\n",
    env: [{ name: "", value: "x", kept: false, secret: "" as const }],
    cwd: " ",
  };
  expect(toDraft(typed)).toEqual({
    name: "git",
    program: "uvx",
    args: ["a", " b"],
    env: [],
    cwd: null,
    ...nothing,
  });
});
