import { app, expect, open, test } from "./window";

test.beforeEach(async ({ page }) => {
  await open(page);
  await app(page, (fake) => fake.commands.revokeAll());
  await page.keyboard.press("Control+5");
  await page.keyboard.press("Control+f");
});

test("activity is filtered by text, server and kind", async ({ page }) => {
  const find = page.getByLabel("Find in paths, servers, apps and details");
  await expect(find).toBeFocused();
  const records = page.getByRole("table", { name: "Activity records" }).getByRole("row");
  await expect(records.filter({ hasText: "Access revoked" })).toHaveCount(7);
  await find.fill("quarterly");
  await expect(records.filter({ hasText: "Access" })).toHaveCount(2);
  await find.fill("");
  await page.getByLabel("Server", { exact: true }).selectOption("filesystem");
  await page.getByLabel("Show", { exact: true }).selectOption("Access");
  await expect(records.filter({ hasText: "Access revoked" })).toHaveCount(2);
  await expect(records.filter({ hasText: "Paddock started" })).toHaveCount(0);
  await find.fill("no such thing");
  await expect(page.getByText("No matches.")).toBeVisible();
  await page.getByRole("button", { name: "Clear the filter" }).click();
  await expect(records.filter({ hasText: "Paddock started" })).toHaveCount(1);
});

test("activity is exported, and a failure to do so is said", async ({ page }) => {
  await app(page, (fake) =>
    fake.fail("exportActivity", "export-failed", { reason: "no space left" }),
  );
  await page.getByRole("button", { name: "Export JSONL" }).click();
  await expect(page.getByText(/^The activity could not be written: no space left/)).toBeVisible();
  await page.getByRole("button", { name: "Export JSONL" }).click();
  await expect(page.getByText(/^Written to .*\.jsonl$/)).toBeVisible();
});

test("what happens meanwhile appears", async ({ page }) => {
  await app(page, (fake) => fake.give("/srv/fresh", "Files", "read", { kind: "always" }));
  await expect(
    page.getByRole("row").filter({ hasText: "Access granted" }).filter({ hasText: "fresh" }),
  ).toBeVisible();
});
