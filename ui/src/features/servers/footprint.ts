import type { ReadableView } from "../../backend/types";
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
  const files = own?.files ?? 0;
  const what = t(why === "runtime" ? "footprint-runtime" : "footprint-program");
  const size = t("footprint-size", { files, size: sizeText(own?.bytes ?? 0) });
  const hidden = own?.hidden ?? [];
  return {
    path,
    about: `${what}, ${size}`,
    hidden: hidden.length > 0 ? t("footprint-hidden", { count: hidden.length }) : null,
  };
}
