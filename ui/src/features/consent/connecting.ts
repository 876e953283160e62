import type { NetworkChoice, ServerView, View, WideningView } from "../../backend/types";
import {
  destinationText,
  foldersOf,
  inertText,
  isAllowed,
  portOf,
  sendsText,
} from "../../shared/destinations";
import { t } from "../../shared/i18n";
import { shownName } from "../../shared/shown";
import { lifetimeText } from "../../shared/words";
import { aboutServer, allowing, ordinary, type Fact, type Wish } from "./wish";

/** To connect somewhere. What asks may have chosen the name, so it is shown to the letter too. */
export function connecting(
  view: View,
  server: ServerView,
  what: Extract<WideningView, { kind: "destination" }>,
): Wish {
  const { destination, anywhere, leadsTo, lifetime } = what;
  const port = portOf(destination);
  const inert = inertText(server, view.system);
  return {
    ...ordinary,
    ...allowing(),
    icon: "globe",
    title: {
      id: "wish-destination-title",
      args: { server: server.name, destination: destinationText(destination) },
    },
    warning: sendsText(view, server, anywhere),
    facts: [
      { term: t("wish-destination"), text: shownName(destination), exact: true },
      ...onPrivateNetwork(leadsTo),
      { term: t("wish-destination-ports", { port }), text: t("destination-ports", { port }) },
      { term: t("consent-duration"), text: lifetimeText(lifetime) },
      ...aboutServer(server),
      ...(inert === null ? [] : [{ term: t("wish-now"), text: inert }]),
    ],
  };
}

/** The addresses of a name that are allowed with it. */
function onPrivateNetwork(leadsTo: string[]): Fact[] {
  if (leadsTo.length === 0) return [];
  const text = leadsTo.map(shownName).join("\n");
  return [
    { term: t("wish-destination-private"), text, exact: true },
    { term: t("wish-then"), text: t("wish-destination-private-means") },
  ];
}

/** What is refused there is asked about again, null where it is not refused any more. */
export function askingAgain(server: ServerView, destination: string): Wish | null {
  const said = server.destinations.find((it) => it.destination === destination);
  if (said?.rule.kind !== "never") return null;
  return {
    ...ordinary,
    ...allowing(),
    icon: "globe",
    title: { id: "wish-forget-title", args: { destination: destinationText(destination) } },
    facts: [
      { term: t("wish-destination"), text: shownName(destination), exact: true },
      ...aboutServer(server),
      { term: t("wish-now"), text: t("wish-forget-now") },
      { term: t("wish-then"), text: t("wish-forget-then") },
    ],
  };
}

/** More of the network than it has. */
export function moreNetwork(
  view: View,
  server: ServerView,
  then: NetworkChoice,
  facts: Fact[],
): Wish {
  const ask = then === "ask";
  const folders = foldersOf(view, server);
  const warning = folders
    ? t("wish-network-warning-reads", { folders })
    : t("wish-network-warning");
  return {
    ...ordinary,
    ...allowing(),
    icon: "globe",
    title: {
      id: ask ? "wish-network-ask-title" : "wish-network-title",
      args: { server: server.name },
    },
    warning: ask ? null : warning,
    facts: [...facts, ...(ask ? allowed(server) : [])],
  };
}

/** What counts from then on. */
function allowed({ destinations }: ServerView): Fact[] {
  const text = destinations
    .filter(isAllowed)
    .map(({ destination }) => shownName(destination))
    .join("\n");
  return text ? [{ term: t("wish-network-allowed"), text, exact: true }] : [];
}
