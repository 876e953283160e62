import type { ServerView, SessionView } from "../backend/types";
import { enforcementFace, type Kept } from "./enforcement";
import { listed, t } from "./i18n";
import { stateText, stateTone, type Tone } from "./words";

/** Apps that are named; of more it is only said how many. */
const NAMED = 2;

type Used = Pick<ServerView, "state" | "enforcement" | "foldersInCommand">;

/** Which apps these are, each once. */
export function usedByText(sessions: SessionView[]): string {
  const apps = [...new Set(sessions.map(({ app }) => app))];
  return apps.length > NAMED
    ? t("sessions-used-by-many", { count: apps.length })
    : t("sessions-used-by", { apps: listed(apps) });
}

/** How a session is kept to the folders of its server. */
export function keptOf(server: Used, { enforcement }: SessionView): Kept {
  return { enforcement, foldersInCommand: server.foldersInCommand };
}

/** What is wrong, in a word or two. */
export type Trouble = { text: string; tone: Tone };

/** What is wrong with a session; nothing is `null`. */
export function troubleOf(server: Used, session: SessionView): Trouble | null {
  const kept = enforcementFace(keptOf(server, session));
  const tone = stateTone(session.state);
  if (badness(kept.tone) > 0 && badness(kept.tone) >= badness(tone)) return kept;
  return badness(tone) > 0 ? { text: stateText(session.state), tone } : null;
}

/** The worst of what is wrong with several. */
export function worstTrouble(server: Used, sessions: SessionView[]): Trouble | null {
  const troubles = sessions.flatMap((session) => troubleOf(server, session) ?? []);
  return troubles.toSorted((a, b) => badness(b.tone) - badness(a.tone))[0] ?? null;
}

/** Apps use the server, and its own process does nothing. */
export function isUsedAlone(server: Used, sessions: SessionView[]): boolean {
  return sessions.length > 0 && ["stopped", "asleep"].includes(server.state.kind);
}

function badness(tone: Tone): number {
  return { off: 0, ok: 0, busy: 0, warn: 1, danger: 2 }[tone];
}
