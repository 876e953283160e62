import type { AppChangeView, ConsentView, FrontView, PickView, View } from "../../backend/types";

/** One thing that waits for consent. Its key is unique among all that ever waits. */
export type Item = { key: string; by: FrontView } & (
  | { kind: "pick"; pick: PickView }
  | { kind: "consent"; consent: ConsentView }
  | { kind: "app"; change: AppChangeView }
);

/**
 * What waits for consent: folders first, for they wait for a choice; configs of apps last, which can
 * be asked for only in the window; among each the oldest.
 */
export function itemsOf(view: View, changes: AppChangeView[]): Item[] {
  const picks = view.picks.map((pick): Item => ({
    key: `pick ${pick.id}`,
    by: pick.by,
    kind: "pick",
    pick,
  }));
  const consents = view.consents.map((consent): Item => ({
    key: `consent ${consent.id}`,
    by: consent.by,
    kind: "consent",
    consent,
  }));
  const apps = changes.map((change): Item => ({
    key: `app ${change.id}`,
    by: { kind: "window" },
    kind: "app",
    change,
  }));
  return [...picks, ...consents, ...apps];
}
