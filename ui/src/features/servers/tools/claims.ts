import type { ToolView } from "../../../backend/types";
import { listed, t } from "../../../shared/i18n";

const words: Record<string, string> = {
  readOnly: "tools-claim-read-only",
  destructive: "tools-claim-destructive",
  idempotent: "tools-claim-idempotent",
  openWorld: "tools-claim-open-world",
};

/** What the server claims of a tool, in words. */
export function claimsText(tool: ToolView): string {
  return listed(tool.claims.map((claim) => (words[claim] ? t(words[claim]) : claim)));
}

/**
 * Why a call is looked at once more before it is sent, null when it is not. A claim is no proof,
 * and a server that warns of its own tool has said enough.
 */
export function sensitive(tool: ToolView): "destructive" | "openWorld" | null {
  if (tool.claims.includes("destructive")) return "destructive";
  return tool.claims.includes("openWorld") && !tool.claims.includes("readOnly")
    ? "openWorld"
    : null;
}
