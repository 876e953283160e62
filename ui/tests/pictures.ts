// Every screen in every variant, and a page for each that shows them beside each other.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import type { Fake } from "../src/backend/fake";
import { app, enlargeText, expect, open, openConsent, speak, test } from "./window";

const FOLDER = `${import.meta.dirname}/../../target/pictures`;
/** No picture is higher than so many pixels. */
const HIGHEST = 4000;

type Variant = {
  colorScheme?: "dark";
  forcedColors?: "active";
  width?: number;
  /** How many times as large everything is. */
  zoom?: number;
  /** How many times as large text alone is. */
  text?: number;
  language?: Parameters<typeof speak>[1];
};

const narrow = { width: 480 };

const VARIANTS: Record<string, Variant> = {
  light: {},
  dark: { colorScheme: "dark" },
  "forced colours": { forcedColors: "active" },
  "forced colours, dark": { forcedColors: "active", colorScheme: "dark" },
  de: { language: "de" },
  ko: { language: "ko" },
  "zh-CN": { language: "zh-CN" },
  "200 % text": { text: 2 },
  "200 % zoom": { zoom: 2 },
  "480 pixels": narrow,
  "480 pixels, dark": { ...narrow, colorScheme: "dark" },
  "480 pixels, longer words": { ...narrow, language: "longer words" },
  "480 pixels, de": { ...narrow, language: "de" },
  "480 pixels, ko": { ...narrow, language: "ko" },
  "480 pixels, zh-CN": { ...narrow, language: "zh-CN" },
};

type Step = (page: Page) => Promise<unknown>;

const empty: Step = (page) => open(page, "empty");
const home: Step = (page) => open(page);
const many: Step = (page) => open(page, "many");
const welcome =
  (scene: "first" | "bare"): Step =>
  async (page) => {
    await page.goto(`/?scene=${scene}`);
    await expect(page.getByRole("heading", { name: "Welcome to Paddock" })).toBeVisible();
  };
const press =
  (name: string | RegExp, role: "button" | "tab" = "button"): Step =>
  (page) =>
    page
      .getByRole(role, { name, exact: typeof name === "string" })
      .first()
      .click();
const text =
  (words: string | RegExp): Step =>
  (page) =>
    page
      .getByText(words, typeof words === "string" ? { exact: true } : {})
      .first()
      .click();
const key =
  (keys: string): Step =>
  (page) =>
    page.keyboard.press(keys);
const have =
  (act: (fake: Fake) => unknown): Step =>
  (page) =>
    app(page, act);
const server = (name: string): Step[] => [home, key("Control+2"), press(new RegExp(`^${name}`))];
const section = (name: string, of = "Files"): Step[] => [...server(of), press(name, "tab")];
const request = (name: RegExp): Step[] => [home, have(askMore), key("Control+4"), press(name)];

/** What an app asks for, and a server that connects. */
function askMore(fake: Fake): void {
  const { number } = fake.view().sessions.find((it) => it.app === "Claude Code")!;
  const claims = { title: "Write file", description: "Writes.", readOnly: null, destructive: true };
  const call = JSON.stringify({ path: "/home/ada/src/acme/README.md", content: "# acme" }, null, 2);
  fake.usage.hold(number, "write_file", { arguments: call, claims, changed: true });
  fake.usage.workIn("filesystem", "Codex", "/home/ada/src/paddock-website");
  fake.network.seek("memory", "api.example.org", "Claude Code");
  const { usage } = fake.servers.named("filesystem");
  usage.rules = [{ app: "Codex", tool: "write_file", rule: "off" }];
  usage.changedTools = ["search_files"];
  usage.holdChanged = true;
  fake.changed();
}

/** Destinations of a server, decided and used. */
function connect(fake: Fake): void {
  const since = Date.now();
  const memory = fake.servers.named("memory");
  const seen = { connections: 12, open: 2, sent: 123_456, received: 48_000_000, last: since };
  const rule = { kind: "allowed" as const, lifetime: { kind: "always" as const }, since };
  fake.network.say(memory, "api.example.com", rule, seen);
  fake.network.say(memory, "localhost:5432", rule);
  fake.network.say(memory, "tracker.example.net", { kind: "never" });
}

const each: Step = (page) => openConsent(page, "each");
const nothing: Step = (page) => openConsent(page);
/** Turns to the question of that title. */
const question =
  (title: string): Step =>
  async (page) => {
    const next = page.getByRole("button", { name: "Next question" });
    const there = page.getByRole("heading", { name: title });
    for (let turned = 0; turned < 17 && !(await there.isVisible()); turned += 1) await next.click();
    await expect(there).toBeVisible();
  };

const SCREENS: Record<string, Step[]> = {
  welcome: [welcome("first")],
  "welcome, nothing found": [welcome("bare")],
  access: [home],
  "access, empty": [empty],
  "access, by server": [home, text("By server")],
  "access, grid": [home, text("Grid")],
  "access, 30 folders": [many, press("project-01")],
  "access, grid of 30 folders": [many, text("Grid")],
  "access, ended": [
    home,
    have((fake) => fake.commands.revokeAll()),
    press("Check a path"),
    (page) => page.getByLabel("Paths, one per line").fill("/etc/passwd"),
    press("Check"),
  ],
  "access, questions wait": [
    home,
    have(async (fake) => {
      fake.drop({ path: "/home/ada/src/website" });
      await fake.commands.setAccess(fake.view().grants[1]!.id, "readWrite");
      await fake.commands.pause(null);
      fake.notice("storage-damaged", { kept: "/home/ada/.local/share/paddock/damaged-1.db" });
    }),
  ],
  "a lost host": [home, have((fake) => fake.loseHost(false))],
  server: server("filesystem"),
  "server, protection": [
    ...server("filesystem"),
    text(/folder open, everything else blocked/),
    press("Prove it"),
    (page) => page.clock.runFor(1_000),
  ],
  "server, network": [home, have(connect), ...server("memory").slice(1)],
  "server, over time": [...server("memory"), text("Show as a table")],
  "server, failed": server("sqlite"),
  "server, waits": server("search"),
  "server, not enforced": server("notes"),
  "server, tools": [home, have(askMore), ...section("Tools", "filesystem").slice(1)],
  "server, a tool": [...section("Tools"), text("Read file")],
  "server, resources": section("Resources"),
  "server, prompts": [...section("Prompts"), text("Review a change")],
  "server, messages": [...section("Messages"), text("initialize")],
  "server, log": section("Log"),
  "adding a server": [
    home,
    key("Control+2"),
    press("Add server"),
    text("By form"),
    press("Add variable"),
  ],
  "servers, 15": [many, key("Control+2")],
  apps: [home, key("Control+3")],
  "apps, none": [empty, key("Control+3")],
  "requests, a model": [home, key("Control+4")],
  "requests, a form": request(/^Form/),
  "requests, a web page": request(/^Web page/),
  "requests, access": request(/^Access outside/),
  "requests, a call": request(/^Tool call/),
  "requests, a connection": request(/^Connection/),
  "requests, missed": [home, key("Control+4"), press(/^Missed/, "tab")],
  "requests, none": [empty, key("Control+4")],
  activity: [home, key("Control+5")],
  settings: [home, key("Control+,")],
  models: [home, key("Control+,"), press("Edit Anthropic"), press("Add provider")],
  shortcuts: [home, key("?")],
  "consent, a folder": [each, question("Let “Files” read website?")],
  "consent, a dangerous folder": [
    nothing,
    have((fake) =>
      fake.drop({
        path: "/home/ada",
        pickedAs: "/home/ada/link",
        typeNameToGrant: true,
        warnings: [
          { level: "red", code: "home", subject: null },
          { level: "amber", code: "network-share", subject: null },
          { level: "note", code: "likely-secrets", subject: ".env, deploy.pem" },
        ],
      }),
    ),
  ],
  "consent, a changed command": [each, question("The command of “filesystem” changed")],
  "consent, new servers": [
    nothing,
    have(async (fake) => {
      const draft = { program: "npx", cwd: null };
      const env = [{ name: "API_KEY", value: "x" }];
      const one = await fake.commands.addServer({ ...draft, env, name: "docs", args: ["~/Docs"] });
      const two = await fake.commands.addServer({ ...draft, env, name: "git", args: ["~/src"] });
      await fake.commands.introduceServers([one, two], [one, two], []);
    }),
  ],
  "consent, an app’s config": [
    nothing,
    have((fake) => {
      const path = "/home/ada/src/acme/.cursor/mcp.json";
      const entries = [{ name: "docs", program: "npx", args: ["-y", "server-docs", "~/Docs"] }];
      fake.apps.install("cursor", "Cursor", [{ path, project: "/home/ada/src/acme", entries }]);
      const { key } = fake.apps.entry("docs");
      return fake.commands.connectEntries("cursor", [{ key, seen: "", answers: [] }]);
    }),
  ],
  "consent, a call": [each],
  "consent, more access": [each, question("Let “Files” do more in acme?")],
  "consent, a destination": [each, question("Let “Files” connect to api.example.com?")],
  "consent, a provider": [each, question("Send what servers ask to “Lab”?")],
  "consent, not enforced": [each, question("Run “Files” without enforcement?")],
  "consent, left for later": [each, key("Escape")],
};

for (const [screen, steps] of Object.entries(SCREENS)) {
  test(screen, async ({ page }) => {
    const width = screen.startsWith("consent") ? 560 : 1100;
    await page.setViewportSize({ width, height: 720 });
    await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
    for (const step of steps) await step(page);
    rmSync(`${FOLDER}/${screen}`, { recursive: true, force: true });
    mkdirSync(`${FOLDER}/${screen}`, { recursive: true });
    for (const [name, variant] of Object.entries(VARIANTS)) {
      await vary(page, { width, ...variant });
      await page.screenshot({ path: `${FOLDER}/${screen}/${name}.png` });
    }
    writeFileSync(`${FOLDER}/${screen}.html`, sheet(screen));
  });
}

/** Shows the same in another way, as high as what is in it. */
async function vary(page: Page, variant: Variant & { width: number }): Promise<void> {
  const { zoom = 1, text = 1, language = "en" } = variant;
  const { colorScheme = "light", forcedColors = "none" } = variant;
  const width = variant.width / zoom;
  const height = 720 / zoom;
  await page.emulateMedia({ colorScheme, forcedColors });
  await page.setViewportSize({ width, height });
  await enlargeText(page, text);
  await speak(page, language);
  const content = page.locator("main");
  const more = await content.evaluate((it) => it.scrollHeight - it.clientHeight);
  await page.setViewportSize({ width, height: Math.min(height + more, HIGHEST) });
  await content.evaluate((it) => it.scrollTo(0, 0));
}

/** The page that shows all pictures of a screen. */
function sheet(screen: string): string {
  const figures = Object.keys(VARIANTS).map((name) => {
    const picture = encodeURI(`${screen}/${name}.png`);
    return `<figure><figcaption>${name}</figcaption><img src="${picture}" alt=""></figure>`;
  });
  return `<!doctype html><meta charset="utf-8"><title>${screen}</title>
<style>
body { display: flex; flex-wrap: wrap; gap: 16px; font: 14px sans-serif; }
figure { margin: 0; }
img { max-width: 100%; border: 1px solid; }
</style>
${figures.join("\n")}
`;
}
