import { expect, test } from "./window";

test("what is behind a click is there before the click, and comes with no other picture", async ({
  page,
}) => {
  const screens = ["Servers", "Apps", "Requests", "Activity", "Settings"];
  const loaded: string[] = [];
  page.on("requestfinished", (request) => loaded.push(request.url()));
  await page.goto("/");
  await expect
    .poll(() => screens.filter((name) => loaded.some((url) => url.includes(`/${name}Screen-`))))
    .toEqual(screens);
  // The last of all that is loaded ahead.
  await expect.poll(() => loaded.some((url) => /Shortcuts-.*\.js$/.test(url))).toBe(true);
  const before = loaded.length;
  for (const name of screens) {
    await page.locator("nav li").getByRole("button", { name }).click();
    await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  }
  expect(loaded.slice(before).filter((url) => url.includes("/assets/"))).toEqual([]);
});

test("a screen that is not there yet leaves the one that is", async ({ page }) => {
  let release = () => {};
  const held = new Promise<void>((done) => (release = done));
  await page.route("**/ActivityScreen-*.js", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1, name: "Access" })).toBeVisible();
  const activity = page.getByRole("navigation").getByRole("button", { name: "Activity" });
  await activity.click();
  await expect(activity).toHaveAttribute("aria-current", "page");
  await expect(page.getByRole("heading", { level: 1, name: "Access" })).toBeVisible();
  release();
  await expect(page.getByRole("heading", { level: 1, name: "Activity" })).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "Access" })).toHaveCount(0);
});
