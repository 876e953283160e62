export type Group = "all" | "access" | "servers" | "folders" | "calls" | "network" | "apps" | "app";

/** The kinds of record shown by each choice of the filter; none means all. */
export const groups: Record<Group, string[]> = {
  all: [],
  access: [
    "granted",
    "revoked",
    "expired",
    "run-ended",
    "access-changed",
    "lifetime-changed",
    "grant-failed",
    "attempt-denied",
    "roots-told",
  ],
  servers: [
    "server-added",
    "server-edited",
    "server-removed",
    "server-trusted",
    "trust-withdrawn",
    "server-started",
    "server-stopped",
    "server-failed",
    "confinement-changed",
    "lifecycle-changed",
    "asking-changed",
    "proven",
    "proof-failed",
  ],
  folders: ["folder-gone", "folder-back", "folder-replaced"],
  calls: [
    "tool-called",
    "resource-read",
    "prompt-filled",
    "call-allowed",
    "call-denied",
    "call-lapsed",
  ],
  network: [
    "destination-allowed",
    "destination-denied",
    "destination-revoked",
    "destination-expired",
    "destination-run-ended",
    "connected",
    "connection-refused",
    "connection-cut",
  ],
  apps: ["session-began", "session-ended", "scope-changed", "tool-rule-changed", "tools-accepted"],
  app: ["started", "paused", "resumed", "activity-deleted", "retention-changed"],
};

export const groupNames: { value: Group; text: string }[] = [
  { value: "all", text: "activity-all" },
  { value: "access", text: "activity-group-access" },
  { value: "servers", text: "activity-group-servers" },
  { value: "folders", text: "activity-group-folders" },
  { value: "calls", text: "activity-group-calls" },
  { value: "network", text: "activity-group-network" },
  { value: "apps", text: "activity-group-apps" },
  { value: "app", text: "activity-group-app" },
];
