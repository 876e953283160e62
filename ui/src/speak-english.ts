// What components are tested in. The files of a worker share its page, so each begins with modules
// that nobody has changed.
import { vi } from "vitest";

vi.resetModules();
const { speak } = await import("./shared/language.svelte");
await speak("en");
