import type { Scope, ToolRule, UsageView } from "../backend/types";
import { t } from "./i18n";
import { shownName } from "./shown";

const scopeNames: Record<Scope, string> = {
  allFolders: "scope-all",
  whereAppWorks: "scope-where-app-works",
};

const ruleNames: Record<ToolRule, string> = {
  allowed: "rule-allowed",
  ask: "rule-ask",
  off: "rule-off",
};

export const scopes: Scope[] = ["allFolders", "whereAppWorks"];

export const rules: ToolRule[] = ["allowed", "ask", "off"];

export function scopeText(scope: Scope): string {
  return t(scopeNames[scope]);
}

export function ruleText(rule: ToolRule): string {
  return t(ruleNames[rule]);
}

/**
 * The rule that was made for an app, or with null for every app; none is null. The app escapes what
 * hides in the names of its rules, and not in those of tools that it lists.
 */
export function ownRule(usage: UsageView, app: string | null, tool: string): ToolRule | null {
  const [ofApp, ofTool] = [app && shownName(app), shownName(tool)];
  return usage.rules.find((it) => it.app === ofApp && it.tool === ofTool)?.rule ?? null;
}

/** Whether a tool is not the one that was seen first. */
export function hasChanged(usage: UsageView, tool: string): boolean {
  return usage.changedTools.includes(shownName(tool));
}

/** What holds for an app, or with null for every app that has no rule of its own. */
export function ruleFor(usage: UsageView, app: string | null, tool: string): ToolRule {
  return ownRule(usage, app, tool) ?? ownRule(usage, null, tool) ?? "allowed";
}
