import type { Component } from "svelte";
import AccessScreen from "./features/access/AccessScreen.svelte";
import type { Screen } from "./shared/app.svelte";

/** What a screen can be asked to do. */
type Able = { addFolder?: () => Promise<void> };
export type ScreenComponent = Component<{ showShortcuts: () => void }, Able>;
type Any = Component<never, Able>;
type Load = () => Promise<{ default: Any }>;

/** The other screens, each loaded by itself. */
const sources: Record<Exclude<Screen, "access">, Load> = {
  servers: () => import("./features/servers/ServersScreen.svelte"),
  apps: () => import("./features/apps/AppsScreen.svelte"),
  requests: () => import("./features/requests/RequestsScreen.svelte"),
  activity: () => import("./features/activity/ActivityScreen.svelte"),
  settings: () => import("./features/settings/SettingsScreen.svelte"),
  welcome: () => import("./features/welcome/WelcomeScreen.svelte"),
};

/** The window opens with the first one. */
let loaded = $state.raw<Partial<Record<Screen, ScreenComponent>>>({
  access: taking(AccessScreen),
});

export function screenOf(screen: Screen): ScreenComponent | undefined {
  return loaded[screen];
}

/** Has a screen ready to be shown. */
export async function loadScreen(screen: Screen): Promise<void> {
  if (screen === "access" || loaded[screen]) return;
  const { default: component } = await sources[screen]();
  loaded = { ...loaded, [screen]: taking(component) };
}

/** Every screen is given the same, and takes of it what it needs. */
function taking(screen: Any): ScreenComponent {
  return screen as ScreenComponent;
}

/** The list of shortcuts, which is shown over any screen. */
export const loadShortcuts = () => import("./features/settings/Shortcuts.svelte");

/** Has everything ready before it is asked for, one after the other and with pictures between. */
export async function loadAhead(): Promise<void> {
  for (const screen of Object.keys(sources) as Screen[]) {
    await nextPicture();
    await loadScreen(screen);
  }
  await nextPicture();
  await loadShortcuts();
}

/** When the next picture is drawn, and what it was drawn for is done. */
function nextPicture(): Promise<void> {
  return new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)));
}
