import type { Access, PickView, ServerView, SizeView, Warning } from "../../backend/types";
import { isLive, restartsOnChange } from "../../shared/enforcement";
import { t } from "../../shared/i18n";
import type { IconName } from "../../shared/Icon.svelte";
import { numberText, sizeText } from "../../shared/size";

const projects: Record<string, string> = {
  git: "project-git",
  rust: "project-rust",
  node: "project-node",
  python: "project-python",
  go: "project-go",
  java: "project-java",
  dotnet: "project-dotnet",
  ruby: "project-ruby",
  php: "project-php",
};

/** A project kind in words; one that is not known yet is shown as it came. */
export function projectText(kind: string): string {
  const id = projects[kind];
  return id ? t(id) : kind;
}

/** Message about what allowing does to the server as it is now. */
export function effectOf(server: ServerView): string {
  switch (server.state.kind) {
    case "running":
      if (restartsOnChange(server)) return "consent-effect-restart";
      return server.told === "neverAsked" ? "consent-effect-never-asked" : "consent-effect-running";
    case "needsTrust":
      return "consent-effect-untrusted";
    case "paused":
      return "consent-effect-paused";
    case "stopped":
    case "asleep":
    case "starting":
    case "stopping":
    case "restarting":
    case "failed":
      return "consent-effect-stopped";
  }
}

export type Keeping = { icon: IconName; tone: "ok" | "warn" | "danger"; text: string };

/** What will keep the server to the folder here. */
export function keepingOf(server: ServerView): Keeping {
  const { asked, supported } = server.enforcement;
  if (asked === "advisory") return { icon: "unshield", tone: "warn", text: t("not-enforced-here") };
  if (supported === null) {
    return { icon: "unshield", tone: "danger", text: t("consent-enforced-none") };
  }
  if (isLive(supported) && !server.foldersInCommand) {
    return { icon: "shield", tone: "ok", text: t("consent-enforced-live") };
  }
  const count = server.callsInFlight;
  return { icon: "shield", tone: "ok", text: t("consent-enforced-restart", { count }) };
}

/** What the access chosen means to the server; what is not enforced is only told. */
export function accessHint(access: Access, server: ServerView, guards: boolean): string {
  const told = server.enforcement.asked === "advisory";
  if (access === "read") return t(told ? "consent-told-read-hint" : "consent-access-read-hint");
  if (!told && (access === "writeGuarded" || access === "writeCommits")) {
    if (!guards) return t("consent-access-guarded-less-hint");
    return t(
      access === "writeCommits" ? "consent-access-commits-hint" : "consent-access-guarded-hint",
    );
  }
  return t(told ? "consent-told-write-hint" : "consent-access-write-hint");
}

/** How much there is in a folder, as far as it was counted. */
export function folderSizeText({ files, bytes, atLeast }: SizeView): string {
  const args = { count: files, number: numberText(files), size: sizeText(bytes) };
  return t(atLeast ? "consent-size-part" : "consent-size-whole", args);
}

/** What is to be known of a folder that is given for this access. */
export function warningsOf(pick: PickView, access: Access): Warning[] {
  return pick.warnings.filter(({ code }) => {
    // Only who may write everything can write hooks.
    if (code === "git-hooks") return access === "readWrite";
    if (code === "not-all-guarded" || code === "all-guarded") {
      return access === "writeGuarded" || access === "writeCommits";
    }
    return true;
  });
}

/** What the app asks about folders, without the choices that the person makes in the panel. */
export function questionOf(picks: PickView[], server: ServerView | undefined): string {
  const { name, command, enforcement, reachesAnywhere } = server ?? {};
  const { asked, supported } = enforcement ?? {};
  return JSON.stringify([foldersOf(picks), name, command, asked, supported, reachesAnywhere]);
}

/** What is asked about folders: what is counted of them meanwhile is no other question. */
export function foldersOf(picks: PickView[]): PickView[] {
  return picks.map((pick) => ({ ...pick, size: null }));
}
