import { beforeEach, expect, test } from "vitest";
import { app } from "./app.svelte";
import { Invocation } from "./invocation.svelte";

const full = { code: "storage-full", details: {} };
const refused = () => Promise.reject(full);

beforeEach(() => {
  app.reports = [];
});

test("a failure is kept where it was asked", async () => {
  const asked = new Invocation();
  expect(await asked.run(refused)).toBe(false);
  expect(asked.failure).toEqual(full);
  expect(app.reports).toEqual([]);
});

test("the next invocation begins anew", async () => {
  const asked = new Invocation();
  await asked.run(refused);
  expect(await asked.run(async () => 1)).toBe(true);
  expect(asked.failure).toBeNull();
});

test("a failure that comes after its place is gone is shown at the top", async () => {
  const asked = new Invocation();
  const run = asked.run(refused);
  asked.leave();
  await run;
  expect(app.reports).toMatchObject([{ failure: full }]);
});

test("a failure whose place goes before it could be read is shown at the top", async () => {
  const asked = new Invocation();
  await asked.run(refused);
  asked.leave();
  expect(app.reports).toMatchObject([{ failure: full }]);
});

test("a second click is the same click", async () => {
  const asked = new Invocation();
  let count = 0;
  const ask = async () => void ++count;
  const [first, second] = await Promise.all([asked.run(ask), asked.run(ask)]);
  expect([first, second, count]).toEqual([true, false, 1]);
  expect(await asked.run(ask)).toBe(true);
});
