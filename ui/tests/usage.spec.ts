import type { Page } from "@playwright/test";
import { app, closes, expect, expectForEverybody, open, readToEnd, settle, test } from "./window";

test.beforeEach(async ({ page }) => {
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await open(page);
});

/** An app that works elsewhere, a call that waits, and rules for tools. */
async function furnish(page: Page) {
  await app(page, (fake) => {
    const claims = {
      title: "Write file",
      description: `Writes. ${"It goes on about that. ".repeat(20)}`,
      readOnly: null,
      destructive: true,
    };
    const text = JSON.stringify({ path: "/w", content: "line\n".repeat(200) }, null, 2);
    const { number } = fake.view().sessions.find((it) => it.app === "Claude Code")!;
    fake.usage.workIn("filesystem", "Codex", "/home/ada/src/paddock-website/content/2026");
    fake.usage.hold(number, "write_file", { arguments: text, claims, changed: true });
    fake.changeServer("filesystem", {
      usage: {
        scope: "whereAppWorks",
        rules: [
          { app: null, tool: "write_file_with_quite_a_long_name", rule: "off" },
          { app: "Codex", tool: "read_file", rule: "ask" },
        ],
        changedTools: ["read_file", "search_files"],
        holdChanged: true,
      },
    });
  });
}

async function openServer(page: Page) {
  await page.keyboard.press("Control+2");
  await page.getByRole("button", { name: /^filesystem/ }).click();
  return page.getByRole("article", { name: "filesystem" });
}

test("which folders apps get is for everybody", async ({ page }) => {
  await furnish(page);
  const server = await openServer(page);
  for (const summary of await server.getByText(/^Reaches 1 folder/).all()) await summary.click();
  await server.getByRole("combobox", { name: "Which folders apps get" }).selectOption({
    label: "All folders of this server",
  });
  await expect(server.getByText("Waiting for your consent: All folders")).toBeVisible();
  await expectForEverybody(page);
});

test("rules for tools are for everybody", async ({ page }) => {
  await furnish(page);
  const server = await openServer(page);
  await server.getByRole("tab", { name: "Tools" }).click();
  await server.getByLabel("For", { exact: true }).selectOption("Codex");
  await server
    .getByRole("combobox", { name: "Calls of read_file by Codex" })
    .selectOption({ label: "Allowed" });
  await expect(server.getByText("Waiting for your consent: Allowed")).toBeVisible();
  await expectForEverybody(page);
});

test("a rule is made without a pointer", async ({ page }) => {
  await furnish(page);
  const server = await openServer(page);
  await server.getByRole("tab", { name: "Tools" }).focus();
  await page.keyboard.press("Enter");
  const rule = server.getByRole("combobox", { name: "Calls of search_files by Every app" });
  await rule.focus();
  await page.keyboard.type("Off");
  await expect(rule).toHaveValue("off");
  await expect(rule).toBeFocused();
});

test("rules stand beside a hundred tools", async ({ page }) => {
  await app(page, (fake) => {
    const first = fake.offers.tools[0]!;
    const tool = (_: unknown, index: number) => ({
      ...first,
      title: null,
      name: `tool_with_a_name_that_takes_some_room_${index}`,
    });
    fake.offers.tools = Array.from({ length: 100 }, tool);
  });
  const server = await openServer(page);
  await server.getByRole("tab", { name: "Tools" }).click();
  const rules = server.getByRole("combobox", { name: /^Calls of tool_with/ });
  await expect(rules).toHaveCount(100);
  await page.setViewportSize({ width: 480, height: 720 });
  for (const index of [0, 99]) {
    const rule = await rules.nth(index).boundingBox();
    const name = await server.locator("summary strong").nth(index).boundingBox();
    expect(name!.x + name!.width).toBeLessThanOrEqual(rule!.x);
    expect(Math.abs(name!.y - rule!.y)).toBeLessThan(30);
  }
});

test("what apps ask is counted, and for everybody", async ({ page }) => {
  await furnish(page);
  const requests = page.getByRole("button", { name: /^Requests 6 requests wait for you/ });
  await expect(requests).toBeVisible();
  await requests.click();
  await page.getByRole("button", { name: /^An app’s folder/ }).click();
  await expect(
    page.getByRole("region", {
      name: /^“Codex” is working in 2026\s?\. Let “filesystem” use it\?/,
    }),
  ).toBeVisible();
  await expectForEverybody(page);
  await page.getByRole("button", { name: /^Tool call/ }).click();
  await expect(page.getByRole("region", { name: /^“Claude Code” wants to call/ })).toBeVisible();
  await expectForEverybody(page);
});

test("a call is reviewed and allowed in the page of consents", async ({ page }) => {
  await furnish(page);
  await page.keyboard.press("Control+4");
  await page.getByRole("button", { name: /^Tool call/ }).click();
  await settle(page);
  const opened = page.waitForEvent("popup");
  await page.getByRole("button", { name: "Review…" }).click();
  const asked = await opened;
  await expect(asked.getByRole("button", { name: "Don’t allow" })).toBeFocused();
  const text = asked.getByRole("region", { name: "Arguments" });
  await expect(text).toContainText("line");
  await text.focus();
  await asked.keyboard.press("End");
  expect(await text.evaluate((it) => it.scrollHeight > it.clientHeight)).toBe(true);
  await readToEnd(asked);
  await settle(page);
  await closes(asked, () => asked.getByRole("button", { name: "Allow for this session" }).click());
  expect(await app(page, (fake) => fake.usage.answered)).toEqual([
    { tool: "write_file", answer: "session" },
  ]);
});
