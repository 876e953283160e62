import type { Commands, ConsentCommands, Waits } from "./backend";
import { failure } from "./fake-failure";
import type { Parts } from "./fake-parts";
import type { ConsentView, FrontView, WideningView } from "./types";

/** What waits for consent, played in memory. */
export class FakeConsents {
  all: ConsentView[] = [];
  /** A person may consent at a terminal too. */
  atTerminal = false;
  /** Who asks for what is asked next. */
  by: FrontView = { kind: "window" };

  #parts: Parts;
  #acts = new Map<number, () => unknown>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  commands(): Pick<Commands, "dismissConsent" | "setTerminalConsent"> {
    return {
      dismissConsent: async (id) => this.#dismiss(id),
      setTerminalConsent: async (allowed) => {
        const set = (on: boolean) => {
          this.atTerminal = on;
          this.#parts.changed();
        };
        if (allowed && !this.atTerminal) {
          return this.ask({ kind: "terminalConsent" }, () => set(true));
        }
        set(allowed);
        return null;
      },
    };
  }

  /** What only the page may ask in which a person consents. */
  consenting(): Pick<ConsentCommands, "agree" | "agreeWithout" | "dismissConsent"> {
    return {
      dismissConsent: async (id) => this.#dismiss(id),
      agree: async (id) => {
        const consent = this.#byId(id);
        const act = this.#acts.get(id);
        this.#take(consent);
        await act?.();
        this.#parts.changed();
      },
      agreeWithout: async (id, destinations) => {
        const { what } = this.#byId(id);
        if (what.kind === "trust") {
          what.destinations = what.destinations.filter((it) => !destinations.includes(it));
        }
        await this.consenting().agree(id);
      },
    };
  }

  /** Has something wait; what waits already is not asked twice. */
  ask(what: WideningView, act: () => unknown, together: number | null = null): Waits {
    const same = this.all.find((it) => JSON.stringify(it.what) === JSON.stringify(what));
    if (same) {
      same.together = together ?? same.together;
      return same.id;
    }
    const id = this.#parts.id();
    this.all = [...this.all, { id, at: Date.now(), by: this.by, what, together }];
    this.#acts.set(id, act);
    this.#parts.changed();
    return id;
  }

  #byId(id: number): ConsentView {
    const consent = this.all.find((it) => it.id === id);
    if (!consent) throw failure("unknown-consent");
    return consent;
  }

  #take(consent: ConsentView): void {
    this.all = this.all.filter((it) => it !== consent);
    this.#acts.delete(consent.id);
  }

  #dismiss(id: number): void {
    this.#take(this.#byId(id));
    this.#parts.changed();
  }
}
