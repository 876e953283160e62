import type { Backend, ConsentCommands } from "./backend";
import { lengthened } from "./lengthened";
import type { Language } from "./types";
import { speak } from "../shared/language.svelte";
import { furnishApps, furnishFirstApps } from "./demo-apps";
import { furnishConsents } from "./demo-consents";
import { furnishMany } from "./demo-many";
import { furnishRequests } from "./demo-requests";
import { furnishSeen } from "./demo-seen";
import { furnishUsage } from "./demo-usage";
import { Fake } from "./fake";
import { fakeServers, troubledServers, type Spec } from "./fake-world";

declare global {
  interface Window {
    /** The app behind the window, for tests to drive. Only in the demo. */
    __fake?: Fake;
    /** Has the page speak a language, or words that are as long as a translation may get. */
    __speak?: (language: Language | "longer words") => Promise<void>;
  }
}

const proposals: Spec[] = [
  {
    path: "/home/ada/src/acme/packages/checkout",
    repository: "/home/ada/src/acme",
    projects: ["node"],
    size: { files: 1842, bytes: 38_400_000, atLeast: false },
    warnings: [{ level: "note", code: "likely-secrets", subject: ".env, deploy.pem" }],
  },
  {
    path: "/home/ada/Notes",
    size: { files: 200_000, bytes: 9_000_000_000, atLeast: true },
    warnings: [{ level: "amber", code: "synced-folder", subject: "Syncthing" }],
  },
  {
    path: "/home/ada",
    typeNameToGrant: true,
    warnings: [
      { level: "red", code: "home", subject: null },
      { level: "amber", code: "large", subject: "4000" },
    ],
  },
];

window.__speak = (it) => (it === "longer words" ? speak("en", lengthened) : speak(it));

/**
 * A window without the app: `?scene=empty`, `?scene=home` and `?scene=many`, with so many
 * `records`, begin differently, and so does one that is opened for the first time, with `first` and without `bare` apps that launch servers.
 */
export function demo(): Backend {
  const fake = new Fake();
  const scene = new URLSearchParams(location.search).get("scene") ?? "home";
  const isFirst = ["first", "bare"].includes(scene);
  fake.furnish(fakeServers().filter(({ bundled }) => bundled || !isFirst));
  window.__fake = fake;
  showingConsent(fake);
  if (scene === "first") furnishFirstApps(fake);
  if (scene === "home") furnishHome(fake);
  if (scene === "many") {
    const records = new URLSearchParams(location.search).get("records");
    furnishMany(fake, Number(records ?? 0));
  }
  if (navigator.webdriver) return fake;
  keepProposing(fake);
  if (fake.view().sessions.length > 0) furnishUsage(fake);
  return fake;
}

/**
 * The page in which a person consents, to what waits in the window that opened it. By itself it
 * has things to ask of its own: one of each with `?scene=each`.
 */
export function consentDemo(): Backend<ConsentCommands> {
  const opener = window.opener as Window | null;
  const fake = opener?.__fake ?? new Fake();
  if (!opener?.__fake) furnishConsents(fake);
  window.__fake = fake;
  return fake.consenting;
}

/** What waits is shown in a window of its own, which closes when nothing waits any more. */
function showingConsent(fake: Fake): void {
  let page: Window | null = null;
  fake.showConsent = () => {
    page = window.open("/consent.html", "consent", "width=560,height=720");
  };
  fake.closeConsent = () => page?.close();
  const close = () => {
    const { picks, consents, heldCalls } = fake.view();
    const waiting = [picks, consents, heldCalls, fake.apps.changes];
    if (waiting.every((some) => some.length === 0)) page?.close();
  };
  void fake.on("viewChanged", close);
  void fake.on("appChangesChanged", close);
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
  furnishApps(fake);
  furnishSessions(fake);
  furnishRequests(fake);
  furnishSeen(fake);
}

/** Apps that use servers: one of them works on while the server's own process has failed. */
function furnishSessions(fake: Fake): void {
  const since = Date.now() - 25 * 60_000;
  const about = { since, state: { kind: "running" as const, since } };
  fake.join("filesystem", "Claude Code", {
    ...about,
    folder: "/home/ada/src/acme/packages/checkout",
    calls: 12,
  });
  fake.join("filesystem", "Codex", {
    ...about,
    folder: "/home/ada/src/paddock-website/content/2026",
    told: "neverAsked",
  });
  fake.join("sqlite", "Zed", { ...about, calls: 1, folder: null });
}

/** There is no folder dialog in a browser, so each click picks the next proposal. */
function keepProposing(fake: Fake): void {
  let next = 0;
  const { commands } = fake;
  fake.commands = new Proxy(commands, {
    get: (all, name: keyof typeof commands) => {
      if (name === "pickWorkspaceFile") return async () => fake.drop(...proposals.slice(0, 2));
      if (name !== "pickFolder") return all[name];
      return () => {
        fake.nextPick(proposals[next++ % proposals.length]!);
        return commands.pickFolder();
      };
    },
  });
}
