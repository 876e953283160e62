import type { Page } from "@playwright/test";
import type { Failure } from "../src/backend/types";
import { app, closes, expect, expectForEverybody, open, settle, test } from "./window";

async function chooseServer(page: Page, name: string): Promise<void> {
  await page.keyboard.press("Control+2");
  await page.getByRole("button", { name: new RegExp(`^${name}`) }).click();
}

async function withoutEnforcement(page: Page): Promise<void> {
  await app(page, (fake) =>
    fake.changeSystem({
      best: null,
      tiers: [
        { tier: "liveMounts", works: false, lacking: "user-namespace" },
        { tier: "landlock", works: false, lacking: "landlock" },
      ],
      heldFoldersEnd: false,
      networkOff: false,
      attempts: false,
    }),
  );
}

const places: { name: string; go: (page: Page) => Promise<void> }[] = [
  { name: "first run", go: (page) => open(page, "empty") },
  { name: "by folder", go: (page) => open(page) },
  {
    name: "by server",
    go: async (page) => {
      await open(page);
      await page.getByText("By server", { exact: true }).click();
    },
  },
  {
    name: "grid",
    go: async (page) => {
      await open(page);
      await page.getByText("Grid", { exact: true }).click();
    },
  },
  {
    name: "questions that wait for consent",
    go: async (page) => {
      await open(page);
      await app(page, async (fake) => {
        fake.drop({ path: "/home/ada/a-folder-with-quite-a-long-name" });
        const [grant] = fake.view().grants.filter(({ access }) => access === "read");
        await fake.commands.setAccess(grant!.id, "readWrite");
        await fake.commands.setLifetime(fake.view().grants[0]!.id, "always");
        await fake.commands.revoke(fake.view().grants[2]!.id);
        await fake.commands.grantAgain(fake.view().ended[0]!.id);
      });
      await expect(page.getByText("4 questions wait for your consent.")).toBeVisible();
    },
  },
  {
    name: "a bundle to look at",
    go: async (page) => {
      await open(page);
      await app(page, (fake) => {
        const ask = { name: "", description: "What it is for", several: false, usual: [] };
        const asks = [
          { ...ask, name: "f", title: "Folders", kind: { kind: "folder" as const }, several: true },
          { ...ask, name: "p", title: "Path", kind: { kind: "path" as const } },
          { ...ask, name: "b", title: "Loud", kind: { kind: "boolean" as const } },
          {
            ...ask,
            name: "k",
            title: "A rather long name of a key",
            kind: { kind: "text" as const },
          },
        ].map((it) => ({ ...it, required: it.name === "f", secret: it.name === "k" }));
        const claims = { title: "Notes", version: "1.0.0", author: "Ada", description: "Reads" };
        const about = { ...claims, line: `node ${"index.js ".repeat(30)}`, asks };
        const from = `/home/ada/${"folder/".repeat(30)}notes.mcpb`;
        fake.arrivals.arrive({ from, link: false, holds: { kind: "bundle", about, updates: [] } });
      });
      await expect(page.getByText("Nobody checked it.")).toBeVisible();
    },
  },
  {
    name: "a bundle that updates a server",
    go: async (page) => {
      await open(page);
      await app(page, (fake) => {
        const claims = { title: "Notes", version: "1.0.0", author: "Ada", description: "Reads" };
        const about = { ...claims, line: "node index.js", asks: [] };
        const long = (name: string) => `\${__dirname}/${name.repeat(30)}`;
        const update = {
          server: 1,
          name: "a-server-with-quite-a-long-name",
          from: "1.0.0",
          to: "9".repeat(40),
          author: "Ada",
          step: "older" as const,
          edited: true,
          command: { before: ["node", long("was")], after: ["node", long("is"), "--more"] },
          environment: { before: [], after: ["MODE=fast"] },
          asks: [{ title: "Folders", kind: { kind: "folder" as const }, how: "new" as const }],
          given: [],
          stays: [],
        };
        const others = [
          { ...update, server: 2, name: "other", step: "newer" as const },
          { ...update, server: 3, name: "third", step: "stranger" as const },
        ];
        const updates = [update, ...others];
        const holds = { kind: "bundle" as const, about, updates };
        fake.arrivals.arrive({ from: "/home/ada/notes.mcpb", link: false, holds });
      });
      await expect(page.getByText("Nobody checked it.")).toBeVisible();
      await page.getByRole("radio").first().check({ force: true });
      await expect(page.getByText("This bundle is older than the one")).toBeVisible();
    },
  },
  {
    name: "a link to look at",
    go: async (page) => {
      await open(page);
      await app(page, async (fake) => {
        const text = `{"servers": {"far": {"command": "npx", "args": ["far"]}, "near": {"url": "x"}}}`;
        const found = await fake.commands.readServers(text);
        const from = `paddock://install?config=${"A".repeat(900)}`;
        fake.arrivals.arrive({ from, link: true, holds: { kind: "servers", found } });
      });
      await expect(page.getByText("Anyone can make such a link.")).toBeVisible();
    },
  },
  {
    name: "a lost host",
    go: async (page) => {
      await open(page);
      await app(page, (fake) => fake.loseHost(false));
      await expect(page.getByText("Paddock’s background service stopped")).toBeVisible();
    },
  },
  {
    name: "a host that is back",
    go: async (page) => {
      await open(page);
      await app(page, (fake) => {
        fake.loseHost();
        fake.returnHost();
      });
      await expect(
        page.locator(".remark").getByText(/^Paddock’s background service is running again/),
      ).toBeVisible();
    },
  },
  {
    name: "ended, with a path being checked",
    go: async (page) => {
      await open(page);
      await app(page, (fake) => fake.commands.revokeAll());
      await page.getByRole("button", { name: "Check a path" }).click();
      await page.getByLabel("Paths, one per line").fill("/etc/passwd");
      await page.getByRole("button", { name: "Check", exact: true }).click();
      await expect(page.getByRole("table")).toBeVisible();
    },
  },
  {
    name: "server",
    go: async (page) => {
      await open(page);
      await page.keyboard.press("Control+2");
    },
  },
  {
    name: "server that many apps use",
    go: async (page) => {
      await open(page);
      await app(page, (fake) => {
        const state = { kind: "running" as const, since: Date.now() };
        const name = "An app with a name that is longer than any line of a window ".repeat(2);
        fake.join("filesystem", name, { state, folder: `/srv/${"deep/".repeat(30)}leaf` });
        fake.join("filesystem", "Zed", { state, inForce: { kind: "openHandles", count: 2 } });
        const reason: Failure = { code: "boundary-lost", details: {} };
        fake.join("filesystem", "Cursor", { state, inForce: { kind: "failed", reason } });
        fake.join("filesystem", "VS Code", { state, inForce: { kind: "advisory" } });
        for (let count = 0; count < 14; count++) fake.join("filesystem", "LangChain", { state });
      });
      await chooseServer(page, "filesystem");
      await page.getByRole("button", { name: "Show all 20" }).click();
      await page.getByRole("button", { name: /^End Zed/ }).click();
      await expect(page.getByText(/^Zed’s process of filesystem was ended/).last()).toBeVisible();
    },
  },
  {
    name: "server without the folders it names",
    go: async (page) => {
      await open(page);
      await app(page, (fake) => {
        const args = ["mcp-server-git", "--repository", "/home/ada/src/acme"];
        const draft = { name: "git", program: "uvx", args, env: [], cwd: null };
        return fake.commands.addServer(draft);
      });
      await chooseServer(page, "git");
      await expect(page.getByRole("button", { name: "Grant this folder…" })).toBeVisible();
    },
  },
  {
    name: "server with folders it should have left",
    go: async (page) => {
      await open(page);
      await app(page, (fake) => {
        const { id } = fake.servers.named("notes");
        const own = fake.view().grants.filter((grant) => grant.server === id);
        return Promise.all(own.map((grant) => fake.commands.revoke(grant.id)));
      });
      await chooseServer(page, "notes");
    },
  },
  {
    name: "server with its protection proven",
    go: async (page) => {
      await open(page);
      await chooseServer(page, "filesystem");
      await page.getByText(/folder open, everything else blocked/).click();
      await page.getByRole("button", { name: "Prove it" }).click();
      await page.clock.runFor(1_000);
      await expect(page.getByRole("region", { name: "What was tried" })).toBeVisible();
    },
  },
  {
    name: "server whose protection does not hold",
    go: async (page) => {
      await open(page);
      await app(page, (fake) => {
        const leak = { path: "/home/ada/Notes", expected: "nothing", found: "read" } as const;
        const findings = [{ ...leak, blockedBy: null }];
        fake.changeServer("Files", {
          proof: { at: Date.now(), holds: false, findings, passages: [] },
          inForce: { kind: "failed", reason: { code: "proof-failed", details: {} } },
        });
      });
      await chooseServer(page, "Files");
    },
  },
  {
    name: "server that waits",
    go: async (page) => {
      await open(page);
      await chooseServer(page, "search");
      await page.getByText(/^What else it can read/).click();
    },
  },
  {
    name: "server with files still open",
    go: async (page) => {
      await open(page);
      await chooseServer(page, "memory");
    },
  },
  {
    name: "server that is not enforced",
    go: async (page) => {
      await open(page);
      await chooseServer(page, "notes");
    },
  },
  {
    name: "server that missed something",
    go: async (page) => {
      await open(page);
      await chooseServer(page, "sqlite");
    },
  },
  {
    name: "nothing enforced",
    go: async (page) => {
      await open(page);
      await withoutEnforcement(page);
      await app(page, (fake) => fake.commands.restartServer(fake.view().servers[0]!.id));
      await page.keyboard.press("Control+2");
    },
  },
  {
    name: "settings where nothing is enforced",
    go: async (page) => {
      await open(page);
      await withoutEnforcement(page);
      await page.keyboard.press("Control+,");
    },
  },
  {
    name: "tools",
    go: async (page) => {
      await open(page);
      await page.keyboard.press("Control+2");
      await page.getByRole("tab", { name: "Tools" }).click();
      await page.getByText("Read file", { exact: true }).click();
    },
  },
  {
    name: "log",
    go: async (page) => {
      await open(page);
      await page.keyboard.press("Control+2");
      await page.getByRole("tab", { name: "Log" }).click();
      await expect(page.getByRole("region", { name: "Log of Files" })).toBeVisible();
    },
  },
  {
    name: "adding a server",
    go: async (page) => {
      await open(page);
      await page.keyboard.press("Control+2");
      await page.getByRole("button", { name: "Add server" }).click();
      await page.getByText("By form", { exact: true }).click();
      await page.getByRole("button", { name: "Add variable" }).click();
    },
  },
  {
    name: "a command to trust, notices and a pause",
    go: async (page) => {
      await open(page);
      await app(page, async (fake) => {
        fake.notice("storage-damaged", { kept: "/home/ada/.local/share/paddock/damaged-1.db" });
        await fake.commands.addServer({
          name: "weather",
          program: "npx",
          args: ["-y", "weather-server@latest", "--region", "north and south"],
          env: [{ name: "KEY", value: "x" }],
          cwd: null,
        });
        await fake.commands.pause(null);
      });
      await page.keyboard.press("Control+2");
      await page.getByRole("button", { name: /^weather/ }).click();
    },
  },
  {
    name: "apps",
    go: async (page) => {
      await open(page);
      await app(page, async (fake) => {
        const long = "an-entry-with-a-name-that-is-longer-than-any-line-of-a-window-".repeat(3);
        const problem: Failure = {
          code: "app-leads-out",
          details: { path: "/srv/x" },
        };
        fake.apps.install("goose", "Goose", [
          {
            path: `/home/ada/${"deep/".repeat(30)}config.yaml`,
            notWritten: problem,
            entries: [{ name: long, program: "npx", args: [long, long] }],
          },
        ]);
        fake.apps.install(
          "junie",
          "Junie",
          [],
          [
            {
              key: { file: "/x", at: [], name: "git" },
              name: "git",
              path: "/home/ada/.junie/mcp.json",
            },
          ],
        );
        fake.apps.entry("fetch").standing = { kind: "changed" };
        await fake.commands.removeServer(fake.servers.named("search").id);
        fake.join("filesystem", "claude-code", { folder: "/home/ada/src/acme" });
        const draft = {
          name: "docs",
          program: "npx",
          args: ["/home/ada/Docs"],
          env: [],
          cwd: null,
        };
        await fake.commands.addServer(draft);
        fake.apps.entry("docs").content = {
          kind: "through",
          server: "docs",
          command: "/usr/bin/paddock",
          sure: true,
        };
        fake.apps.entry("linear").content = {
          kind: "through",
          server: "search",
          command: "/tmp/paddock run search",
          sure: false,
        };
      });
      await page.keyboard.press("Control+3");
      await expect(page.getByRole("heading", { name: "Zed" })).toBeVisible();
    },
  },
  {
    name: "what an app fills in, asked for",
    go: async (page) => {
      await open(page);
      await app(page, (fake) => {
        const long = "an-input-with-a-name-that-is-longer-than-any-line-of-a-window-".repeat(3);
        const asked = { several: false, usual: [], required: true, secret: false };
        const text = { kind: "text" as const };
        const content = {
          kind: "direct" as const,
          command: `npx ${long}`,
          enabled: true,
          seen: "",
          asks: [
            { ...asked, name: long, title: long, description: `${long} ${long}`, kind: text },
            {
              ...asked,
              name: "mode",
              title: "mode",
              description: "",
              kind: { kind: "choice" as const, options: ["fast", "slow"] },
            },
            { ...asked, name: "key", title: "key", description: "", kind: text, secret: true },
          ],
        };
        const path = "/home/ada/.config/Code/User/mcp.json";
        fake.apps.install("vscode", "Visual Studio Code", [
          { path, entries: [{ name: "ado", content }] },
        ]);
      });
      await page.keyboard.press("Control+3");
      await page.getByRole("button", { name: "Connect ado of Visual Studio Code" }).click();
      await expect(page.getByRole("button", { name: "Continue" })).toBeVisible();
    },
  },
  {
    name: "no apps",
    go: async (page) => {
      await open(page, "empty");
      await page.keyboard.press("Control+3");
      await expect(page.getByText("No AI apps found")).toBeVisible();
    },
  },
  {
    name: "activity",
    go: async (page) => {
      await open(page);
      await page.keyboard.press("Control+5");
      await expect(page.getByRole("table")).toBeVisible();
    },
  },
  {
    name: "a request for a model’s answer",
    go: async (page) => {
      await open(page);
      await page.keyboard.press("Control+4");
      await page.getByText("The server’s preferences").click();
      await page.getByText("2 tools the model may ask for").click();
      await page.getByRole("button", { name: "Edit: Instructions" }).click();
      await page.getByRole("button", { name: "Change the limits of filesystem" }).click();
    },
  },
  {
    name: "an answer to review",
    go: async (page) => {
      await open(page);
      await page.keyboard.press("Control+4");
      const send = page.getByRole("button", { name: "Send", exact: true });
      await expect(send).toBeVisible();
      await page.clock.fastForward(1_000);
      await send.click();
      await page.clock.runFor(5_000);
      await page.getByText("What was sent").click();
    },
  },
  {
    name: "a form of a server, wrongly filled in",
    go: async (page) => {
      await open(page);
      await page.keyboard.press("Control+4");
      await page.getByRole("button", { name: /^Form/ }).click();
      await page.getByLabel(/^Estimate/).fill("99");
      await page.clock.fastForward(1_000);
      await page.getByRole("button", { name: "Submit" }).click();
      await expect(page.getByText(/^2 answers need another look/)).toBeVisible();
    },
  },
  {
    name: "a web page with warnings",
    go: async (page) => {
      await open(page);
      await app(page, (fake) =>
        fake.asks("notes", {
          kind: "url",
          message: "Sign in.",
          before: "http://user@",
          domain: "xn--pple-43d.com",
          after: `/${"a".repeat(200)}`,
          unicodeDomain: "аpple.com",
          warnings: ["punycode", "not-https"],
        }),
      );
      await page.keyboard.press("Control+4");
      await page.getByRole("button", { name: /Sign in\.$/ }).click();
    },
  },
  {
    name: "a changed command",
    go: async (page) => {
      await open(page);
      await app(page, async (fake) => {
        const { id } = fake.view().servers[1]!;
        const draft = await fake.commands.serverDraft(id);
        await fake.commands.editServer(id, { ...draft, args: ["-y", "other@2", "--all"] });
      });
      await page.keyboard.press("Control+4");
      await page.getByRole("button", { name: /^Changed command/ }).click();
    },
  },
  {
    name: "held access",
    go: async (page) => {
      await open(page);
      await page.keyboard.press("Control+4");
      await page.getByRole("button", { name: /^Access outside/ }).click();
    },
  },
  {
    name: "missed requests, and what servers may ask",
    go: async (page) => {
      await open(page);
      await app(page, async (fake) => {
        const [first, second, third] = fake.view().requests;
        fake.requests.end(first!.id, "tooOften");
        await fake.commands.allowNext(second!.server, 3);
        await fake.commands.denyRequest(third!.id, true);
      });
      await page.keyboard.press("Control+4");
      await page.getByRole("tab", { name: /^Missed/ }).click();
      await page.getByText("Requests that servers may make").click();
    },
  },
  {
    name: "models being set up",
    go: async (page) => {
      await open(page);
      await page.keyboard.press("Control+,");
      await page.getByRole("button", { name: "Remove Ollama" }).click();
      await page.getByRole("button", { name: "Edit Anthropic" }).click();
      await page.getByRole("button", { name: "Add provider" }).click();
    },
  },
  {
    name: "settings",
    go: async (page) => {
      await open(page);
      await page.keyboard.press("Control+,");
    },
  },
  {
    name: "shortcuts",
    go: async (page) => {
      await open(page);
      await page.keyboard.press("?");
      await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
    },
  },
];

for (const place of places) {
  test(`${place.name} is for everybody`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
    await place.go(page);
    await expectForEverybody(page);
  });
}

test("light and dark are two sets of colours", async ({ page }) => {
  const canvas = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  await page.emulateMedia({ colorScheme: "light" });
  await open(page);
  const light = await canvas();
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await canvas()).not.toBe(light);
});

test("the main flow needs no pointer", async ({ page }) => {
  await open(page, "empty");
  await app(page, (fake) => fake.nextPick({ path: "/home/ada/acme" }));
  await page.keyboard.press("Control+o");
  const show = page.getByRole("button", { name: "Show what waits for your consent" });
  await show.focus();
  const opened = page.waitForEvent("popup");
  await page.keyboard.press("Enter");
  const asked = await opened;
  await expect(asked.getByRole("button", { name: "Don’t allow" })).toBeFocused();
  await asked.keyboard.press("Shift+Tab");
  await asked.keyboard.press("Shift+Tab");
  await expect(asked.getByRole("radio", { name: "Until I revoke" })).toBeFocused();
  await asked.keyboard.press("ArrowRight");
  await expect(asked.getByRole("radio", { name: "1 hour" })).toBeChecked();
  await asked.keyboard.press("Tab");
  await asked.keyboard.press("Tab");
  await asked.keyboard.press("Tab");
  await expect(asked.getByRole("button", { name: "Allow", exact: true })).toBeFocused();
  await settle(page);
  await closes(asked, () => asked.keyboard.press("Enter"));
  await page.getByRole("heading", { name: "Access", exact: true }).waitFor();
  await page.getByLabel("What Files may do in acme").focus();
  await page.keyboard.press("Tab");
  await expect(page.getByLabel("How long Files may use acme")).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("listitem").filter({ hasText: "Revoked" })).toBeFocused();
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+2");
  await expect(page.getByRole("heading", { name: "Servers", exact: true })).toBeVisible();
});

test("the app may raise a screen", async ({ page }) => {
  await open(page);
  await app(page, (fake) => fake.raise("activity"));
  await expect(page.getByRole("heading", { name: "Activity", exact: true })).toBeVisible();
});

test("dragging shows where to drop", async ({ page }) => {
  await open(page);
  await app(page, (fake) => fake.drag(true));
  await expect(page.getByText("Drop folders here to ask for access")).toBeVisible();
  await app(page, (fake) => fake.drag(false));
  await expect(page.getByText("Drop folders here to ask for access")).toBeHidden();
});

test("an app that does not answer is not shown as an empty one", async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, "__fake", {
      configurable: true,
      set(fake: { fail: (command: string, code: string, details: object) => void }) {
        fake.fail("view", "internal", { reason: "no answer" });
        Object.defineProperty(window, "__fake", { value: fake });
      },
    });
  });
  await page.goto("/?scene=home");
  await expect(page.getByRole("heading", { name: "Paddock is not responding" })).toBeVisible();
  await expect(page.getByText(/no answer/)).toBeVisible();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { name: "Access", exact: true })).toBeVisible();
});
