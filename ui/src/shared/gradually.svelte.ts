/**
 * The first `step` of a long list at once, and as many more with each frame until all is there. A
 * screen answers with what fits into it, and nothing of the list is left out.
 */
export function gradually<T>(all: () => T[], step: number): { readonly shown: T[] } {
  let count = $state(step);
  $effect(() => {
    if (count >= all().length) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // After this frame is drawn, and not before it.
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => (count += step));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  });
  return {
    get shown() {
      return all().slice(0, count);
    },
  };
}
