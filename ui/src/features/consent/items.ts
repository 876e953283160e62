import type { AppChangeView, ConsentView, HeldCallView, PickView, View } from "../../backend/types";
import { byQuestion } from "../../shared/questions";

/** One thing that waits for consent. Its key is unique among all that ever waits. */
export type Item = { key: string } & (
  | { kind: "pick"; pick: PickView }
  | { kind: "folders"; picks: PickView[] }
  | { kind: "consent"; consent: ConsentView }
  | { kind: "call"; call: HeldCallView }
  | { kind: "app"; change: AppChangeView }
);

/**
 * What waits for consent: calls first, for an app waits with them, then folders, for they wait for
 * a choice; configs of apps, which can be asked for only in the window, and calls that no app waits
 * with come last. Among each the oldest is first.
 */
export function itemsOf(view: View, changes: AppChangeView[]): Item[] {
  const picks = [...byQuestion(view.picks)].map(([key, picks]): Item =>
    picks.length > 1
      ? { key, kind: "folders", picks }
      : { key: `pick ${picks[0]!.id}`, kind: "pick", pick: picks[0]! },
  );
  const consents = view.consents.map((consent): Item => ({
    key: `consent ${consent.id}`,
    kind: "consent",
    consent,
  }));
  const calls = (lapsed: boolean) =>
    view.heldCalls
      .filter((call) => call.lapsed === lapsed)
      .map((call): Item => ({ key: `call ${call.id}`, kind: "call", call }));
  const apps = changes.map((change): Item => ({ key: `app ${change.id}`, kind: "app", change }));
  return [...calls(false), ...picks, ...consents, ...apps, ...calls(true)];
}
