import { expect, test } from "vitest";
import { t } from "./i18n";
import { languageOf, lengthened, localeOf, speak } from "./language.svelte";
import { exactMoment } from "./time";

test("the first language that has a catalogue is spoken", () => {
  expect(languageOf(["de-AT", "en"])).toBe("de");
  expect(languageOf(["fr", "ko-KR"])).toBe("ko");
  expect(languageOf(["den", "fr"])).toBe("en");
  expect(languageOf([])).toBe("en");
});

test("simplified characters are for who reads them", () => {
  expect(["zh", "zh-CN", "zh-SG", "zh-Hans", "zh-Hans-TW"].map((it) => languageOf([it]))).toEqual(
    Array(5).fill("zh-CN"),
  );
  expect(["zh-TW", "zh-HK", "zh-Hant", "zh-Hant-CN"].map((it) => languageOf([it]))).toEqual(
    Array(4).fill("en"),
  );
});

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

test("lengthened words are longer and no English", () => {
  expect(lengthened("Add a folder: ")).toBe("Ádd á fóldér~~~~: ");
  expect(lengthened(": ")).toBe(": ");
});
