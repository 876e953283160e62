import { FluentBundle, FluentResource, type Message } from "@fluent/bundle";

/** Where a message begins; whatever belongs to it is indented. */
const MESSAGE = /^([a-z][a-z0-9-]*) =/gm;

/**
 * The messages of one language. Each is parsed when it is first asked for: a window shows a few of
 * the thousands there are, and parsing them all takes longer than drawing it.
 */
export class Catalogue {
  readonly bundle: FluentBundle;
  readonly #unread: Map<string, string>;
  readonly #plain = new Map<string, string>();

  constructor(language: string, source: string, transform: (text: string) => string) {
    this.bundle = new FluentBundle(language, { transform });
    this.#unread = new Map(messagesIn(source));
  }

  message(id: string): Message | undefined {
    const unread = this.#unread.get(id);
    if (unread !== undefined) {
      this.#unread.delete(id);
      this.bundle.addResource(new FluentResource(unread));
    }
    return this.bundle.getMessage(id);
  }

  /** What a message without values says, put together once: a screen says many of them often. */
  plain(id: string, say: () => string): string {
    const said = this.#plain.get(id) ?? say();
    this.#plain.set(id, said);
    return said;
  }
}

/** The text of each message, by its name. */
function messagesIn(source: string): [id: string, text: string][] {
  const found = [...source.matchAll(MESSAGE)];
  return found.map(({ 1: id, index }, at) => [id!, source.slice(index, found[at + 1]?.index)]);
}
