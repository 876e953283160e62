import type { AppChangeView, ConsentView, HeldCallView, PickView, View } from "../../backend/types";
import { byQuestion } from "../../shared/questions";

/** One thing that waits for consent. Its key is unique among all that ever waits. */
export type Item = { key: string } & (
  | { kind: "pick"; pick: PickView }
  | { kind: "folders"; picks: PickView[] }
  | { kind: "introduction"; consents: ConsentView[]; picks: PickView[] }
  | { kind: "consent"; consent: ConsentView }
  | { kind: "call"; call: HeldCallView }
  | { kind: "app"; change: AppChangeView }
);

/**
 * What waits for consent, the oldest of each kind first: calls that an app waits with; new servers;
 * folders; what else widens; configs of apps, which are asked for in the window alone; and last the
 * calls that no app waits with any more.
 */
export function itemsOf(view: View, changes: AppChangeView[]): Item[] {
  const questions = [...byQuestion(view)].map(([key, { picks, consents }]): Item => {
    const [pick, consent] = [picks[0], consents[0]];
    const isNew = consents.some(({ what, together }) => what.kind === "trust" && together !== null);
    if (isNew) return { key, kind: "introduction", consents, picks };
    if (consent) return { key, kind: "consent", consent };
    if (picks.length > 1) return { key, kind: "folders", picks };
    return { key: `pick ${pick!.id}`, kind: "pick", pick: pick! };
  });
  const calls = (lapsed: boolean) =>
    view.heldCalls
      .filter((call) => call.lapsed === lapsed)
      .map((call): Item => ({ key: `call ${call.id}`, kind: "call", call }));
  const apps = changes.map((change): Item => ({ key: `app ${change.id}`, kind: "app", change }));
  const isWidening = ({ kind }: Item) => kind === "consent";
  const first = questions.filter((it) => !isWidening(it)).toSorted(introductionsFirst);
  return [...calls(false), ...first, ...questions.filter(isWidening), ...apps, ...calls(true)];
}

/** A folder that is warned of is asked about once its server is trusted. */
function introductionsFirst(a: Item, b: Item): number {
  return Number(b.kind === "introduction") - Number(a.kind === "introduction");
}
