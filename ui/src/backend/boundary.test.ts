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
  expect(found).toEqual(["../consent.ts", "../main.ts"]);
});

/** The modules that a page is made of, those among them that it loads later, by their paths. */
function partsOf(entry: string): Set<string> {
  const found = new Set<string>();
  const visit = (path: string) => {
    if (found.has(path)) return;
    found.add(path);
    for (const [, to] of sources[path]!.matchAll(/(?:from|import)\s*\(?\s*"(\.[^"]+)"/g)) {
      const target = new URL(to!, `https://ui/src/backend/${path}`).pathname;
      const known = files.find((file) => ["", ".ts"].some((end) => file.at === target + end));
      // The demo is in no build but its own.
      if (known && known.path !== "./demo.ts") visit(known.path);
    }
  };
  visit(entry);
  return found;
}

const files = Object.keys(sources).map((path) => ({
  path,
  at: new URL(path, "https://ui/src/backend/").pathname,
}));
const CONSENTS = /\.(grant|grantFolders|agree|agreeWithout|allowCall|agreeAppChange)\(/;
const mainPage = partsOf("../main.ts");

test("nothing on the main page consents", () => {
  expect(mainPage.size).toBeGreaterThan(100);
  const own = [...mainPage];
  expect(own.filter((path) => path.includes("/features/consent/"))).toEqual([]);
  expect(own.filter((path) => CONSENTS.test(sources[path]!))).toEqual([]);
});

test("the page in which a person consents shows nothing of servers but text", () => {
  const own = [...partsOf("../consent.ts")];
  expect(own.some((path) => CONSENTS.test(sources[path]!))).toBe(true);
  expect(own.length).toBeLessThan(80);
  const media = /<(img|audio|video|iframe|a)\b|\{@html|shared\/(Part|Block)/;
  expect(own.filter((path) => media.test(sources[path]!))).toEqual([]);
});
