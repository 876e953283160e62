import type { ToolClaims } from "../../backend/types";
import { listed, t } from "../../shared/i18n";

/** What a server claims that a tool does, in words; empty where it claims nothing. */
export function callClaims(claims: ToolClaims | null): string {
  const words = [
    worded(claims?.readOnly ?? null, "held-call-claim-read-only", "held-call-claim-changes"),
    worded(claims?.destructive ?? null, "held-call-claim-destructive", "held-call-claim-harmless"),
  ];
  return listed(words.flatMap((word) => word ?? []));
}

function worded(claim: boolean | null, yes: string, no: string): string | null {
  return claim === null ? null : t(claim ? yes : no);
}
