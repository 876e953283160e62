import type { RequestCommands, Waits } from "./backend";
import { edited, problemsOf, refusal, summaryOf, textOf } from "./fake-asked";
import { failure } from "./fake-failure";
import { FakeProviders } from "./fake-providers";
import type {
  AnswerGrewView,
  AnswerView,
  AskingView,
  Failure,
  MissedView,
  MissedWhy,
  RequestDetail,
  RequestPhase,
  RequestView,
  SamplingEdit,
  WideningView,
} from "./types";

const WORD_TIME = 60;

/** What surrounds the requests: the servers that ask, and the window that is told. */
export type Surroundings = {
  changed(): void;
  grew(more: AnswerGrewView): void;
  ask(what: WideningView, act: () => unknown): Waits;
  asking(server: number): AskingView;
  runs(server: number): boolean;
};

type FakeRequest = { view: RequestView; detail: RequestDetail; answer: AnswerView | null };

/** What servers ask of the person, played in memory. */
export class FakeRequests {
  missed: MissedView[] = [];
  /** Apps in whose place the person is asked. */
  standIns: string[] = [];
  providers: FakeProviders;
  /** What went to the servers, newest last. */
  answered: { request: number; how: "answer" | "form" | "url" | "denied"; text: string }[] = [];

  #around: Surroundings;
  #asked: FakeRequest[] = [];
  #lastId = 0;
  #timers = new Map<number, ReturnType<typeof setInterval>>();
  #next: (string | Failure)[] = [];

  constructor(around: Surroundings) {
    this.#around = around;
    this.providers = new FakeProviders(() => around.changed());
  }

  get requests(): RequestView[] {
    return this.#asked.map(({ view }) => view);
  }

  /** A server asks. What it may not ask is missed at once, and what is allowed passes unseen. */
  ask(server: number, detail: RequestDetail, about: Partial<RequestView> = {}): number {
    const id = ++this.#lastId;
    const { kind } = detail;
    const rest = { at: Date.now(), during: null, phase: { kind: "waiting" as const }, of: null };
    const view = { id, server, kind, summary: summaryOf(detail), ...rest, ...about };
    const asking = this.#around.asking(server);
    const why = this.#isRefused(view) ? "noStandIn" : refusal(asking, kind === "sampling");
    if (why) this.#miss(view, why);
    else if (kind === "sampling" && asking.allowedNext > 0) asking.allowedNext -= 1;
    else this.#asked = [...this.#asked, { view, detail, answer: null }];
    if (kind === "sampling" && !why) asking.requestsThisHour += 1;
    this.#around.changed();
    return id;
  }

  /** What the model will say next, or why it will not. */
  nextAnswer(...answers: (string | Failure)[]): void {
    this.#next.push(...answers);
  }

  /** A request ends without an answer of the person. */
  end(id: number, why: MissedWhy): void {
    const asked = this.#take(id);
    this.#miss(asked.view, why);
    this.#around.changed();
  }

  endAll(server: number): void {
    this.#around.asking(server).allowedNext = 0;
    for (const { view } of this.#asked) {
      if (view.server === server) this.#miss(this.#take(view.id).view, "serverEnded");
    }
  }

  commands(): RequestCommands {
    const { providers } = this;
    return {
      request: async (id) => this.#detail(this.#of(id)),
      sendSampling: async (id, edit) => this.#send(this.#of(id), edit),
      stopSampling: async (id) => {
        this.#stop(id);
        this.#setPhase(this.#of(id), { kind: "waiting" });
      },
      deliverAnswer: async (id, text) => {
        const { answer } = this.#of(id);
        const whole = text ?? (answer?.stopReason ? textOf(answer) : null);
        if (whole === null) throw failure("request-not-now");
        this.#answer(id, "answer", whole);
      },
      submitForm: async (id, values) => {
        const { detail } = this.#of(id);
        if (detail.kind !== "form") throw failure("unknown-request");
        const problems = problemsOf(detail, JSON.parse(values) as Record<string, unknown>);
        if (Object.keys(problems).length > 0) throw failure("form-invalid", problems);
        this.#answer(id, "form", values);
      },
      openUrl: async (id) => this.#answer(id, "url", ""),
      denyRequest: async (id, mute) => {
        const { view } = this.#of(id);
        this.#answer(id, "denied", "");
        if (mute) this.#mute(view.server, true);
      },
      dismissMissed: async (id) => {
        this.missed = this.missed.filter((it) => it.id !== id);
        this.#around.changed();
      },
      allowNext: async (server, count) => {
        if (!this.#around.runs(server)) throw failure("server-not-running");
        this.#around.asking(server).allowedNext = count;
        this.#around.changed();
      },
      setMuted: async (server, muted) => this.#mute(server, muted),
      setStandIn: async (app, on) => this.#setStandIn(app, on),
      setSamplingLimits: async (server, limits) => {
        this.#around.asking(server).limits = { ...limits };
        this.#around.changed();
      },
      addProvider: async (draft) => providers.add(draft),
      editProvider: async (id, draft) => providers.edit(id, draft),
      removeProvider: async (id) => providers.remove(id),
      allowProvider: async (id) => this.#allow(id),
      checkProvider: async (id) => providers.ask(id),
    };
  }

  #allow(provider: number): Waits {
    const { url } = this.providers.of(provider);
    if (this.providers.isAllowed(provider)) return null;
    const what = { kind: "provider" as const, provider, url };
    return this.#around.ask(what, () => this.providers.allow(provider));
  }

  #isRefused({ of }: RequestView): boolean {
    return of !== null && !this.standIns.includes(of.app);
  }

  #setStandIn(app: string, on: boolean): void {
    const others = this.standIns.filter((it) => it !== app);
    this.standIns = on ? [...others, app].toSorted() : others;
    for (const { view } of this.#asked) {
      if (this.#isRefused(view)) this.#miss(this.#take(view.id).view, "noStandIn");
    }
    this.#around.changed();
  }

  #of(id: number): FakeRequest {
    const found = this.#asked.find(({ view }) => view.id === id);
    if (!found) throw failure("unknown-request");
    return found;
  }

  #take(id: number): FakeRequest {
    const asked = this.#of(id);
    this.#stop(id);
    this.#asked = this.#asked.filter((it) => it !== asked);
    return asked;
  }

  #answer(id: number, how: (typeof this.answered)[number]["how"], text: string): void {
    this.#take(id);
    this.answered.push({ request: id, how, text });
    this.#around.changed();
  }

  #miss({ id, server, kind, summary, of }: RequestView, why: MissedWhy): void {
    const at = Date.now();
    this.missed = [
      { id, request: id, server, at, kind, summary, why, again: 0, of },
      ...this.missed,
    ];
  }

  #mute(server: number, muted: boolean): void {
    this.#around.asking(server).muted = muted;
    const over = muted ? this.#asked.filter(({ view }) => view.server === server) : [];
    for (const { view } of over) this.#miss(this.#take(view.id).view, "muted");
    this.#around.changed();
  }

  #setPhase(asked: FakeRequest, phase: RequestPhase): void {
    asked.view = { ...asked.view, phase };
    this.#around.changed();
  }

  #detail({ detail, answer }: FakeRequest): RequestDetail {
    if (detail.kind !== "sampling") return structuredClone(detail);
    const chosen = this.providers.choose(detail.hints);
    return structuredClone({
      ...detail,
      chosen: chosen?.model ?? null,
      chosenByHint: chosen?.hint ?? null,
      answer,
    });
  }

  #send(asked: FakeRequest, edit: SamplingEdit): void {
    const { detail, view } = asked;
    if (detail.kind !== "sampling") throw failure("unknown-request");
    const model = edit.model ?? this.providers.choose(detail.hints)?.model;
    if (!model) throw failure("unknown-provider");
    this.providers.of(model.provider);
    edited(detail, edit);
    const asking = this.#around.asking(view.server);
    if (edit.allowNext > 0) asking.allowedNext = edit.allowNext;
    const rest = { stopReason: null, tokensIn: null, tokensOut: null };
    asked.answer = { request: view.id, model: model.model, parts: [], ...rest };
    const says = this.#next.shift() ?? "I have read what you sent. There is nothing to add to it.";
    this.#setPhase(asked, { kind: "answering" });
    this.#play(asked, says, asking);
  }

  /** The words come one by one; a failure comes in place of the first. */
  #play(asked: FakeRequest, says: string | Failure, asking: AskingView): void {
    const words = typeof says === "string" ? (says.match(/\s*\S+/g) ?? []) : [];
    const { id } = asked.view;
    let said = 0;
    const timer = setInterval(() => {
      const text = words[said++];
      if (typeof says !== "string") {
        this.#stop(id);
        this.#setPhase(asked, { kind: "failed", reason: says });
      } else if (text !== undefined) {
        asked.answer!.parts = [{ kind: "text", text: words.slice(0, said).join("") }];
        this.#around.grew({ request: id, text });
      } else {
        this.#stop(id);
        const [tokensIn, tokensOut] = [214, words.length * 2];
        asking.tokensToday += tokensIn + tokensOut;
        asked.answer = { ...asked.answer!, stopReason: "endTurn", tokensIn, tokensOut };
        this.#setPhase(asked, { kind: "review" });
      }
    }, WORD_TIME);
    this.#timers.set(id, timer);
  }

  #stop(id: number): void {
    clearInterval(this.#timers.get(id));
    this.#timers.delete(id);
  }
}
