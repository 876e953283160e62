import { SvelteMap } from "svelte/reactivity";
import type { GrantView } from "../../backend/types";
import { t } from "../../shared/i18n";

/** More groups than that do not fit into a window with all their rows. */
const GROUPS = 6;

/** Groups of grants: folded where there are many, unless the person chose otherwise. */
export class Folding {
  #chosen = new SvelteMap<string, boolean>();

  /** The group of this key, among so many groups; null where nothing needs to be folded. */
  of(key: string, among: number, summary: string) {
    const many = among > GROUPS;
    if (!many && !this.#chosen.has(key)) return null;
    const open = this.#chosen.get(key) ?? !many;
    return { open, summary, toggle: () => void this.#chosen.set(key, !open) };
  }
}

/** How many of a folder's grants may only read, and how many write. */
export function grantsText(grants: GrantView[]): string {
  const reading = grants.filter(({ access }) => access === "read").length;
  const [count, writing] = [grants.length, grants.length - reading];
  return writing === 0
    ? t("access-folded-read", { count })
    : t("access-folded-write", { count, writing });
}
