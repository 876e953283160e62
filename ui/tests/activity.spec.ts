import { app, consent, expect, expectAccessible, open, test } from "./window";

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
  await expect(records.filter({ hasText: "Access revoked" })).toHaveCount(8);
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

test("activity is filtered by app, tool, result and time", async ({ page }) => {
  await app(page, (fake) => {
    const { id } = fake.view().servers[0]!;
    const call = { actor: "app", server: id } as const;
    fake.records.add("tool-called", { ...call, app: "Codex", detail: "read_file" });
    fake.records.add("tool-called", { ...call, app: "Codex", detail: "write_file", ok: false });
    fake.records.add("tool-called", { ...call, app: "Zed", detail: "read_file" });
    const before = { at: Date.now() - 3 * 24 * 3_600_000 };
    fake.records.add("tool-called", { ...call, ...before, app: "Codex", detail: "old_tool" });
    fake.changed();
  });
  const called = page.getByRole("row").filter({ hasText: "Tool called" });
  const choose = (name: string, option: string) =>
    page.getByLabel(name, { exact: true }).selectOption(option);
  await choose("App", "Codex");
  await expect(called).toHaveCount(3);
  await choose("Time", "Today");
  await expect(called).toHaveCount(2);
  await choose("Result", "Failed");
  await expect(called).toHaveCount(1);
  await expect(called).toContainText("write_file");
  await choose("Result", "Every result");
  await choose("Tool", "read_file");
  await expect(called).toHaveCount(1);
  await choose("App", "Every app");
  await expect(called.filter({ hasText: "Zed" })).toHaveCount(1);
  await expectAccessible(page, "activity, filtered");
  await choose("Result", "Blocked");
  await page.getByRole("button", { name: "Clear the filter" }).click();
  await expect(called.filter({ hasText: "old_tool" })).toHaveCount(1);
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

test("days have heads, and the activity is written out as a table or as lines", async ({
  page,
}) => {
  await open(page);
  await app(page, (fake) => {
    const { server } = fake.view().grants[0]!;
    fake.access.use(server, "read_text_file", "/home/ada/src/acme/main.rs");
    fake.changed();
  });
  await page.getByRole("button", { name: "Activity" }).click();
  await expect(page.getByRole("rowheader", { name: /^Today, Monday,? 4 May 2026$/ })).toBeVisible();
  const call = page.getByRole("row", { name: /Tool called/ }).first();
  await expect(call).toContainText("/home/ada/src/acme/main.rs");
  await page.getByRole("button", { name: "More ways to export" }).click();
  await page.getByRole("menuitem", { name: "Export CSV" }).click();
  await expect(page.getByText("Written to /home/ada/paddock-activity.csv")).toBeVisible();
  await page.getByRole("button", { name: "Export JSONL" }).click();
  await expect(page.getByText("Written to /home/ada/paddock-activity.jsonl")).toBeVisible();
  await expectAccessible(page, "activity by day");
});

test("the activity is deleted by consent, and never by the page that shows it", async ({
  page,
}) => {
  await open(page);
  await page.getByRole("button", { name: "Activity" }).click();
  const rows = page.getByRole("row").filter({ hasText: "Access granted" });
  await expect(rows).not.toHaveCount(0);
  await page.getByRole("button", { name: "Delete activity…" }).click();
  await expect(page.getByText("Waiting for your consent", { exact: true })).toBeVisible();
  await expect(rows).not.toHaveCount(0);
  await consent(page, "Delete activity");
  await expect(rows).toHaveCount(0);
  await expect(page.getByRole("row").filter({ hasText: "Activity deleted" })).toHaveCount(1);
});

test("keeping more is done at once, and keeping less waits for consent", async ({ page }) => {
  await open(page);
  await page.getByRole("button", { name: "Settings" }).click();
  const days = page.getByLabel("Keep it for");
  await expect(days).toHaveValue("90");
  await days.selectOption("365 days");
  await expect(days).toHaveValue("365");
  await days.selectOption("7 days");
  await expect(days).toHaveValue("365");
  await expect(
    page.getByText("Waiting for your consent: 7 days, at most 100 MB, with paths"),
  ).toBeVisible();
  await consent(page, "Keep less");
  await expect(days).toHaveValue("7");
  await expectAccessible(page, "settings of the activity");
});
