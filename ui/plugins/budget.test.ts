import type { Rolldown } from "vite";
import { expect, test } from "vitest";
import { BUDGET, firstLoadOf, overBudget } from "./budget";

type File = { bytes: number; imports?: string[]; css?: string[]; facade?: string; entry?: boolean };

/** What a build writes, as far as it is looked at. */
function built(files: Record<string, File>): Rolldown.OutputBundle {
  const of = ([fileName, file]: [string, File]) => {
    const content = "x".repeat(file.bytes);
    if (!fileName.endsWith(".js")) return [fileName, { type: "asset", source: content }];
    const chunk = {
      type: "chunk",
      fileName,
      code: content,
      imports: file.imports ?? [],
      isEntry: file.entry ?? false,
      facadeModuleId: file.facade ?? null,
      viteMetadata: { importedCss: new Set(file.css) },
    };
    return [fileName, chunk];
  };
  return Object.fromEntries(Object.entries(files).map(of)) as Rolldown.OutputBundle;
}

test("what loads by itself is counted, and what waits for a click is not", () => {
  const first = firstLoadOf(
    built({
      "index.html": { bytes: 1 },
      "main.js": {
        bytes: 10,
        entry: true,
        facade: "/ui/index.html",
        imports: ["a.js"],
        css: ["m.css"],
      },
      "a.js": { bytes: 20, imports: ["b.js"], css: ["m.css", "a.css"] },
      "b.js": { bytes: 40, imports: ["a.js"] },
      "later.js": { bytes: 1_000, css: ["later.css"] },
      "consent.js": { bytes: 1_000, entry: true, facade: "/ui/consent.html" },
      "en.js": { bytes: 300, facade: "/ui/src/strings/en.ftl" },
      "ko.js": { bytes: 400, facade: "/ui/src/strings/ko.ftl" },
      "m.css": { bytes: 5 },
      "a.css": { bytes: 6 },
      "later.css": { bytes: 1_000 },
    }),
  );
  expect(first).toEqual({ page: 1, script: 70, style: 11, words: 400 });
});

test("what is over its budget is named, with both sizes and what to do", () => {
  expect(overBudget(BUDGET, BUDGET)).toEqual([]);
  const [over, ...more] = overBudget({ ...BUDGET, script: BUDGET.script + 100 }, BUDGET);
  expect(over).toMatch(
    /^the first screen would load [\d.]+ kB of script, and may load [\d.]+ kB: .*import\(\)/,
  );
  expect(more).toEqual([]);
});
