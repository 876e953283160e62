import type { ServerView } from "../../backend/types";
import { t } from "../../shared/i18n";

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
      return server.told === "neverAsked" ? "consent-effect-never-asked" : "consent-effect-running";
    case "needsTrust":
      return "consent-effect-untrusted";
    case "paused":
      return "consent-effect-paused";
    case "stopped":
    case "starting":
    case "stopping":
    case "restarting":
    case "failed":
      return "consent-effect-stopped";
  }
}
