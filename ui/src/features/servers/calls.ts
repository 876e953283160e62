let last = 0;

/** A number for a call, by which it can be cancelled; never given twice in one window. */
export function nextCall(): number {
  return ++last;
}
