import type {
  Access,
  DestinationRule,
  LifetimeChoice,
  LifetimeView,
  ReachabilityView,
  RetentionView,
  RunView,
  ToldView,
  WideningView,
} from "../backend/types";
import { app } from "./app.svelte";
import { destinationText } from "./destinations";
import { t } from "./i18n";
import { mostText, todayText } from "./sending";
import { ruleText, scopeText } from "./rules";
import { exactMoment } from "./time";

const access: Record<Access, string> = {
  read: "access-read",
  writeGuarded: "access-write-guarded",
  writeCommits: "access-write-commits",
  readWrite: "access-read-write",
};

/** What can be chosen by its name. */
export type NamedLifetime = Extract<LifetimeChoice, string>;

const lifetimes: Record<NamedLifetime, string> = {
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
  nextStart: "reach-next-start",
  notLetIn: "reach-not-let-in",
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

const told: Record<ToldView, string> = {
  told: "servers-told-told",
  waiting: "servers-told-waiting",
  waitingForCall: "servers-told-waiting-for-call",
  neverAsked: "servers-told-never-asked",
  notRunning: "servers-told-not-running",
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

export const accesses: Access[] = ["read", "writeGuarded", "writeCommits", "readWrite"];

export const lifetimeChoices: NamedLifetime[] = ["oneHour", "thisRun", "untilMidnight", "always"];

export function accessText(value: Access): string {
  return t(access[value]);
}

export function lifetimeText(value: LifetimeChoice): string {
  return typeof value === "string"
    ? t(lifetimes[value])
    : t("lifetime-for", { minutes: value.for.minutes });
}

export function lifetimeViewText(value: LifetimeView): string {
  if (value.kind !== "until") return t(lifetimes[value.kind]);
  return t("lifetime-until", { time: exactMoment(value.at) });
}

/** What was decided about a destination. */
export function ruleOfDestination(rule: DestinationRule): string {
  if (rule.kind === "never") return t("destinations-never");
  return t("destinations-allowed", { duration: lifetimeViewText(rule.lifetime) });
}

/** What waits for consent, as short as it can be said beside what it is about. */
export function wideningText(what: WideningView): string | null {
  switch (what.kind) {
    case "access":
      return accessText(what.access);
    case "lifetime":
      return lifetimeText(what.lifetime);
    case "scope":
      return scopeText(what.scope);
    case "toolRule":
      return what.rule && ruleText(what.rule);
    case "destination":
      return destinationText(what.destination);
    case "forgetDestination":
      return t("wish-forget-title", { destination: destinationText(what.destination) });
    case "mostSent":
      return mostText(what.most);
    case "sendToday":
      return todayText(what.today);
    case "retention":
      return retentionText(what.keep);
    case "holdChanged":
    case "changedTools":
    case "trust":
    case "grantAgain":
    case "grantAllAgain":
    case "confinement":
    case "provider":
    case "resume":
    case "resumeApp":
    case "terminalConsent":
    case "secretsInFile":
    case "deleteActivity":
      return null;
  }
}

/** How long what happened is kept. */
export function retentionText({ days, megabytes, paths, arguments: all }: RetentionView): string {
  if (all) return t("retention-with-arguments", { days, megabytes });
  return t(paths ? "retention-with-paths" : "retention-without-paths", { days, megabytes });
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

/** What a process knows of its folders. */
export function toldOf(value: ToldView): string {
  return t(told[value]);
}

/** The choice a lifetime came from, null when it is an end time. */
export function choiceOf(lifetime: LifetimeView): NamedLifetime | null {
  return lifetime.kind === "until" ? null : lifetime.kind;
}

/** What is left of a lifetime, as it can be asked for once more. */
export function restOf(lifetime: LifetimeView, now: number): LifetimeChoice {
  if (lifetime.kind !== "until") return lifetime.kind;
  return { for: { minutes: Math.max(1, Math.floor((lifetime.at - now) / 60_000)) } };
}

export function serverName(id: number): string {
  return app.serverOf(id)?.name ?? t("server-gone");
}
