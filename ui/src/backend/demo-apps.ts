import type { Fake } from "./fake";
import { failure } from "./fake-failure";
import type { AskedValue } from "./types";

/** Three apps, none of which knows of Paddock. */
export function furnishFirstApps(fake: Fake): void {
  const filesystem = "@modelcontextprotocol/server-filesystem";
  fake.apps.install("cursor", "Cursor", [
    {
      path: "/home/ada/.cursor/mcp.json",
      entries: [
        { name: "docs", program: "npx", args: ["-y", filesystem, "/home/ada/Documents"] },
        { name: "fetch", program: "uvx", args: ["mcp-server-fetch"] },
        { name: "linear", url: "https://mcp.linear.app" },
      ],
    },
  ]);
  fake.apps.install("claude-code", "Claude Code", [
    {
      path: "/home/ada/.claude.json",
      entries: [{ name: "acme", program: "npx", args: ["-y", filesystem, "/home/ada/src/acme"] }],
    },
  ]);
  fake.apps.install("zed", "Zed", [{ path: "/home/ada/.config/zed/settings.json" }]);
}

/** Apps with a config of each kind: launched directly, through Paddock, shared, broken. */
export function furnishApps(fake: Fake): void {
  const filesystem = "@modelcontextprotocol/server-filesystem";
  fake.apps.install("cursor", "Cursor", [
    {
      path: "/home/ada/.cursor/mcp.json",
      entries: [
        { name: "docs", program: "npx", args: ["-y", filesystem, "/home/ada/Documents"] },
        { name: "fetch", program: "uvx", args: ["mcp-server-fetch"] },
        { name: "linear", url: "https://mcp.linear.app" },
      ],
    },
    {
      path: "/home/ada/src/acme/.cursor/mcp.json",
      project: "/home/ada/src/acme",
      entries: [{ name: "acme-db", program: "npx", args: ["-y", "server-postgres"] }],
    },
  ]);
  fake.apps.install("claude-code", "Claude Code", [
    {
      path: "/home/ada/.claude.json",
      entries: [
        {
          name: "filesystem",
          content: {
            kind: "through",
            server: "filesystem",
            command: "/usr/bin/paddock",
            sure: true,
          },
        },
      ],
    },
  ]);
  fake.apps.entry("filesystem").standing = { kind: "asWritten" };
  fake.apps.install("zed", "Zed", [
    {
      path: "/home/ada/.config/zed/settings.json",
      problem: failure("app-broken", { line: "12", column: "5", reason: "unexpected token" }),
    },
  ]);
}

const asked = { description: "", several: false, usual: [], kind: { kind: "text" } as const };

/** What Visual Studio Code asks for when it launches a server, as the server's documentation has it. */
export const organizationAndToken: AskedValue[] = [
  {
    ...asked,
    name: "input:ado_org",
    title: "ado_org",
    description: "Azure DevOps organization name (e.g. 'contoso')",
    required: true,
    secret: false,
  },
  {
    ...asked,
    name: "input:mode",
    title: "mode",
    kind: { kind: "choice", options: ["fast", "slow"] },
    required: false,
    secret: false,
    usual: ["slow"],
  },
  { ...asked, name: "env:TOKEN", title: "TOKEN", required: true, secret: true },
];

/** An app with an entry for which it asks the person. */
export function furnishAskingApp(fake: Fake): void {
  const command = "npx -y @azure-devops/mcp ${input:ado_org} --mode ${input:mode}";
  const content = {
    kind: "direct" as const,
    command,
    enabled: true,
    asks: organizationAndToken,
    seen: "",
  };
  fake.apps.install("vscode", "Visual Studio Code", [
    { path: "/home/ada/.config/Code/User/mcp.json", entries: [{ name: "ado", content }] },
  ]);
}
