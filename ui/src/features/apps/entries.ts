import type {
  AnsweredValue,
  AppEntryView,
  AppFileView,
  AppsView,
  AppView,
  AskedValue,
  EntryKey,
  MeantEntry,
  ServerView,
} from "../../backend/types";
import { failureText, t } from "../../shared/i18n";
import type { IconName } from "../../shared/Icon.svelte";

/** How an entry is, in plain words. */
export type Face = { icon: IconName; tone: "ok" | "warn" | "danger" | "off"; text: string };

export function faceOf({ content }: AppEntryView): Face {
  switch (content.kind) {
    case "direct":
      return content.enabled
        ? { icon: "unshield", tone: "warn", text: t("apps-direct") }
        : { icon: "pause", tone: "off", text: t("apps-direct-off") };
    case "through":
      return content.sure
        ? { icon: "shield", tone: "ok", text: t("apps-through", { server: content.server }) }
        : { icon: "info", tone: "off", text: t("apps-through-unsure", { server: content.server }) };
    case "remote":
      return { icon: "globe", tone: "off", text: t("apps-remote") };
    case "own":
      return { icon: "info", tone: "off", text: t("apps-own") };
    case "unreadable":
      return { icon: "alert", tone: "danger", text: failureText(content.problem) };
  }
}

/** What became of an entry since it was connected; null where it is as it was written. */
export function sinceText({ standing }: AppEntryView): string | null {
  switch (standing?.kind) {
    case "asBefore":
      return t("apps-as-before");
    case "changed":
      return t("apps-changed");
    case "unreadable":
      return t("apps-unsure", { why: failureText(standing.problem) });
    case "asWritten":
    case undefined:
      return null;
  }
}

export const canConnect = ({ content }: AppEntryView) => content.kind === "direct";
/** What its app fills in when it starts the entry. */
export function asksOf({ content }: AppEntryView): AskedValue[] {
  return content.kind === "direct" ? content.asks : [];
}

/** An entry that is to be connected with these answers. */
export function meantOf({ key, content }: AppEntryView, answers: AnsweredValue[]): MeantEntry {
  return { key, seen: content.kind === "direct" ? content.seen : "", answers };
}

export const canDisconnect = ({ standing }: AppEntryView) => standing?.kind === "asWritten";

/** Entries that can be connected, in files that can be written. */
export function connectable(file: AppFileView): AppEntryView[] {
  return file.notWritten === null ? file.entries.filter(canConnect) : [];
}

/** What connecting all of an app is about: configs of projects are asked about by themselves. */
export function allDirect({ files }: AppView): EntryKey[] {
  const own = files.filter(({ project }) => project === null);
  return own.flatMap(connectable).map(({ key }) => key);
}

export function allConnected({ files }: AppView): EntryKey[] {
  const own = files.filter(({ project }) => project === null);
  return own.flatMap(({ entries }) => entries.filter(canDisconnect)).map(({ key }) => key);
}

/** Which servers apps launch, and how many of them reach everything. */
export function countsOf({ apps }: AppsView): { entries: number; direct: number } {
  const entries = apps.flatMap(({ files }) => files).flatMap((file) => file.entries);
  const launched = entries.filter(({ content }) => ["direct", "through"].includes(content.kind));
  const direct = launched.filter(({ content }) => content.kind === "direct" && content.enabled);
  return { entries: launched.length, direct: direct.length };
}

/** The server that an entry names; Paddock takes names as they are, but for their case. */
export function serverNamed(servers: ServerView[], name: string): ServerView | undefined {
  const lower = name.toLowerCase();
  return servers.find((it) => it.name.toLowerCase() === lower);
}

export const idOf = (key: EntryKey) => JSON.stringify(key);

/** The servers that entries are connected to, each once; of all entries, or of the ones meant. */
export function connectedTo(
  { apps }: AppsView,
  servers: ServerView[],
  meant: (id: string) => boolean = () => true,
): ServerView[] {
  const entries = apps.flatMap(({ files }) => files.flatMap((file) => file.entries));
  const found = entries.flatMap(({ key, content }) =>
    content.kind === "through" && content.sure && meant(idOf(key))
      ? (serverNamed(servers, content.server) ?? [])
      : [],
  );
  return [...new Set(found)];
}
