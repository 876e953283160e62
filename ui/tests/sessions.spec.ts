import type { Page } from "@playwright/test";
import type { Failure } from "../src/backend/types";
import { app, expect, open, stopTime, test } from "./window";

test.beforeEach(async ({ page }) => {
  await open(page);
});

async function openServer(page: Page, name: string) {
  await page.keyboard.press("Control+2");
  await page.getByRole("button", { name: new RegExp(`^${name}`) }).click();
  return page.getByRole("article", { name });
}

test("an app’s session is ended by the keyboard, and a toast says so", async ({ page }) => {
  const server = await openServer(page, "filesystem");
  const list = server.getByRole("list", { name: "Used by apps (2)" });
  await expect(list.getByRole("listitem").first()).toContainText("Since 9:35 · 12 calls");
  await stopTime(page);
  await list.getByRole("button", { name: /^End Claude Code in / }).focus();
  await page.keyboard.press("Enter");
  const toast = page.locator(".toast");
  await expect(toast).toHaveText(/^Claude Code’s process of filesystem was ended/);
  await expect(list.getByText("Stopping")).toBeVisible();
  await expect(server.getByRole("heading", { name: /^Used by apps/ })).toBeFocused();
  await page.clock.runFor(1_000);
  await expect(server.getByRole("listitem").filter({ hasText: "Claude Code" })).toHaveCount(0);
  await expect(toast).toBeVisible();
  await page.clock.runFor(10_000);
  await expect(toast).toBeHidden();

  await server.getByRole("button", { name: /^End Codex/ }).click();
  await expect(server.getByRole("heading", { name: "filesystem" })).toBeFocused();
  await page.clock.runFor(1_000);
  await expect(server.getByText(/^Used by/)).toHaveCount(0);
});

test("apps come and go while the page is open, and nothing moves the focus", async ({ page }) => {
  const server = await openServer(page, "Files");
  await expect(server.getByText(/^Used by/)).toHaveCount(0);
  const tab = server.getByRole("tab", { name: "Overview" });
  await tab.focus();
  await app(page, (fake) => fake.join("Files", "Gemini CLI", { folder: "/home/ada/Notes" }));
  const line = server.getByRole("listitem").filter({ hasText: "Gemini CLI" });
  await expect(line.getByText("Starting", { exact: true })).toBeVisible();
  await page.clock.runFor(1_000);
  await expect(line.getByText("Running", { exact: true })).toBeVisible();
  await expect(line.getByText("Active", { exact: true })).toBeVisible();
  await app(page, (fake) => fake.returnHost());
  await expect(line).toHaveCount(0);
  await expect(tab).toBeFocused();
});

test("the list of servers and the access say who uses a server", async ({ page }) => {
  const row = page.getByRole("list", { name: "Folders with access" }).getByRole("listitem");
  await expect(
    row.filter({ hasText: "filesystem" }).getByText("Used by Claude Code, Codex").first(),
  ).toBeVisible();
  await page.keyboard.press("Control+2");
  const button = page.getByRole("button", { name: /^filesystem/ });
  await expect(button).toContainText("Used by Claude Code, Codex");
  await app(page, async (fake) => {
    fake.join("filesystem", "Zed");
    await fake.commands.stopServer(fake.servers.named("filesystem").id);
  });
  await page.clock.runFor(1_000);
  await expect(button).toContainText("Used by 3 apps");
  await expect(page.getByRole("button", { name: /1 server needs attention/ })).toBeVisible();
  await app(page, (fake) => {
    const reason: Failure = { code: "crash-loop", details: {} };
    fake.join("filesystem", "Zed", { state: { kind: "failed", reason } });
  });
  await expect(button).toContainText("Used by 3 apps: Failed");
  await expect(page.getByRole("button", { name: /2 servers need attention/ })).toBeVisible();
  await expect(button).not.toContainText("Stopped");
});

test("activity says which app it was, and is filtered by apps", async ({ page }) => {
  await app(page, (fake) => {
    const { number } = fake.view().sessions[0]!;
    fake.sessions.call(number, "read_file");
  });
  await page.keyboard.press("Control+5");
  const records = page.getByRole("table", { name: "Activity records" }).getByRole("row");
  const call = records.filter({ hasText: "Tool called" });
  await expect(call).toContainText("App Claude Code");
  await expect(call).toContainText("read_file");
  await page.getByLabel("Show", { exact: true }).selectOption("Apps");
  await expect(records.filter({ hasText: "App connected" })).toHaveCount(3);
  await expect(call).toHaveCount(0);
  await page.getByLabel("Find in paths, servers, apps and details").fill("codex");
  await expect(records.filter({ hasText: "App connected" })).toHaveCount(1);
});
