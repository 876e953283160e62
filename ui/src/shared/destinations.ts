import type {
  DestinationView,
  FolderView,
  NetworkChoice,
  ServerView,
  SystemView,
  View,
} from "../backend/types";
import { listed, t } from "./i18n";
import { shownName } from "./shown";

const modeNames: Record<NetworkChoice, string> = {
  off: "network-mode-off",
  ask: "network-mode-ask",
  open: "network-mode-open",
};

/** From what gives least to what gives most. */
export const networkModes: NetworkChoice[] = ["off", "ask", "open"];

export function networkText(mode: NetworkChoice): string {
  return t(modeNames[mode]);
}

export function isMoreNetwork(then: NetworkChoice, now: NetworkChoice): boolean {
  return networkModes.indexOf(then) > networkModes.indexOf(now);
}

/** Message why the mode cannot be chosen, null where it can. */
export function networkBound(server: ServerView, system: SystemView): string | null {
  if (server.enforcement.asked === "advisory") return "network-bound-advisory";
  return system.networkOff ? null : "network-bound-system";
}

/** What is in force, which is not always what was chosen. */
export function networkInForce(server: ServerView, system: SystemView): NetworkChoice {
  if (networkBound(server, system) !== null) return "open";
  return server.network === "ask" && !system.destinations ? "off" : server.network;
}

/** Message why what is allowed does not count now, null where it does. */
export function inertText(server: ServerView, system: SystemView): string | null {
  if (networkInForce(server, system) === "open") return t("wish-destination-is-open");
  if (server.network === "off") return t("wish-destination-is-off");
  return system.destinations ? null : t("wish-destination-not-here");
}

type Place = "name" | "under" | "any" | "address" | "range" | "thisComputer";

/** A destination as the app writes it, in its parts. Without a port those of the web are meant. */
export type Destination = { place: Place; what: string; port: string | null };

const IN_BRACKETS = /^\[(.+)\](?::(\d+))?$/;
const WITH_PORT = /^([^:]+):(\d+|\*)$/;
const IPV4 = /^\d+\.\d+\.\d+\.\d+$/;

export function readDestination(text: string): Destination {
  const [, what = text, port = null] = IN_BRACKETS.exec(text) ?? WITH_PORT.exec(text) ?? [];
  return { ...placeOf(what), port };
}

function placeOf(what: string): Omit<Destination, "port"> {
  if (what === "*") return { place: "any", what };
  if (what.startsWith("*.")) return { place: "under", what: what.slice(2) };
  if (what === "localhost") return { place: "thisComputer", what };
  if (what.includes("/")) return { place: "range", what };
  return { place: what.includes(":") || IPV4.test(what) ? "address" : "name", what };
}

/** Where that is, in words, without the port where it can do without. */
export function destinationText(text: string): string {
  const { place, what, port } = readDestination(shownName(text));
  switch (place) {
    case "name":
      return what;
    case "under":
      return t("destination-under", { name: what });
    case "any":
      return t("destination-any");
    case "address":
      return t("destination-address", { address: what });
    case "range":
      return t("destination-range", { range: what });
    case "thisComputer":
      if (port === "*") return t("destination-every-port");
      return t("destination-this-computer", { port: port ?? "" });
  }
}

/** How messages tell the ports of the web from one that is named. */
export function portOf(text: string): string {
  return readDestination(text).port ?? "web";
}

/** The names of its folders, with those that it is to have besides; empty where it has none. */
export function foldersOf(view: View, server: ServerView, more: FolderView[] = []): string {
  const own = view.grants.filter((grant) => grant.server === server.id);
  return listed([...own.map(({ folder }) => folder), ...more].map(({ name }) => name));
}

/** What a server could send to a destination, null where it can read nothing of the person's. */
export function sendsText(
  view: View,
  server: ServerView,
  anywhere: boolean,
  more: FolderView[] = [],
): string | null {
  if (server.enforcement.asked === "advisory" || server.reachesAll) {
    return t(anywhere ? "wish-destination-reads-all-anywhere" : "wish-destination-reads-all");
  }
  const folders = foldersOf(view, server, more);
  if (folders === "") return null;
  return t(anywhere ? "wish-destination-reads-anywhere" : "wish-destination-reads", { folders });
}

/** That what is in a folder could go to anyone, null where it could not. */
export function sendsAnywhereText(server: ServerView | undefined): string | null {
  if (!server?.reachesAnywhere) return null;
  return t("consent-sends-anywhere", { server: server.name });
}

export function isAllowed({ rule }: DestinationView): boolean {
  return rule.kind === "allowed";
}
