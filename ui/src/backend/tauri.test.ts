import { emit } from "@tauri-apps/api/event";
import { clearMocks, mockIPC } from "@tauri-apps/api/mocks";
import { afterEach, expect, test } from "vitest";
import { asFailure } from "./backend";
import { tauri } from "./tauri";

afterEach(clearMocks);

test("a command carries its arguments by name", async () => {
  const calls: unknown[] = [];
  mockIPC((command, given) => void calls.push([command, given]));
  await tauri.commands.grant(1, 2, "read", "always", null);
  expect(calls).toEqual([
    ["grant", { pick: 1, server: 2, access: "read", lifetime: "always", typed: null }],
  ]);
});

test("a refusal carries the failure", async () => {
  const failure = { code: "storage-full", details: {} };
  mockIPC(() => Promise.reject(failure));
  await expect(tauri.commands.revoke(1)).rejects.toEqual(failure);
});

test("an event hands over its payload until stopped", async () => {
  mockIPC(() => undefined, { shouldMockEvents: true });
  const heard: boolean[] = [];
  const stop = await tauri.on("dragging", (over) => heard.push(over));
  await emit("dragging", true);
  stop();
  await Promise.resolve();
  await emit("dragging", false);
  expect(heard).toEqual([true]);
});

test("whatever was thrown has words", () => {
  expect(asFailure({ code: "x", details: {} })).toEqual({ code: "x", details: {} });
  expect(asFailure(new Error("odd"))).toEqual({
    code: "internal",
    details: { reason: "odd" },
  });
  expect(asFailure("command revoke not found").details.reason).toBe("command revoke not found");
});
