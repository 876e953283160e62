// What components are tested in.
import { speak } from "./shared/language.svelte";

await speak("en");
