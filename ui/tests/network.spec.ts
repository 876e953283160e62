import type { Page } from "@playwright/test";
import {
  app,
  closes,
  consent,
  expect,
  expectForEverybody,
  open,
  settle,
  showConsent,
  test,
} from "./window";

test.beforeEach(async ({ page }) => {
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await open(page);
});

/** Decisions about destinations, and what is asked about. */
async function furnish(page: Page) {
  await app(page, (fake) => {
    const since = Date.now();
    const server = fake.servers.named("memory");
    const always = { kind: "always" as const };
    const long = "a-name-that-is-quite-long.".repeat(5) + "example.com:8443";
    const seen = { connections: 12, open: 2, sent: 123_456, received: 48_000_000, last: since };
    fake.network.say(server, long, { kind: "allowed", lifetime: always, since }, seen);
    fake.network.say(server, "*", { kind: "allowed", lifetime: { kind: "thisRun" }, since });
    fake.network.say(server, "localhost:5432", { kind: "allowed", lifetime: always, since });
    fake.network.say(server, "tracker.example.net", { kind: "never" });
    fake.network.seek("memory", "api.example.org", "Claude Code");
    fake.network.seek("memory", "api.example.org", "Claude Code");
  });
}

async function openServer(page: Page, name = "memory") {
  await page.keyboard.press("Control+2");
  await page.getByRole("button", { name: new RegExp(`^${name}`) }).click();
  return page.getByRole("region", { name: "Network" });
}

test("where a server may connect is for everybody", async ({ page }) => {
  await furnish(page);
  const network = await openServer(page);
  await expect(network.getByRole("listitem")).toHaveCount(4);
  const where = network.getByRole("textbox", { name: "Name, address or range" });
  await where.fill("https://example.com/");
  await where.press("Enter");
  await expect(network.getByText(/^This is the address of a page/)).toBeVisible();
  await network.getByRole("button", { name: "Ask again about tracker.example.net" }).click();
  await expect(network.getByText(/^Waiting for your consent: Ask about/)).toBeVisible();
  await expectForEverybody(page);
});

test("a server that is open is for everybody", async ({ page }) => {
  const network = await openServer(page, "filesystem");
  await expect(network.getByText("It can connect anywhere, and you are not asked.")).toBeVisible();
  await expectForEverybody(page);
});

test("where destinations cannot be held is for everybody", async ({ page }) => {
  await furnish(page);
  await app(page, (fake) => fake.changeSystem({ destinations: false }));
  const network = await openServer(page);
  await expect(network.getByText(/^Off here/)).toBeVisible();
  await expectForEverybody(page);
});

test("a destination is allowed and taken back without a pointer", async ({ page }) => {
  const network = await openServer(page);
  await network.getByRole("textbox", { name: "Name, address or range" }).focus();
  await page.keyboard.type("api.example.com");
  await page.keyboard.press("Enter");
  await expect(network.getByText("Waiting for your consent: api.example.com")).toBeVisible();
  const asked = await showConsent(page);
  await expect(
    asked.getByText("It can read acme, and could send what it reads there."),
  ).toBeVisible();
  await expect(asked.getByRole("button", { name: "Don’t allow" })).toBeFocused();
  await settle(page);
  await asked.keyboard.press("Tab");
  await closes(asked, () => asked.keyboard.press("Enter"));
  const back = network.getByRole("button", { name: "Take back api.example.com" });
  await back.focus();
  await page.keyboard.press("Enter");
  await expect(back).toHaveCount(0);
  await expect(network.getByRole("heading", { name: "Where it may connect" })).toBeFocused();
  await page.getByRole("button", { name: "Allow again…" }).press("Enter");
  await expect(network.getByText("Waiting for your consent: api.example.com")).toBeVisible();
});

test("a connection that is asked about is counted, takes no focus, and is for everybody", async ({
  page,
}) => {
  const add = page.getByRole("button", { name: "Add folder", exact: true });
  await add.focus();
  await furnish(page);
  await expect(add).toBeFocused();
  await expect(page.getByText("memory wants to connect to api.example.org.")).toBeAttached();
  await page.getByRole("button", { name: /^Requests 5 requests wait for you/ }).click();
  await page.getByRole("button", { name: /^Connection/ }).click();
  const panel = page.getByRole("region", { name: "“memory” wants to connect to api.example.org" });
  await expect(panel).toContainText("for Claude Code");
  await expect(panel).toContainText("tried 2 times");
  await expect(panel).toContainText("It can read acme, and could send what it reads there.");
  await expectForEverybody(page);
});

test("a connection is allowed by consent, and then waits no more", async ({ page }) => {
  await furnish(page);
  await page.keyboard.press("Control+4");
  await page.getByRole("button", { name: /^Connection/ }).click();
  await settle(page);
  await page.getByRole("button", { name: "Allow for 1 hour…" }).click();
  const decided = () =>
    app(page, (fake) => ({
      asked: fake.view().askedDestinations.length,
      allowed: fake.servers
        .named("memory")
        .destinations.some(
          ({ destination, rule }) => destination === "api.example.org" && rule.kind === "allowed",
        ),
    }));
  expect(await decided()).toEqual({ asked: 1, allowed: false });
  await page.keyboard.press("Control+2");
  await page.getByRole("button", { name: /^memory/ }).click();
  await consent(page);
  expect(await decided()).toEqual({ asked: 0, allowed: true });
});

/** A server has sent the megabyte that it may. */
async function sendAll(page: Page) {
  await app(page, async (fake) => {
    const { id } = fake.servers.named("memory");
    await fake.commands.setMostSent(id, 1000);
    fake.network.fill("memory");
  });
  await page.keyboard.press("Control+4");
  await page.getByRole("button", { name: /^More to send/ }).click();
  return page.getByRole("region", { name: "“memory” has reached today’s sending limit (1 MB)" });
}

test("a server that has sent all that it may is for everybody", async ({ page }) => {
  const panel = await sendAll(page);
  await expect(panel).toContainText("Its connections stay open until you answer");
  await expectForEverybody(page);
});

test("a server sends more by consent, and nothing more at once", async ({ page }) => {
  const panel = await sendAll(page);
  await settle(page);
  await panel.getByRole("button", { name: "Let it send another 1 MB…" }).click();
  const today = () => app(page, (fake) => fake.servers.named("memory").sending.today);
  expect(await today()).toBeNull();
  await consent(page);
  expect(await today()).toEqual({ kind: "upTo", kilobytes: 2000 });
  await expect(panel).toBeHidden();

  await app(page, (fake) => fake.network.fill("memory"));
  await page.getByRole("button", { name: /^More to send/ }).click();
  await settle(page);
  await page.getByRole("button", { name: "Stop sending today" }).click();
  expect(await today()).toEqual({ kind: "stopped" });
});
