/** Milliseconds after a change in which no click counts as an answer. */
export const SETTLE = 300;
/** Milliseconds a question must have stood still before the keyboard may allow it at once. */
export const READ = 700;

/**
 * Keeps an answer from going to a question the person has not seen: one that appeared or changed
 * under the pointer. Times are milliseconds of any steady clock.
 */
export class Guard {
  #asked: string;
  #since: number;
  #pressed: string | null = null;

  constructor(asked: string, now: number) {
    this.#asked = asked;
    this.#since = now;
  }

  /** Takes note of what is asked now; true when it is something else than before. */
  see(asked: string, now: number): boolean {
    if (asked === this.#asked) return false;
    this.#asked = asked;
    this.#since = now;
    return true;
  }

  /** A pointer went down on an answer. */
  press(): void {
    this.#pressed = this.#asked;
  }

  /** Whether a click answers what is asked now. A key press needs no pointer to have gone down. */
  answers(byPointer: boolean, now: number): boolean {
    const pressed = this.#pressed;
    this.#pressed = null;
    return now - this.#since >= SETTLE && (!byPointer || pressed === this.#asked);
  }

  mayHurry(now: number): boolean {
    return now - this.#since >= READ;
  }
}
