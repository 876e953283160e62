import type { Fake } from "./fake";
import type { CallSpec } from "./fake-usage";

/** A call as an app makes it, with all there is to say of it. */
export const writing: CallSpec = {
  arguments: JSON.stringify(
    {
      path: "/home/ada/src/acme/packages/checkout/src/total.ts",
      content:
        "export const total = (items: Item[]) =>\n  items.reduce((sum, it) => sum + it.price, 0);",
      mode: "replace",
    },
    null,
    2,
  ),
  claims: {
    title: "Write file",
    description: "Create a file or replace what is in it. The folder has to be there.",
    readOnly: false,
    destructive: true,
  },
};

/** An app that works elsewhere, a call that waits, and rules for tools. */
export function furnishUsage(fake: Fake): void {
  const session = fake.view().sessions.find(({ app }) => app === "Claude Code")!;
  fake.usage.workIn("filesystem", "Codex", "/home/ada/src/paddock-website");
  fake.usage.hold(session.number, "write_file", writing);
  const { usage } = fake.servers.named("filesystem");
  usage.rules = [
    { app: null, tool: "write_file", rule: "ask" },
    { app: "Codex", tool: "write_file", rule: "off" },
  ];
  usage.changedTools = ["search_files"];
  usage.holdChanged = true;
  fake.changed();
}
