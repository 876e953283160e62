import { render, screen } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fake, playing } from "../../../tests/playing";
import RequestsScreen from "./RequestsScreen.svelte";
import { groupsOf } from "./waiting";
import { summaryOf } from "./words";

let now: number;

playing();
beforeEach(() => {
  now = 0;
  vi.spyOn(performance, "now").mockImplementation(() => now);
  render(RequestsScreen);
});
afterEach(() => vi.restoreAllMocks());

const panel = (name: RegExp) => screen.findByRole("region", { name });

async function press(name: string): Promise<void> {
  now += 1_000;
  await userEvent.click(await screen.findByRole("button", { name }));
}

async function choose(name: RegExp): Promise<void> {
  now += 1_000;
  // happy-dom has no popovers.
  HTMLElement.prototype.hidePopover ??= () => {};
  await userEvent.click(await screen.findByRole("menuitem", { name }));
}

function held(tool: string, lapsed = false): number {
  const session = fake.join("filesystem", "Codex", { state: { kind: "running", since: 0 } });
  return fake.usage.hold(session, tool, { lapsed, changed: lapsed });
}

test("a folder that an app works in is proposed, and asked about by its own panel", async () => {
  fake.usage.workIn("filesystem", "Claude Code", "/home/ada/src/acme");
  expect(
    await panel(/^“Claude Code” is working in acme\s?\. Let “filesystem” use it\?$/),
  ).toBeTruthy();
  await press("Choose access…");
  expect(fake.view().picks).toMatchObject([{ folder: { path: "/home/ada/src/acme" } }]);
  expect(fake.view().places).toHaveLength(1);
  await press("No");
  expect(fake.view().places).toEqual([]);
  expect(screen.getByRole("heading", { name: "Nothing waiting" })).toBeTruthy();
});

test("held access can be refused for as long as the server runs", async () => {
  fake.attempt("filesystem", { path: "/srv/site/a.html", offer: "/srv/site", held: true });
  await panel(/^“filesystem” wants to read outside its folders$/);
  await userEvent.click(await screen.findByRole("button", { name: "More ways to say no" }));
  await choose(/^Deny, and do not ask again while filesystem runs$/);
  await vi.waitFor(() => expect(fake.servers.silenced).toEqual(["/srv/site/a.html"]));
});

test("a call can be refused for good: its tool is off for the app", async () => {
  held("write_file");
  await panel(/^“Codex” wants to call “write_file” of “filesystem”$/);
  await userEvent.click(await screen.findByRole("button", { name: "More ways to say no" }));
  await choose(/^Deny, and switch write_file of filesystem off for Codex$/);
  expect(fake.usage.answered).toEqual([{ tool: "write_file", answer: null }]);
  const rules = () => fake.view().servers.find(({ name }) => name === "filesystem")!.usage.rules;
  const off = { app: "Codex", tool: "write_file", rule: "off" };
  await vi.waitFor(() => expect(rules()).toContainEqual(off));
  expect(fake.view().consents).toEqual([]);
});

test("a call is reviewed elsewhere, and refused here", async () => {
  const shown = vi.fn();
  fake.showConsent = shown;
  held("write_file");
  await panel(/^“Codex” wants to call “write_file” of “filesystem”$/);
  await press("Review…");
  expect(shown).toHaveBeenCalledOnce();
  expect(fake.usage.answered).toEqual([]);
  await press("Don’t allow");
  expect(fake.usage.answered).toEqual([{ tool: "write_file", answer: null }]);
});

test("a call that lapsed says what an answer is for", async () => {
  held("write_file", true);
  const shown = await panel(/^“Codex” wants to call/);
  expect(shown.textContent).toContain("Your answer applies to its next try");
  expect(shown.textContent).toContain("has changed since it was first seen");
  expect(screen.getByRole("button", { name: /^Tool call/ }).textContent).toContain(
    "Told to try again",
  );
});

test("what is over already is said", async () => {
  held("write_file");
  await panel(/^“Codex” wants to call/);
  fake.fail("denyCall", "unknown-call");
  await press("Don’t allow");
  expect(screen.getByText(/^That call no longer waits/)).toBeTruthy();
});

test("what apps ask is among what waits, by server and age", () => {
  held("write_file");
  fake.usage.workIn("Files", "Zed", "/w");
  const groups = groupsOf(fake.view()).map(({ server, items }) => [
    server?.name,
    ...items.map(({ kind }) => kind),
  ]);
  expect(groups).toEqual([
    ["filesystem", "call"],
    ["Files", "place"],
  ]);
});

const question = {
  kind: "form" as const,
  message: "Which project?",
  fields: [],
};

test("what is asked in the place of an app names the app and where it works", async () => {
  await fake.commands.setStandIn("codex", true);
  const of = { app: "codex", folder: "/home/ada/src/acme" };
  fake.asks("filesystem", question, { of });
  const asked = await panel(/filesystem/);
  expect(asked.textContent).toContain("used by codex in /home/ada/src/acme");
  const [item] = groupsOf(fake.view()).flatMap(({ items }) => items);
  expect(summaryOf(item!)).toBe("codex: Which project?");
  // Switched off meanwhile, it waits no longer, and says why.
  await fake.commands.setStandIn("codex", false);
  expect(await screen.findByText(/Paddock isn’t set to ask you in place/)).toBeTruthy();
  expect(groupsOf(fake.view())).toEqual([]);
  expect(fake.view().missed).toMatchObject([{ why: "noStandIn", of }]);
});
