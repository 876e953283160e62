import type { Confinement, ServerView, SystemView } from "../../../backend/types";
import { isLive } from "../../../shared/enforcement";

export function choiceOf(server: ServerView): Confinement {
  const { network, askFirst, enforcement } = server;
  return { asked: enforcement.asked, network, askFirst };
}

/** Message why its first access cannot be held, null where it can. */
export function askFirstBound(server: ServerView, system: SystemView): string | null {
  const { asked, supported } = server.enforcement;
  if (asked === "advisory") return "ask-first-bound-advisory";
  if (!system.attempts) return "ask-first-bound-system";
  return supported !== null && isLive(supported) ? null : "ask-first-bound-restart";
}
