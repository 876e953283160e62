import type { ConsentView, PickView, View } from "../backend/types";

type Waiting = Pick<View, "picks" | "consents">;

/** What is asked in one question: folders, and commands that name some of them. */
export type Asking = { picks: PickView[]; consents: ConsentView[] };

/** What waits by the question that it is asked about in, in the order of the first of each. */
export function byQuestion({ picks, consents }: Waiting): Map<string, Asking> {
  const questions = new Map<string, Asking>();
  const of = (key: string): Asking => {
    const known = questions.get(key) ?? { picks: [], consents: [] };
    questions.set(key, known);
    return known;
  };
  for (const pick of picks) of(questionOf(pick, consents)).picks.push(pick);
  for (const consent of consents) {
    const { id, together } = consent;
    of(together === null ? `consent ${id}` : `together ${together}`).consents.push(consent);
  }
  return questions;
}

/** What needs its name typed, or can't be granted, is a question of its own. */
function questionOf(pick: PickView, consents: ConsentView[]): string {
  const { together } = pick;
  if (together === null || pick.refused || pick.typeNameToGrant) return `pick ${pick.id}`;
  // A folder that one server's command names is nothing to give to another.
  const isOfCommand = (it: ConsentView) => it.together === together && it.what.kind === "trust";
  const alone = pick.server !== null && !consents.some(isOfCommand);
  return alone ? `pick ${pick.id}` : `together ${together}`;
}
