import type { Fake } from "./fake";
import { failure } from "./fake-failure";

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
