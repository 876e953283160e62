import type { ScopeView, ToolRuleKind, UsageView } from "../backend/types";
import { t } from "./i18n";
import { shownName } from "./shown";

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

/**
 * The rule that was made for an app, or with null for every app; none is null. The app escapes what
 * hides in the names of its rules, and not in those of tools that it lists.
 */
export function ownRule(usage: UsageView, app: string | null, tool: string): ToolRuleKind | null {
  const [ofApp, ofTool] = [app && shownName(app), shownName(tool)];
  return usage.rules.find((it) => it.app === ofApp && it.tool === ofTool)?.rule ?? null;
}

/** Whether a tool is not the one that was seen first. */
export function hasChanged(usage: UsageView, tool: string): boolean {
  return usage.changedTools.includes(shownName(tool));
}

/** What holds for an app, or with null for every app that has no rule of its own. */
export function ruleFor(usage: UsageView, app: string | null, tool: string): ToolRuleKind {
  return ownRule(usage, app, tool) ?? ownRule(usage, null, tool) ?? "allowed";
}
