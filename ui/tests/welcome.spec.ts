import type { Page } from "@playwright/test";
import { app, expect, expectForEverybody, readToEnd, settle, test } from "./window";

async function openFirst(page: Page, scene: "first" | "bare"): Promise<void> {
  await page.goto(`/?scene=${scene}`);
  await expect(page.getByRole("heading", { name: "Welcome to Paddock" })).toBeVisible();
}

/** Opens the page of consents, which the app does by itself. */
async function asked(page: Page): Promise<Page> {
  const opened = page.waitForEvent("popup");
  await app(page, (fake) => void fake.showConsent());
  return opened;
}

/** Counts what a person does: every press of a button, wherever it is. */
class Actions {
  count = 0;

  async press(page: Page, name: string | RegExp): Promise<void> {
    const button = page.getByRole("button", { name, exact: typeof name === "string" }).first();
    await expect(button).toBeVisible();
    await settle(page);
    this.count += 1;
    // A page of consents may be gone before the click is told to be over.
    await button.click().catch((error: unknown) => {
      if (!page.isClosed()) throw error;
    });
  }
}

test("a real server of a real app is enforced after three actions", async ({ page }) => {
  await openFirst(page, "first");
  await expect(
    page.getByRole("heading", { name: "Found 2 servers in Cursor and 1 server in Claude Code." }),
  ).toBeVisible();
  await expect(page.getByText("They can all read everything you can.")).toBeVisible();
  for (const box of await page.getByRole("checkbox").all()) await expect(box).toBeChecked();
  // What is left to choose is no part of the way: the person wants this one only.
  await page.getByRole("checkbox", { name: /^fetch/ }).uncheck();
  await page.getByRole("checkbox", { name: /^acme/ }).uncheck();

  const actions = new Actions();
  await actions.press(page, "Connect 1 server…");
  let consent = await asked(page);
  await actions.press(consent, "Connect");
  const docs = page.getByRole("region", { name: "docs", exact: true });
  await expect(docs).toBeVisible();
  if (consent.isClosed()) consent = await asked(page);
  await expect(consent.getByText("/home/ada/Documents").first()).toBeVisible();
  await readToEnd(consent);
  await actions.press(consent, "Trust, grant 1 folder and start");
  await expect(docs.getByText("Running")).toBeVisible();
  await expect(docs.getByText("Active")).toBeVisible();
  expect(actions.count).toBe(3);
  // What was left out stays so, and can be connected later.
  await expect(page.getByRole("button", { name: "Connect servers…" })).toBeVisible();

  await actions.press(page, "Prove it");
  const inside = docs.getByRole("row", { name: /Read inside its folder/ });
  await expect(inside.getByRole("cell")).toHaveText(["Allowed", "Allowed"]);
  const outside = docs.getByRole("row", { name: /Read outside its folders/ });
  await expect(outside.getByRole("cell")).toHaveText([
    "Allowed",
    "Blocked by the operating system (ENOENT)",
  ]);
});

test("a slow start and a failed one are told where the first steps are", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await openFirst(page, "first");
  await page.getByRole("checkbox", { name: /^acme/ }).uncheck();
  const actions = new Actions();
  await actions.press(page, "Connect 2 servers…");
  await actions.press(await asked(page), "Connect");
  const docs = page.getByRole("region", { name: "docs", exact: true });
  const fetch = page.getByRole("region", { name: "fetch", exact: true });
  await expect(docs).toBeVisible();

  await app(page, (fake) => {
    fake.changeServer("docs", { state: { kind: "starting", since: Date.now() - 25_000 } });
    fake.log("docs", "npm http fetch GET 200 https://registry.npmjs.org/express 1204ms");
    fake.log("fetch", "npm error 404 Not Found");
    const details = { count: "5", seconds: "60" };
    fake.crash("fetch", { code: "crash-loop", details });
  });
  const starting = docs.getByRole("region", { name: "docs is starting" });
  await expect(starting).toContainText(/Starting… 2[5-9] s/);
  await expect(starting).toContainText("npm http fetch GET 200");
  await expect(fetch).toContainText("npm error 404 Not Found");
  await expectForEverybody(page);
});

test("where nothing is found, cards lead to a proof and go away", async ({ page }) => {
  await openFirst(page, "bare");
  await app(page, (fake) => fake.nextPick({ path: "/home/ada/src/acme" }));
  const actions = new Actions();
  await actions.press(page, "Choose a folder…");
  await actions.press(await asked(page), "Allow");
  await expect(page.getByText("Files may use acme.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Choose a folder…" })).toBeHidden();
  await actions.press(page, "Try it");
  await actions.press(page, "Next");
  await actions.press(page, "Prove it");
  await expect(page.getByRole("row", { name: /Read outside/ })).toContainText("Blocked by");
  await expect(page.getByRole("heading", { name: "Connect an app" })).toBeVisible();
  const config = page.getByText('"command": "/opt/paddock/paddock"');
  await expect(config).toContainText('"--app",');
});

test("the first steps are skipped for good, and found again", async ({ page }) => {
  await openFirst(page, "first");
  await page.getByRole("button", { name: "Skip for now" }).click();
  await expect(page.getByRole("heading", { name: "Access", exact: true })).toBeVisible();
  expect(await app(page, (fake) => fake.commands.settings())).toMatchObject({ welcomed: true });
  await page.getByRole("button", { name: "First steps" }).click();
  await expect(page.getByRole("heading", { name: "Welcome to Paddock" })).toBeVisible();
});

for (const scene of ["first", "bare"] as const) {
  test(`the first steps are for everybody: ${scene}`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await openFirst(page, scene);
    await expectForEverybody(page);
  });
}
