import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Fake } from "./fake";
import type { ProgressView } from "./types";

let fake: Fake;

beforeEach(() => {
  vi.useFakeTimers({ now: new Date("2026-05-04T10:00:00Z") });
  fake = new Fake();
  fake.furnish();
});
afterEach(() => vi.useRealTimers());

const server = () => fake.view().servers[0]!;
const everything = { direction: null, text: "", errorsOnly: false, before: null };

test("a call says how far it is, and ends where it is cancelled", async () => {
  const seen: ProgressView[] = [];
  await fake.on("callProgressed", (progress) => seen.push(progress));
  const call = fake.commands.callTool(server().id, "reindex", "{}", 7);
  const failed = expect(call).rejects.toMatchObject({ code: "call-cancelled" });
  await vi.advanceTimersByTimeAsync(1_100);
  await fake.commands.cancelCall(7);
  await failed;
  await vi.advanceTimersByTimeAsync(9_000);
  expect(seen.map(({ call: number, progress }) => [number, progress])).toEqual([
    [7, 0],
    [7, 1],
    [7, 2],
  ]);
});

test("what is followed is counted until the run ends", async () => {
  const uri = "file:///home/ada/src/acme/README.md";
  await fake.commands.followResource(server().id, uri, true);
  fake.touch("Files", uri);
  fake.touch("Files", "file:///other");
  expect(server().followed).toEqual([{ uri, changes: 1 }]);
  await fake.commands.restartServer(server().id);
  expect(server().followed).toEqual([]);
});

test("a list that changes is a greater number", () => {
  fake.listChanged("Files", "prompts");
  expect(server().lists).toEqual({ tools: 0, resources: 0, prompts: 1 });
});

test("messages are numbered, newest first, and found", async () => {
  await fake.commands.readResource(server().id, "file:///a", 1);
  await expect(fake.commands.readResource(server().id, "a", 2)).rejects.toMatchObject({
    code: "call-failed",
  });
  const page = (filter: object) =>
    fake.commands.messages(server().id, { ...everything, ...filter });
  const { messages } = await page({});
  expect(messages.map(({ number }) => number)).toEqual([7, 6, 5, 4, 3, 2, 1]);
  expect((await page({ errorsOnly: true })).messages).toMatchObject([{ shape: "error" }]);
  expect((await page({ direction: "toServer", text: "file:///a" })).messages).toHaveLength(1);
  expect((await page({ before: 3 })).messages.map(({ number }) => number)).toEqual([2, 1]);
  expect(await fake.commands.reproduce(server().id, 4)).not.toContain("no such resource");
});

test("a server that is stopped offers nothing", async () => {
  await fake.commands.stopServer(server().id);
  for (const asked of [
    fake.commands.tools(server().id),
    fake.commands.resources(server().id),
    fake.commands.prompts(server().id),
  ]) {
    await expect(asked).rejects.toMatchObject({ code: "server-not-running" });
  }
});
