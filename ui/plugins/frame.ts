import { readFileSync } from "node:fs";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { runnerImport, type Plugin } from "vite";
import { words, wordsOf } from "./words.ts";

const UI = `${import.meta.dirname}/..`;
const LANGUAGES = ["en", "de", "ko", "zh-CN"];
const PLACE = '<div id="app"></div>';

/** Puts the frame of the window into its page, so that it is drawn before the script is read. */
export function frame(): Plugin {
  return {
    name: "paddock:frame",
    apply: "build",
    transformIndexHtml: {
      order: "pre",
      async handler(page, { path }) {
        if (path !== "/index.html") return;
        if (!page.includes(PLACE)) throw new Error("index.html has no place for the frame");
        return page.replace(PLACE, `<div id="app">${await frameOf()}</div>`);
      },
    },
  };
}

/** The frame as markup. */
export async function frameOf(): Promise<string> {
  const { module } = await runnerImport<typeof import("./prerender")>(
    `${UI}/plugins/prerender.ts`,
    { root: UI, logLevel: "error", plugins: [words(), svelte({ emitCss: false })] },
  );
  const catalogues = LANGUAGES.map((language) => {
    const source = readFileSync(`${UI}/src/strings/${language}.ftl`, "utf8");
    return [language, wordsOf(source)] as const;
  });
  return module.prerender(Object.fromEntries(catalogues));
}
