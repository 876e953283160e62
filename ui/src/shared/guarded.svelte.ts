import { untrack } from "svelte";
import { Guard } from "./guard";

/** Keeps what is asked from being answered with what was meant for something else. */
export class Guarded {
  /** A click was no answer, for what it was meant for had just changed. */
  changed = $state(false);
  #guard: Guard;

  constructor(question: () => string) {
    const now = () => performance.now();
    this.#guard = untrack(() => new Guard(question(), now()));
    $effect.pre(() => void this.#guard.see(question(), now()));
  }

  /** Makes a button do that, where the click can have been meant for what is shown. */
  answering(act: () => unknown) {
    return {
      onpointerdown: () => this.#guard.press(),
      onclick: (event: MouseEvent) => {
        // A click made by a key has no detail.
        this.changed = !this.#guard.answers(event.detail > 0, performance.now());
        if (!this.changed) act();
      },
    };
  }

  /** The same for Ctrl+Enter, which needs what is asked to have been there for a while. */
  hurry(act: () => unknown): void {
    if (this.#guard.mayHurry(performance.now())) act();
  }
}
