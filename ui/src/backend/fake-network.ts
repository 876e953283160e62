import type { NetworkCommands, Waits } from "./backend";
import { endOf } from "./fake-access";
import { failure } from "./fake-failure";
import type { Parts } from "./fake-parts";
import type { FakeServer } from "./fake-world";
import { readDestination } from "../shared/destinations";
import type {
  Action,
  AskedDestinationView,
  AskedSendingView,
  DestinationRule,
  FactCode,
  FactView,
  LifetimeChoice,
  NotReached,
  SeenView,
  ServerDraft,
  TodayView,
  WideningView,
} from "./types";

/** Whether it holds much of the internet, as far as the fake knows. */
export function isAnywhere(destination: string): boolean {
  const { place, what } = readDestination(destination);
  return place === "any" || (place === "range" && Number(what.split("/")[1]) < 8);
}

/** Where the command of a server will want to connect. */
export function proposedFor({ program }: ServerDraft): string[] {
  return /(^|\/)npx$/.test(program) ? ["registry.npmjs.org"] : [];
}

const unseen: SeenView = { connections: 0, open: 0, sent: 0, received: 0, last: null };

/** Where servers may connect, played in memory. */
export class FakeNetwork {
  asked: AskedDestinationView[] = [];
  /** Servers that have sent what they may. */
  full: AskedSendingView[] = [];

  #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  commands(): NetworkCommands {
    return {
      allowDestination: async (id, text, lifetime) => this.#allow(id, read(text), [], lifetime),
      allowAskedDestination: async (id, lifetime) => {
        const asked = this.asked.find((it) => it.id === id);
        if (!asked) throw failure("unknown-destination");
        return this.#allow(asked.server, asked.destination, asked.leadsTo, lifetime);
      },
      denyDestination: async (id, text) => {
        this.say(this.#server(id), read(text), { kind: "never" });
        this.#record(id, "destination-denied", named(read(text)));
      },
      forgetDestination: async (id, text) => this.#forget(id, read(text)),
      dismissDestination: async (id) => {
        if (!this.asked.some((it) => it.id === id)) throw failure("unknown-destination");
        this.asked = this.asked.filter((it) => it.id !== id);
        this.#parts.changed();
      },
      setMostSent: async (id, most) => this.#limit(id, most),
      sendToday: async (id, today) => this.#sendToday(id, today),
    };
  }

  // What a test or a demo makes happen.

  /** A server tries to connect to what nobody decided on. */
  seek(
    server: string,
    destination: string,
    app: string | null = null,
    leadsTo: string[] = [],
    during: string[] = [],
  ): number {
    const { id: of } = this.#parts.servers.named(server);
    const again = this.asked.find((it) => it.server === of && it.destination === destination);
    if (again) {
      this.asked = this.asked.map((it) => (it === again ? { ...it, times: it.times + 1 } : it));
    } else {
      const [id, at] = [this.#parts.id(), Date.now()];
      const seeks = { id, server: of, app, destination, leadsTo, during, at, times: 1 };
      this.asked = [...this.asked, seeks];
    }
    this.#parts.changed();
    return again?.id ?? this.asked.at(-1)!.id;
  }

  /** A server with a limit has sent all of it, and has more to send. */
  fill(name: string): void {
    const server = this.#parts.servers.named(name);
    const { id, sending } = server;
    const more = sending.most ?? 0;
    const sent = sending.today?.kind === "upTo" ? sending.today.kilobytes : more;
    server.sending = { ...sending, sent: sent * 1000 };
    this.full = [...this.full, { server: id, sent, more, upTo: sent + more, at: Date.now() }];
    this.#record(id, "sending-held", coded("bytes-today", server.sending.sent));
  }

  /** Something is decided about a destination, or with null nothing any more. */
  say(
    server: FakeServer,
    destination: string,
    rule: DestinationRule | null,
    seen: Partial<SeenView> = {},
  ): void {
    const others = server.destinations.filter((it) => it.destination !== destination);
    const counted = { ...unseen, ...seen };
    const said = rule ? [{ destination, rule, seen: counted, unreached: null }] : [];
    server.destinations = [...others, ...said].toSorted((a, b) =>
      a.destination < b.destination ? -1 : 1,
    );
    const isIt = (it: AskedDestinationView) =>
      it.server === server.id &&
      (it.leadsTo.length > 0 ? it.leadsTo.includes(destination) : it.destination === destination);
    if (rule) this.asked = this.asked.filter((it) => !isIt(it));
    this.#parts.changed();
  }

  /** A server did not get to what it is allowed. */
  miss(server: FakeServer, destination: string, why: NotReached): void {
    const unreached = { why, at: Date.now() };
    server.destinations = server.destinations.map((it) =>
      it.destination === destination ? { ...it, unreached } : it,
    );
    this.#parts.changed();
  }

  endRun(server: FakeServer): void {
    this.full = this.full.filter((it) => it.server !== server.id);
    this.asked = this.asked.filter((it) => it.server !== server.id);
    server.destinations = server.destinations.filter(
      ({ rule }) => rule.kind === "never" || rule.lifetime.kind !== "thisRun",
    );
  }

  forget(): void {
    this.asked = [];
    this.full = [];
  }

  #allow(id: number, destination: string, leadsTo: string[], lifetime: LifetimeChoice): Waits {
    const server = this.#server(id);
    const anywhere = isAnywhere(destination);
    const what = {
      kind: "destination" as const,
      server: id,
      destination,
      anywhere,
      leadsTo,
      lifetime,
    };
    return this.#parts.consents.ask(what, () => {
      const since = Date.now();
      for (const to of [destination, ...leadsTo]) {
        this.say(server, to, { kind: "allowed", lifetime: endOf(lifetime), since });
      }
      this.#record(id, "destination-allowed", [
        ...named(destination, ...leadsTo),
        ...lasts(lifetime),
      ]);
    });
  }

  #forget(id: number, destination: string): Waits {
    const server = this.#server(id);
    const said = server.destinations.find((it) => it.destination === destination);
    if (!said) throw failure("unknown-destination");
    const act = () => {
      this.say(server, destination, null);
      this.#record(id, "destination-revoked", named(destination));
    };
    if (said.rule.kind === "allowed") return (act(), null);
    return this.#parts.consents.ask({ kind: "forgetDestination", server: id, destination }, act);
  }

  #limit(id: number, most: number | null): Waits {
    const server = this.#server(id);
    const { sending } = server;
    const lower = most !== null && (sending.most === null || most < sending.most);
    const stays = lower && sending.today?.kind === "stopped";
    return this.#send(id, lower, { kind: "mostSent", server: id, most }, () => {
      server.sending = { ...server.sending, most, today: stays ? sending.today : null };
      const limit = most === null ? coded("any-bytes-a-day") : coded("bytes-a-day", most * 1000);
      this.#record(id, "limits-changed", limit);
    });
  }

  #sendToday(id: number, today: TodayView): Waits {
    const server = this.#server(id);
    if (server.sending.most === null) throw failure("unknown-request");
    const stops = today.kind === "stopped";
    return this.#send(id, stops, { kind: "sendToday", server: id, today }, () => {
      server.sending = { ...server.sending, today };
      this.#record(id, stops ? "sending-stopped" : "sending-allowed", todays(today));
    });
  }

  #send(id: number, narrows: boolean, what: WideningView, set: () => void): Waits {
    const act = () => {
      this.full = this.full.filter((it) => it.server !== id);
      set();
    };
    return narrows ? (act(), null) : this.#parts.consents.ask(what, act);
  }

  #server(id: number): FakeServer {
    return this.#parts.servers.byId(id);
  }

  #record(server: number, kind: Action, facts: FactView[]): void {
    this.#parts.records.add(kind, { server, facts });
    this.#parts.changed();
  }
}

function named(...destinations: string[]): FactView[] {
  return destinations.map((text) => ({ code: null, text, number: null }));
}

function coded(code: FactCode, number: number | null = null): FactView[] {
  return [{ code, text: null, number }];
}

function lasts(lifetime: LifetimeChoice): FactView[] {
  if (lifetime === "always") return coded("always");
  return coded(lifetime === "thisRun" ? "for-this-run" : "for-a-time");
}

function todays(today: TodayView): FactView[] {
  if (today.kind === "upTo") return coded("bytes-today", today.kilobytes * 1000);
  return coded(today.kind === "stopped" ? "nothing-more-today" : "no-limit-today");
}

/** A destination as the app writes it; it knows more ways to be none. */
function read(typed: string): string {
  const text = typed.trim().toLowerCase();
  const bad = (reason: string) => failure("bad-destination", { reason });
  if (text === "") throw bad("empty");
  if (text.includes("://")) throw bad("page");
  if (text === "localhost") throw bad("no-port");
  if (/\s/.test(text)) throw bad("characters");
  if (text.includes("*") && !/^\*(:\d+|\.[^.*]+\..+)?$/.test(text)) throw bad("star");
  return text;
}
