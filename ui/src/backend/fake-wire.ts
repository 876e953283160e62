import type { Direction, WireFilter, WirePage, WireShape, WireView } from "./types";

const PAGE = 200;

/** The messages between the app and one server. */
export class FakeWire {
  messages: WireView[] = [];
  dropped = 0;
  #number = 0;
  #id = 0;

  constructor(since: number, revision: string) {
    const clientInfo = { name: "Paddock", version: "0.1.0" };
    this.exchange(
      "initialize",
      { protocolVersion: revision, clientInfo },
      { protocolVersion: revision },
      since,
    );
    this.say("toServer", "notification", "notifications/initialized", {}, since + 12);
  }

  /** A request and its answer. */
  exchange(method: string, params: object, result: object, at = Date.now(), took = 11): void {
    const id = ++this.#id;
    this.#push("toServer", "request", { jsonrpc: "2.0", id, method, params }, at, null);
    const body = { jsonrpc: "2.0" as const, id, result };
    this.#push("fromServer", "result", body, at + took, took, method);
  }

  refuse(method: string, params: object, message: string): void {
    const id = ++this.#id;
    this.#push("toServer", "request", { jsonrpc: "2.0", id, method, params }, Date.now(), null);
    const body = { jsonrpc: "2.0" as const, id, error: { code: -32602, message } };
    this.#push("fromServer", "error", body, Date.now(), 4, method);
  }

  say(direction: Direction, shape: WireShape, method: string, params: object, at = Date.now()) {
    this.#push(direction, shape, { jsonrpc: "2.0", method, params }, at, null);
  }

  page(filter: WireFilter): WirePage {
    const text = filter.text.toLowerCase();
    const found = this.messages.filter(
      (it) =>
        (filter.direction === null || it.direction === filter.direction) &&
        (!filter.errorsOnly || it.shape === "error") &&
        (filter.before === null || it.number < filter.before) &&
        it.text.toLowerCase().includes(text),
    );
    const messages = found.slice(-PAGE).toReversed();
    return { messages, more: found.length > PAGE, dropped: this.dropped };
  }

  script(upto: number): string {
    const sent = this.messages.filter((it) => it.direction === "toServer" && it.number <= upto);
    return ["#!/bin/sh", "{", ...sent.map((it) => `printf '%s\\n' '${it.text}'`), "}"].join("\n");
  }

  #push(
    direction: Direction,
    shape: WireShape,
    body: { jsonrpc: "2.0"; id?: number; method?: string; [more: string]: unknown },
    at: number,
    took: number | null,
    method = body.method ?? null,
  ): void {
    const text = JSON.stringify(body);
    const id = body.id === undefined ? null : String(body.id);
    const number = ++this.#number;
    const size = text.length;
    this.messages.push({ number, at, direction, shape, method, id, size, took, text, cut: false });
  }
}
