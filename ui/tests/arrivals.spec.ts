import type { AskedValue, BundleView, UpdateView } from "../src/backend/types";
import type { Page } from "@playwright/test";
import { app, expect, expectAccessible, open, showConsent, test } from "./window";

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

const update = (about: Partial<UpdateView> = {}): UpdateView => ({
  server: 0,
  name: "ledger",
  from: "1.1.0",
  to: "1.2.0",
  author: "Ada",
  step: "newer",
  edited: false,
  command: {
    before: ["node", "${__dirname}/index.js"],
    after: ["node", "${__dirname}/index.js", "${user_config.folder}"],
  },
  environment: null,
  asks: [
    { title: "Folder", kind: { kind: "folder" }, how: "new" },
    { title: "Size", kind: { kind: "number" }, how: "gone" },
  ],
  given: [{ name: "folder", values: ["/home/ada/ledger"] }],
  stays: ["key"],
  ...about,
});

/** A bundle is opened that says these of a server that is there, which runs from another one. */
async function reopened(page: Page, ...updates: UpdateView[]) {
  const arrived = { about: { ...bundle, asks: secretRequired }, updates };
  await app(
    page,
    (fake, { about, updates }) => {
      const args = ["/home/ada/.local/share/paddock-bundles/notes-1.1.0/index.js"];
      const draft = { name: "ledger", program: "node", args, env: [], cwd: null };
      const server = fake.servers.add(draft);
      const holds = {
        kind: "bundle" as const,
        about,
        updates: updates.map((it) => ({ ...it, server })),
      };
      fake.arrivals.arrive({ from: "/x/notes.mcpb", link: false, holds });
    },
    arrived,
  );
}

const secretRequired = bundle.asks.map((it) =>
  it.name === "key" ? { ...it, required: true } : it,
);

test.beforeEach(async ({ page }) => {
  await open(page);
});

test("a bundle says what it is, asks, and is added stopped", async ({ page }) => {
  await app(
    page,
    (fake, about) => {
      fake.arrivals.path = "/home/ada/notes";
      fake.arrivals.file = {
        from: "/x/notes.mcpb",
        link: false,
        holds: { kind: "bundle", about, updates: [] },
      };
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
      fake.arrivals.arrive({
        from: "/x",
        link: false,
        holds: { kind: "bundle", about, updates: [] },
      });
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
      missing: [],
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
  await expect(question.getByRole("region", { name: /^Let “far” read far/ })).toBeVisible();
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

test("a newer bundle updates the server that runs from an older one", async ({ page }) => {
  await reopened(page, update());
  const panel = page.getByRole("region", { name: "A bundle for Ledger" });
  await expect(
    panel.getByRole("radio", { name: "Update ledger from 1.1.0 to 1.2.0" }),
  ).toBeChecked();
  const changes = panel.getByRole("region", { name: "What changes" });
  await expect(changes.getByRole("insertion")).toHaveText(["1.2.0", "${user_config.folder}"]);
  await expect(changes.getByRole("deletion")).toHaveText(["1.1.0"]);
  await expect(changes.getByText("It also asks for Folder")).toBeVisible();
  await expect(changes.getByText("It no longer asks for Size")).toBeVisible();
  await expect(panel.getByText("Neither claim is verified.")).toBeVisible();
  await expect(panel.getByLabel("Folder")).toHaveValue("/home/ada/ledger");
  await expect(
    panel.getByText("Leave this empty to keep the value you gave before."),
  ).toBeVisible();
  await expectAccessible(page, "an update");

  await panel.getByLabel("Folder").fill("/home/ada/other");
  await panel.getByRole("radio", { name: "Add as another server" }).check({ force: true });
  await expect(changes).toHaveCount(0);
  await expect(panel.getByLabel("Folder"), "nothing was given to another").toHaveValue("");
  await panel.getByRole("radio", { name: /^Update ledger/ }).check({ force: true });
  await expect(panel.getByLabel("Folder"), "what was typed is there again").toHaveValue(
    "/home/ada/other",
  );
  await panel.getByRole("button", { name: "Update ledger" }).click();
  await expect(panel).toHaveCount(0);
  const server = page.getByRole("article", { name: "ledger" });
  await expect(server.getByText("notes-1.2.0/index.js /home/ada/other")).toBeVisible();
  await expect(page.getByRole("button", { name: "ledger" })).toHaveCount(1);
});

test("an older bundle, the same version and a changed command are said plainly", async ({
  page,
}) => {
  await reopened(page, update({ step: "older", from: "1.3.0", edited: true }));
  const panel = page.getByRole("region", { name: "A bundle for Ledger" });
  await expect(panel.getByRole("radio", { name: "Add as another server" })).toBeChecked();
  await panel
    .getByRole("radio", { name: "Take ledger back from 1.3.0 to 1.2.0" })
    .check({ force: true });
  await expect(panel.getByText("This bundle is older than the one")).toBeVisible();
  await expect(panel.getByText("was changed by hand")).toBeVisible();
  await panel.getByRole("button", { name: "Change nothing" }).click();
  await expect(panel).toHaveCount(0);

  await app(
    page,
    (fake, { about, updates }) => {
      fake.arrivals.arrive({ from: "/x", link: false, holds: { kind: "bundle", about, updates } });
    },
    {
      about: bundle,
      updates: [
        update({ server: 1, name: "one", step: "same", from: "1.2.0" }),
        update({ server: 2, name: "two", step: "unclear", from: "\\u{202e}9" }),
        update({ server: 3, name: "three", step: "identical", from: "1.2.0" }),
        update({ server: 4, name: "four", step: "stranger", author: "Eve" }),
        update({ server: 5, name: "five", step: "stranger", from: "", author: "" }),
      ],
    },
  );
  await expect(panel.getByRole("radio")).toHaveCount(3);
  await expect(panel.getByText("three runs from this very bundle already.")).toBeVisible();
  await expect(panel.getByText("says it is by Eve")).toBeVisible();
  await expect(panel.getByText("which can no longer be read")).toBeVisible();
  await panel.getByRole("radio", { name: /^Replace version 1.2.0 of one/ }).check({ force: true });
  await expect(panel.getByText("but they are not the same")).toBeVisible();
  await panel.getByRole("radio", { name: /of two with 1.2.0$/ }).check({ force: true });
  await expect(panel.getByText("does not say which one is newer")).toBeVisible();
});

test("an update that fails changes nothing, and what changed meanwhile is shown", async ({
  page,
}) => {
  await reopened(page, update());
  const panel = page.getByRole("region", { name: "A bundle for Ledger" });
  await panel.getByLabel("Folder").fill("/home/ada/typed");
  await app(page, (fake) => fake.fail("installBundle", "arrival-changed", { server: "ledger" }));
  await panel.getByRole("button", { name: "Update ledger" }).click();
  await expect(panel.getByText("Look at what would change now")).toBeVisible();
  await expect(panel.getByLabel("Folder")).toHaveValue("/home/ada/typed");
  const server = page.getByRole("article", { name: "ledger" });
  await panel.getByRole("button", { name: "Change nothing" }).click();
  await page
    .getByRole("button", { name: /^ledger/ })
    .first()
    .click();
  await expect(server.getByText("notes-1.1.0/index.js").first()).toBeVisible();
});
