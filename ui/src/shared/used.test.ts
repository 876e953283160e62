import { beforeEach, expect, test } from "vitest";
import { Fake } from "../backend/fake";
import type { SessionSpec } from "../backend/fake-sessions";
import type { Failure } from "../backend/types";
import { isUsedAlone, usedByText, worstTrouble } from "./used";

let fake: Fake;

beforeEach(() => {
  fake = new Fake();
  fake.furnish();
});

const running: SessionSpec = { state: { kind: "running", since: 1 } };
const server = () => fake.view().servers[0]!;
const sessions = () => fake.view().sessions;

test("two apps are named, of more it is said how many, and none is counted twice", () => {
  for (const app of ["Claude Code", "Claude Code", "Codex"]) fake.join("Files", app, running);
  expect(usedByText(sessions())).toBe("Used by Claude Code, Codex");
  fake.join("Files", "Zed", running);
  expect(usedByText(sessions())).toBe("Used by 3 apps");
});

test("trouble is what fails, what stays open and what is not enforced; the worst leads", () => {
  const trouble = () => worstTrouble(server(), sessions());
  fake.join("Files", "Codex", running);
  fake.join("Files", "Zed", { state: { kind: "starting", since: Date.now() } });
  expect(trouble()).toBeNull();
  fake.join("Files", "Zed", { ...running, inForce: { kind: "openHandles", count: 1 } });
  expect(trouble()).toMatchObject({ text: "1 file still open", tone: "warn" });
  const reason: Failure = { code: "server-exited", details: {} };
  fake.join("Files", "Cursor", { state: { kind: "failed", reason } });
  expect(trouble()).toMatchObject({ text: "Failed", tone: "danger" });
});

test("what a session is not kept to is trouble, however well it runs", () => {
  fake.join("Files", "Codex", { ...running, inForce: { kind: "advisory" } });
  expect(worstTrouble(server(), sessions())).toMatchObject({ text: "Not enforced", tone: "warn" });
});

test("a server is used alone while its own process is stopped", () => {
  expect(isUsedAlone(server(), sessions())).toBe(false);
  fake.join("Files", "Codex", running);
  expect(isUsedAlone(server(), sessions())).toBe(false);
  fake.changeServer("Files", { state: { kind: "stopped" } });
  expect(isUsedAlone(server(), sessions())).toBe(true);
  expect(isUsedAlone(server(), [])).toBe(false);
});
