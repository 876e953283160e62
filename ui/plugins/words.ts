import { FluentResource } from "@fluent/bundle";
import type { Plugin } from "vite";
import type { Words } from "../src/shared/catalogue";

/** What only the command line, notifications, dialogs and the tray say; the window offers two things of the tray’s. */
const OF_OTHERS = /^(cli|dialog|notify)-|^tray-(?!quit(-keep)?$)|^consent-window$/;

/**
 * Reads catalogues while the window is built: what it loads of one is its own messages, as they are
 * put together, and nothing that would read them.
 */
export function words(): Plugin {
  return {
    name: "paddock:words",
    enforce: "pre",
    transform(source, id) {
      if (!id.endsWith(".ftl")) return;
      const json = JSON.stringify(wordsOf(source));
      return {
        code: `export default JSON.parse(${JSON.stringify(json)});`,
        map: null,
        moduleType: "js",
      };
    },
  };
}

/** The messages of a catalogue that the window says, by their names. */
export function wordsOf(catalogue: string): Words {
  const { body } = new FluentResource(catalogue);
  return Object.fromEntries(
    body.flatMap(({ id, value }) => (value && !OF_OTHERS.test(id) ? [[id, value] as const] : [])),
  );
}
