import { untrack } from "svelte";
import { Guard } from "../../shared/guard";

/** Keeps the answers of a panel from going to something else than what was read in it. */
export class Guarded {
  /** A click was no answer, for what it was meant for had just changed. */
  changed = $state(false);
  #guard: Guard;

  constructor(question: () => string) {
    const now = () => performance.now();
    this.#guard = untrack(() => new Guard(question(), now()));
    $effect.pre(() => void this.#guard.see(question(), now()));
  }

  press = (): void => this.#guard.press();

  /** Does what a click asks for, if the click can have been meant for what is shown. */
  click(event: MouseEvent, act: () => unknown): void {
    // A click made by a key has no detail.
    this.changed = !this.#guard.answers(event.detail > 0, performance.now());
    if (!this.changed) act();
  }

  /** The same for Ctrl+Enter, which needs what is asked to have been there for a while. */
  hurry(act: () => unknown): void {
    if (this.#guard.mayHurry(performance.now())) act();
  }
}
