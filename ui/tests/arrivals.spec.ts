import type { AskedValue, BundleView } from "../src/backend/types";
import { app, expect, open, showConsent, test } from "./window";

const asked = (name: string, about: Partial<AskedValue>): AskedValue => ({
  name,
  title: name,
  description: "",
  kind: { kind: "text" },
  required: false,
  several: false,
  secret: false,
  usual: [],
  ...about,
});

const bundle: BundleView = {
  title: "Ledger",
  version: "1.2.0",
  author: "Ada\\u{202e}",
  description: "Reads <img src=x onerror=alert(1)> notes",
  line: "node ${__dirname}/index.js ${user_config.folder}",
  asks: [
    asked("folder", { title: "Folder", kind: { kind: "folder" }, required: true }),
    asked("level", { title: "Level", kind: { kind: "choice", options: ["low", "high"] } }),
    asked("key", { title: "Key", description: "From your account", secret: true }),
  ],
};

test.beforeEach(async ({ page }) => {
  await open(page);
});

test("a bundle says what it is, asks, and is added stopped", async ({ page }) => {
  await app(
    page,
    (fake, about) => {
      fake.arrivals.path = "/home/ada/notes";
      fake.arrivals.file = { from: "/x/notes.mcpb", link: false, holds: { kind: "bundle", about } };
    },
    bundle,
  );
  await page.keyboard.press("Control+2");
  await page.getByRole("button", { name: "Add server" }).click();
  await page.getByRole("button", { name: "Open a file…" }).click();
  const panel = page.getByRole("region", { name: "Add Ledger from a bundle" });
  await expect(panel.getByText("Nobody checked it.")).toBeVisible();
  await expect(panel.getByText("Reads <img src=x onerror=alert(1)> notes")).toBeVisible();
  await expect(panel.getByText("Ada\\u{202e}")).toBeVisible();
  await expect(panel.getByLabel("Key")).toHaveAttribute("type", "password");
  await panel.getByRole("button", { name: "Add server" }).click();
  await expect(panel.getByLabel("Folder"), "it is required").toBeFocused();
  await panel.getByRole("button", { name: "Choose folder…" }).click();
  await expect(panel.getByLabel("Folder")).toHaveValue("/home/ada/notes");
  await panel.getByLabel("Key").fill("hunter2");
  await panel.getByRole("button", { name: "Add server" }).click();
  const server = page.getByRole("article", { name: "Ledger" });
  await expect(server.getByText("This command has never run here.")).toBeVisible();
  await expect(panel).toHaveCount(0);
  await expect(page.getByText("hunter2")).toHaveCount(0);
});

test("a bundle that can not be added stays, and what was typed with it", async ({ page }) => {
  await app(
    page,
    (fake, about) => {
      fake.arrivals.arrive({ from: "/x", link: false, holds: { kind: "bundle", about } });
    },
    bundle,
  );
  const panel = page.getByRole("region", { name: "Add Ledger from a bundle" });
  await panel.getByLabel("Folder").fill("relative");
  await app(page, (fake) => fake.fail("installBundle", "bundle-bad-value", { setting: "folder" }));
  await panel.getByRole("button", { name: "Add server" }).click();
  await expect(panel.getByText("This cannot be the value for folder.")).toBeVisible();
  await expect(panel.getByLabel("Folder")).toHaveValue("relative");
  await panel.getByRole("button", { name: "Do not add" }).click();
  await expect(panel).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Ledger" })).toHaveCount(0);
});

test("a link comes to be looked at, and takes nobody's keys", async ({ page }) => {
  await page.keyboard.press("Control+2");
  await page.getByRole("button", { name: "Add server" }).click();
  await page.getByLabel("Configuration").fill("typed");
  await app(page, (fake) => {
    const draft = {
      name: "far",
      program: "npx",
      args: ["-y", "far", "/home/ada/far"],
      env: [],
      cwd: null,
    };
    const server = {
      kind: "server" as const,
      draft,
      line: "npx -y far /home/ada/far",
      names: ["/home/ada/far"],
      asks: [],
    };
    fake.arrivals.arrive({
      from: "paddock://install?name=far",
      link: true,
      holds: { kind: "servers", found: [server] },
    });
  });
  const panel = page.getByRole("region", { name: "A link asks to add far" });
  await expect(panel.getByText("paddock://install?name=far")).toBeVisible();
  await expect(panel.getByText("npx -y far /home/ada/far")).toBeVisible();
  await expect(panel.locator(":focus")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "far", exact: true })).toHaveCount(0);
  await panel.getByRole("button", { name: "Add far" }).click();
  await expect(panel).toHaveCount(0);
  await expect(page.getByText("This command has never run here.")).toBeVisible();
  const question = await showConsent(page);
  await expect(question.getByRole("region", { name: /^Let far read far/ })).toBeVisible();
});

test("what several entries ask for is asked once, and filled in", async ({ page }) => {
  const inputs = [
    { type: "promptString", id: "secret", password: true },
    { type: "pickString", id: "mode", options: ["fast", "slow"] },
  ];
  const servers = {
    one: { command: "x", args: ["--${input:mode}"], env: { KEY: "${input:secret}" } },
    two: { command: "y", env: { KEY: "${input:secret}" } },
  };
  await page.keyboard.press("Control+2");
  await page.getByRole("button", { name: "Add server" }).click();
  await page.getByLabel("Configuration").fill(JSON.stringify({ inputs, servers }));
  await page.getByRole("button", { name: "Find servers" }).click();
  await page.getByRole("button", { name: "Add one" }).click();
  await expect(page.getByLabel("secret").first(), "it is required").toBeFocused();
  await page.getByLabel("mode").selectOption("slow");
  await page.getByLabel("secret").first().fill("hunter2");
  await expect(page.getByLabel("secret").last()).toHaveValue("hunter2");
  await page.getByRole("button", { name: "Add one" }).click();
  await expect(page.getByText("Added", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Add two" }).click();
  await page.getByRole("button", { name: "one", exact: false }).first().click();
  await expect(page.getByRole("article", { name: "one" }).getByText("x --slow")).toBeVisible();
});
