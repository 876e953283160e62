import type { Backend } from "./backend";
import { furnishRequests } from "./demo-requests";
import { Fake } from "./fake";
import { troubledServers, type Spec } from "./fake-world";

declare global {
  interface Window {
    /** The app behind the window, for tests to drive. Only in the demo. */
    __fake?: Fake;
  }
}

const proposals: Spec[] = [
  {
    path: "/home/ada/src/acme/packages/checkout",
    repository: "/home/ada/src/acme",
    projects: ["node"],
    warnings: [{ level: "note", code: "likely-secrets", subject: ".env, deploy.pem" }],
  },
  {
    path: "/home/ada/Notes",
    warnings: [{ level: "amber", code: "synced-folder", subject: "Syncthing" }],
  },
  {
    path: "/home/ada",
    typeNameToGrant: true,
    warnings: [
      { level: "red", code: "home", subject: null },
      { level: "amber", code: "large", subject: "212 GB" },
    ],
  },
];

/** A window without the app: `?scene=empty` and `?scene=home` begin differently. */
export function demo(): Backend {
  const fake = new Fake();
  fake.furnish();
  window.__fake = fake;
  if (new URLSearchParams(location.search).get("scene") !== "empty") furnishHome(fake);
  if (!navigator.webdriver) keepProposing(fake);
  return fake;
}

function furnishHome(fake: Fake): void {
  const minutes = (count: number) => ({ kind: "until" as const, at: Date.now() + count * 60_000 });
  fake.give("/home/ada/src/acme", "filesystem", "readWrite", minutes(42.5));
  fake.give("/home/ada/src/acme", "Files", "read", { kind: "always" });
  fake.give("/home/ada/Documents/Reports/2026/quarterly-planning", "Files", "read", {
    kind: "thisRun",
  });
  fake.give("/media/ada/backup/photos", "filesystem", "read", { kind: "always" });
  fake.setReachability("/media/ada/backup/photos", "missing");
  fake.furnish(troubledServers());
  fake.give("/home/ada/src/acme", "memory", "read", { kind: "always" });
  fake.give("/home/ada/src/acme", "search", "read", { kind: "always" });
  fake.give("/home/ada/Notes", "notes", "readWrite", { kind: "always" });
  furnishRequests(fake);
}

/** There is no folder dialog in a browser, so each click picks the next proposal. */
function keepProposing(fake: Fake): void {
  let next = 0;
  const pickFolder = fake.commands.pickFolder;
  fake.commands = {
    ...fake.commands,
    pickFolder: () => {
      fake.nextPick(proposals[next++ % proposals.length]!);
      return pickFolder();
    },
    pickWorkspaceFile: async () => fake.drop(...proposals.slice(0, 2)),
  };
}
