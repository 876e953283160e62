import { onDestroy } from "svelte";
import { Invocation } from "../../shared/invocation.svelte";

let last = 0;

/** A number for a call, by which it can be cancelled; never given twice in one window. */
export function nextCall(): number {
  return ++last;
}

/** A call, from before it is made until what came of it was looked at. */
export class Call<T> {
  /** By which it can be cancelled; null as long as none is under way. */
  number = $state<number | null>(null);
  result = $state.raw<T | null>(null);
  /** Milliseconds since the epoch. */
  since = 0;
  asked = new Invocation();

  /** There is something to look at. */
  get isThere(): boolean {
    return this.number !== null || this.result !== null || this.asked.failure !== null;
  }

  async run(ask: (call: number) => Promise<T>): Promise<void> {
    const mine = nextCall();
    this.number = mine;
    this.since = Date.now();
    this.result = null;
    await this.asked.run(async () => (this.result = await ask(mine)));
    this.number = null;
  }
}

// A server may ask the person something before it answers, and the question is on another screen.
const away = new Map<string, Call<unknown>>();

/** The call that went on while its place in the window was not shown, or else a new one. */
export function callOf<T>(server: number, what: "tool" | "prompt", name: string): Call<T> {
  const key = `${server} ${what} ${name}`;
  const call = (away.get(key) ?? new Call()) as Call<T>;
  away.delete(key);
  onDestroy(() => {
    if (call.number !== null) away.set(key, call);
  });
  return call;
}
