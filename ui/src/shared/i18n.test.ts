import { expect, test } from "vitest";
import type { Code, Failure, Hint, WarningCode } from "../backend/types";
import { failureText, pieces, t, warningText } from "./i18n";

test("values are set into the words", () => {
  expect(t("left-hours", { hours: 2, minutes: 5 })).toBe("2 h 5 min left");
  expect(t("paste-found", { count: 1 })).toBe("Found 1 server");
  expect(t("paste-found", { count: 3 })).toBe("Found 3 servers");
});

test("values come apart from the words", () => {
  expect(pieces("consent-title-read", { server: "Files", folder: "acme" })).toEqual([
    { text: "Let ", value: false },
    { text: "“Files”", value: true },
    { text: " read ", value: false },
    { text: "acme", value: true },
    { text: "?", value: false },
  ]);
});

test("only what runs from right to left is isolated", () => {
  expect(t("announce-pick", { folder: "acme" })).toBe("A question about acme is waiting.");
  expect(t("announce-pick", { folder: "מסמכים" })).toBe(
    "A question about \u2068מסמכים\u2069 is waiting.",
  );
});

test("a failure is told with its details", () => {
  const details = { count: "5", seconds: "60" };
  expect(failureText({ code: "crash-loop", details })).toMatch(/ended 5 times within 60 seconds/);
});

test("a failure without words is still told", () => {
  expect(failureText({ code: "brand-new" as Code, details: {} })).toContain("brand-new");
});

test("a detail that is missing never hides the failure", () => {
  expect(failureText({ code: "storage-failed", details: {} })).toContain("could not be saved");
});

test("a hint is a line of its own, and one without words is left out", () => {
  const failure: Failure = { code: "call-denied", details: {} };
  const said = failureText(failure);
  const [first, hint] = failureText({ ...failure, hint: "node" }).split("\n");
  expect(first).toBe(said);
  expect(hint).toContain("Node.js");
  expect(failureText({ ...failure, hint: "brand-new" as Hint })).toBe(said);
});

test("a warning without words is still told", () => {
  expect(warningText({ level: "red", code: "brand-new" as WarningCode, subject: null })).toContain(
    "brand-new",
  );
});

test("a message that is not there fails loudly while developing", () => {
  expect(() => t("no-such-message")).toThrow("no-such-message");
});

test("a name in a title stands in quotes, and passes for no word of the sentence", () => {
  const title = (server: string) => t("enforce-title", { server });
  expect(title("everything")).toBe("Run “everything” without enforcement?");
  expect(pieces("wish-rule-title", { app: "Codex", tool: "run", server: "docs" })).toContainEqual({
    text: "“run”",
    value: true,
  });
  // What stands for a name, or is a label by itself, has none.
  expect(title(t("server-gone"))).toBe("Run A removed server without enforcement?");
  expect(t("apps-server-label", { server: "docs" })).toBe("Show server docs");
});
