import type { PickView } from "../backend/types";

/** Picked folders by the question that they are asked about in, in the order of the first of each. */
export function byQuestion(picks: PickView[]): Map<string, PickView[]> {
  const questions = new Map<string, PickView[]>();
  for (const pick of picks) {
    const key = questionOf(pick);
    questions.set(key, [...(questions.get(key) ?? []), pick]);
  }
  return questions;
}

/** What needs its name typed, or can't be granted, is a question of its own. */
function questionOf(pick: PickView): string {
  const joins = pick.together !== null && !pick.refused && !pick.typeNameToGrant;
  return joins ? `together ${pick.together}` : `pick ${pick.id}`;
}
