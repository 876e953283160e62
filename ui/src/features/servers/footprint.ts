import type { OwnView, ReadableView } from "../../backend/types";
import { t } from "../../shared/i18n";
import { sizeText } from "../../shared/size";

export type OwnPart = {
  path: string;
  about: string;
  /** How it differs from what was trusted. */
  change: string | null;
  hidden: string | null;
};

/** What a command needs that is the person's own, and what of that is new or gone. */
export function ownParts(reads: ReadableView[], was: ReadableView[] | null): OwnPart[] {
  const now = reads.filter(({ own }) => own !== null);
  const before = was?.filter(({ own }) => own !== null) ?? null;
  const has = (list: ReadableView[], path: string) => list.some((it) => it.path === path);
  const parts = now.map((part) => ({
    ...described(part),
    change: before && !has(before, part.path) ? t("footprint-new") : null,
  }));
  const gone = (before ?? []).filter((part) => !has(now, part.path));
  return [...parts, ...gone.map((part) => ({ ...described(part), change: t("footprint-gone") }))];
}

function described({ path, why, own }: ReadableView): Omit<OwnPart, "change"> {
  const what = t(why === "runtime" ? "footprint-runtime" : "footprint-program");
  const hidden = own?.hidden ?? [];
  return {
    path,
    about: own ? t("pair", { first: what, second: counted(own) }) : what,
    hidden: hidden.length > 0 ? t("footprint-hidden", { count: hidden.length }) : null,
  };
}

function counted({ files, bytes, all }: OwnView): string {
  if (files === 0 && !all) return t("footprint-size-unknown");
  return t(all ? "footprint-size" : "footprint-size-least", { files, size: sizeText(bytes) });
}
