import { app, expect, expectAccessible, open, openConsent, stopTime, test } from "./window";

/** Where the person has few colours of their own for everything. */
test.use({ contextOptions: { forcedColors: "active" } });

test("every state is kept apart", async ({ page }) => {
  await open(page);
  const current = page.getByRole("button", { name: "Access", exact: true });
  expect(await current.evaluate((it) => getComputedStyle(it).outlineStyle)).toBe("solid");
});

test("what marks the chosen request is drawn whole", async ({ page }) => {
  await open(page);
  await page.keyboard.press("Control+4");
  const list = page.getByRole("navigation", { name: "What waits for you" });
  const chosen = list.getByRole("button").and(page.locator("[aria-current]"));
  const beyond = await chosen.evaluate((it) => {
    const { outlineWidth, outlineOffset } = getComputedStyle(it);
    const cut = it.closest("nav")!.getBoundingClientRect();
    const room = it.getBoundingClientRect().left - cut.left;
    return parseFloat(outlineWidth) + parseFloat(outlineOffset) - room;
  });
  expect(beyond).toBeLessThanOrEqual(0);
});

test("an answer that waits is told from one that may be given", async ({ page }) => {
  await openConsent(page);
  await stopTime(page);
  await app(page, (fake) => fake.drop({ path: "/home/ada/src/acme" }));
  const colour = (name: string) =>
    page.getByRole("button", { name, exact: true }).evaluate((it) => getComputedStyle(it).color);
  const safe = await colour("Don’t allow");
  expect(await colour("Allow")).not.toBe(safe);
  await page.clock.runFor(1_000);
  await expect.poll(() => colour("Allow")).toBe(safe);
});

test("enforcement is kept apart by words", async ({ page }) => {
  await open(page);
  await page.keyboard.press("Control+2");
  await page.getByRole("button", { name: /^notes/ }).click();
  for (const name of ["Active", "Not enforced", "3 files still open"]) {
    await expect(page.getByText(name, { exact: true }).first()).toBeVisible();
  }
  await expectAccessible(page, "forced colours");
});
