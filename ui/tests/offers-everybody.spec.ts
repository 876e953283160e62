import type { Page } from "@playwright/test";
import { app, expect, expectAccessible, expectForEverybody, open, test } from "./window";

const tab = (page: Page, name: string) => page.getByRole("tab", { name }).click();
const call = (page: Page) => page.getByRole("button", { name: "Call", exact: true });

const places: { name: string; go: (page: Page) => Promise<void> }[] = [
  {
    name: "a long form with what is wrong in it",
    go: async (page) => {
      await tab(page, "Tools");
      await page.getByText("Archive", { exact: true }).click();
      await page.getByLabel("Fill in split").check();
      await page.getByRole("button", { name: "Add an entry" }).click();
      await call(page).click();
      await expect(page.getByText("Required.").first()).toBeVisible();
    },
  },
  {
    name: "arguments as JSON",
    go: async (page) => {
      await tab(page, "Tools");
      await page.getByText("query", { exact: true }).click();
      await page.getByText("As the server describes it").click();
      await page.getByLabel("Arguments as JSON").fill("{");
    },
  },
  {
    name: "a call that is looked at once more, and one under way",
    go: async (page) => {
      await tab(page, "Tools");
      await page.getByText("wait_for_change", { exact: true }).click();
      await call(page).click();
      await page.getByText("wait_for_change", { exact: true }).click();
      await page.getByText("Delete file", { exact: true }).click();
      await page.getByLabel("path").fill("/home/ada/src/acme/a-name/that-goes/on-and-on/a.txt");
      await call(page).click();
      await expect(page.getByRole("button", { name: "Don’t call" })).toBeFocused();
      await page.getByText("wait_for_change", { exact: true }).click();
    },
  },
  {
    name: "a result with each kind of content",
    go: async (page) => {
      await tab(page, "Tools");
      await page.getByText("Preview", { exact: true }).click();
      await call(page).click();
      await page.getByRole("button", { name: "Read README.md" }).click();
      await expect(page.getByRole("region", { name: "Content of README.md" })).toBeVisible();
    },
  },
  {
    name: "resources",
    go: async (page) => {
      await tab(page, "Resources");
      const items = page.getByRole("list", { name: "Resources" }).getByRole("listitem");
      const item = items.filter({ hasText: "README.md" });
      await item.getByText("README.md", { exact: true }).click();
      await item.getByRole("button", { name: "Follow changes" }).click();
      await expect(item.getByText("Followed", { exact: true })).toBeVisible();
      await item.getByRole("button", { name: "Read", exact: true }).click();
      await expect(page.getByRole("region", { name: "Content of README.md" })).toBeVisible();
      await page.getByText("A file on a branch", { exact: true }).click();
      await app(page, (fake) => fake.touch("Files", "file:///home/ada/src/acme/README.md"));
      await expect(page.getByText("Changed since you read it.")).toBeVisible();
    },
  },
  {
    name: "a prompt",
    go: async (page) => {
      await tab(page, "Prompts");
      await page.getByText("Review a change", { exact: true }).click();
      await page.getByLabel("Branch").fill("main");
      await page.getByRole("button", { name: "Get" }).click();
      await expect(page.getByRole("region", { name: "Messages of the prompt" })).toBeVisible();
    },
  },
  {
    name: "messages",
    go: async (page) => {
      await tab(page, "Messages");
      await page.getByText("initialize", { exact: true }).first().click();
      await expect(page.getByRole("button", { name: "Copy as a script" })).toBeVisible();
    },
  },
  {
    name: "starting and stopping",
    go: async (page) => {
      await page.getByLabel("Stop when nothing uses it").selectOption("Other…");
      await page.getByLabel("Stop when nothing uses it (min)").fill("0");
    },
  },
];

for (const place of places) {
  test(`${place.name} is for everybody`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
    await open(page);
    await page.keyboard.press("Control+2");
    await place.go(page);
    await expectForEverybody(page);
    await page.emulateMedia({ colorScheme: "light", forcedColors: "active" });
    await expectAccessible(page, "forced colours");
  });
}

test("every section of a server is reached by the arrow keys", async ({ page }) => {
  await page.setViewportSize({ width: 480, height: 720 });
  await open(page);
  await page.keyboard.press("Control+2");
  await page.getByRole("tab", { name: "Overview" }).focus();
  for (const name of ["Tools", "Resources", "Prompts", "Messages", "Log", "Overview"]) {
    await page.keyboard.press("ArrowRight");
    await expect(page.getByRole("tab", { name })).toBeFocused();
    await expect(page.getByRole("tabpanel", { name })).toBeVisible();
  }
  const tops = await page
    .getByRole("tab")
    .evaluateAll((tabs) => tabs.map((it) => it.getBoundingClientRect().top));
  expect(new Set(tops).size).toBe(1);
});
