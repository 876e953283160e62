import { defineConfig } from "@playwright/test";
import tests from "./playwright.config";

/** Takes pictures of every screen for a person to look at; `npm test` does not. */
export default defineConfig(tests, { testMatch: "pictures.ts", timeout: 180_000 });
