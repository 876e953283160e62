import type { Page } from "@playwright/test";
import { expect, expectAccessible, expectToFit, test } from "./window";

/** The page as it is before its script runs. */
async function openWithoutScript(page: Page): Promise<void> {
  await page.route("**/*.js", () => new Promise(() => undefined));
  await page.goto("/", { waitUntil: "commit" });
  await expect(page.locator("nav[inert]")).toBeVisible();
  await expect.poll(() => page.evaluate("document.styleSheets.length")).toBeGreaterThan(0);
}

/** Where everything in the frame is, and what it says. */
const places = (page: Page) =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll<HTMLElement>("nav, nav svg, nav li button, nav .label, main"),
    ].map((it) => {
      const { x, y, width, height } = it.getBoundingClientRect();
      const { color, backgroundColor } = getComputedStyle(it);
      const said = it.matches(".label") ? it.innerText : "";
      return { is: it.tagName, said, at: [x, y, width, height], color, backgroundColor };
    }),
  );

const languages = ["en", "de", "ko", "zh-CN"] as const;

test("the frame is there before the script, and the script changes nothing of it", async ({
  page,
  context,
}) => {
  const early = await context.newPage();
  await openWithoutScript(early);
  await page.goto("/");
  await expect(page.locator("nav:not([inert])")).toBeVisible();
  for (const colorScheme of ["light", "dark"] as const) {
    for (const language of languages) {
      await page.emulateMedia({ colorScheme });
      await early.emulateMedia({ colorScheme });
      await page.evaluate(`window.__speak("${language}")`);
      await expect(page.locator("html")).toHaveAttribute("lang", language);
      await early.evaluate(`document.documentElement.lang = "${language}"`);
      const alive = await places(page);
      expect(await places(early), `${language}, ${colorScheme}`).toEqual(alive);
    }
  }
});

test("the frame works for everybody while it waits", async ({ page }) => {
  await openWithoutScript(page);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page, colorScheme);
  }
  await page.setViewportSize({ width: 480, height: 720 });
  for (const language of languages) {
    await page.evaluate(`document.documentElement.lang = "${language}"`);
    await expectToFit(page, `${language}, 480 pixels`);
  }
});
