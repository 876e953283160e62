import type { Commands } from "./backend";
import { failure } from "./fake-failure";
import type { FakeConsents } from "./fake-consents";
import type { EnvEntry, SecretsView, ServerDraft } from "./types";

/** Where secrets are, with a keyring that can be taken away. */
export class FakeSecrets {
  view: SecretsView = { keyringOnly: false, inFile: 0, trouble: null };

  #changed: () => void;
  #consents: FakeConsents;

  constructor(changed: () => void, consents: FakeConsents) {
    this.#changed = changed;
    this.#consents = consents;
  }

  commands(): Pick<Commands, "setKeyringOnly"> {
    return {
      setKeyringOnly: async (on) => {
        if (!on && this.view.keyringOnly) {
          return this.#consents.ask({ kind: "secretsInFile" }, () => this.#set(false));
        }
        this.#set(on);
        return null;
      },
    };
  }

  #set(on: boolean): void {
    this.view = { ...this.view, keyringOnly: on };
    if (!this.view.trouble) this.view.inFile = 0;
    this.#changed();
  }

  /** The keyring takes nothing: so many secrets are in the file. */
  lock(inFile: number): void {
    const trouble = failure("secrets-no-keyring", { reason: "it is locked" });
    this.view = { ...this.view, inFile, trouble };
    this.#changed();
  }
}

export function isSecret({ name, value }: EnvEntry, said: ServerDraft["said"] = {}): boolean {
  return said[name] ?? (/TOKEN|SECRET|PASSWORD|_KEY$/.test(name) && !value.startsWith("/"));
}

/** What the page is given of a draft: no secret. */
export function withoutSecrets(draft: ServerDraft): ServerDraft {
  const secret = draft.env.filter((entry) => isSecret(entry, draft.said));
  return {
    ...structuredClone(draft),
    env: draft.env.filter((entry) => !secret.includes(entry)),
    secrets: secret.map(({ name }) => name),
    said: draft.said ?? {},
    was: null,
  };
}

/** What the page sent, with the secrets that stay as they are in `was`. */
export function withSecrets(draft: ServerDraft, was: ServerDraft | undefined): ServerDraft {
  const kept = (draft.secrets ?? []).map((name) => {
    const entry = was?.env.find((it) => it.name === name);
    if (!entry) throw failure("draft-secret-gone", { name });
    return { ...entry };
  });
  const env = [...draft.env, ...kept];
  return { ...structuredClone(draft), env, secrets: [], was: null };
}

/** Names of the variables that are secrets. */
export function secretsIn(draft: ServerDraft): string[] {
  return draft.env.filter((entry) => isSecret(entry, draft.said)).map(({ name }) => name);
}
