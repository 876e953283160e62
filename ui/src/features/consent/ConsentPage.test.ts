import { render, screen } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { tick } from "svelte";
import { afterEach, expect, test, vi } from "vitest";
import { consenting, fake } from "../../../tests/playing";
import { askForEach } from "../../backend/demo-consents";
import type { Warning } from "../../backend/types";
import { app } from "../../shared/app.svelte";
import { INERT } from "./answering.svelte";
import ConsentPage from "./ConsentPage.svelte";

consenting();
afterEach(() => vi.restoreAllMocks());

const user = userEvent.setup({ delay: null });
const button = (name: string) => screen.getByRole("button", { name });
const region = (name: string | RegExp) => screen.getByRole("region", { name });
const settle = (milliseconds = INERT) => vi.advanceTimersByTimeAsync(milliseconds);
const show = () => render(ConsentPage, { backend: fake.consenting });
const server = (name: string) => fake.view().servers.find((it) => it.name === name)!;
const facts = () => screen.getByRole("region").querySelector("dl")!.textContent;

/** A grant whose access is asked to be more. */
async function askForAccess(): Promise<void> {
  fake.give("/w/acme", "Files", "read", { kind: "always" });
  await fake.commands.setAccess(fake.view().grants[0]!.id, "readWrite");
}

test("each thing that waits is shown, is done when it is agreed to, and only then", async () => {
  await askForEach(fake);
  show();
  const usage = () => server("Files").usage;
  const each: [RegExp, string, () => unknown, unknown][] = [
    [
      /^“Claude Code” wants to call “write_file” of “filesystem”/,
      "Allow once",
      () => fake.usage.answered,
      [{ tool: "write_file", answer: "once" }],
    ],
    [/^Let “Files” read website ?\?$/, "Allow", () => fake.view().grants.length, 2],
    [
      /^The command of “filesystem” changed/,
      "Trust this version",
      () => server("filesystem").state.kind,
      "paused",
    ],
    [/^Let “Files” do more in acme/, "Allow", () => fake.view().grants[0]!.access, "readWrite"],
    [
      /^Let “Files” use acme for longer/,
      "Allow",
      () => fake.view().grants[0]!.lifetime.kind,
      "always",
    ],
    [/^Grant Notes to “filesystem” again/, "Grant again", () => fake.view().ended, []],
    [/^Let “Files” connect anywhere/, "Allow", () => server("Files").network, "open"],
    [
      /^Let “Files” connect to api\.example\.com/,
      "Allow",
      () => server("Files").destinations.map(({ destination }) => destination),
      ["api.example.com", "tracker.example.net"],
    ],
    [
      /^Ask about tracker\.example\.net\s?again/,
      "Allow",
      () => server("Files").destinations.length,
      1,
    ],
    [/^Give apps all folders of “Files”/, "Allow", () => usage().scope, "allFolders"],
    [
      /^Let “Claude Code” call “write_file” of “Files”/,
      "Allow",
      () => usage().rules,
      [{ app: "Claude Code", tool: "write_file", rule: "ask" }],
    ],
    [/^Let apps call tools of “Files” that changed/, "Allow", () => usage().holdChanged, false],
    [/^Accept the changed tools of “Files”/, "Allow", () => usage().changedTools, []],
    [
      /^Send what servers ask to “Lab”/,
      "Allow",
      () => fake.view().providers.map(({ state }) => state.kind),
      ["asking"],
    ],
    [
      /^Run “Files” without enforcement/,
      "Yes, let it read everything my account can",
      () => server("Files").enforcement.asked,
      "advisory",
    ],
    [/^Start servers before the pause ends/, "Resume now", () => fake.view().paused, null],
    [/^Allow consent at a terminal/, "Allow", () => fake.view().terminalConsent, true],
  ];
  expect(screen.getByText("Question 1 of 17")).toBeTruthy();
  for (const [title, agree, get, after] of each) {
    await vi.advanceTimersByTimeAsync(0);
    expect(region(title)).toBeTruthy();
    expect(get()).not.toEqual(after);
    await settle();
    await user.click(button(agree));
    expect(get()).toEqual(after);
    await tick();
  }
  expect(screen.getByRole("heading", { name: "Nothing waits for your consent" })).toBeTruthy();
});

test("that all folders could go to anyone is said where the server may connect anywhere", async () => {
  const text = /^Files may connect anywhere, so it could send what it reads/;
  fake.changeServer("Files", { network: "ask" });
  await fake.commands.setScope(server("Files").id, "whereAppWorks");
  await fake.commands.setScope(server("Files").id, "allFolders");
  show();
  expect(region(/^Give apps all folders of “Files”/)).toBeTruthy();
  expect(screen.queryByText(text)).toBeNull();
  fake.changeServer("Files", { network: "open" });
  await tick();
  expect(screen.getByText(text)).toBeTruthy();
});

test("secrets may be in a file again once a person agrees", async () => {
  await fake.commands.setKeyringOnly(true);
  await fake.commands.setKeyringOnly(false);
  show();
  expect(region(/^Let Paddock keep secrets in its own file/)).toBeTruthy();
  expect(fake.view().secrets.keyringOnly).toBe(true);
  await settle();
  await user.click(button("Allow"));
  expect(fake.view().secrets.keyringOnly).toBe(false);
});

test("what is declined is gone, and nothing is done", async () => {
  await askForAccess();
  show();
  expect(document.activeElement).toBe(button("Don’t allow"));
  await settle();
  await user.keyboard("{Enter}");
  expect(fake.view()).toMatchObject({ consents: [], grants: [{ access: "read" }] });
});

test("what is asked says what it is now and what it would be", async () => {
  await askForAccess();
  show();
  expect(facts()).toMatch(/\/w\/acme.*paddock-files.*Now.*Read only.*Then.*Write everything/s);
});

test("what agrees is inert until it was shown for a while", async () => {
  await askForAccess();
  show();
  await settle(INERT - 1);
  expect(button("Allow").getAttribute("aria-disabled")).toBe("true");
  await user.click(button("Allow"));
  button("Allow").focus();
  await user.keyboard("{Enter}");
  expect(fake.view().consents).toHaveLength(1);
  await settle(1);
  expect(button("Allow").getAttribute("aria-disabled")).toBe("false");
  await user.keyboard("{Enter}");
  expect(fake.view().grants[0]!.access).toBe("readWrite");
});

test("what agrees is inert again whenever the window gets the focus", async () => {
  await askForAccess();
  show();
  await settle(60_000);
  window.dispatchEvent(new Event("focus"));
  await user.click(button("Allow"));
  expect(fake.view().consents).toHaveLength(1);
  await settle(INERT - 1);
  await user.click(button("Allow"));
  expect(fake.view().consents).toHaveLength(1);
  await settle(1);
  await user.click(button("Allow"));
  expect(fake.view().consents).toEqual([]);
});

/** Lays out what is asked so that it ends there, in a window whose answers begin at 500. */
function layOut(): { end: number; scroll(end: number): Promise<void> } {
  const page = { end: 900, scroll };
  async function scroll(end: number): Promise<void> {
    page.end = end;
    document.querySelector("main")!.dispatchEvent(new Event("scroll"));
    await tick();
  }
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(function (this: Element) {
    if (this.tagName === "MAIN") return new DOMRect(0, 0, 500, 600);
    if (this.tagName === "FOOTER") return new DOMRect(0, 500, 500, 100);
    return new DOMRect(0, 0, 500, page.end);
  });
  return page;
}

test("what agrees is inert until the end of what is asked was in view, and for a while then", async () => {
  const page = layOut();
  await askForAccess();
  show();
  await settle(60_000);
  expect(button("Allow").getAttribute("aria-disabled")).toBe("true");
  const why = () => document.getElementById(button("Allow").getAttribute("aria-describedby") ?? "");
  expect(why()?.textContent).toMatch(/^There is more to read/);
  await user.click(button("Allow"));
  await page.scroll(502);
  await settle(60_000);
  await user.click(button("Allow"));
  expect(fake.view().consents).toHaveLength(1);

  await page.scroll(500);
  expect(why()).toBeNull();
  await settle(INERT - 1);
  await user.click(button("Allow"));
  expect(fake.view().consents).toHaveLength(1);
  // It was in view once.
  await page.scroll(900);
  await settle(1);
  await user.click(button("Allow"));
  expect(fake.view().grants[0]!.access).toBe("readWrite");
});

test("a question that became another one is to be read anew, from its beginning", async () => {
  const page = layOut();
  await askForAccess();
  show();
  await page.scroll(500);
  await settle();
  expect(button("Allow").getAttribute("aria-disabled")).toBe("false");
  page.end = 900;
  document.querySelector("main")!.scrollTop = 400;
  fake.changeServer("Files", { name: "Other" });
  await tick();
  await settle(60_000);
  expect(document.querySelector("main")!.scrollTop).toBe(0);
  expect(button("Allow").getAttribute("aria-disabled")).toBe("true");
  await user.click(button("Allow"));
  expect(fake.view().consents).toHaveLength(1);
});

test("no way to agree to a call, and no shortcut, goes around the end of what is asked", async () => {
  layOut();
  fake.drop({ path: "/w/a" });
  fake.usage.hold(
    fake.join("filesystem", "Codex", { state: { kind: "running", since: 0 } }),
    "x",
    {},
  );
  show();
  await settle(60_000);
  for (const name of ["Allow once", "Allow for 1 hour", "Allow for this session", "Always allow"]) {
    expect(button(name).getAttribute("aria-disabled")).toBe("true");
    expect(button(name).hasAttribute("aria-describedby")).toBe(true);
    await user.click(button(name));
  }
  expect(fake.usage.answered).toEqual([]);
  await user.click(button("Next question"));
  await settle(60_000);
  button("Don’t allow").focus();
  await user.keyboard("{Control>}{Enter}{/Control}");
  expect(fake.view().picks).toHaveLength(1);
});

test("a pointer that went down while it was inert agrees to nothing", async () => {
  await askForAccess();
  show();
  await user.pointer({ keys: "[MouseLeft>]", target: button("Allow") });
  await settle();
  await user.pointer({ keys: "[/MouseLeft]", target: button("Allow") });
  expect(fake.view().consents).toHaveLength(1);
});

test("an item that comes in the place of another is not answered by the same click", async () => {
  await askForAccess();
  await fake.commands.pause(null);
  await fake.commands.resume();
  show();
  await settle();
  await user.pointer({ keys: "[MouseLeft>]", target: button("Allow") });
  await fake.commands.dismissConsent(fake.view().consents[0]!.id);
  await tick();
  await user.pointer({ keys: "[/MouseLeft]", target: button("Resume now") });
  await user.click(button("Resume now"));
  expect(fake.view().consents).toHaveLength(1);
  expect(document.activeElement).not.toBe(document.body);
});

test("a question that changes while it is read says so, and is inert again", async () => {
  await askForAccess();
  show();
  await settle();
  fake.changeServer("Files", { name: "Other" });
  await tick();
  expect(screen.getByText(/^The question has changed/)).toBeTruthy();
  await user.click(button("Allow"));
  expect(fake.view().consents).toHaveLength(1);
});

test("a server that is renamed while all that is given again is read makes it another question", async () => {
  fake.give("/w/acme", "Files", "readWrite", { kind: "always" });
  fake.give("/w/notes", "Files", "read", { kind: "always" });
  await fake.commands.revokeAll();
  await fake.commands.grantAllAgain(fake.view().ended.map(({ id }) => id));
  show();
  await settle();
  fake.changeServer("Files", { name: "Other" });
  await tick();
  expect(screen.getByText(/^The question has changed/)).toBeTruthy();
  await user.click(button("Grant all 2"));
  expect(fake.view().grants).toHaveLength(0);
});

test("what another program asked for is said to be asked by it, with what hides in its name", async () => {
  fake.actAs({ kind: "program", path: "/usr/bin/b\u202eash", parent: "/opt/agent" });
  await askForAccess();
  show();
  expect(screen.getByRole("note").textContent).toMatch(
    /^\s*Requested by \/usr\/bin\/b\\u\{202e\}ash, started by \/opt\/agent, not in Paddock’s window\./,
  );
});

test("what hides in the names of a rule is shown", async () => {
  const { id } = server("Files");
  await fake.commands.setToolRule(id, "Co\u202edex", "wri\u200bte", "off");
  await fake.commands.setToolRule(id, "Co\u202edex", "wri\u200bte", "allowed");
  show();
  const title = screen.getByRole("heading", { level: 1 }).textContent;
  expect(title).toContain("Co\\u{202e}dex");
  expect(facts()).toContain("wri\\u{200b}te");
  expect(facts()).toMatch(/Now.*Off.*Then.*Allowed/s);
});

test("a folder says who proposed it", () => {
  fake.drop({ path: "/w/a", by: { kind: "program", path: "/usr/bin/paddock", parent: null } });
  show();
  expect(screen.getByRole("note").textContent).toContain("Requested by /usr/bin/paddock, not in");
});

test("of what was asked for in the window nothing is said", async () => {
  await askForAccess();
  show();
  expect(screen.queryByRole("note")).toBeNull();
});

test("what gives a lot is no matter of a shortcut", async () => {
  const { id } = server("Files");
  const choice = { asked: "advisory", network: "open", askFirst: false } as const;
  await fake.commands.setConfinement(id, choice);
  show();
  await settle(60_000);
  await user.keyboard("{Control>}{Enter}{/Control}");
  expect(fake.view().consents).toHaveLength(1);
});

test("what another program proposed is no matter of a shortcut either", async () => {
  fake.drop({ path: "/w/a", by: { kind: "program", path: "/usr/bin/paddock", parent: null } });
  show();
  await settle(60_000);
  await user.keyboard("{Control>}{Enter}{/Control}");
  expect(fake.view().picks).toHaveLength(1);
});

test("a key held down answers one question only", async () => {
  await askForAccess();
  show();
  await settle();
  const held = new KeyboardEvent("keydown", {
    key: "Enter",
    repeat: true,
    bubbles: true,
    cancelable: true,
  });
  button("Don’t allow").dispatchEvent(held);
  expect(held.defaultPrevented).toBe(true);
});

test("what could not be told where it was asked is told at the top", async () => {
  await askForAccess();
  show();
  await settle();
  fake.fail("agree", "host-gone");
  await user.click(button("Allow"));
  expect(screen.getByText(/^Paddock’s background service ended/)).toBeTruthy();
  fake.loseHost();
  await tick();
  expect(screen.queryByText(/^Paddock’s background service ended/)).toBeNull();
});

test("what is left for later makes room for the next, and can be gone through again", async () => {
  await askForAccess();
  fake.drop({ path: "/w/other" });
  show();
  await user.click(button("Decide later"));
  expect(region(/^Let “Files” do more in acme/)).toBeTruthy();
  await user.keyboard("{Escape}");
  expect(screen.getByRole("heading", { name: "Decided later" })).toBeTruthy();
  expect(document.activeElement).toBe(button("Answer now"));
  await user.keyboard("{Enter}");
  expect(region(/^Let “Files” read other/)).toBeTruthy();
  await user.click(button("Next question"));
  expect(screen.getByText("Question 2 of 2")).toBeTruthy();
  await user.click(button("Next question"));
  expect(screen.getByText("Question 1 of 2")).toBeTruthy();
  expect(fake.view()).toMatchObject({ picks: [{}], consents: [{}] });
});

test("the window goes with the last question that is left for later, and not before", async () => {
  await askForAccess();
  fake.drop({ path: "/w/other" });
  const closed = vi.spyOn(fake, "closeConsent");
  show();
  await user.click(button("Decide later"));
  expect(closed).not.toHaveBeenCalled();
  await user.click(button("Decide later"));
  expect(closed).toHaveBeenCalledOnce();
  expect(fake.view()).toMatchObject({ picks: [{}], consents: [{}] });
});

test("where the window can't be closed, it says so beside what waits", async () => {
  await askForAccess();
  const { unmount } = show();
  fake.fail("closeConsent", "internal", { reason: "no" });
  await user.click(button("Decide later"));
  expect(screen.getByRole("heading", { name: "Decided later" })).toBeTruthy();
  expect(screen.getByRole("alert").textContent).not.toBe("");
  unmount();
  for (const { id } of app.reports) app.dismissReport(id);
});

test("what comes meanwhile does not take the place of what is read", async () => {
  await askForAccess();
  show();
  fake.drop({ path: "/w/other" });
  await tick();
  expect(region(/^Let “Files” do more in acme/)).toBeTruthy();
  expect(screen.getByText("Question 2 of 2")).toBeTruthy();
});

test("all that is given again is listed, and what can’t be is named", async () => {
  const end = Date.now() + 600_000;
  fake.give("/w/acme", "Files", "readWrite", { kind: "always" });
  fake.give("/w/notes", "Files", "read", { kind: "until", at: end });
  fake.give("/w/gone", "Files", "read", { kind: "always" });
  const files = fake.servers.named("Files");
  const rule = { kind: "allowed", lifetime: { kind: "always" }, since: 1 } as const;
  fake.network.say(files, "api.example.com", rule);
  await fake.commands.revokeAll();
  fake.access.ended.gone.set("/w/gone", "replaced");
  const { ended, endedDestinations } = fake.view();
  await fake.commands.grantAllAgain([...ended, ...endedDestinations].map(({ id }) => id));
  show();
  const text = region("Grant all of this again?").textContent;
  for (const part of ["/w/acme", "Write everything", "/w/notes", "Until", "api.example.com"]) {
    expect(text).toContain(part);
  }
  expect(text).toMatch(/cannot be brought back.*\/w\/gone/);
  await settle();
  await user.click(button("Grant all 3"));
  const view = fake.view();
  expect(view.grants.map(({ folder }) => folder.path).sort()).toEqual(["/w/acme", "/w/notes"]);
  expect(view.ended.map(({ folder }) => folder.path)).toEqual(["/w/gone"]);
});

test("what is given again and leads anywhere is said to", async () => {
  const rule = { kind: "allowed", lifetime: { kind: "always" }, since: 1 } as const;
  for (const to of ["api.example.com", "*"]) {
    fake.network.say(fake.servers.named("Files"), to, rule);
    await fake.commands.revokeAll();
    await fake.commands.grantAllAgain(fake.view().endedDestinations.map(({ id }) => id));
  }
  expect(fake.view().consents).toHaveLength(2);
  show();
  const said = () => region("Grant all of this again?").textContent?.includes("to anyone");
  expect(said()).toBe(false);
  await settle();
  await user.click(button("Don’t allow"));
  expect(said()).toBe(true);
});

test("a folder that there is something to know of is not buried in a list", async () => {
  await giveAgain({ level: "amber", code: "synced-folder", subject: "Syncthing" });
  show();
  const [first] = screen.getByRole("list", { name: "Folders" }).querySelectorAll("li");
  expect(first!.textContent).toContain("/home/ada");
  expect(first!.textContent).toMatch(/Syncthing/);
  expect(button("Grant all 10").className).not.toContain("danger");
});

test("a folder that takes its name to be typed is a question of its own", async () => {
  await giveAgain({ level: "red", code: "home", subject: null });
  const { picks, consents } = fake.view();
  expect(picks.map(({ folder, typeNameToGrant }) => [folder.path, typeNameToGrant])).toEqual([
    ["/home/ada", true],
  ]);
  const [what] = consents.map(({ what }) => what);
  if (what?.kind !== "grantAllAgain") throw new Error("it is not asked");
  expect(what.folders.map(({ folder }) => folder.path)).not.toContain("/home/ada");
  expect(what.folders).toHaveLength(9);
});

test("where nothing but such a folder is left, nothing else is asked", async () => {
  await giveAgain({ level: "red", code: "home", subject: null }, 0);
  expect(fake.view().consents).toEqual([]);
  show();
  await user.type(screen.getByRole("textbox"), "ada");
  await settle();
  await user.click(button("Allow"));
  expect(fake.view().grants.map(({ folder }) => folder.path)).toEqual(["/home/ada"]);
  expect(fake.view().ended).toEqual([]);
});

/** Asks for all of some folders again, one of which there is that to know of. */
async function giveAgain(warning: Warning, others = 9): Promise<void> {
  fake.give("/home/ada", "Files", "read", { kind: "always" });
  for (let each = 1; each <= others; each += 1) {
    fake.give(`/w/${each}`, "Files", "read", { kind: "always" });
  }
  await fake.commands.revokeAll();
  fake.access.ended.warnings.set("/home/ada", [warning]);
  await fake.commands.grantAllAgain(fake.view().ended.map(({ id }) => id));
}

test("one folder that is given again, or in which more is allowed, comes with what is to be known of it", async () => {
  const text = /too large to look through/;
  const cautions = [{ level: "amber", code: "not-all-guarded", subject: null }] as const;
  fake.access.ended.warnings.set("/w/acme", [...cautions]);
  fake.give("/w/acme", "Files", "read", { kind: "always" });
  await fake.commands.setAccess(fake.view().grants[0]!.id, "writeGuarded");
  show();
  expect(screen.getByRole("region").textContent).toMatch(text);
  expect(button("Allow").className).not.toContain("danger");
  await settle();
  await user.click(button("Don’t allow"));

  await fake.commands.revokeAll();
  await fake.commands.grantAgain(fake.view().ended[0]!.id);
  await tick();
  const again = region(/again/).textContent;
  expect(again).toMatch(text);
  expect(again).toContain("The same as before, or 1 hour from now if that has expired.");
  expect(button("Grant again").className).not.toContain("danger");
});

test("what is no longer there to be widened can only be dismissed", async () => {
  await askForAccess();
  show();
  await fake.commands.revokeAll();
  await tick();
  expect(region("This is no longer needed")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Allow" })).toBeNull();
  await settle();
  await user.click(button("Dismiss"));
  expect(fake.view().consents).toEqual([]);
});

test("a command that is not the one to be trusted any more can only be dismissed", async () => {
  const draft = { name: "mine", program: "node", args: ["a.js"], env: [], cwd: null };
  const id = await fake.commands.addServer(draft);
  const trust = () => {
    const { state } = server("mine");
    if (state.kind !== "needsTrust") throw new Error("it is trusted");
    return fake.commands.trustServer(id, state.fingerprint);
  };
  await trust();
  show();
  expect(region(/^Start “mine” for the first time/)).toBeTruthy();
  expect(screen.getByText("node a.js")).toBeTruthy();
  await fake.commands.editServer(id, { ...draft, args: ["b.js"] });
  await tick();
  expect(region("This is no longer needed")).toBeTruthy();
});

test.each([
  [true, ["registry.npmjs.org"]],
  [false, []],
])("a destination of a command is allowed with it if it is ticked: %s", async (ticked, allowed) => {
  const draft = { name: "mine", program: "npx", args: ["a"], env: [], cwd: null };
  const id = await fake.commands.addServer(draft);
  const { state } = server("mine");
  if (state.kind !== "needsTrust") throw new Error("it is trusted");
  await fake.commands.trustServer(id, state.fingerprint);
  show();
  await settle();
  const tick = screen.getByRole<HTMLInputElement>("checkbox", { name: "registry.npmjs.org" });
  expect(tick.checked).toBe(true);
  if (!ticked) await user.click(tick);
  await user.click(button("Trust and start"));
  expect(server("mine").state.kind).not.toBe("needsTrust");
  expect(server("mine").destinations.map(({ destination }) => destination)).toEqual(allowed);
});

test("what could not be done is said, and can be tried again", async () => {
  await askForAccess();
  show();
  await settle();
  fake.fail("agree", "storage-full");
  await user.click(button("Allow"));
  expect(screen.getByText(/^The disk is full/)).toBeTruthy();
  await user.click(button("Allow"));
  expect(fake.view().grants[0]!.access).toBe("readWrite");
});

test("folders that one command names can be declined together", async () => {
  const draft = { name: "docs", program: "npx", args: ["~/a", "~/b"], env: [], cwd: null };
  await fake.commands.pickNamed(await fake.commands.addServer(draft), false);
  fake.drop({ path: "/w/other" });
  show();
  await user.click(button("Skip all of them for now"));
  expect(fake.view().picks.map(({ folder }) => folder.path)).toEqual(["/w/other"]);
});

test("without the host nothing is asked, and with another one nothing is left of it", async () => {
  await askForAccess();
  show();
  fake.loseHost();
  await tick();
  expect(screen.getByText("Paddock’s background service stopped")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Allow" })).toBeNull();
  fake.returnHost();
  await vi.advanceTimersByTimeAsync(0);
  expect(screen.getByRole("heading", { name: "Nothing waits for your consent" })).toBeTruthy();
});

/** Two new servers and the folders that they name, one of which is red, as one question. */
async function introduce(): Promise<[number, number]> {
  const draft = { program: "npx", env: [], cwd: null };
  const one = await fake.commands.addServer({ ...draft, name: "one", args: ["~/a", "~/.ssh"] });
  const two = await fake.commands.addServer({ ...draft, name: "two", args: ["~/b", "~/c"] });
  await fake.commands.introduceServers([one, two], [one, two], []);
  return [one, two];
}

const granted = () =>
  fake.view().grants.map(({ folder, server, access }) => [folder.path, server, access]);
const stateOf = (id: number) => fake.view().servers.find((it) => it.id === id)!.state.kind;

test("new servers and the folders that they name are one question, but for red ones", async () => {
  const [one, two] = await introduce();
  show();
  const question = region("Start 2 servers for the first time?");
  expect(question.textContent).toContain("npx");
  expect(screen.getAllByText("Needs to run")).toHaveLength(2);
  expect(screen.queryByRole("checkbox", { name: "Grant /home/ada/.ssh" })).toBeNull();
  await settle();
  await user.click(screen.getByRole("checkbox", { name: "Grant /home/ada/c" }));
  await user.click(button("Trust, grant 2 folders and start"));
  await vi.waitFor(() => expect(granted()).toHaveLength(2));
  expect(granted()).toEqual([
    ["/home/ada/a", one, "read"],
    ["/home/ada/b", two, "read"],
  ]);
  expect([stateOf(one), stateOf(two)]).not.toContain("needsTrust");
  expect(fake.view().consents).toEqual([]);
  expect(region(/^Let “one” read \.ssh/)).toBeTruthy();
});

test("of new servers one can be left out, and is not asked about again", async () => {
  const [one, two] = await introduce();
  show();
  await settle();
  await user.click(screen.getByRole("checkbox", { name: "Start two" }));
  await user.click(button("Trust, grant 1 folder and start"));
  await vi.waitFor(() => expect(granted()).toEqual([["/home/ada/a", one, "read"]]));
  expect([stateOf(one) === "needsTrust", stateOf(two)]).toEqual([false, "needsTrust"]);
  expect(fake.view().consents).toEqual([]);
});

test("how much there is in each folder of a list comes when it is counted, and is no other question", async () => {
  await introduce();
  show();
  await settle();
  const size = { files: 1842, bytes: 38_400_000, atLeast: false };
  const named = (name: string) => fake.view().picks.find(({ folder }) => folder.name === name)!;
  fake.changePick(named("a").id, { size });
  fake.changePick(named("b").id, { size: { ...size, atLeast: true } });
  await tick();
  const about = (name: string) =>
    screen.getByRole("checkbox", { name: `Grant /home/ada/${name}` }).closest("li")!.textContent;
  const [a, b, c] = ["a", "b", "c"].map(about);
  expect(a).toContain("1,842 files, 38 MB");
  expect(b).toContain("At least 1,842 files, 38 MB");
  expect(c).not.toContain("files");
  await user.click(button("Trust, grant 3 folders and start"));
  await vi.waitFor(() => expect(granted()).toHaveLength(3));
});

test("new servers that are declined stay stopped, and nothing is granted", async () => {
  const [one, two] = await introduce();
  show();
  await settle();
  await user.click(button("Keep stopped"));
  expect([granted(), stateOf(one), stateOf(two)]).toEqual([[], "needsTrust", "needsTrust"]);
  const left = fake.view().picks.filter(({ server }) => server === one || server === two);
  expect(left.map(({ folder }) => folder.name)).toEqual([".ssh"]);
});

test("a command that changes under the pointer is not agreed to among others", async () => {
  const [one] = await introduce();
  show();
  await settle();
  const draft = { name: "one", program: "rm", args: ["~/a"], env: [], cwd: null };
  await fake.commands.editServer(one, draft);
  await tick();
  await user.click(button("Trust, grant 2 folders and start"));
  expect(granted()).toEqual([]);
  expect(stateOf(one)).toBe("needsTrust");
});

/** A server that was removed and is there again, with two folders and somewhere to connect before. */
async function comeBack(): Promise<void> {
  const { id } = server("filesystem");
  fake.give("/w/acme", "filesystem", "readWrite", { kind: "always" });
  fake.give("/w/notes", "filesystem", "read", { kind: "always" });
  const rule = { kind: "allowed", lifetime: { kind: "always" }, since: 1 } as const;
  fake.network.say(fake.servers.named("filesystem"), "api.example.com", rule);
  const draft = await fake.commands.serverDraft(id);
  await fake.commands.removeServer(id);
  const back = await fake.commands.addServer({ ...draft, was: id });
  const { ended, endedDestinations } = fake.view();
  const all = [...ended, ...endedDestinations].map(({ id }) => id);
  await fake.commands.introduceServers([back], [], all);
}

test("a server that is there again and all that it had are one question", async () => {
  await comeBack();
  show();
  const text = region(/^Start “filesystem” for the first time/).textContent;
  for (const part of ["npx", "/w/acme", "Write everything", "/w/notes", "api.example.com"]) {
    expect(text).toContain(part);
  }
  await settle();
  await user.click(button("Trust, grant 2 folders and start"));
  const { id, state, destinations } = server("filesystem");
  expect(granted().toSorted()).toEqual([
    ["/w/acme", id, "readWrite"],
    ["/w/notes", id, "read"],
  ]);
  expect(destinations.map(({ destination }) => destination)).toContain("api.example.com");
  expect(state.kind).not.toBe("needsTrust");
  expect(fake.view().consents).toEqual([]);
});

test("a server that is there again and is declined gets nothing back", async () => {
  await comeBack();
  show();
  await settle();
  await user.click(button("Keep stopped"));
  expect([granted(), server("filesystem").destinations]).toEqual([[], []]);
  expect(fake.view().consents).toEqual([]);
});

test("of a server that is there again what it had can be left out", async () => {
  await comeBack();
  show();
  const sends = () => screen.queryByText(/^It can read .*could send what it reads there/);
  expect(sends()?.textContent).toMatch(/acme.*notes|notes.*acme/);
  await settle();
  await user.click(screen.getByRole("checkbox", { name: "Grant again what it had" }));
  expect(sends()).toBeNull();
  await user.click(button("Trust and start"));
  const { id, destinations } = server("filesystem");
  expect(granted()).toEqual([]);
  expect(destinations.map(({ destination }) => destination)).not.toContain("api.example.com");
  expect(stateOf(id)).not.toBe("needsTrust");
  expect(fake.view().consents).toEqual([]);
});

test("nothing is given to a server whose command is another one as it is agreed to", async () => {
  await comeBack();
  show();
  await settle();
  fake.fail("agree", "command-changed");
  await user.click(button("Trust, grant 2 folders and start"));
  expect([granted(), server("filesystem").destinations]).toEqual([[], []]);
  expect(region(/^Start “filesystem” for the first time/)).toBeTruthy();
});

test("a question about a command names the folders that it can use already", async () => {
  const { id } = server("filesystem");
  fake.give("/w/acme", "filesystem", "readWrite", { kind: "always" });
  fake.changeFiles("filesystem", "files");
  await fake.commands.introduceServers([id], [], []);
  show();
  const text = () => region(/“filesystem”/).textContent;
  for (const part of ["Can already use", "/w/acme", "Write everything"]) {
    expect(text()).toContain(part);
  }
  await settle();
  fake.give("/w/notes", "filesystem", "read", { kind: "always" });
  await tick();
  expect(text()).toContain("/w/notes");
  expect(screen.getByText(/^The question has changed/)).toBeTruthy();
});

test("what a server had is asked about by itself once its command was answered elsewhere", async () => {
  await comeBack();
  await fake.commands.dismissConsent(fake.view().consents[0]!.id);
  show();
  await settle();
  await user.click(button("Grant all 3"));
  expect(granted()).toHaveLength(2);
});

test("commands that changed are one question, each with what changed, and mere updates come last", async () => {
  const draft = { name: "one", program: "npx", args: ["a"], env: [], cwd: null };
  const one = await fake.commands.addServer(draft);
  fake.changeFiles("filesystem", "runtime");
  fake.changeFiles("one", "files");
  const updated = server("filesystem").id;
  await fake.commands.introduceServers([updated, one], [], []);
  show();
  expect(region("Trust the commands of 2 servers?")).toBeTruthy();
  const whys = screen.getAllByText(/^The command .*unchanged, but/);
  expect(whys.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^The command is unchanged, but its program/),
    expect.stringMatching(/^The command and its own files are unchanged/),
  ]);
  await settle();
  await user.click(screen.getByRole("checkbox", { name: "Start one" }));
  await user.click(button("Trust and start"));
  expect([stateOf(one), stateOf(updated) === "needsTrust"]).toEqual(["needsTrust", false]);
  expect(fake.view().consents).toEqual([]);
});

test("red is what takes away, and not what gives much", async () => {
  await fake.commands.setKeyringOnly(true);
  await fake.commands.setKeyringOnly(false);
  const { unmount } = show();
  expect(document.querySelector(".danger")).toBeNull();
  unmount();
  await fake.commands.dismissConsent(fake.view().consents[0]!.id);
  await fake.commands.deleteActivity();
  show();
  expect(document.querySelector("button.danger")).toBeTruthy();
});
