import { createSubscriber } from "svelte/reactivity";

const MINUTE = 60_000;

const follow = createSubscriber((update) => {
  const look = () => {
    if (!document.hidden) update();
  };
  const timer = setInterval(look, MINUTE);
  document.addEventListener("visibilitychange", look);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", look);
  };
});

/** The time, read again each minute while somebody looks. */
export function thisMinute(): number {
  follow();
  return Date.now();
}
