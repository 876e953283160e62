import type { UpdateStep, UpdateView } from "../../backend/types";

type Offered = Exclude<UpdateStep, "identical" | "stranger">;

const VERBS: Record<Offered, string> = {
  newer: "update-newer",
  older: "update-older",
  same: "update-same",
  unclear: "update-unclear",
};

/** Whether it may take the place of what the server runs from. */
export function isOffered(update: UpdateView): update is UpdateView & { step: Offered } {
  return update.step in VERBS;
}

export function verbOf({ step }: UpdateView & { step: Offered }): string {
  return VERBS[step];
}
