import { app, closes, consent, expect, open, settle, showConsent, test } from "./window";

const config = `{
  // as copied from an editor
  "mcpServers": {
    "git": {
      "command": "uvx",
      "args": ["mcp-server-git", "--repository", "/home/ada/my code"],
      "env": { "GIT_TOKEN": "hush" }
    },
    "remote": { "url": "https://example.org/mcp" }
  }
}`;

test.beforeEach(async ({ page }) => {
  await open(page);
  await page.keyboard.press("Control+2");
});

test("a pasted server is read whole, trusted, and one of its tools called", async ({ page }) => {
  await page.getByRole("button", { name: "Add server" }).click();
  await expect(page.getByLabel("Configuration")).toBeFocused();
  await page.getByLabel("Configuration").fill(config);
  await page.getByRole("button", { name: "Find servers" }).click();
  await expect(page.getByText("Found 1 server")).toBeVisible();
  await expect(page.getByText(/^remote is reached over the network/)).toBeVisible();
  await expect(page.getByText("It names /home/ada/my code: grant read-only access")).toBeVisible();
  await page.getByRole("button", { name: "Add git" }).click();
  const asked = await showConsent(page);
  const question = asked.getByRole("region", { name: /^Let “git” read my code\s?\?$/ });
  await expect(question.getByRole("button", { name: "Don’t allow" })).toBeFocused();
  await expect(question.getByText(/^The server’s command names it/)).toBeVisible();
  await settle(page);
  await closes(asked, () => question.getByRole("button", { name: "Allow", exact: true }).click());

  const server = page.getByRole("article", { name: "git" });
  await expect(server.getByText("This command has never run here.")).toBeVisible();
  await expect(
    server.getByText("uvx mcp-server-git --repository '/home/ada/my code'"),
  ).toBeVisible();
  await expect(server.getByText("GIT_TOKEN", { exact: true })).toBeVisible();
  await expect(page.getByText("hush")).toHaveCount(0);
  await server.getByRole("button", { name: "Trust…" }).click();
  await expect(server.getByText("Waiting for your consent", { exact: true })).toBeVisible();
  await consent(page, "Trust and start");
  await page.clock.runFor(1_000);
  await expect(server.getByText(/^Running since/)).toBeVisible();
  await expect(server.getByText("Active", { exact: true }).first()).toBeVisible();

  await server.getByRole("tab", { name: "Tools" }).click();
  await server.getByText("Read file", { exact: true }).click();
  const tool = server.getByRole("group").filter({ hasText: "Read file" });
  await tool.getByRole("button", { name: "Call", exact: true }).click();
  await expect(tool.getByText("Required.")).toBeVisible();
  await tool.getByLabel("path").fill("/home/ada/src/acme/a.txt");
  await tool.getByLabel("head").fill("3");
  await tool.getByLabel("numbered").selectOption("Yes");
  await tool.getByRole("button", { name: "Call", exact: true }).click();
  await expect(tool.getByRole("region", { name: "Result" })).toContainText(
    'read_file {"path":"/home/ada/src/acme/a.txt","head":3,"encoding":"utf-8","numbered":true}',
  );
  await tool.getByLabel("path").fill("/etc/shadow");
  await tool.getByRole("button", { name: "Call", exact: true }).click();
  const result = tool.getByRole("region", { name: "Result" });
  await expect(result.getByText("The tool reported an error")).toBeVisible();
});

test("what cannot be read is said", async ({ page }) => {
  await page.getByRole("button", { name: "Add server" }).click();
  await page.getByLabel("Configuration").fill("{ nope");
  await page.getByRole("button", { name: "Find servers" }).click();
  await expect(page.getByText(/^This is neither a command nor valid JSON/)).toBeVisible();
});

test("a server is added by form, edited and removed", async ({ page }) => {
  await page.getByRole("button", { name: "Add server" }).click();
  await page.getByText("By form", { exact: true }).click();
  const form = page.getByRole("region", { name: "Add a server" });
  await form.getByLabel("Name", { exact: true }).fill("filesystem");
  await form.getByLabel("Program").fill("node");
  await form.getByLabel("Arguments, one per line").fill("server.js\n--verbose mode");
  await form.getByRole("button", { name: "Add variable" }).click();
  await form.getByLabel("Variable name").fill("LEVEL");
  await form.getByLabel("Value of the variable").fill("debug");
  await form.getByRole("button", { name: "Add server" }).click();
  await expect(form.getByText("There is a server named filesystem already.")).toBeVisible();
  await form.getByLabel("Name", { exact: true }).fill("mine");
  await form.getByRole("button", { name: "Add server" }).click();

  const server = page.getByRole("article", { name: "mine" });
  await expect(server.getByText("node server.js '--verbose mode'")).toBeVisible();
  await server.getByRole("button", { name: "Edit" }).click();
  await server.getByLabel("Arguments, one per line").fill("other.js");
  await server.getByRole("button", { name: "Save" }).click();
  await expect(server.getByText(/changed since you trusted it/)).toBeVisible();
  await expect(server.getByText("node other.js")).toBeVisible();

  await server.getByRole("button", { name: "Remove" }).click();
  await expect(server.getByText("Remove “mine” and stop it?")).toBeVisible();
  await server.getByRole("group").getByRole("button", { name: "Remove" }).click();
  await expect(server).toBeHidden();
});

test("a server that keeps folders it was told to leave says so", async ({ page }) => {
  await page.getByRole("button", { name: /^filesystem/ }).click();
  await app(page, (fake) => {
    fake.changeServer("filesystem", { asked: "advisory" });
    const { id } = fake.servers.named("filesystem");
    const own = fake.view().grants.filter((grant) => grant.server === id);
    return Promise.all(own.map((grant) => fake.commands.revoke(grant.id)));
  });
  const server = page.getByRole("article", { name: "filesystem" });
  await expect(server.getByText("Told to stop, but not prevented")).toBeVisible();
  await expect(server.getByText(/keeps using its last folders/)).toBeVisible();
  await expect(server.getByText("/home/ada/src/acme", { exact: true }).first()).toBeVisible();
  await server.getByRole("button", { name: "Restart" }).last().click();
  await expect(server.getByText("Told to stop, but not prevented")).toBeHidden();
});

test("a crash is told with its cause, and the log is followed", async ({ page }) => {
  await page.getByRole("button", { name: /^filesystem/ }).click();
  await page.getByRole("tab", { name: "Log" }).click();
  await app(page, (fake) => fake.log("filesystem", "cannot open /etc/hosts"));
  await expect(page.getByRole("region", { name: "Log of filesystem" })).toContainText(
    "stderr cannot open /etc/hosts",
  );
  await app(page, (fake) => fake.log("filesystem", "listening", { number: 3, app: "Claude Code" }));
  await page.getByLabel("Show the lines of").selectOption("Session 3, “Claude Code”");
  await expect(page.getByRole("region", { name: "Log of filesystem" })).toHaveText(
    /^[0-9:]+ stderr · Session 3, “Claude Code” listening$/,
  );
  await page.getByLabel("Show the lines of").selectOption("All lines");
  await app(page, (fake) =>
    fake.crash("filesystem", {
      code: "server-exited",
      details: { code: "1", stderr: "out of memory" },
    }),
  );
  await expect(
    page.getByText(
      "The server stopped with code 1. Check its command and arguments, then start it again. Last output: out of memory",
    ),
  ).toBeVisible();
  await expect(page.getByRole("button", { name: /2 servers need attention/ })).toBeVisible();
});

test("a call may be cancelled", async ({ page }) => {
  await page.getByRole("tab", { name: "Tools" }).click();
  await page.getByText("wait_for_change").click();
  const tool = page.getByRole("group").filter({ hasText: "wait_for_change" });
  await tool.getByRole("button", { name: "Call", exact: true }).click();
  await tool.getByRole("button", { name: "Cancel call" }).click();
  await expect(tool.getByText("The call was cancelled.")).toBeVisible();
});

test("servers are paused and resumed", async ({ page }) => {
  await page.getByRole("button", { name: "Pause all servers" }).click();
  await page.getByRole("menuitem", { name: "For 15 minutes" }).click();
  await expect(page.getByText(/^All servers are paused and start again at 10:15/)).toBeVisible();
  await page.getByRole("button", { name: "Resume now" }).click();
  await expect(page.getByText(/^All servers are paused/)).toBeVisible();
  await consent(page, "Resume now");
  await expect(page.getByText(/^All servers are paused/)).toBeHidden();
});
