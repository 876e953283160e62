import { expect, test } from "vitest";
import type { ReadableView } from "../../backend/types";
import { speak } from "../../shared/language.svelte";
import { ownParts } from "./footprint";

const own = { files: 41, bytes: 120_000, all: true, hidden: [] as string[] };
const part = (path: string, hidden: string[] = []): ReadableView => ({
  path,
  why: "program",
  own: { ...own, hidden },
});
const system: ReadableView = { path: "/usr", why: "system", own: null };

test("what is the system's own is left out, and sizes are told", () => {
  const parts = ownParts([system, part("/w/server")], null);
  expect(parts.map(({ path }) => path)).toEqual(["/w/server"]);
  expect(parts[0]?.about).toContain("41 files");
  expect(parts[0]?.change).toBeNull();
});

test("what was not counted to its end is told as the least that there is", () => {
  const about = (counted: Partial<typeof own>) =>
    ownParts([{ ...part("/w"), own: { ...own, ...counted } }], null)[0]?.about;
  expect(about({ files: 3_000, all: false })).toContain("at least 3,000 files");
  expect(about({ files: 0, bytes: 0, all: false })).toContain("size not counted");
  expect(about({ files: 0, bytes: 0 })).toContain("0 files");
});

test("what was not agreed to before is marked, and so is what is gone", () => {
  const parts = ownParts([part("/w/a"), part("/w/b")], [part("/w/a"), part("/w/c")]);
  expect(parts.map(({ path, change }) => [path, change !== null])).toEqual([
    ["/w/a", false],
    ["/w/b", true],
    ["/w/c", true],
  ]);
});

test("secrets that are left out are counted", () => {
  const [first] = ownParts([part("/w", ["/w/.env", "/w/.git"])], null);
  expect(first?.hidden).toContain("2");
});

test("what is put together has the comma of its language", async () => {
  await speak("zh-CN");
  const [shown] = ownParts([part("/w/server")], null);
  await speak("en");
  expect(shown?.about).toMatch(/^它的程序，41 个文件/);
});
