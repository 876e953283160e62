import type {
  Confinement,
  GrantView,
  RetentionView,
  Scope,
  ServerView,
  ToolRule,
  View,
  WideningView,
} from "../../backend/types";
import { listed, t } from "../../shared/i18n";
import { askedText } from "../../shared/enforcement";
import { isMoreNetwork, networkText, sendsAnywhereText } from "../../shared/destinations";
import { ruleFor, ruleText, scopeText } from "../../shared/rules";
import { shownName } from "../../shared/shown";
import { appPausedText, exactMoment } from "../../shared/time";
import {
  accessText,
  lifetimeText,
  lifetimeViewText,
  reachabilityText,
  retentionText,
} from "../../shared/words";
import { askingAgain, connecting, moreNetwork } from "./connecting";
import { sendingMore, sendingToday } from "./sending";
import { aboutServer, allowing, ordinary, type Fact, type Wish } from "./wish";
import { accessHint, effectOf, keepingOf } from "./effects";

/** Null where what it is about is no longer there, or is shown by itself. */
export function wishOf(what: WideningView, view: View): Wish | null {
  switch (what.kind) {
    case "access":
      return ofGrant(view, what.grant, (grant, server) =>
        moreAccess(grant, server, what.access, view.system.attempts),
      );
    case "lifetime":
      return ofGrant(view, what.grant, (grant, server) =>
        longer(grant, server, lifetimeText(what.lifetime)),
      );
    case "grantAgain":
      return again(view, what.ended);
    case "confinement":
      return looser(view, what.server, what.choice);
    case "scope":
      return ofServer(view, what.server, (server) => wider(view, server, what.scope));
    case "toolRule":
      return ofServer(view, what.server, (server) => looserRule(server, what));
    case "holdChanged":
      return ofServer(view, what.server, unheld);
    case "changedTools":
      return ofServer(view, what.server, accepted);
    case "destination":
      return ofServer(view, what.server, (server) => connecting(view, server, what));
    case "forgetDestination":
      return ofServer(view, what.server, (server) => askingAgain(server, what.destination));
    case "mostSent":
      return ofServer(view, what.server, (server) => sendingMore(server, what.most));
    case "sendToday":
      return ofServer(view, what.server, (server) => sendingToday(server, what.today));
    case "provider":
      return sendingTo(view, what);
    case "resume":
      return resumed(view);
    case "resumeApp":
      return appResumed(view, what.app);
    case "terminalConsent":
      return view.terminalConsent ? null : atTerminal();
    case "secretsInFile":
      return view.secrets.keyringOnly ? inFile() : null;
    case "retention":
      return keeping(view.retention, what.keep);
    case "deleteActivity":
      return deleting();
    // Shown by themselves.
    case "trust":
    case "grantAllAgain":
      return null;
  }
}

function inFile(): Wish {
  return {
    ...allowing(),
    icon: "alert",
    title: { id: "wish-secrets-in-file-title", args: {} },
    warning: t("wish-secrets-in-file-warning"),
    facts: [],
    wide: true,
  };
}

function sendingTo(view: View, asked: { provider: number; url: string }): Wish | null {
  const provider = view.providers.find(({ id }) => id === asked.provider);
  if (!provider || provider.state.kind !== "notAllowed") return null;
  return {
    ...ordinary,
    ...allowing(),
    icon: "globe",
    title: { id: "wish-provider-title", args: { provider: provider.name } },
    facts: [
      { term: t("models-url"), text: asked.url, exact: true },
      {
        term: t("wish-provider-where"),
        text: t(provider.local ? "models-local" : "models-remote"),
      },
      { term: t("wish-provider-effect"), text: t("wish-provider-means") },
    ],
  };
}

/** Less, or what tools are called with. */
function keeping(now: RetentionView, then: RetentionView): Wish {
  const begins = then.arguments && !now.arguments;
  const isLess = then.days < now.days || then.megabytes < now.megabytes || then.paths !== now.paths;
  const warnings = [
    ...(begins ? [t("wish-arguments-warning")] : []),
    ...(isLess ? [t("wish-retention-warning")] : []),
  ];
  return {
    icon: begins ? "eye" : "trash",
    title: { id: begins ? "wish-arguments-title" : "wish-retention-title", args: {} },
    warning: warnings.join(" "),
    facts: [
      { term: t("wish-now"), text: retentionText(now) },
      { term: t("wish-then"), text: retentionText(then) },
    ],
    agree: t(begins ? "wish-arguments-agree" : "wish-retention-agree"),
    decline: t("wish-delete-activity-keep"),
    wide: begins,
    loses: isLess,
  };
}

function deleting(): Wish {
  return {
    icon: "trash",
    title: { id: "wish-delete-activity-title", args: {} },
    warning: t("wish-delete-activity-warning"),
    facts: [],
    agree: t("wish-delete-activity-agree"),
    decline: t("wish-delete-activity-keep"),
    wide: false,
    loses: true,
  };
}

function ofGrant(
  view: View,
  id: number,
  wish: (grant: GrantView, server: ServerView) => Wish,
): Wish | null {
  const grant = view.grants.find((it) => it.id === id);
  const server = grant && serverIn(view, grant.server);
  return grant && server ? wish(grant, server) : null;
}

function ofServer(view: View, id: number, wish: (server: ServerView) => Wish | null): Wish | null {
  const server = serverIn(view, id);
  return server ? wish(server) : null;
}

function moreAccess(
  grant: GrantView,
  server: ServerView,
  access: GrantView["access"],
  guards: boolean,
): Wish {
  return {
    ...ordinary,
    ...allowing(),
    icon: "pencil",
    title: { id: "wish-access-title", args: { server: server.name, folder: grant.folder.name } },
    facts: [
      ...aboutFolder(grant),
      ...aboutServer(server),
      { term: t("wish-now"), text: accessText(grant.access) },
      {
        term: t("wish-then"),
        text: t("wish-then-access", {
          access: accessText(access),
          hint: accessHint(access, server, guards),
        }),
      },
      ...aboutKeeping(server),
    ],
  };
}

function longer(grant: GrantView, server: ServerView, then: string): Wish {
  return {
    ...ordinary,
    ...allowing(),
    icon: "clock",
    title: { id: "wish-lifetime-title", args: { server: server.name, folder: grant.folder.name } },
    facts: [
      ...aboutFolder(grant),
      ...aboutServer(server),
      { term: t("consent-access"), text: accessText(grant.access) },
      { term: t("wish-now"), text: lifetimeViewText(grant.lifetime) },
      { term: t("wish-then"), text: then },
    ],
  };
}

function again(view: View, id: number): Wish | null {
  const ended = view.ended.find((it) => it.id === id);
  const server = ended && serverIn(view, ended.server);
  if (!ended || !server) return null;
  return {
    ...ordinary,
    icon: "access",
    title: { id: "wish-again-title", args: { server: server.name, folder: ended.folder.name } },
    warning: sendsAnywhereText(server),
    facts: [
      { term: t("consent-folder"), text: ended.folder.path, exact: true },
      ...aboutServer(server),
      { term: t("consent-access"), text: accessText(ended.access) },
      { term: t("consent-duration"), text: t("wish-again-duration") },
      ...aboutKeeping(server),
    ],
    agree: t("ended-again"),
    decline: t("consent-deny"),
  };
}

function looser(view: View, id: number, choice: Confinement): Wish | null {
  const server = serverIn(view, id);
  if (!server) return null;
  const free = choice.asked === "advisory" && server.enforcement.asked === "enforced";
  const online = isMoreNetwork(choice.network, server.network);
  const facts = [...aboutServer(server), ...changesOf(server, choice)];
  if (free) {
    return {
      icon: "unshield",
      title: { id: "enforce-title", args: { server: server.name } },
      warning: t("enforce-warning"),
      facts,
      agree: t("enforce-yes"),
      decline: t("enforce-keep"),
      wide: true,
    };
  }
  if (online) return moreNetwork(view, server, choice.network, facts);
  return {
    ...ordinary,
    ...allowing(),
    icon: "unshield",
    title: { id: "wish-confinement-title", args: { server: server.name } },
    facts,
  };
}

function wider(view: View, server: ServerView, scope: Scope): Wish | null {
  if (server.usage.scope === scope) return null;
  const folders = view.grants.filter((grant) => grant.server === server.id);
  const paths = folders.map(({ folder }) => folder.path).join("\n");
  return {
    ...ordinary,
    ...allowing(),
    icon: "access",
    title: { id: "wish-scope-title", args: { server: server.name } },
    warning: sendsAnywhereText(server),
    facts: [
      ...aboutServer(server),
      { term: t("wish-now"), text: scopeText(server.usage.scope) },
      { term: t("wish-then"), text: t("wish-scope") },
      { term: t("wish-scope-folders"), text: paths || t("wish-none"), exact: paths !== "" },
    ],
  };
}

/** Who asked chose the names, so what hides in them is shown. */
function looserRule(
  server: ServerView,
  asked: { app: string | null; tool: string; rule: ToolRule | null },
): Wish {
  const { rule } = asked;
  const app = asked.app && shownName(asked.app);
  const tool = shownName(asked.tool);
  const asAll = rule ?? (app === null ? "allowed" : ruleFor(server.usage, null, tool));
  const then = ruleText(asAll);
  return {
    ...ordinary,
    ...allowing(),
    icon: "tool",
    title: {
      id: app === null ? "wish-rule-title-all" : "wish-rule-title",
      args: { app: app ?? "", tool, server: server.name },
    },
    facts: [
      { term: t("wish-rule-app"), text: app ?? t("every-app") },
      { term: t("wish-rule-tool"), text: tool, exact: true },
      ...aboutServer(server),
      { term: t("wish-now"), text: ruleText(ruleFor(server.usage, app, tool)) },
      {
        term: t("wish-then"),
        text: rule === null && app !== null ? t("wish-rule-as-all", { rule: then }) : then,
      },
    ],
  };
}

function unheld(server: ServerView): Wish | null {
  if (!server.usage.holdChanged) return null;
  return {
    ...allowing(),
    icon: "unshield",
    title: { id: "wish-hold-title", args: { server: server.name } },
    warning: t("wish-hold-warning"),
    facts: [
      ...aboutServer(server),
      { term: t("wish-now"), text: t("wish-hold-now") },
      { term: t("wish-then"), text: t("wish-hold-then") },
      ...changedTools(server),
    ],
    wide: false,
  };
}

function accepted(server: ServerView): Wish | null {
  if (server.usage.changedTools.length === 0) return null;
  return {
    ...ordinary,
    ...allowing(),
    icon: "tool",
    title: { id: "wish-changed-title", args: { server: server.name } },
    facts: [
      ...aboutServer(server),
      ...changedTools(server),
      { term: t("wish-then"), text: t("wish-changed-then") },
    ],
  };
}

function changedTools({ usage }: ServerView): Fact[] {
  const names = usage.changedTools.join("\n");
  return names ? [{ term: t("wish-changed-tools"), text: names, exact: true }] : [];
}

function resumed(view: View): Wish | null {
  if (!view.paused) return null;
  const servers = view.servers.filter(({ state }) => state.kind === "paused");
  const { until } = view.paused;
  return {
    ...ordinary,
    icon: "play",
    title: { id: "wish-resume-title", args: {} },
    facts: pauseFacts(
      until === null ? t("paused-open") : t("paused-until", { time: exactMoment(until) }),
      servers.map(({ name }) => name),
    ),
    agree: t("resume"),
    decline: t("wish-resume-keep"),
  };
}

function appResumed(view: View, app: string): Wish | null {
  const paused = view.pausedApps.find((it) => it.app === app);
  if (!paused) return null;
  const servers = view.servers.filter(({ id }) =>
    view.sessions.some((it) => it.server === id && it.app === app),
  );
  return {
    ...ordinary,
    icon: "play",
    title: { id: "wish-resume-app-title", args: { app } },
    facts: pauseFacts(
      appPausedText(paused),
      servers.map(({ name }) => name),
    ),
    agree: t("resume"),
    decline: t("wish-resume-keep"),
  };
}

function pauseFacts(now: string, servers: string[]): Fact[] {
  return [
    { term: t("wish-now"), text: now },
    { term: t("wish-resume-servers"), text: listed(servers) || t("wish-none") },
  ];
}

function atTerminal(): Wish {
  return {
    ...allowing(),
    icon: "alert",
    title: { id: "wish-terminal-title", args: {} },
    warning: t("wish-terminal-warning"),
    facts: [{ term: t("wish-then"), text: t("wish-terminal") }],
    wide: true,
  };
}

function aboutFolder(grant: GrantView): Fact[] {
  const path: Fact = { term: t("consent-folder"), text: grant.folder.path, exact: true };
  if (grant.reachability === "reachable") return [path];
  return [path, { term: t("wish-state"), text: reachabilityText(grant.reachability) }];
}

function aboutKeeping(server: ServerView): Fact[] {
  return [
    { term: t("consent-enforcement"), text: keepingOf(server).text },
    { term: t("consent-effect"), text: t(effectOf(server), { server: server.name }) },
  ];
}

/** What is chosen otherwise than it is now. */
function changesOf(server: ServerView, choice: Confinement): Fact[] {
  const { asked } = server.enforcement;
  const on = (value: boolean) => t(value ? "wish-on" : "wish-off");
  const change = (term: string, before: string, after: string): Fact[] =>
    before === after ? [] : [{ term: t(term), text: t("wish-change", { before, after }) }];
  return [
    ...change("consent-enforcement", askedText(asked), askedText(choice.asked)),
    ...change("network", networkText(server.network), networkText(choice.network)),
    ...change("ask-first", on(server.askFirst), on(choice.askFirst)),
  ];
}

function serverIn(view: View, id: number): ServerView | undefined {
  return view.servers.find((server) => server.id === id);
}
