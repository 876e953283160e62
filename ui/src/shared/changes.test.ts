import { beforeEach, expect, test } from "vitest";
import { Fake } from "../backend/fake";
import { changes } from "./changes";

let fake: Fake;

beforeEach(() => {
  fake = new Fake();
  fake.furnish();
});

async function said(act: () => unknown): Promise<string[]> {
  const before = structuredClone(fake.view());
  await act();
  return changes(before, fake.view());
}

test("nothing new is nothing said", async () => {
  expect(await said(() => fake.log("Files", "a line"))).toEqual([]);
});

test("what waits, what was given and what ended is said", async () => {
  expect(await said(() => fake.drop({ path: "/w/acme" }))).toEqual([
    "A question about acme is waiting.",
  ]);
  expect(await said(() => fake.give("/w/acme", "Files", "read", { kind: "always" }))).toEqual([
    "Files may now use acme.",
  ]);
  expect(await said(() => fake.commands.revokeAll())).toEqual([
    "Files’s access to acme was revoked.",
  ]);
});

test("what waits for consent is said once", async () => {
  fake.give("/w/acme", "Files", "read", { kind: "always" });
  const { id } = fake.view().grants[0]!;
  const ask = () => fake.commands.setAccess(id, "readWrite");
  expect(await said(ask)).toEqual(["A question waits for your consent."]);
  expect(await said(ask)).toEqual([]);
});

test("a server that fails is said, one that stops is not", async () => {
  expect(await said(() => fake.crash("Files", { code: "server-exited", details: {} }))).toEqual([
    "Files failed.",
  ]);
  const { id } = fake.view().servers[1]!;
  expect(await said(() => fake.commands.stopServer(id))).toEqual([]);
});

test("what waits for an answer is said, what was only denied is not", async () => {
  const path = "/w/acme/a.txt";
  expect(await said(() => fake.attempt("Files", { path }))).toEqual([]);
  expect(await said(() => fake.attempt("Files", { path, held: true }))).toEqual([
    "Files waits for you: it tried to reach /w/acme/a.txt.",
  ]);
});

test("what an app waits for is said, and where it works", async () => {
  const session = fake.join("Files", "Codex", { state: { kind: "running", since: 0 } });
  expect(await said(() => fake.usage.hold(session, "write_file"))).toEqual([
    "Codex waits for you: it wants to call write_file of Files.",
  ]);
  expect(await said(() => fake.usage.hold(session, "move", { lapsed: true }))).toEqual([]);
  expect(await said(() => fake.usage.workIn("Files", "Codex", "/w/acme"))).toEqual([
    "Codex is working in acme, which Files may not use.",
  ]);
});

test("a notice is read out", async () => {
  expect(await said(() => fake.notice("storage-full"))).toEqual([
    "The disk is full, so the change was not made. Free some space and try again.",
  ]);
});
