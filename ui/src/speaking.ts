import { speakAsAsked } from "./shared/language.svelte";

/** The words are on their way before the rest of the page is read. */
export const speaking = speakAsAsked();
