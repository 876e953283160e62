import type { Pasted, ServerDraft } from "../../backend/types";
import type { Answers } from "./answers";
import { toTyped, type Typed } from "./draft";

// What is typed outlives its screen for as long as the window is open: a person may look something
// up elsewhere. It can hold secrets, so it is written nowhere.

/** A server that is to be added. */
class Adding {
  open = $state(false);
  way = $state<"form" | "paste">("paste");
  text = $state("");
  found = $state.raw<Pasted[] | null>(null);
  typed = $state(toTyped(null));

  /** It was added, or is not to be. */
  end(): void {
    this.open = false;
    this.way = "paste";
    this.text = "";
    this.found = null;
    this.typed = toTyped(null);
  }
}

export const adding = new Adding();

const edits = new Map<number, Typed>();

/** What was typed of a server that is edited. */
export function keptEdit(server: number): Typed | null {
  return edits.get(server) ?? null;
}

/** Keeps what is typed from now on. */
export function keepEdit(server: number, draft: ServerDraft): Typed {
  const typed = $state(toTyped(draft));
  edits.set(server, typed);
  return typed;
}

export function endEdit(server: number): void {
  edits.delete(server);
}

/** What is to be done with a bundle, and what was typed for each way of doing it. */
export class BundleDraft {
  choice = $state("");
  typed = $state<Record<string, Answers>>({});

  constructor(choice: string, typed: Record<string, Answers>) {
    this.choice = choice;
    this.typed = typed;
  }
}

// There is one bundle at a time.
let bundle: { key: string; draft: BundleDraft } | null = null;

/** What was typed of this bundle while it was looked at before, or else the beginning. */
export function bundleDraft(key: string, begin: () => BundleDraft): BundleDraft {
  if (bundle?.key !== key) bundle = { key, draft: begin() };
  return bundle.draft;
}

export function endBundle(): void {
  bundle = null;
}
