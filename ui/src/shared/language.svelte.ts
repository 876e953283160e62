import type { Language } from "../backend/types";
import { Catalogue, type Words } from "./catalogue";

declare global {
  interface Window {
    /** What the app speaks, said before the page's own code runs. */
    paddockLanguage?: string;
  }
}

/** All there are, in the order of their codes. */
export const languages: Language[] = ["de", "en", "ko", "zh-CN"];

const sources: Record<Language, () => Promise<{ default: Words }>> = {
  de: () => import("../strings/de.ftl"),
  en: () => import("../strings/en.ftl"),
  ko: () => import("../strings/ko.ftl"),
  "zh-CN": () => import("../strings/zh-CN.ftl"),
};

type Spoken = { catalogue: Catalogue; locale: string };

let spoken = $state.raw<Spoken | null>(null);
let turns = 0;

/** Speaks a language from now on; what is shown already changes with it. */
export async function speak(
  language: Language,
  transform?: (text: string) => string,
): Promise<void> {
  const turn = ++turns;
  const { default: words } = await sources[language]();
  // Another one was asked for meanwhile.
  if (turn !== turns) return;
  speakFrom(new Catalogue(language, words, transform), localeOf(language, navigator.languages));
  document.documentElement.lang = language;
}

/** Speaks the words of a catalogue. */
export function speakFrom(catalogue: Catalogue, locale: string): void {
  spoken = { catalogue, locale };
}

/** Speaks what the app said. */
export function speakAsAsked(): Promise<void> {
  return speak(languages.find((it) => it === window.paddockLanguage) ?? "en");
}

/** The words of the language that is spoken. */
export function words(): Catalogue {
  return now().catalogue;
}

/** How times and numbers are written: as in the person's region, where its language is spoken. */
export function locale(): string {
  return now().locale;
}

function now(): Spoken {
  if (!spoken) throw new Error("no language is spoken yet");
  return spoken;
}

/** The first of these tags that is of the language, or the language alone. */
export function localeOf(language: Language, tags: readonly string[]): string {
  const [of] = language.split("-");
  return tags.find((tag) => tag.split("-")[0] === of) ?? language;
}
