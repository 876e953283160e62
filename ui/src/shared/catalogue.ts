import { FluentBundle, type FluentVariable, type Message } from "@fluent/bundle";

export type Pattern = NonNullable<Message["value"]>;

/** Messages by their names, read when the window was built. */
export type Words = Readonly<Record<string, Pattern>>;

/** The messages of one language. */
export class Catalogue {
  readonly #bundle: FluentBundle;
  readonly #words: Words;
  readonly #plain = new Map<string, string>();

  constructor(language: string, words: Words, transform = (text: string) => text) {
    this.#bundle = new FluentBundle(language, { transform });
    this.#words = words;
  }

  /** How a message is put together. */
  pattern(id: string): Pattern | undefined {
    return Object.hasOwn(this.#words, id) ? this.#words[id] : undefined;
  }

  /** A pattern with its values; what went wrong with them is added to the errors. */
  format(pattern: Pattern, args: Record<string, FluentVariable> | null, errors: Error[]): string {
    return this.#bundle.formatPattern(pattern, args, errors);
  }

  /** What a message without values says, put together once: a screen says many of them often. */
  plain(id: string, say: () => string): string {
    const said = this.#plain.get(id) ?? say();
    this.#plain.set(id, said);
    return said;
  }
}
