import type { Plugin, Rolldown } from "vite";

/** Bytes that the window loads before it shows its first screen. */
export type FirstLoad = { page: number; script: number; style: number; words: number };

/** What each may come to. */
export const BUDGET: FirstLoad = { page: 7_000, script: 170_000, style: 30_000, words: 210_000 };

const SAVINGS: Record<keyof FirstLoad, string> = {
  page: "the frame in index.html holds what is there before the script",
  script: "load by import() what the first screen does not show",
  style: "load by import() what the first screen does not show",
  words: "messages that the window never says stay out in plugins/words.ts",
};

/** Fails a build whose first screen would load more than it may. */
export function budget(): Plugin {
  return {
    name: "paddock:budget",
    apply: (_, { command, mode }) => command === "build" && mode === "production",
    enforce: "post",
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        const first = firstLoadOf(bundle);
        const over = overBudget(first, BUDGET);
        if (over.length > 0) this.error(over.join("\n"));
        const kinds = Object.entries(first).map(([kind, bytes]) => `${kind} ${inKb(bytes)}`);
        this.info(`the first screen loads: ${kinds.join(", ")}`);
      },
    },
  };
}

export function overBudget(first: FirstLoad, budget: FirstLoad): string[] {
  const kinds = Object.keys(budget) as (keyof FirstLoad)[];
  return kinds
    .filter((kind) => first[kind] > budget[kind])
    .map(
      (kind) =>
        `the first screen would load ${inKb(first[kind])} of ${kind}, and may load ${inKb(budget[kind])}: ` +
        `${SAVINGS[kind]}, or raise it in plugins/budget.ts`,
    );
}

/** What the main page loads without being asked for anything, with the longest of the catalogues. */
export function firstLoadOf(bundle: Rolldown.OutputBundle): FirstLoad {
  const chunks = Object.values(bundle).filter((it) => it.type === "chunk");
  const entry = chunks.find((it) => it.isEntry && it.facadeModuleId?.endsWith("/index.html"));
  if (!entry) throw new Error("the build has no index.html");
  const first = new Set([entry]);
  for (const { imports } of first) {
    for (const chunk of chunks) if (imports.includes(chunk.fileName)) first.add(chunk);
  }
  const styles = new Set([...first].flatMap((it) => [...(it.viteMetadata?.importedCss ?? [])]));
  const catalogues = chunks.filter((it) => it.facadeModuleId?.endsWith(".ftl"));
  const sum = (bytes: number[]) => bytes.reduce((all, each) => all + each, 0);
  return {
    page: sizeOf(bundle, "index.html"),
    script: sum([...first].map((it) => sizeOf(bundle, it.fileName))),
    style: sum([...styles].map((name) => sizeOf(bundle, name))),
    words: Math.max(...catalogues.map((it) => sizeOf(bundle, it.fileName))),
  };
}

function sizeOf(bundle: Rolldown.OutputBundle, name: string): number {
  const file = bundle[name];
  if (!file) throw new Error(`the build has no ${name}`);
  return Buffer.byteLength(file.type === "chunk" ? file.code : file.source);
}

function inKb(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}
