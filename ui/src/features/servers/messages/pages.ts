import type { WirePage, WireView } from "../../../backend/types";

/** Messages that are shown, newest first, and whether there are older ones. */
export type Shown = { messages: WireView[]; more: boolean };

/**
 * The newest page put before what is shown. Where they do not meet there would be a gap nobody
 * sees, so what is older goes, to be asked for again.
 */
export function renewed(shown: Shown | null, page: WirePage): Shown {
  const { messages, more } = page;
  const oldest = messages.at(-1);
  const newest = shown?.messages[0];
  if (!shown || !oldest || !newest || (more && oldest.number > newest.number)) {
    return { messages, more };
  }
  const rest = shown.messages.filter((it) => it.number < oldest.number);
  return { messages: [...messages, ...rest], more: rest.length > 0 ? shown.more : more };
}

export function extended(shown: Shown, page: WirePage): Shown {
  const last = shown.messages.at(-1)?.number ?? Infinity;
  const older = page.messages.filter((it) => it.number < last);
  return { messages: [...shown.messages, ...older], more: page.more };
}
