import type { ServerView, TodayView } from "../../backend/types";
import { t } from "../../shared/i18n";
import { mostText, nowText, todayText } from "../../shared/sending";
import { sizeText } from "../../shared/size";
import { aboutServer, allowing, ordinary, type Wish } from "./wish";

/** To send more in a day. */
export function sendingMore(server: ServerView, most: number | null): Wish {
  return {
    ...ordinary,
    ...allowing(),
    icon: "globe",
    title: { id: "wish-most-sent-title", args: { server: server.name } },
    facts: [
      { term: t("wish-now"), text: mostText(server.sending.most) },
      { term: t("wish-then"), text: mostText(most) },
      ...aboutServer(server),
    ],
  };
}

/** To send more today than its limit. */
export function sendingToday(server: ServerView, today: TodayView): Wish {
  return {
    ...ordinary,
    ...allowing(),
    icon: "globe",
    title: { id: "wish-send-today-title", args: { server: server.name } },
    facts: [
      { term: t("wish-sent"), text: sizeText(server.sending.sent) },
      { term: t("wish-now"), text: nowText(server.sending) },
      { term: t("wish-then"), text: todayText(today) },
      ...aboutServer(server),
    ],
  };
}
