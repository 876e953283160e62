import type {
  AccessView,
  LifetimeChoice,
  LifetimeView,
  ReachabilityView,
  RunView,
} from "../backend/types";
import { app } from "./app.svelte";
import { t } from "./i18n";

const access: Record<AccessView, string> = {
  read: "access-read",
  writeGuarded: "access-write-guarded",
  readWrite: "access-read-write",
};

const lifetimes: Record<LifetimeChoice, string> = {
  oneHour: "lifetime-one-hour",
  thisRun: "lifetime-this-run",
  untilMidnight: "lifetime-until-midnight",
  always: "lifetime-always",
};

const reachability: Record<ReachabilityView, string> = {
  reachable: "reach-ok",
  missing: "reach-missing",
  replaced: "reach-replaced",
  notAFolder: "reach-not-a-folder",
  denied: "reach-denied",
};

const states: Record<RunView["kind"], string> = {
  stopped: "state-stopped",
  needsTrust: "state-needs-trust",
  starting: "state-starting",
  running: "state-running",
  stopping: "state-stopping",
  restarting: "state-restarting",
  failed: "state-failed",
  paused: "state-paused",
  asleep: "state-asleep",
};

export type Tone = "ok" | "busy" | "warn" | "danger" | "off";

const tones: Record<RunView["kind"], Tone> = {
  stopped: "off",
  needsTrust: "warn",
  starting: "busy",
  running: "ok",
  stopping: "busy",
  restarting: "warn",
  failed: "danger",
  paused: "off",
  asleep: "off",
};

export const accesses: AccessView[] = ["read", "writeGuarded", "readWrite"];

export const lifetimeChoices: LifetimeChoice[] = ["oneHour", "thisRun", "untilMidnight", "always"];

export function accessText(value: AccessView): string {
  return t(access[value]);
}

export function lifetimeText(value: LifetimeChoice): string {
  return t(lifetimes[value]);
}

export function reachabilityText(value: ReachabilityView): string {
  return t(reachability[value]);
}

export function stateText(state: RunView): string {
  return t(states[state.kind]);
}

export function stateTone(state: RunView): Tone {
  return tones[state.kind];
}

/** The choice a lifetime came from, null when it is an end time. */
export function choiceOf(lifetime: LifetimeView): LifetimeChoice | null {
  return lifetime.kind === "until" ? null : lifetime.kind;
}

export function serverName(id: number): string {
  return app.serverOf(id)?.name ?? t("server-gone");
}
