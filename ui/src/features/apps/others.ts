import type { AppView, View } from "../../backend/types";

type Known = Pick<View, "sessions" | "standIns" | "pausedApps">;

/** Apps that Paddock knows by what they do or what was set for them: those that run come first. */
export function knownApps({ sessions, standIns, pausedApps }: Known): string[] {
  const named = [sessions.map(({ app }) => app), standIns, pausedApps.map(({ app }) => app)];
  return [...new Set(named.flatMap((names) => names.toSorted((a, b) => a.localeCompare(b))))];
}

/** Whether that is what one of the apps is called whose configs were found. */
export function isFound(apps: readonly Pick<AppView, "id" | "name">[], name: string): boolean {
  return apps.some((app) => app.id === name || app.name === name);
}
