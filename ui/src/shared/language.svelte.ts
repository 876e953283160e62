import { FluentBundle, FluentResource } from "@fluent/bundle";
import type { Language } from "../backend/types";

declare global {
  interface Window {
    /** What the app speaks, said before the page's own code runs. */
    paddockLanguage?: string;
  }
}

/** All there are, in the order of their codes. */
export const languages: Language[] = ["de", "en", "ko", "zh-CN"];

const catalogues: Record<Language, () => Promise<{ default: string }>> = {
  de: () => import("../strings/de.ftl?raw"),
  en: () => import("../strings/en.ftl?raw"),
  ko: () => import("../strings/ko.ftl?raw"),
  "zh-CN": () => import("../strings/zh-CN.ftl?raw"),
};

type Spoken = { bundle: FluentBundle; locale: string };

let spoken = $state.raw<Spoken | null>(null);

/** Speaks a language from now on; what is shown already changes with it. */
export async function speak(language: Language, transform = (text: string) => text): Promise<void> {
  const { default: catalogue } = await catalogues[language]();
  const bundle = new FluentBundle(language, { transform });
  const broken = bundle.addResource(new FluentResource(catalogue));
  if (broken.length > 0) throw broken[0];
  spoken = { bundle, locale: localeOf(language, navigator.languages) };
  document.documentElement.lang = language;
}

/** Speaks what the app said, or what the browser prefers. */
export function speakAsAsked(): Promise<void> {
  const { paddockLanguage: said } = window;
  return speak(languageOf(said === undefined ? navigator.languages : [said]));
}

/** The words of the language that is spoken. */
export function words(): FluentBundle {
  return now().bundle;
}

/** How times and numbers are written: as in the person's region, where its language is spoken. */
export function locale(): string {
  return now().locale;
}

function now(): Spoken {
  if (!spoken) throw new Error("no language is spoken yet");
  return spoken;
}

/** The first of these tags that there is a catalogue for, or English. */
export function languageOf(tags: readonly string[]): Language {
  for (const tag of tags) {
    const found = languages.find((it) => isOf(tag, it));
    if (found) return found;
  }
  return "en";
}

export function localeOf(language: Language, tags: readonly string[]): string {
  return tags.find((tag) => isOf(tag, language)) ?? language;
}

function isOf(tag: string, language: Language): boolean {
  if (language === "zh-CN") return /^zh(-Hans\b.*|-(?!Hant|TW|HK|MO).*)?$/.test(tag);
  return tag === language || tag.startsWith(`${language}-`);
}

/** As long as a translation may get, and easily told from what is not translated. */
export function lengthened(text: string): string {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const more = "~".repeat(Math.ceil(letters * 0.35)).replace(/~{8}(?=~)/g, "$& ");
  const accented = text.replace(/[aeiouAEIOU]/g, (vowel) => `${vowel}\u0301`.normalize());
  return accented.replace(/\p{L}(?=\P{L}*$)/u, (last) => last + more);
}
