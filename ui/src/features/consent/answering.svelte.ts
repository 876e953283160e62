import { untrack } from "svelte";
import { attempt } from "../../shared/attempt.svelte";
import { Guard } from "../../shared/guard";

/** Milliseconds for which what agrees is inert once it is shown, or its window has the focus. */
export const INERT = 600;

/**
 * The answers to one question. What agrees takes no click that can have been meant for something
 * else: what stood there before, or another window.
 */
export class Answering {
  readonly asked = attempt();
  /** The question became another one while it was shown. */
  changed = $state(false);
  /** What agrees can be pressed. */
  armed = $state(false);

  #guard: Guard;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #over = false;

  /** `chosen` is what the person chooses of the question: a change of that is no surprise. */
  constructor(question: () => string, chosen: () => unknown = () => 0) {
    this.#guard = untrack(() => new Guard(question(), performance.now()));
    let last = untrack(chosen);
    $effect.pre(() => {
      if (this.#guard.see(question(), performance.now())) {
        if (last === chosen()) this.changed = true;
        this.#disarm();
      }
      last = chosen();
    });
    $effect(() => {
      const disarm = () => this.#disarm();
      disarm();
      window.addEventListener("focus", disarm);
      document.addEventListener("visibilitychange", disarm);
      return () => {
        clearTimeout(this.#timer);
        window.removeEventListener("focus", disarm);
        document.removeEventListener("visibilitychange", disarm);
      };
    });
  }

  /** Makes a button agree. */
  agreeing(act: () => Promise<unknown>) {
    return {
      "aria-disabled": !this.armed,
      onpointerdown: () => this.armed && this.#guard.press(),
      onclick: (event: MouseEvent) => this.armed && this.#click(event, act),
    };
  }

  /** Makes a button decline. */
  declining(act: () => Promise<unknown>) {
    return {
      onpointerdown: () => this.#guard.press(),
      onclick: (event: MouseEvent) => this.#click(event, act),
    };
  }

  /** Agrees by the keyboard, once the question can have been read. */
  hurry(act: () => Promise<unknown>): void {
    if (this.armed && this.#guard.mayHurry(performance.now())) void this.#answer(act);
  }

  #click(event: MouseEvent, act: () => Promise<unknown>): void {
    // A click made by a key has no detail.
    if (this.#guard.answers(event.detail > 0, performance.now())) void this.#answer(act);
    else this.changed = true;
  }

  /** What was answered stays until the next view is there; a second click is the same answer. */
  async #answer(act: () => Promise<unknown>): Promise<void> {
    if (!this.#over) this.#over = await this.asked.run(act);
  }

  #disarm(): void {
    clearTimeout(this.#timer);
    this.armed = false;
    this.#timer = setTimeout(() => (this.armed = true), INERT);
  }
}
