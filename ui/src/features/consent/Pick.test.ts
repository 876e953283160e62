import { usualLifetime } from "./usual";
import { render, screen } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { consenting, fake } from "../../../tests/playing";
import type { Fake } from "../../backend/fake";
import { READ } from "../../shared/guard";
import { INERT } from "./answering.svelte";
import ConsentPage from "./ConsentPage.svelte";

consenting();

function ask(spec: Parameters<Fake["drop"]>[0] = { path: "/w/acme" }): void {
  fake.drop(spec);
  render(ConsentPage, { backend: fake.consenting });
}

const user = userEvent.setup({ delay: null });
const button = (name: string) => screen.getByRole("button", { name });
const settle = (milliseconds = 1_000) => vi.advanceTimersByTimeAsync(milliseconds);

test("the least is chosen, and what it means is said", () => {
  ask();
  expect(screen.getByRole("region", { name: /^Let “Files” read acme ?\?$/ })).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>("radio", { name: "Read only" }).checked).toBe(true);
  expect(screen.getByRole<HTMLInputElement>("radio", { name: "Until I revoke" }).checked).toBe(
    true,
  );
  expect(screen.getByText("The operating system enforces this, live.")).toBeTruthy();
});

test("what keeps the server to the folder is said of the server that is chosen", async () => {
  const promise = (text: string | RegExp) => screen.findByText(text);
  ask();
  fake.changeServer("Files", { foldersInCommand: true, callsInFlight: 2 });
  expect(await promise(/the server restarts when you change it \(2 calls in flight/)).toBeTruthy();
  expect(await promise(/^Its folders are part of its command/)).toBeTruthy();
  expect(await promise(/restarts and then has the folder/)).toBeTruthy();
  fake.changeServer("Files", { foldersInCommand: false });
  fake.changeSystem({ best: "landlock" });
  expect(await promise(/the server restarts when you change it \(2 calls/)).toBeTruthy();
  fake.changeSystem({ best: null });
  expect(await promise(/^Nothing on this computer can enforce this/)).toBeTruthy();
  fake.changeServer("Files", { asked: "advisory" });
  expect(
    await promise("Not enforced here: this server can read everything your account can."),
  ).toBeTruthy();
  expect(await promise("It is told that it may only read.")).toBeTruthy();
});

test("the server a folder was proposed for is chosen", () => {
  const { id } = fake.view().servers[1]!;
  ask({ path: "/w/acme", server: id });
  expect(screen.getByRole("region", { name: /^Let “filesystem” read acme ?\?$/ })).toBeTruthy();
});

test("the title says what is asked", async () => {
  ask();
  await user.click(screen.getByRole("radio", { name: "Write everything" }));
  expect(
    screen.getByRole("region", { name: /^Let “Files” read and write acme ?\?$/ }),
  ).toBeTruthy();
});

test("a server that has the folder already is not the first choice", () => {
  fake.give("/w/acme", "Files", "read", { kind: "always" });
  ask();
  expect(screen.getByRole("region", { name: /^Let “filesystem” read acme ?\?$/ })).toBeTruthy();
  expect(screen.getByText(/Already granted to/).textContent).toContain("Files");
});

test("a click too soon answers nothing", async () => {
  ask();
  await settle(INERT - 1);
  await user.click(button("Allow"));
  expect(fake.view().grants).toEqual([]);
  await settle(1);
  await user.click(button("Allow"));
  expect(fake.view().grants).toHaveLength(1);
});

test("a server whose command changes under the pointer is not answered", async () => {
  ask();
  await settle();
  await user.pointer({ keys: "[MouseLeft>]", target: button("Allow") });
  const draft = { name: "Files", program: "/tmp/other", args: [], env: [], cwd: null };
  fake.changeServer("Files", { draft });
  expect(await screen.findByText("/tmp/other")).toBeTruthy();
  await settle(60_000);
  await user.pointer({ keys: "[/MouseLeft]", target: button("Allow") });
  await user.click(screen.getByText("/tmp/other"));
  expect(fake.view().grants).toEqual([]);
});

test("Ctrl+Enter waits until the question can have been read", async () => {
  ask();
  button("Don’t allow").focus();
  await settle(READ - 1);
  await user.keyboard("{Control>}{Enter}{/Control}");
  expect(fake.view().grants).toEqual([]);
  await settle(1);
  await user.keyboard("{Control>}{Enter}{/Control}");
  expect(fake.view().grants).toHaveLength(1);
});

test("Escape leaves the question waiting", async () => {
  ask();
  button("Don’t allow").focus();
  await user.keyboard("{Escape}");
  expect(screen.getByRole("heading", { name: "Decided later" })).toBeTruthy();
  expect(fake.view().picks).toHaveLength(1);
});

test("what went wrong is said in the panel", async () => {
  ask();
  await settle();
  fake.fail("grant", "folder-changed", { path: "/w/acme" });
  await user.click(button("Allow"));
  expect(await screen.findByText(/A different folder is at \/w\/acme/)).toBeTruthy();
  expect(fake.view().picks).toHaveLength(1);
});

test("a server that starts meanwhile does not make it another question", async () => {
  fake.changeServer("Files", { state: { kind: "stopped" } });
  ask();
  await settle();
  fake.changeServer("Files", { state: { kind: "running", since: 0 } });
  expect(await screen.findByText(/is told at once/)).toBeTruthy();
  await user.click(button("Allow"));
  expect(fake.view().grants).toHaveLength(1);
});

test("hooks are a warning for who may write everything only", async () => {
  const warnings = [{ level: "amber", code: "git-hooks", subject: null } as const];
  ask({ path: "/w/acme", warnings });
  const choose = (name: string) => user.click(screen.getByRole("radio", { name }));
  const warned = () => screen.queryByText(/can add hooks/) !== null;
  expect(warned()).toBe(false);
  await choose("Write, but not what runs");
  expect(warned()).toBe(false);
  expect(screen.getByText(/but not Git’s folder, hooks/)).toBeTruthy();
  await choose("Write everything");
  expect(warned()).toBe(true);
});

test("that not all was looked through concerns who may not write what runs", async () => {
  const warnings = [{ level: "amber", code: "not-all-guarded", subject: null } as const];
  ask({ path: "/w/acme", warnings });
  const choose = (name: string) => user.click(screen.getByRole("radio", { name }));
  const warned = () => screen.queryByText(/too large to look through/) !== null;
  expect(warned()).toBe(false);
  await choose("Write, but not what runs");
  expect(warned()).toBe(true);
  await choose("Write everything");
  expect(warned()).toBe(false);
});

test("where what runs can’t be told apart the consent says so", async () => {
  ask();
  fake.changeSystem({ attempts: false });
  await user.click(screen.getByRole("radio", { name: "Write, but not what runs" }));
  expect(await screen.findByText(/so the server may only read/)).toBeTruthy();
});

test("that a folder could go to anyone is said where its server may connect anywhere", async () => {
  ask();
  const said = () => screen.queryByText(/could send what it reads to anyone/) !== null;
  fake.changeServer("Files", { network: "ask", destinations: [] });
  await vi.waitFor(() => expect(said()).toBe(false));
  const seen = { connections: 0, open: 0, sent: 0, received: 0, last: null };
  const rule = { kind: "allowed", lifetime: { kind: "always" }, since: 0 } as const;
  fake.changeServer("Files", { destinations: [{ destination: "*", rule, seen, unreached: null }] });
  await vi.waitFor(() => expect(said()).toBe(true));
  fake.changeServer("Files", { network: "off" });
  await vi.waitFor(() => expect(said()).toBe(false));
  fake.changeServer("Files", { network: "open" });
  await vi.waitFor(() => expect(said()).toBe(true));
});

test("what is usual is chosen already, and anything else the app could say is not", () => {
  for (const [told, chosen] of [
    ["oneHour", "oneHour"],
    ["for", "always"],
    ["", "always"],
  ] as const) {
    window.paddockLifetime = told;
    expect(usualLifetime()).toBe(chosen);
  }
  delete window.paddockLifetime;
});

test("how much there is in a folder is shown once it is known, and is no other question", async () => {
  ask();
  await settle();
  expect(screen.queryByText("Size")).toBeNull();
  fake.changePick(fake.view().picks[0]!.id, {
    size: { files: 1842, bytes: 38_400_000, atLeast: false },
  });
  expect(await screen.findByText(/^1,842 files, 38 MB$/)).toBeTruthy();
  await user.click(button("Allow"));
  expect(fake.view().grants).toHaveLength(1);
});

test("where counting ended early, that is said", async () => {
  ask({ path: "/w/acme", size: { files: 200_000, bytes: 9_000_000_000, atLeast: true } });
  expect(await screen.findByText(/^At least 200,000 files, 9 GB$/)).toBeTruthy();
});
