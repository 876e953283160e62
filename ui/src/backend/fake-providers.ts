import { failure } from "./fake-failure";
import type { ModelChoice, ProviderDraft, ProviderView } from "./types";

const ASK_TIME = 300;

/** What stands behind the usual addresses. */
const models: Record<string, string[]> = {
  "http://127.0.0.1:11434/v1": ["qwen3:8b", "llama3.3:70b", "gemma3:4b"],
  "http://127.0.0.1:1234/v1": ["openai/gpt-oss-20b"],
  "https://api.openai.com/v1": ["gpt-5-mini", "gpt-5"],
  "https://api.anthropic.com": ["claude-haiku-4-5", "claude-sonnet-4-5"],
};

/** Where models are reached, played in memory. */
export class FakeProviders {
  all: ProviderView[] = [];
  keyring = true;

  #changed: () => void;
  #lastId = 0;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** A provider that was set up and asked before. */
  furnish(name: string, url: string, about: Partial<ProviderView> = {}): number {
    const id = ++this.#lastId;
    const known = models[url] ?? [];
    this.all = [
      ...this.all,
      {
        id,
        name,
        api: url.includes("anthropic") ? "anthropic" : "openAi",
        url,
        local: isLocal(url),
        key: "none",
        state: { kind: "ready" },
        models: known,
        preferred: null,
        ...about,
      },
    ];
    this.#changed();
    return id;
  }

  add(draft: ProviderDraft): number {
    this.#check(draft, null);
    const id = this.furnish(draft.name, draft.url, {
      api: draft.api,
      preferred: draft.preferred,
      key: this.#keyOf(draft, "none"),
      state: { kind: "notAllowed" },
      models: [],
    });
    return id;
  }

  edit(id: number, draft: ProviderDraft): void {
    this.#check(draft, id);
    const { name, api, url, preferred } = draft;
    const was = this.of(id);
    if (was.key !== "none" && draft.key === null && hostOf(was.url) !== hostOf(url)) {
      throw failure("provider-key-again");
    }
    const key = this.#keyOf(draft, was.key);
    this.#change(id, { name, api, url, preferred, key, local: isLocal(url) });
    if (was.url !== url) this.#change(id, { state: { kind: "notAllowed" }, models: [] });
    if (this.isAllowed(id)) this.ask(id);
  }

  isAllowed(id: number): boolean {
    return this.of(id).state.kind !== "notAllowed";
  }

  /** A person agreed to its address. */
  allow(id: number): void {
    this.#change(id, { state: { kind: "unknown" } });
    this.ask(id);
  }

  remove(id: number): void {
    const gone = this.of(id);
    this.all = this.all.filter((it) => it !== gone);
    this.#changed();
  }

  ask(id: number): void {
    const { name } = this.of(id);
    if (!this.isAllowed(id)) throw failure("provider-not-allowed", { name });
    this.#change(id, { state: { kind: "asking" } });
    setTimeout(() => this.#answer(id), ASK_TIME);
  }

  of(id: number): ProviderView {
    const found = this.all.find((it) => it.id === id);
    if (!found) throw failure("unknown-provider");
    return found;
  }

  /** The first hint that names a model decides; without one, what is preferred, or the first. */
  choose(hints: string[]): { model: ModelChoice; hint: string | null } | null {
    const at = this.all.flatMap((it) => it.models.map((model) => ({ provider: it.id, model })));
    for (const hint of hints) {
      const model = at.find((it) => it.model.includes(hint));
      if (model) return { model, hint };
    }
    const preferred = this.all.find((it) => it.preferred !== null);
    const model = preferred ? { provider: preferred.id, model: preferred.preferred! } : at[0];
    return model ? { model, hint: null } : null;
  }

  #answer(id: number): void {
    const asked = this.all.find((it) => it.id === id);
    if (!asked) return;
    const known = models[asked.url];
    const reason = failure("model-unreachable", { address: asked.url });
    this.#change(
      id,
      known
        ? { state: { kind: "ready" }, models: known }
        : { state: { kind: "failed", reason }, models: [] },
    );
  }

  #change(id: number, change: Partial<ProviderView>): void {
    this.all = this.all.map((it) => (it.id === id ? { ...it, ...change } : it));
    this.#changed();
  }

  #keyOf({ key }: ProviderDraft, was: ProviderView["key"]): ProviderView["key"] {
    if (key === null) return was;
    if (key === "") return "none";
    return this.keyring ? "kept" : "untilQuit";
  }

  #check({ name, url }: ProviderDraft, own: number | null): void {
    if (name.trim() === "") throw failure("provider-empty-name");
    if (!/^https?:\/\/[^/]+/.test(url)) throw failure("provider-bad-url", { url });
    if (this.all.some((it) => it.id !== own && it.name === name)) {
      throw failure("provider-name-taken", { name });
    }
  }
}

function hostOf(url: string): string {
  return new URL(url).origin;
}

function isLocal(url: string): boolean {
  return /^https?:\/\/(127\.\d+\.\d+\.\d+|localhost|\[::1\])(:|\/|$)/.test(url);
}
