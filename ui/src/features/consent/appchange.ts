import type { AppChangeView } from "../../backend/types";

/** What a person is asked about configs of an app, as messages. */
export type AppWish = {
  title: string;
  /** Null where there is nothing to do. */
  agree: string | null;
  decline: string;
  /** The app launches servers outside of any sandbox afterwards. */
  wide: boolean;
};

export function appWishOf({ what }: AppChangeView): AppWish {
  if (what.kind === "connect") {
    return {
      title: "app-ask-connect",
      agree: "app-ask-connect-yes",
      decline: "app-ask-connect-no",
      wide: false,
    };
  }
  const outcomes = what.files.flatMap(({ entries }) => entries.map((it) => it.outcome.kind));
  if (outcomes.includes("restored")) {
    return {
      title: "app-ask-disconnect",
      agree: "app-ask-disconnect-yes",
      decline: "app-ask-disconnect-no",
      wide: true,
    };
  }
  const isOver = outcomes.some((kind) => kind === "asBefore" || kind === "gone");
  return {
    title: "app-ask-nothing",
    agree: isOver ? "app-ask-forget" : null,
    decline: "dismiss",
    wide: false,
  };
}
