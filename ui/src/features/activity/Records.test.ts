import { render, screen } from "@testing-library/svelte";
import { expect, test } from "vitest";
import { fake, playing } from "../../../tests/playing";
import type { FactCode } from "../../backend/types";
import { everything } from "../../shared/activity";
import Records from "./Records.svelte";

playing();

test("what was blocked did not fail", async () => {
  fake.records.add("attempt-denied", { actor: "server", ok: false, path: "/etc/shadow" });
  fake.records.add("server-failed", { actor: "server", ok: false });
  const { records } = await fake.commands.activity(everything);
  const some = records.filter(({ kind }) => ["attempt-denied", "server-failed"].includes(kind));
  render(Records, { records: some });
  expect(screen.getByText("Blocked").className).not.toContain("failed");
  expect(screen.getAllByText("Failed")).toHaveLength(1);
});

test("what a record says besides is said in words, and what has no words as it is", async () => {
  const coded = (code: FactCode, number: number | null = null) => ({ code, text: null, number });
  fake.records.add("destination-allowed", {
    detail: "api.example.com, for a time",
    facts: [{ code: null, text: "api.example.com", number: null }, coded("for-a-time")],
  });
  fake.records.add("limits-changed", {
    detail: "5000000 bytes a day",
    facts: [coded("bytes-a-day", 5_000_000)],
  });
  fake.records.add("tool-rule-changed", {
    detail: "write_file: ask first, for Claude Code",
    facts: [
      { code: "rule-ask", text: "write_file", number: null },
      { code: "for-app", text: "Claude Code", number: null },
    ],
  });
  fake.records.add("tool-called", { detail: "search" });
  const { records } = await fake.commands.activity(everything);
  const kinds = ["destination-allowed", "limits-changed", "tool-rule-changed", "tool-called"];
  render(Records, { records: records.filter(({ kind }) => kinds.includes(kind)) });
  const text = document.body.textContent.replace(/[\u2068\u2069]/g, "");
  expect(text).toContain("api.example.com, for a time");
  expect(text).toMatch(/at most 5(\.0)?\sMB sent a day/);
  expect(text).not.toContain("5000000");
  expect(text).toContain("write_file: ask first, for Claude Code");
  expect(text).toContain("search");
});

test("what a tool was called with is shown where it was written down", async () => {
  fake.records.add("tool-called", { detail: "search", arguments: '{"q":"Ähre"}' });
  fake.records.add("tool-called", { detail: "other" });
  const { records } = await fake.commands.activity(everything);
  render(Records, { records: records.slice(0, 2) });
  expect(screen.getAllByText("Arguments")).toHaveLength(1);
  expect(screen.getByText('{"q":"Ähre"}')).toBeTruthy();
});
