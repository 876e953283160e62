import type { Page } from "@playwright/test";
import { expect, test } from "./window";

const SCREENS = ["Servers", "Apps", "Requests", "Activity", "Settings", "Access"];
const RECORDS = 100_000;

/** Milliseconds from a click to the first frame that shows `shown`, by the page's real clock. */
async function measured(page: Page, click: string, shown: string): Promise<number> {
  const [x, y] = await page.evaluate((name) => {
    const at = document.evaluate(name, document, null, 9).singleNodeValue as HTMLElement;
    at.scrollIntoView({ block: "nearest" });
    const box = at.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2] as const;
  }, click);
  // The page listens before it is clicked.
  const answer = await page.evaluateHandle((shown) => {
    let began = 0;
    document.addEventListener("pointerdown", () => (began = performance.now()), { once: true });
    const there = () => document.evaluate(shown, document, null, 9).singleNodeValue !== null;
    const took = new Promise<number>((done) => {
      const look = () => {
        if (began > 0 && there()) requestAnimationFrame(() => done(performance.now() - began));
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
    return { took };
  }, shown);
  await page.mouse.click(x, y);
  return answer.evaluate(({ took }) => took);
}

// What is measured is said and not asserted: the machine may be busy, or slow.
test("every screen answers with 30 folders, 15 servers and 100,000 records", async ({
  browser,
}) => {
  test.setTimeout(60_000);
  const page = await browser.newPage({ viewport: { width: 1100, height: 800 } });
  await page.goto(`/?scene=many&records=${RECORDS}`);
  await expect(page.getByRole("heading", { name: "Access", exact: true })).toBeVisible();
  const took: [string, number][] = [];
  const button = (name: string) =>
    `//nav//button[contains(., "${name}")] | //aside//button[contains(., "${name}")]`;
  const heading = (name: string) => `//h1[contains(., "${name}")]`;
  for (const screen of SCREENS) {
    const shown = screen === "Activity" ? "(//tr[.//time])[200]" : heading(screen);
    took.push([screen, await measured(page, button(screen), shown)]);
  }
  const tab = (name: string) => `//label[contains(., "${name}")]`;
  took.push([
    "Access by server",
    await measured(page, tab("By server"), `//ul[@aria-label="Servers with access"]`),
  ]);
  took.push([
    "Access grid",
    await measured(page, tab("Grid"), "//table[@role='grid']//tbody/tr[30]"),
  ]);
  took.push([
    "Access by folder",
    await measured(page, tab("By folder"), `//ul[@aria-label="Folders with access"]/li[30]`),
  ]);
  const folder = `//button[@aria-expanded and contains(., "project-01")]`;
  took.push(["A folder of 15 servers", await measured(page, folder, "//li//li[15]")]);
  for (const [what, milliseconds] of took) console.log(`${what}: ${milliseconds.toFixed(0)} ms`);
  await page.close();
});
