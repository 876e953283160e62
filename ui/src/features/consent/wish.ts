import type { ServerView } from "../../backend/types";
import { t, type Args } from "../../shared/i18n";
import type { IconName } from "../../shared/Icon.svelte";

/** What a person reads of something that waits for consent. */
export type Wish = {
  icon: IconName;
  title: { id: string; args: Args };
  /** What a person might not expect of it. */
  warning: string | null;
  facts: Fact[];
  agree: string;
  decline: string;
  /** It gives more than one folder. */
  wide: boolean;
  /** It takes something away for good. */
  loses?: boolean;
};

/** `exact` is what has to be read to the letter. */
export type Fact = { term: string; text: string; exact?: boolean };

export const ordinary = { warning: null, wide: false } as const;
export const allowing = () => ({ agree: t("consent-allow"), decline: t("consent-deny") });

export function aboutServer(server: ServerView): Fact[] {
  return [
    { term: t("consent-server"), text: server.name },
    { term: t("consent-command"), text: server.command.line, exact: true },
  ];
}
