import { writing } from "./demo-usage";
import type { Fake } from "./fake";
import type { FrontView, ProviderDraft } from "./types";

const shell: FrontView = {
  kind: "program",
  path: "/usr/bin/bash",
  parent: "/opt/editor/resources/agent",
};

const lab: ProviderDraft = {
  name: "Lab",
  api: "openAi",
  url: "https://models.lab.example/v1",
  key: null,
  preferred: null,
};

/** One of each thing that waits for consent, unless `?scene=` names another kind. */
export function furnishConsents(fake: Fake): void {
  fake.furnish();
  if (new URLSearchParams(location.search).get("scene") === "empty") return;
  void askForEach(fake);
}

/** Asks for one of each thing that needs consent, the last of them by another program. */
export async function askForEach(fake: Fake): Promise<void> {
  const { commands } = fake;
  const files = fake.servers.named("Files").id;
  const filesystem = fake.servers.named("filesystem").id;
  const session = fake.join("filesystem", "Claude Code", { state: { kind: "paused" } });
  fake.usage.hold(session, "write_file", writing);
  fake.give("/home/ada/src/acme", "Files", "read", { kind: "until", at: Date.now() + 600_000 });
  fake.give("/home/ada/Notes", "filesystem", "read", { kind: "always" });
  fake.drop({
    path: "/home/ada/src/website",
    projects: ["git", "node"],
    size: { files: 1842, bytes: 38_400_000, atLeast: false },
  });
  const draft = await commands.serverDraft(filesystem);
  await commands.editServer(filesystem, { ...draft, args: [...draft.args, "--all"] });
  const { state } = fake.view().servers.find(({ id }) => id === filesystem)!;
  if (state.kind === "needsTrust") await commands.trustServer(filesystem, state.fingerprint);
  const [acme, notes] = fake.view().grants;
  await commands.setAccess(acme!.id, "readWrite");
  await commands.setLifetime(acme!.id, "always");
  await commands.revoke(notes!.id);
  await commands.grantAgain(fake.view().ended[0]!.id);
  const confined = { network: "off", askFirst: false } as const;
  await commands.setConfinement(files, { ...confined, asked: "enforced", network: "open" });
  await commands.allowDestination(files, "api.example.com", "oneHour");
  await commands.denyDestination(files, "tracker.example.net");
  await commands.forgetDestination(files, "tracker.example.net");
  await commands.setScope(files, "whereAppWorks");
  await commands.setScope(files, "allFolders");
  await commands.setToolRule(files, "Claude Code", "write_file", "off");
  await commands.setToolRule(files, "Claude Code", "write_file", "ask");
  await commands.setHoldChanged(files, true);
  fake.servers.named("Files").usage.changedTools = ["search_files", "write_file"];
  await commands.setHoldChanged(files, false);
  await commands.acceptTools(files);
  await commands.allowProvider(await commands.addProvider(lab));
  fake.actAs(shell);
  await commands.setConfinement(files, { ...confined, asked: "advisory" });
  await commands.pause(null);
  await commands.resume();
  await commands.setTerminalConsent(true);
  fake.actAs({ kind: "window" });
}
