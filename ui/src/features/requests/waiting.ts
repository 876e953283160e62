import type {
  AskedDestinationView,
  AskedSendingView,
  AttemptView,
  HeldCallView,
  PlaceView,
  RequestView,
  ServerView,
  View,
} from "../../backend/types";
import { isUpdated } from "../servers/untrusted";

/** One thing that waits for a person. Its key is unique among all that ever waits. */
export type Waiting = { key: string; server: number; at: number } & (
  | { kind: "request"; request: RequestView }
  | { kind: "held"; attempt: AttemptView }
  | { kind: "call"; call: HeldCallView }
  | { kind: "place"; place: PlaceView }
  | { kind: "destinations"; all: AskedDestinationView[] }
  | { kind: "sending"; full: AskedSendingView }
  | { kind: "trust"; changed: boolean; updated: boolean }
);

export type Group = { server: ServerView | undefined; id: number; items: Waiting[] };

/** What waits, grouped by server; in each group, and among the groups, the oldest is first. */
export function groupsOf(view: View): Group[] {
  const groups = new Map<number, Group>();
  for (const item of waitingOf(view)) {
    const group = groups.get(item.server) ?? {
      server: view.servers.find(({ id }) => id === item.server),
      id: item.server,
      items: [],
    };
    group.items.push(item);
    groups.set(item.server, group);
  }
  return [...groups.values()];
}

/**
 * What waits for a person, oldest first. A command that waits for trust has no time of its own. All
 * that a server wants to connect to is one item.
 */
export function waitingOf(view: View): Waiting[] {
  const requests = view.requests.map((request): Waiting => ({
    key: keyOf(request.id),
    server: request.server,
    at: request.at,
    kind: "request",
    request,
  }));
  const calls = view.heldCalls.map((call): Waiting => ({
    key: `call ${call.id}`,
    server: call.server,
    at: call.at,
    kind: "call",
    call,
  }));
  const places = view.places.map((place): Waiting => ({
    key: `place ${place.id}`,
    server: place.server,
    at: place.at,
    kind: "place",
    place,
  }));
  const seeking = new Map<number, AskedDestinationView[]>();
  for (const seeks of view.askedDestinations) {
    seeking.set(seeks.server, [...(seeking.get(seeks.server) ?? []), seeks]);
  }
  const destinations = [...seeking].map(([server, all]): Waiting => ({
    key: `destinations ${server}`,
    server,
    at: Math.min(...all.map(({ at }) => at)),
    kind: "destinations",
    all,
  }));
  const sending = view.askedSending.map((full): Waiting => ({
    key: `sending ${full.server} ${full.upTo}`,
    server: full.server,
    at: full.at,
    kind: "sending",
    full,
  }));
  const ofServers = view.servers.flatMap(ofServer);
  const all = [...requests, ...calls, ...places, ...destinations, ...sending, ...ofServers];
  return all.toSorted((a, b) => a.at - b.at);
}

/** What waits of one server; that its command is not trusted is a state of it. */
export function waitingFor(view: View, server: number): Waiting[] {
  return waitingOf(view).filter((item) => item.server === server && item.kind !== "trust");
}

/** What one question is about at the most. */
const MOST_TOGETHER = 20;

/**
 * Servers that wait for trust since their commands changed, as many as one question may be about:
 * those first of which more changed than what runs them.
 */
export function changedOf(items: Waiting[]): number[] {
  const changed = items.flatMap((it) => (it.kind === "trust" && it.changed ? [it] : []));
  const updatedLast = changed.toSorted((a, b) => Number(a.updated) - Number(b.updated));
  return updatedLast.slice(0, MOST_TOGETHER).map(({ server }) => server);
}

export function keyOf(request: number): string {
  return `request ${request}`;
}

function ofServer(server: ServerView): Waiting[] {
  const held = server.attempts
    .filter((attempt) => attempt.held)
    .map((attempt): Waiting => ({
      key: `held ${server.id} ${attempt.id}`,
      server: server.id,
      at: attempt.last,
      kind: "held",
      attempt,
    }));
  const { state } = server;
  if (state.kind !== "needsTrust") return held;
  const key = `trust ${server.id} ${state.fingerprint}`;
  const { changed } = state;
  const updated = isUpdated(state);
  return [{ key, server: server.id, at: 0, kind: "trust", changed, updated }, ...held];
}
