import type { AppEntryView, AppsView, AskedValue } from "../../backend/types";
import { t } from "../../shared/i18n";
import { locale } from "../../shared/language.svelte";
import { asksOf, connectable, idOf } from "../apps/entries";

/** An entry that an app launches by itself. */
export type Offer = {
  id: string;
  entry: AppEntryView;
  /** What is typed is for the entry as it was shown: another digest begins anew. */
  form: string;
  name: string;
  command: string;
  /** What its app fills in when it launches it. */
  asks: AskedValue[];
};
export type AppOffers = { id: string; name: string; offers: Offer[] };

/** What apps launch by themselves. Configs of projects are left to the screen of apps. */
export function offersOf({ apps }: AppsView): AppOffers[] {
  const found = apps.map(({ id, name, files }) => ({
    id,
    name,
    offers: files
      .filter(({ project }) => project === null)
      .flatMap(connectable)
      .map(offerOf),
  }));
  return found.filter(({ offers }) => offers.length > 0);
}

function offerOf(entry: AppEntryView): Offer {
  const { key, name, content } = entry;
  const command = content.kind === "direct" ? content.command : "";
  const id = idOf(key);
  const form = content.kind === "direct" ? `${id} ${content.seen}` : id;
  return { id, entry, form, name, command, asks: asksOf(entry) };
}

/** What was found, in one sentence: how many servers in which app. */
export function foundText(found: AppOffers[]): string {
  const each = found.map(({ name, offers }) =>
    t("welcome-found-app", { count: offers.length, app: name }),
  );
  return t("welcome-found", { list: new Intl.ListFormat(locale()).format(each) });
}
