import type { RunView } from "../../backend/types";
import { t } from "../../shared/i18n";

/** Why a server does not run until its command is trusted. */
export function untrustedText(state: Extract<RunView, { kind: "needsTrust" }>): string {
  if (!state.changed) return t("servers-trust-new");
  return t(CHANGED[state.was?.differs ?? "words"]);
}

/** Whether only what runs it is another one, as after an update. */
export function isUpdated(state: Extract<RunView, { kind: "needsTrust" }>): boolean {
  return state.was?.differs === "runtime";
}

const CHANGED = {
  words: "servers-trust-changed",
  files: "diff-same-words",
  runtime: "diff-runtime",
} as const;
