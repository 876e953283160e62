import type { Page } from "@playwright/test";
import { app, expect, expectForEverybody, open, test } from "./window";

test.beforeEach(async ({ page }) => {
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await open(page);
  await page.keyboard.press("Control+2");
});

async function openServer(page: Page, name: string) {
  await page.getByRole("button", { name: new RegExp(`^${name}`) }).click();
  return page.getByRole("region", { name: "Over time" });
}

test("the list of servers says what each did lately", async ({ page }) => {
  await app(page, (fake) => {
    const { id } = fake.servers.named("search");
    fake.seen.count(id, 60, { calls: 142 });
    fake.seen.count(id, 30, { blocked: 3 });
  });
  await page.keyboard.press("Control+1");
  await page.keyboard.press("Control+2");
  const row = page.getByRole("button", { name: /^search/ });
  await expect(
    row.getByRole("img", { name: "142 calls in the last 24 hours, attempts blocked: 3" }),
  ).toBeVisible();
});

test("a server’s page shows what it did, by destination too, and goes back a week", async ({
  page,
}) => {
  const seen = await openServer(page, "filesystem");
  await expect(seen.getByRole("img", { name: /^Tool calls: \d+, peak at / })).toBeVisible();
  await expect(seen.getByRole("img", { name: /^registry\.npmjs\.org: .* sent/ })).toBeVisible();
  await expect(seen.getByRole("img", { name: /^Asked you/ })).toHaveCount(0);
  const day = await seen.getByRole("img", { name: /^Tool calls/ }).getAttribute("aria-label");
  await seen.getByRole("radio", { name: "7 days" }).check();
  await expect(seen.getByRole("img", { name: /^Tool calls/ })).not.toHaveAttribute(
    "aria-label",
    day!,
  );
});

test("what is not seen is said, and is no zero", async ({ page }) => {
  await app(page, (fake) => {
    const { id } = fake.servers.named("search");
    fake.seen.count(id, 60, { calls: 2, filesUnseen: true, networkUnseen: true });
  });
  const seen = await openServer(page, "search");
  await expect(seen.getByRole("img", { name: /^Tool calls/ })).toBeVisible();
  await expect(seen.getByRole("img", { name: /^Blocked/ })).toHaveCount(0);
  await expect(seen).toContainText("not seen while nothing keeps it to its folders");
  await expect(seen).toContainText("not counted while its network is open");
});

test("when it had access is told by bars for the keyboard, and by a table", async ({ page }) => {
  const seen = await openServer(page, "memory");
  const bar = seen.getByRole("button", { name: /^\/home\/ada\/Notes: From .*, Access revoked$/ });
  await bar.focus();
  await page.keyboard.press("Enter");
  await expect(bar).toHaveAttribute("aria-pressed", "true");
  await seen.getByText("Show as a table").click();
  await expect(
    seen.getByRole("row", { name: /^\/home\/ada\/Notes .* Access revoked$/ }),
  ).toBeVisible();
});

test("folders and destinations are told apart by their ends", async ({ page }) => {
  await app(page, (fake) => {
    const { id } = fake.servers.named("memory");
    const sent = { connections: 1, sent: 1_000, received: 1_000 };
    fake.seen.count(id, 60, sent, "a-name-that-takes-all-the-room.example.com");
    fake.give("/home/ada/src/a-folder-that-takes-all-the-room/a", "memory", "read", {
      kind: "always",
    });
  });
  const seen = await openServer(page, "memory");
  for (const name of [/room\.example\.com$/, /room\/a$/]) {
    const cut = await seen.locator(".by-end", { hasText: name }).evaluate((it) => {
      const words = it.firstElementChild!.getBoundingClientRect();
      const place = it.getBoundingClientRect();
      return [words.left < place.left, words.right <= place.right + 1];
    });
    expect(cut, String(name)).toEqual([true, true]);
  }
});

test("it is for everybody", async ({ page }) => {
  const seen = await openServer(page, "memory");
  await seen.getByText("Show as a table").click();
  await expectForEverybody(page);
});
