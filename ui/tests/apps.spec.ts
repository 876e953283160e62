import type { Page } from "@playwright/test";
import { app, closes, expect, expectForEverybody, open, settle, test } from "./window";

test.beforeEach(async ({ page }) => {
  await open(page);
  await page.keyboard.press("Control+3");
  await expect(page.getByRole("heading", { name: "Apps", exact: true })).toBeVisible();
});

/** Presses what asks, and gives the page in which a person answers. */
async function ask(page: Page, name: string): Promise<Page> {
  await page.getByRole("button", { name, exact: true }).press("Enter");
  return waiting(page);
}

/** The page in which a person answers what waits. */
async function waiting(page: Page): Promise<Page> {
  const opened = page.waitForEvent("popup");
  await page.getByRole("button", { name: "Show what waits for your consent" }).first().click();
  return opened;
}

async function answer(page: Page, asked: Page, name: string): Promise<void> {
  await settle(page);
  await closes(asked, () => asked.getByRole("button", { name, exact: true }).press("Enter"));
}

test("an entry is connected, and disconnected again, by the keyboard", async ({ page }) => {
  const entry = page.getByRole("listitem").filter({ hasText: "docs" }).first();
  await expect(entry).toContainText("Can read everything you can");
  const asked = await ask(page, "Connect docs of Cursor");
  const question = asked.getByRole("region", { name: /^Let “Cursor” launch its servers/ });
  await expect(question).toContainText("docs becomes the new server docs");
  await expect(asked.getByRole("button", { name: "Leave as it is" })).toBeFocused();
  await answer(page, asked, "Connect");
  await expect(entry).toContainText("Through Paddock as docs");
  const left = asked.isClosed() ? await waiting(page) : asked;
  await expect(left.getByText("Folders it names")).toBeVisible();
  await answer(page, left, "Keep stopped");
  await expect(entry.getByRole("button", { name: "Trust…" })).toBeVisible();
  await expect(entry.getByRole("button", { name: "Grant this folder…" })).toBeVisible();

  const again = await ask(page, "Disconnect docs of Cursor");
  await expect(again.getByText(/can read everything you can/)).toBeVisible();
  await answer(page, again, "Disconnect");
  await expect(entry).toContainText("Can read everything you can");
});

test("what changed on the disk is seen when it is looked for", async ({ page }) => {
  await app(page, (fake) => {
    fake.apps.entry("filesystem").standing = { kind: "changed" };
  });
  await expect(page.getByText(/^Changed since/)).toBeHidden();
  await page.getByRole("button", { name: "Look again" }).click();
  await expect(page.getByText(/^Changed since/)).toBeVisible();
});

test("what an app cannot be asked is asked here, once that is switched on", async ({ page }) => {
  await app(page, (fake) => void fake.join("filesystem", "claude-code"));
  const name = "Ask me in Paddock what its servers ask, where Claude Code cannot";
  const box = page.getByRole("checkbox", { name, exact: true });
  await expect(box).not.toBeChecked();
  await box.focus();
  await page.keyboard.press("Space");
  await expect(box).toBeChecked();
  await app(page, (fake) => {
    const question = { kind: "form" as const, message: "Which project?", fields: [] };
    const of = { app: "claude-code", folder: "/home/ada/src/acme" };
    fake.asks("filesystem", question, { of });
  });
  await page.keyboard.press("Control+4");
  const list = page.getByRole("navigation", { name: "What waits for you" });
  await list.getByRole("button").filter({ hasText: "claude-code: Which project?" }).press("Enter");
  const asked = page.getByRole("region", { name: /filesystem/ });
  await expect(asked).toContainText("used by claude-code in /home/ada/src/acme");
});

test("apps whose configs were not found are for everybody too", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await app(page, async (fake) => {
    const state = { kind: "running" as const, since: Date.now() };
    fake.join("filesystem", "a-program-of-somebody-with-a-very-long-name", { state });
    await fake.commands.setStandIn("my-agent", true);
    await fake.commands.pauseApp("nightly", null);
  });
  const agent = page.getByRole("region", { name: "my-agent", exact: true });
  await expect(agent.getByRole("checkbox")).toBeChecked();
  const nightly = page.getByRole("region", { name: "nightly", exact: true });
  await expect(nightly.getByRole("button", { name: "Resume nightly" })).toBeVisible();
  await expectForEverybody(page);
});
