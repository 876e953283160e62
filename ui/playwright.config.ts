import { defineConfig } from "@playwright/test";

const port = Number(process.env["PADDOCK_UI_PORT"] ?? 5311);
const asRoot = process.getuid?.() === 0;
const built = "../node_modules/.cache/ui-demo";

export default defineConfig({
  testDir: "tests",
  outputDir: "../node_modules/.cache/ui-browser",
  fullyParallel: true,
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: "line",
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    viewport: { width: 1100, height: 720 },
    locale: "en-GB",
    timezoneId: "UTC",
    launchOptions: {
      executablePath: process.env["PADDOCK_CHROMIUM"] ?? "/usr/bin/chromium",
      chromiumSandbox: !asRoot,
      args: [
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
  webServer: {
    command: `npx vite build . --mode demo --outDir ${built} --emptyOutDir --logLevel warn && npx vite preview . --outDir ${built} --host 127.0.0.1 --port ${port} --strictPort`,
    url: `http://127.0.0.1:${port}`,
    cwd: import.meta.dirname,
    timeout: 120_000,
  },
});
