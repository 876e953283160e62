import { untrack } from "svelte";
import { invocation } from "../../shared/invocation.svelte";
import { Guard } from "../../shared/guard";

/** Milliseconds for which what agrees is inert once it is shown, or its window has the focus. */
export const INERT = 600;

/**
 * The answers to one question. What agrees takes no click that can have been meant for something
 * else: what stood there before, or another window. Nor does it take one before the end of what is
 * asked was in view, however large it is drawn.
 */
export class Answering {
  readonly asked = invocation();
  /** The question became another one while it was shown. */
  changed = $state(false);

  #settled = $state(false);
  /** The end of what is asked was in view; null where nobody has looked yet. */
  #seen = $state<boolean | null>(null);
  /** Another one for each question; `anew` where the person did not choose that it is another. */
  #begun = $state.raw({ anew: true });
  #guard: Guard;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #over = false;

  /** `chosen` is what the person chooses of the question: a change of that is no surprise. */
  constructor(question: () => string, chosen: () => unknown = () => 0) {
    this.#guard = untrack(() => new Guard(question(), performance.now()));
    let last = untrack(chosen);
    $effect.pre(() => {
      if (this.#guard.see(question(), performance.now())) {
        const anew = last === chosen();
        if (anew) this.changed = true;
        this.#seen = null;
        this.#begun = { anew };
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

  /** What agrees can be pressed. */
  get armed(): boolean {
    return this.#settled && this.#seen === true;
  }

  /** There is more to read than was in view. */
  get unread(): boolean {
    return this.#seen === false;
  }

  /** Attached to what is asked, which its answers stand below. Each question begins at the top. */
  reading = (asked: HTMLElement): (() => void) => {
    const page = asked.closest("main") ?? document.body;
    const answers = asked.parentElement!.querySelector(":scope > footer")!;
    if (this.#begun.anew) toTop(page);
    const look = () => untrack(() => this.#look(asked, answers, page));
    look();
    const observer = new ResizeObserver(look);
    for (const each of [asked, answers, page]) observer.observe(each);
    page.addEventListener("scroll", look, { passive: true });
    return () => {
      observer.disconnect();
      page.removeEventListener("scroll", look);
    };
  };

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

  /** What agrees may have come into view, or under the pointer, with the end of what is asked. */
  #look(asked: Element, answers: Element, page: Element): void {
    if (this.#seen) return;
    const { top } = answers.getBoundingClientRect();
    const edge = Math.min(top, page.getBoundingClientRect().bottom);
    // Places are rounded to pixels, of which there are several to one where it is enlarged.
    const seen = asked.getBoundingClientRect().bottom < edge + 1;
    if (seen && this.unread) this.#disarm();
    this.#seen = seen;
  }

  #disarm(): void {
    clearTimeout(this.#timer);
    this.#settled = false;
    this.#timer = setTimeout(() => (this.#settled = true), INERT);
  }
}

/** A scroll that is under way would go on from the top: it ends with the box that it is of. */
function toTop(page: HTMLElement): void {
  page.style.display = "none";
  page.getBoundingClientRect();
  page.style.removeProperty("display");
  page.scrollTop = 0;
}
