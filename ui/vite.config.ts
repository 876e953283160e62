import { svelte } from "@sveltejs/vite-plugin-svelte";
import { svelteTesting } from "@testing-library/svelte/vite";
import { defineConfig } from "vitest/config";
import { budget } from "./plugins/budget.ts";
import { frame } from "./plugins/frame.ts";
import { words } from "./plugins/words.ts";

// The mode decides what is behind the window: `demo` is the app played by the fake backend, every
// other mode talks to the real one.
export default defineConfig({
  root: import.meta.dirname,
  plugins: [words(), frame(), svelte(), svelteTesting(), budget()],
  clearScreen: false,
  server: { port: 5310, strictPort: true },
  build: {
    target: "es2022",
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    // What a person consents to is shown by a page of its own, which holds nothing else.
    rolldownOptions: {
      input: ["index.html", "consent.html"].map((page) => `${import.meta.dirname}/${page}`),
    },
  },
  // The demo is served under the rules that the app's own window has.
  preview: {
    headers: {
      "Content-Security-Policy":
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; media-src data:; connect-src 'self'",
    },
  },
  test: {
    environment: "happy-dom",
    setupFiles: ["src/speak-english.ts"],
    include: ["{src,plugins}/**/*.test.ts"],
    // Most of the time goes into a page for each file otherwise. `speak-english.ts` keeps them apart.
    isolate: false,
    maxWorkers: "100%",
  },
});
