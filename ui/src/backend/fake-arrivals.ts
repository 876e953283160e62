import type { ArrivalCommands } from "./backend";
import { failure } from "./fake-failure";
import type { Parts } from "./fake-parts";
import type { AnsweredValue, ArrivedView, AskedValue, ServerDraft } from "./types";

/** What came from outside and is looked at, played in memory. */
export class FakeArrivals {
  /** What the next dialog for a path answers with; null when it is cancelled. */
  path: string | null = null;
  /** What the next dialog for a bundle or file finds. */
  file: Omit<ArrivedView, "id"> | null = null;
  #parts: Parts;
  #tell: (arrival: ArrivedView | null) => void;
  #add: (draft: ServerDraft) => number;
  #edit: (server: number, draft: ServerDraft) => void;
  #now: ArrivedView | null = null;

  constructor(
    parts: Parts,
    tell: (arrival: ArrivedView | null) => void,
    add: (draft: ServerDraft) => number,
    edit: (server: number, draft: ServerDraft) => void,
  ) {
    this.#parts = parts;
    this.#tell = tell;
    this.#add = add;
    this.#edit = edit;
  }

  /** A link, file or bundle is opened with the app. */
  arrive(about: Omit<ArrivedView, "id">): void {
    this.#put({ ...about, id: this.#parts.id() });
  }

  commands(): ArrivalCommands {
    return {
      arrival: async () => this.#now,
      openArrival: async () => {
        const file = this.file;
        if (file) this.arrive(file);
        return file !== null;
      },
      dismissArrival: async (id) => {
        if (this.#now?.id === id) this.#put(null);
      },
      installBundle: async (id, answers, update) => this.#install(id, answers, update),
      choosePath: async () => this.path,
      fillIn: async (draft, asks, answers) => filled(draft, asks, answers),
    };
  }

  #put(arrival: ArrivedView | null): void {
    this.#now = arrival;
    this.#tell(arrival);
  }

  #install(id: number, answers: AnsweredValue[], update: number | null): number {
    const holds = this.#now?.id === id ? this.#now.holds : null;
    if (holds?.kind !== "bundle") throw failure("arrival-gone");
    const { title, version, asks } = holds.about;
    const of = holds.updates.find(({ server }) => server === update);
    const stays = (asked: AskedValue) => of?.stays.includes(asked.name) ?? false;
    const values = asks.flatMap((asked) =>
      answerTo(stays(asked) ? { ...asked, required: false } : asked, answers),
    );
    const args = [`/home/ada/.local/share/paddock-bundles/notes-${version}/index.js`, ...values];
    const draft = { name: of?.name ?? title, program: "node", args, env: [], cwd: null };
    if (of) this.#edit(of.server, draft);
    const server = of?.server ?? this.#add(draft);
    this.#put(null);
    return server;
  }
}

function answerTo(asked: AskedValue, answers: AnsweredValue[]): string[] {
  const given = answers.find(({ name }) => name === asked.name)?.values ?? [];
  const values = given.filter((value) => value !== "");
  if (asked.required && values.length === 0) {
    throw failure("bundle-missing", { setting: asked.title });
  }
  return asked.secret ? [] : values;
}

function filled(draft: ServerDraft, asks: AskedValue[], answers: AnsweredValue[]): ServerDraft {
  for (const asked of asks) answerTo(asked, answers);
  const fill = (text: string) =>
    asks.reduce((text, { name }) => {
      const value = answers.find((it) => it.name === name)?.values.join(",") ?? "";
      return text.replaceAll(`\${input:${name}}`, value);
    }, text);
  const env = draft.env.map(({ name, value }) => ({ name, value: fill(value) }));
  return { ...draft, args: draft.args.map(fill), env };
}
