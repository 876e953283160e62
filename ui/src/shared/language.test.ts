import { expect, test } from "vitest";
import { t } from "./i18n";
import { lengthened } from "../backend/lengthened";
import { localeOf, speak } from "./language.svelte";
import { exactMoment } from "./time";

test("times are written as in the region, where its language is spoken", () => {
  expect(localeOf("en", ["de-DE", "en-GB"])).toBe("en-GB");
  expect(localeOf("ko", ["de-DE"])).toBe("ko");
});

test("another language changes words and times", async () => {
  const noon = new Date(2026, 4, 4, 12).getTime();
  expect(t("nav-servers")).toBe("Servers");
  await speak("de");
  expect(t("nav-servers")).toBe("Server");
  expect(exactMoment(noon)).toContain("04.05.2026");
  expect(document.documentElement.lang).toBe("de");
  await speak("en");
  expect(t("nav-servers")).toBe("Servers");
});

test("of two languages the one asked for last is spoken", async () => {
  await Promise.all([speak("ko"), speak("de")]);
  expect(t("nav-servers")).toBe("Server");
  await speak("en");
});

test("lengthened words are longer and no English", () => {
  expect(lengthened("Add a folder: ")).toBe("Ádd á fóldér~~~~: ");
  expect(lengthened(": ")).toBe(": ");
});
