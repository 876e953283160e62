import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import { expect, test as base, type Page } from "@playwright/test";
import type { AxeResults, RunOptions } from "axe-core";
import type { Fake } from "../src/backend/fake";
import type { Language } from "../src/backend/types";

export { expect };

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** A page whose clock is the test's, and which fails the test when it logs an error. */
export const test = base.extend({
  page: async ({ page }, use) => {
    const errors: string[] = [];
    const context = page.context();
    context.on("weberror", (error) => errors.push(error.error().message));
    context.on("console", (message) => {
      // A browser asks for a page icon, which a window of its own has no use for.
      if (message.type() !== "error" || message.location().url.endsWith("/favicon.ico")) return;
      errors.push(message.text());
    });
    await page.clock.install({ time: new Date("2026-05-04T10:00:00Z") });
    await use(page);
    expect(errors).toEqual([]);
  },
});

export async function open(page: Page, scene: "empty" | "home" | "many" = "home"): Promise<void> {
  await page.goto(`/?scene=${scene}`);
  await expect(page.getByRole("heading", { name: "Access", exact: true })).toBeVisible();
}

/** The page in which a person consents, by itself; what waits there is dropped on it. */
export async function openConsent(page: Page, scene: "empty" | "each" = "empty"): Promise<void> {
  await page.goto(`/consent.html?scene=${scene}`);
  const begins = scene === "empty" ? "Nothing waits for your consent" : /write_file/;
  await expect(page.getByRole("heading", { name: begins })).toBeVisible();
}

/** The page in which a person consents to what was asked for in the main page. */
export async function showConsent(page: Page): Promise<Page> {
  const opened = page.waitForEvent("popup");
  await page
    .getByRole("button", { name: "Show what waits for your consent", exact: true })
    .first()
    .click();
  return opened;
}

/** Agrees to the one thing that waits, by the button of that name. */
export async function consent(page: Page, agree = "Allow"): Promise<void> {
  const asked = await showConsent(page);
  const button = asked.getByRole("button", { name: agree, exact: true });
  await expect(button).toBeVisible();
  await readToEnd(asked);
  await settle(page);
  await closes(asked, () => button.click());
}

/** Reads what is asked to its end, without which nothing is agreed to. */
export async function readToEnd(page: Page): Promise<void> {
  await page.locator("main").evaluate((it) => it.scrollTo(0, it.scrollHeight));
}

/** Does what closes a page: it may be gone before that is told to be over. */
export async function closes(page: Page, act: () => Promise<void>): Promise<void> {
  const closed = page.waitForEvent("close", { timeout: 15_000 });
  await Promise.all([closed, act().catch(() => undefined)]);
}

/** Has the app behind the window do something. */
export function app<A, R>(page: Page, act: (fake: Fake, given: A) => R, given: A): Promise<R>;
export function app<R>(page: Page, act: (fake: Fake) => R): Promise<R>;
export function app(page: Page, act: unknown, given?: unknown): Promise<unknown> {
  return page.evaluate(`(${String(act)})(window.__fake, ${JSON.stringify(given)})`);
}

/** From now on time passes only when the test says so, however slow the computer is. */
export async function stopTime(page: Page): Promise<void> {
  await page.clock.pauseAt(((await page.evaluate("Date.now()")) as number) + 60_000);
}

/** Lets a question stand still for as long as it takes before it can be answered. */
export async function settle(page: Page): Promise<void> {
  await page.clock.fastForward(1_000);
}

/** Rules about colours, which take longest and say the same at every width. */
const COLOURS = ["color-contrast", "link-in-text-block"];

/** Looks for what keeps somebody out: by every rule, or by those about colours, or by all others. */
export async function expectAccessible(
  page: Page,
  where: string,
  by: "every rule" | "colours" | "all but colours" = "every rule",
): Promise<void> {
  // What is on its way from one colour to another has neither.
  await page.evaluate("Promise.allSettled(document.getAnimations().map((it) => it.finished))");
  if (await page.evaluate("typeof axe === 'undefined'")) await page.evaluate(axe);
  const options: RunOptions = { resultTypes: ["violations"] };
  if (by === "colours") options.runOnly = { type: "rule", values: COLOURS };
  if (by === "all but colours") {
    options.rules = Object.fromEntries(COLOURS.map((rule) => [rule, { enabled: false }]));
  }
  const results = (await page.evaluate(`axe.run(${JSON.stringify(options)})`)) as AxeResults;
  const found = results.violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${where}: ${id}: ${node.target.join(" ")}: ${node.failureSummary}`),
  );
  expect(found).toEqual([]);
}

/** Milliseconds that a page may take to lay out what was changed: parts of it do so picture by picture. */
const SETTLED = 5_000;

/** Nothing is wider than the window, and only its content scrolls. */
export async function expectToFit(page: Page, where: string): Promise<void> {
  const over = () =>
    page.evaluate(() => {
      const whole = document.documentElement;
      const content = document.querySelector("main")!;
      return [
        whole.scrollWidth - whole.clientWidth,
        whole.scrollHeight - whole.clientHeight,
        content.scrollWidth - content.clientWidth,
      ];
    });
  await expect.poll(over, { message: where, timeout: SETTLED }).toEqual([0, 0, 0]);
}

/** What is shown works light, dark, narrow and enlarged. It is shown in the light to begin with. */
export async function expectForEverybody(page: Page): Promise<void> {
  expect(await tooSmall(page)).toEqual([]);
  await expectAccessible(page, "light");
  await page.emulateMedia({ colorScheme: "dark" });
  await expectAccessible(page, "dark", "colours");

  await page.setViewportSize({ width: 480, height: 720 });
  await expectToFit(page, "480 pixels");
  await expectAccessible(page, "480 pixels", "all but colours");
  await page.setViewportSize({ width: 1100, height: 720 });
  await enlargeText(page, 2);
  await expectToFit(page, "200 % text");
  await expect.poll(() => cutWords(page), { timeout: SETTLED }).toEqual([]);
  await enlargeText(page, 1);

  // A window of 1100 by 720 pixels at 200 % has half as many CSS pixels either way.
  await page.setViewportSize({ width: 550, height: 360 });
  await expectToFit(page, "200 % zoom");
  await speak(page, "de");
  await expectToFit(page, "200 % zoom, de");
  await expect.poll(() => cutWords(page), { timeout: SETTLED }).toEqual([]);
  await expectInEveryLanguage(page);
}

/** Words of less than 12 pixels. */
function tooSmall(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("body, body *")]
      .filter((it) =>
        [...it.childNodes].some(
          (node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim(),
        ),
      )
      .map((it) => ({ size: parseFloat(getComputedStyle(it).fontSize), text: it.innerText }))
      .filter(({ size }) => size < 12)
      .map(({ size, text }) => `${size} px: ${text}`),
  );
}

/** Has text be so many times as large as usual, by the setting that a person has for that. */
export async function enlargeText(page: Page, times: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const fontSizes = { standard: 16 * times, fixed: 13 * times };
  await session.send("Page.setFontSizes", { fontSizes });
}

export async function speak(page: Page, language: Language | "longer words"): Promise<void> {
  await page.evaluate(`window.__speak("${language}")`);
  const lang = language === "longer words" ? "en" : language;
  await expect(page.locator("html")).toHaveAttribute("lang", lang);
}

/** What is shown has room for the words of every language, and for longer ones. */
async function expectInEveryLanguage(page: Page): Promise<void> {
  await page.setViewportSize({ width: 480, height: 720 });
  for (const language of ["longer words", "de", "ko", "zh-CN", "en"] as const) {
    await speak(page, language);
    await expectToFit(page, `${language}, 480 pixels`);
    await expect.poll(() => cutWords(page), { message: language, timeout: SETTLED }).toEqual([]);
  }
}

/** Words and controls that are cut off without a sign of it, or with no room for the sign. */
function cutWords(page: Page): Promise<string[]> {
  return page.evaluate(() => [
    ...[...document.querySelectorAll<HTMLElement>("select, button, input:not(.sr-only)")]
      .filter((it) => {
        const { left, right } = it.getBoundingClientRect();
        return (left < -1 || right > innerWidth + 1) && !it.closest(".holder");
      })
      .map((it) => `${it.tagName} ${it.ariaLabel ?? it.innerText} beyond the window`),
    ...[...document.querySelectorAll<HTMLElement>("body *:not(.sr-only)")]
      .filter((it) => {
        const { overflowX, textOverflow, fontSize } = getComputedStyle(it);
        const isButton = it.tagName === "BUTTON";
        const cuts = overflowX === "hidden" || overflowX === "clip" || isButton;
        // Words of a button may be further inside of it.
        const hasWords =
          isButton ||
          [...it.childNodes].some(
            (node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim(),
          );
        const says = textOverflow === "ellipsis" && it.clientWidth > 1.5 * parseFloat(fontSize);
        return cuts && hasWords && !says && it.scrollWidth > it.clientWidth + 1;
      })
      .map((it) => it.innerText),
  ]);
}
