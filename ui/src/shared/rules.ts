import type { ScopeView, ToolRuleKind, UsageView } from "../backend/types";
import { t } from "./i18n";

const scopeNames: Record<ScopeView, string> = {
  allFolders: "scope-all",
  whereAppWorks: "scope-where-app-works",
};

const ruleNames: Record<ToolRuleKind, string> = {
  allowed: "rule-allowed",
  ask: "rule-ask",
  off: "rule-off",
};

export const scopes: ScopeView[] = ["allFolders", "whereAppWorks"];

export const rules: ToolRuleKind[] = ["allowed", "ask", "off"];

export function scopeText(scope: ScopeView): string {
  return t(scopeNames[scope]);
}

export function ruleText(rule: ToolRuleKind): string {
  return t(ruleNames[rule]);
}

/** The rule that was made for an app, or with null for every app; none is null. */
export function ownRule(usage: UsageView, app: string | null, tool: string): ToolRuleKind | null {
  return usage.rules.find((it) => it.app === app && it.tool === tool)?.rule ?? null;
}

/** What holds for an app, or with null for every app that has no rule of its own. */
export function ruleFor(usage: UsageView, app: string | null, tool: string): ToolRuleKind {
  return ownRule(usage, app, tool) ?? ownRule(usage, null, tool) ?? "allowed";
}
