import { nextChange, timeLeft } from "./time";

/** The words for a time left, woken only when they change and only while the window is seen. */
export function countdown(until: () => number | null): { readonly text: string } {
  let now = $state(Date.now());

  $effect(() => {
    const end = until();
    if (end === null) return;
    const wait = nextChange(end, now);
    const look = () => (now = Date.now());
    const timer =
      wait === null || document.hidden ? undefined : setTimeout(look, Math.min(wait, 2 ** 31 - 1));
    document.addEventListener("visibilitychange", look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", look);
    };
  });

  return {
    get text() {
      const end = until();
      return end === null ? "" : timeLeft(end, now);
    },
  };
}
