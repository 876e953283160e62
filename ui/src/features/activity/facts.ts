import type { FactView, RecordView } from "../../backend/types";
import { has, t } from "../../shared/i18n";
import { sizeText } from "../../shared/size";
import { shownName } from "../../shared/shown";

/** What a record says besides, in the person's language as far as it can be. */
export function detailText({ facts, detail }: RecordView): string | null {
  if (facts.length === 0) return detail;
  return facts.map(factText).reduce((first, second) => t("pair", { first, second }));
}

function factText({ code, text, number }: FactView): string {
  const name = text === null ? null : shownName(text);
  if (code === null) return name ?? "";
  const id = `activity-fact-${code}`;
  if (!has(id)) return code;
  if (name !== null) return t(id, { name });
  return number === null ? t(id) : t(id, { number, size: sizeText(number) });
}
