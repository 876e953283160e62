import { untrack } from "svelte";
import { invocation } from "../../shared/invocation.svelte";
import { Guarded } from "../../shared/guarded.svelte";

/** What a panel is given by the screen that it stands in. */
export interface Standing {
  /** Its own name. */
  place: string;
  /** It is left waiting. */
  later: () => void;
  answered: () => void;
}

/** What a panel asks, and the answer on its way to the app. */
export class Question extends Guarded {
  readonly asked = invocation();
  readonly #answered: () => void;

  constructor(what: () => string, answered: () => () => void) {
    super(what);
    // The panel may be gone when it has been answered.
    this.#answered = untrack(answered);
  }

  /** Gives an answer; true when the app took it. */
  async answer(give: () => Promise<unknown>): Promise<boolean> {
    const taken = await this.asked.run(give);
    if (taken) this.#answered();
    return taken;
  }
}
