import { render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Fake } from "../../backend/fake";
import { app } from "../../shared/app.svelte";
import Records from "./Records.svelte";

let fake: Fake;

beforeEach(async () => {
  fake = new Fake();
  fake.furnish();
  await app.connect(fake);
});
afterEach(() => app.disconnect());

test("what was blocked did not fail", async () => {
  fake.records.add("attempt-denied", { actor: "server", ok: false, path: "/etc/shadow" });
  fake.records.add("server-failed", { actor: "server", ok: false });
  const every = { server: null, kinds: [], text: "", before: null };
  const { records } = await fake.commands.activity(every);
  const some = records.filter(({ kind }) => ["attempt-denied", "server-failed"].includes(kind));
  render(Records, { records: some });
  expect(screen.getByText("Blocked").className).not.toContain("failed");
  expect(screen.getAllByText("Failed")).toHaveLength(1);
});
