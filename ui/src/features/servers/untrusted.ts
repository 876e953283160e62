import type { RunView } from "../../backend/types";
import { t } from "../../shared/i18n";

/** Why a server does not run until its command is trusted. */
export function untrustedText(state: Extract<RunView, { kind: "needsTrust" }>): string {
  if (!state.changed) return t("servers-trust-new");
  return t(CHANGED[state.was?.differs ?? "words"]);
}

const CHANGED = {
  words: "servers-trust-changed",
  files: "diff-same-words",
  runtime: "diff-runtime",
} as const;
