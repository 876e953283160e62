import { render, screen, waitFor, within } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { fake, playing } from "../../../tests/playing";
import { furnishApps, furnishAskingApp } from "../../backend/demo-apps";
import { app } from "../../shared/app.svelte";
import AppsScreen from "./AppsScreen.svelte";

playing(() => furnishApps(fake));

const button = (name: string | RegExp) => screen.getByRole("button", { name });
const card = (name: string) => screen.findByRole("region", { name });
const line = (name: string) => screen.getByText(name, { selector: "strong bdi" }).closest("li")!;

async function agree(): Promise<void> {
  const [change] = await fake.consenting.commands.appChanges();
  await fake.consenting.commands.agreeAppChange(change!.id);
}

test("each entry says who launches it, and what that means", async () => {
  render(AppsScreen);
  await card("Cursor");
  expect(screen.getByText(/They launch 4 servers\. 3 of them can read everything/)).toBeTruthy();
  expect(line("docs").textContent).toContain("Can read everything you can");
  expect(line("docs").textContent).toContain("server-filesystem /home/ada/Documents");
  expect(line("linear").textContent).toContain("Remote: not launched here");
  expect(line("filesystem").textContent).toContain("Through Paddock as filesystem");
  const zed = within(await card("Zed"));
  expect(zed.getByText(/mistake in line 12, column 5: unexpected token/)).toBeTruthy();
  expect(zed.queryByText("It names no servers.")).toBeNull();
  expect(screen.getByText(/^Belongs to the project/).textContent).toContain("/home/ada/src/acme");
});

test("nothing is connected by this page, and what is left afterwards waits for one consent", async () => {
  render(AppsScreen);
  await card("Cursor");
  await userEvent.click(button("Connect docs of Cursor"));
  expect(fake.apps.changes).toMatchObject([
    {
      app: "Cursor",
      project: null,
      what: { kind: "connect", files: [{ entries: [{ isNew: true }] }] },
    },
  ]);
  expect(screen.getByText("1 question waits for your consent.")).toBeTruthy();
  expect(line("docs").textContent).toContain("Can read everything you can");
  await agree();
  const connected = await screen.findByText("Through Paddock as docs");
  const steps = within(connected.closest("li")!);
  await waitFor(() => expect(fake.view().consents).toMatchObject([{ what: { kind: "trust" } }]));
  const [pick] = fake.view().picks;
  expect(pick).toMatchObject({ folder: { path: "/home/ada/Documents" } });
  expect(pick!.together).toBe(fake.view().consents[0]!.together);

  // Declined, it is offered there still, and not asked for again by itself.
  await fake.commands.dismissPick(pick!.id);
  await fake.commands.dismissConsent(fake.view().consents[0]!.id);
  await userEvent.click(button("Look again"));
  expect([fake.view().consents, fake.view().picks]).toEqual([[], []]);
  await userEvent.click(steps.getByRole("button", { name: "Trust…" }));
  expect(fake.view().consents).toMatchObject([{ what: { kind: "trust" } }]);
  await userEvent.click(steps.getByRole("button", { name: "Grant this folder…" }));
  expect(fake.view().picks).toMatchObject([{ folder: { path: "/home/ada/Documents" } }]);
  await userEvent.click(steps.getByRole("button", { name: "Show server docs" }));
  expect(app.screen).toBe("servers");
  expect(app.serverOf(app.server!)?.name).toBe("docs");
});

test("several are connected at once, and a project’s never with them", async () => {
  render(AppsScreen);
  await card("Cursor");
  expect(screen.queryByRole("button", { name: /chosen/ })).toBeNull();
  await userEvent.click(screen.getByRole("checkbox", { name: "Choose fetch of Cursor" }));
  await userEvent.click(button("Connect the one chosen…"));
  const entries = () =>
    fake.apps.changes.flatMap(({ what }) =>
      what.kind === "connect" ? what.files.flatMap((file) => file.entries) : [],
    );
  expect(entries().map(({ name }) => name)).toEqual(["fetch"]);
  await userEvent.click(button("Connect all 2 of Cursor"));
  expect(entries().map(({ name }) => name)).toEqual(["docs", "fetch"]);
  await userEvent.click(button("Connect acme-db in a project’s config for Cursor"));
  expect(fake.apps.changes).toMatchObject([{ project: "/home/ada/src/acme" }]);
});

test("what was edited since is named and can’t be disconnected", async () => {
  fake.apps.entry("filesystem").standing = { kind: "changed" };
  render(AppsScreen);
  await card("Claude Code");
  expect(line("filesystem").textContent).toContain("Changed since it was connected");
  expect(screen.queryByRole("button", { name: /^Disconnect/ })).toBeNull();
  fake.apps.entry("filesystem").standing = { kind: "asWritten" };
  await userEvent.click(button("Look again"));
  await userEvent.click(await screen.findByRole("button", { name: /^Disconnect filesystem/ }));
  expect(fake.apps.changes).toMatchObject([{ what: { kind: "giveBack" } }]);
});

test("a program that only bears the name is shown, and not taken for Paddock’s", async () => {
  const command = "/tmp/paddock run docs";
  fake.apps.entry("docs").content = { kind: "through", server: "docs", command, sure: false };
  render(AppsScreen);
  await card("Cursor");
  expect(line("docs").textContent).toContain("Says that it goes through Paddock as docs");
  expect(line("docs").textContent).toContain(command);
});

test("an entry of a server that is gone says so, and who uses one now is shown", async () => {
  fake.join("filesystem", "claude-code", { folder: "/home/ada/src/acme" });
  render(AppsScreen);
  const claude = within(await card("Claude Code"));
  expect(claude.getByRole("list", { name: "Uses 1 server now" }).textContent).toContain(
    "filesystem",
  );
  await fake.commands.removeServer(fake.servers.named("filesystem").id);
  expect(await claude.findByText(/Paddock has no server filesystem/)).toBeTruthy();
});

test("of a single server it is not said that one of them reaches everything", async () => {
  fake.apps.all = [];
  fake.apps.install("cursor", "Cursor", [
    { path: "/home/ada/.cursor/mcp.json", entries: [{ name: "fetch", program: "uvx" }] },
  ]);
  render(AppsScreen);
  await card("Cursor");
  expect(screen.getByText("They launch 1 server. It can read everything you can.")).toBeTruthy();
});

test("a failure is not shown as an empty list, and an empty list is no failure", async () => {
  fake.fail("apps", "apps-slow");
  const { unmount } = render(AppsScreen);
  expect(await screen.findByText(/not responding in time/)).toBeTruthy();
  expect(screen.queryByText("No AI apps found")).toBeNull();
  await userEvent.click(button("Look again"));
  await card("Cursor");
  unmount();
  fake.apps.all = [];
  render(AppsScreen);
  expect(await screen.findByText("No AI apps found")).toBeTruthy();
});

test("a person is asked in the place of an app only once they chose that", async () => {
  fake.join("filesystem", "claude-code", { folder: "/home/ada/src/acme" });
  render(AppsScreen);
  const claude = within(await card("Claude Code"));
  const name = "Ask me in Paddock what its servers ask, where Claude Code cannot";
  const box = claude.getByRole<HTMLInputElement>("checkbox", { name });
  expect(box.checked).toBe(false);
  fake.fail("setStandIn", "too-many-apps");
  await userEvent.click(box);
  expect(await claude.findByText(/already asks in place of as many apps/)).toBeTruthy();
  expect(box.checked).toBe(false);
  await userEvent.click(box);
  expect(fake.view().standIns).toEqual(["Claude Code", "claude-code"]);
  expect(box.checked).toBe(true);
  await userEvent.click(box);
  expect(fake.view().standIns).toEqual([]);
  // Nothing of Zed goes through Paddock.
  const zed = within(await card("Zed"));
  expect(zed.queryByRole("checkbox", { name: /^Ask me in Paddock/ })).toBeNull();
});

test("what an app uses now can be narrowed, ended and paused where the app is shown", async () => {
  fake.give("/home/ada/src", "filesystem", "read", { kind: "always" });
  const number = fake.join("filesystem", "claude-code", { state: { kind: "running", since: 1 } });
  render(AppsScreen);
  const claude = within(await card("Claude Code"));
  const uses = within(claude.getByRole("list", { name: "Uses 1 server now" }));
  expect(uses.getByText(/^Session \d+ · Since .* · no calls yet$/)).toBeTruthy();
  await userEvent.click(uses.getByText(/^Reaches \d+ folders?$/));
  await userEvent.click(
    uses.getByRole("button", { name: /^Remove folder .*src from filesystem$/ }),
  );
  const session = () => fake.view().sessions.find((it) => it.number === number);
  expect(session()!.taken).toHaveLength(1);
  await userEvent.click(claude.getByRole("button", { name: "Pause Claude Code" }));
  expect(fake.view().pausedApps.map(({ app }) => app)).toEqual(["claude-code"]);
  expect(claude.queryByRole("button", { name: "Pause Claude Code" })).toBeNull();
  await userEvent.click(uses.getByRole("button", { name: /^End filesystem in/ }));
  await waitFor(() => expect(session()).toBeUndefined());
});

test("an app that no config names is shown by what it uses, and can be paused and resumed", async () => {
  fake.join("filesystem", "my-agent", { state: { kind: "running", since: 1 } });
  render(AppsScreen);
  const agent = within(await card("my-agent"));
  expect(agent.getByText(/^Paddock found no config of this app/)).toBeTruthy();
  const uses = agent.getByRole("list", { name: "Uses 1 server now" });
  expect(uses.textContent).toContain("/home/ada/src/acme");
  await userEvent.click(agent.getByRole("button", { name: "Pause my-agent" }));
  expect(fake.view().pausedApps).toEqual([{ app: "my-agent", until: null }]);
  expect(document.activeElement?.textContent?.trim()).toBe("Uses 1 server now");
  await userEvent.click(await agent.findByRole("button", { name: "Resume my-agent" }));
  expect(fake.view().consents).toMatchObject([{ what: { kind: "resumeApp", app: "my-agent" } }]);
  expect(agent.getByRole("button", { name: /^Show what waits/ })).toBeTruthy();
});

test("a person is asked in the place of any app, and takes that back where they see it", async () => {
  await fake.commands.setStandIn("my-agent", true);
  await fake.commands.pauseApp("other", null);
  render(AppsScreen);
  const agent = within(await card("my-agent"));
  expect(agent.getByText("It is not using a server now.")).toBeTruthy();
  const box = agent.getByRole<HTMLInputElement>("checkbox", { name: /^Ask me in Paddock/ });
  expect(box.checked).toBe(true);
  await userEvent.click(box);
  expect(fake.view().standIns).toEqual([]);
  expect(document.activeElement).toBe(box);
  expect(within(await card("other")).getByText(/^other is paused/)).toBeTruthy();
  expect(screen.queryByRole("heading", { name: "claude-code" })).toBeNull();
});

test("an app that was found is resumed where it is shown, and is no app of its own", async () => {
  await fake.commands.pauseApp("claude-code", null);
  render(AppsScreen);
  const claude = within(await card("Claude Code"));
  expect(claude.getByRole("button", { name: "Resume claude-code" })).toBeTruthy();
  expect(claude.queryByText(/restart it so that it reads/)).toBeNull();
  expect(screen.queryByRole("region", { name: "claude-code" })).toBeNull();
});

test("what the app would fill in is asked for before anything is connected", async () => {
  furnishAskingApp(fake);
  render(AppsScreen);
  await card("Visual Studio Code");
  await userEvent.click(button("Connect ado of Visual Studio Code"));
  expect(fake.apps.changes).toEqual([]);
  const organization = () => screen.getByRole("textbox", { name: /^ado_org/ });
  expect(document.activeElement).toBe(organization());
  await userEvent.click(button("Cancel"));
  expect(document.activeElement?.textContent).toBe("Visual Studio Code");

  await userEvent.click(button("Connect ado of Visual Studio Code"));
  await userEvent.type(organization(), "acme");
  const token = screen.getByLabelText(/^TOKEN/);
  expect(token.getAttribute("type")).toBe("password");
  await userEvent.type(token, "hunter2");
  await userEvent.click(button("Continue"));
  await waitFor(() => expect(fake.apps.changes).toHaveLength(1));
  expect(fake.apps.filledIn.map(({ name, value }) => [name, value])).toEqual([
    ["input:ado_org", "acme"],
    ["input:mode", "slow"],
    ["env:TOKEN", "hunter2"],
  ]);
  expect(screen.queryByLabelText(/^TOKEN/)).toBeNull();
});
