import { onDestroy } from "svelte";
import { asFailure } from "../backend/backend";
import type { Failure } from "../backend/types";
import { app } from "./app.svelte";

/** Milliseconds in which a failure may be gone before it was seen. */
const GLANCE = 1_500;

/** Something asked of the app from one place in the window, which shows there what went wrong. */
export class Invocation {
  failure = $state.raw<Failure | null>(null);
  busy = $state(false);
  // Counted apart, so that an effect that asks does not run again because of what it asked.
  #underWay = 0;
  #shown = true;
  #since = 0;

  /** The place is gone: what nobody had the time to read is shown at the top of the window. */
  leave(): void {
    this.#shown = false;
    if (this.failure && Date.now() - this.#since < GLANCE) app.report(this.failure);
  }

  /**
   * True when it worked. While something is under way nothing else is asked from the same place:
   * a second click is the same click. Controls stay enabled, or they would lose the focus.
   */
  async run(ask: () => Promise<unknown>): Promise<boolean> {
    return this.#underWay === 0 && this.runAlso(ask);
  }

  /** The same, beside what is under way. */
  async runAlso(ask: () => Promise<unknown>): Promise<boolean> {
    this.#underWay += 1;
    this.busy = true;
    this.failure = null;
    try {
      await ask();
      return true;
    } catch (thrown) {
      const failure = asFailure(thrown);
      if (this.#shown && !app.tells(failure)) this.#show(failure);
      else app.report(failure);
      return false;
    } finally {
      this.#underWay -= 1;
      this.busy = this.#underWay > 0;
    }
  }

  #show(failure: Failure): void {
    this.failure = failure;
    this.#since = Date.now();
  }
}

/** An invocation that lives as long as the component that asks. */
export function invocation(): Invocation {
  const made = new Invocation();
  onDestroy(() => made.leave());
  return made;
}
