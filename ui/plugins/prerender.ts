// The frame of the window as markup: read while the window is built, and never part of it.
import { createRawSnippet } from "svelte";
import { render } from "svelte/server";
import { Catalogue, type Words } from "../src/shared/catalogue";
import Frame from "../src/shared/Frame.svelte";
import { speakFrom } from "../src/shared/language.svelte";

/** Around the name of a message, where its words go. */
const [BEGIN, END] = ["\ue000", "\ue001"];

/**
 * The frame, in every language: a style sheet shows the words of the one that is spoken. It does
 * nothing until the script replaces it, so nobody can get into it.
 */
export function prerender(catalogues: Record<string, Words>): string {
  const [english] = Object.values(catalogues);
  const marked = Object.keys(english ?? {}).map((id) => [id, `${BEGIN}${id}${END}`]);
  speakFrom(new Catalogue("en", Object.fromEntries(marked)), "en");
  const title = `<h1 class="sr-only">${BEGIN}app-name${END}</h1>`;
  const children = createRawSnippet(() => ({ render: () => title }));
  const { body } = render(Frame, { props: { children } });
  return spoken(still(body), catalogues);
}

/** Without what only a script or a screen reader would use. */
function still(markup: string): string {
  return markup
    .replaceAll(/<!--.*?-->/gs, "")
    .replaceAll(/<div [^>]*\bpopover=.*?<\/div>/gs, "")
    .replaceAll(
      / (?:[a-z-]+="[^"]*\ue000[^"]*"|(?:popovertarget|aria-haspopup|aria-expanded)="[^"]*")/g,
      "",
    )
    .replaceAll(/>\s+</g, "><")
    .replace("<nav", "<nav inert");
}

function spoken(markup: string, catalogues: Record<string, Words>): string {
  return markup.replaceAll(/\ue000([a-z0-9-]+)\ue001/g, (_, id: string) => {
    const said = Object.entries(catalogues).map(([language, words]) => [
      language,
      plain(words, id),
    ]);
    const [[, first] = []] = said;
    if (said.every(([, text]) => text === first)) return first ?? "";
    return said
      .map(([language, text]) => `<span class="said" lang="${language}">${text}</span>`)
      .join("");
  });
}

function plain(words: Words, id: string): string {
  const pattern = words[id];
  if (typeof pattern !== "string") throw new Error(`the frame says ${id}, which has values`);
  return pattern.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
