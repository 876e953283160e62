import { expect, test } from "vitest";

const sources = import.meta.glob<string>("../**/*.{ts,svelte}", {
  query: "?raw",
  import: "default",
  eager: true,
});
const TAURI = "@tauri-apps/";

function importers(name: string): string[] {
  const imports = new RegExp(`(from|import|import\\()\\s*["'][^"']*${name}`);
  return Object.keys(sources).filter((path) => imports.test(sources[path] ?? ""));
}

test("only the backend knows Tauri", () => {
  const found = importers(TAURI);
  expect(found.length).toBeGreaterThan(0);
  // Paths are relative to this folder, so its own files begin with a single dot.
  expect(found.filter((path) => !path.startsWith("./"))).toEqual([]);
});

test("the window reaches the fake only through the demo", () => {
  const found = importers("backend/(fake|demo)").filter((path) => !path.endsWith(".test.ts"));
  expect(found).toEqual(["../main.ts"]);
});
