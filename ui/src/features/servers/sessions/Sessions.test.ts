import { render, screen } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { fake, playing } from "../../../../tests/playing";
import type { SessionSpec } from "../../../backend/fake-sessions";
import type { Failure } from "../../../backend/types";
import { app } from "../../../shared/app.svelte";
import ServersScreen from "../ServersScreen.svelte";

playing();
beforeEach(() => {
  render(ServersScreen);
});

const running: SessionSpec = { state: { kind: "running", since: Date.now() } };
const title = (count: number) => screen.queryByRole("heading", { name: `Used by apps (${count})` });
const ends = () => screen.queryAllByRole("button", { name: /^End / });

test("there is no section where no app uses the server", () => {
  expect(screen.queryByRole("heading", { name: /^Used by apps/ })).toBeNull();
});

test("a session says who, where, how it is kept and how much it called", async () => {
  const number = fake.join("Files", "Claude Code", { ...running, folder: "/home/ada/src/acme" });
  fake.sessions.call(number, "read_file");
  const list = await screen.findByRole("list", { name: "Used by apps (1)" });
  for (const words of ["Claude Code", "Running", "Active", "/acme"]) {
    expect(list.textContent).toContain(words);
  }
  expect(list.textContent).toMatch(/Since .* · 1 call/);
  expect(screen.getByText(/cannot verify them/)).toBeTruthy();
});

test("what went wrong in a session is said there", async () => {
  const reason: Failure = { code: "boundary-lost", details: {} };
  fake.join("Files", "Codex", { ...running, inForce: { kind: "failed", reason } });
  fake.join("Files", "Zed", { ...running, inForce: { kind: "openHandles", count: 2 } });
  await screen.findByText("Enforcement failed");
  expect(screen.getByText(/^What kept the server to its folders is gone/)).toBeTruthy();
  expect(screen.getByText("2 files still open")).toBeTruthy();
  expect(screen.getByText(/can use them until it ends/)).toBeTruthy();
});

test("ending one leaves the focus on what is left, then on the server", async () => {
  for (const name of ["Claude Code", "Codex"]) fake.join("Files", name, running);
  await screen.findByText("Codex");
  await userEvent.click(screen.getByRole("button", { name: "End Codex in /home/ada/src/acme" }));
  expect(app.toast?.text).toMatch(/^Codex’s process of Files was ended/);
  expect(app.said).toBe(app.toast?.text);
  expect(document.activeElement).toBe(title(2));
  await expect.poll(() => title(1)).not.toBeNull();
  expect(fake.view().sessions.map((it) => it.app)).toEqual(["Claude Code"]);
  await userEvent.click(ends()[0]!);
  expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Files" }));
  await expect.poll(() => title(1)).toBeNull();
});

test("a folder is taken from one session, and said to be", async () => {
  fake.give("/home/ada/src/acme", "Files", "read", { kind: "always" });
  fake.join("Files", "Codex", running);
  fake.join("Files", "Zed", running);
  await screen.findByText("Codex");
  const { path: folder } = fake.view().sessions[0]!.reaches[0]!;
  await userEvent.click(screen.getAllByText(/^Reaches/)[0]!);
  await userEvent.click(screen.getByRole("button", { name: `Remove folder ${folder} from Codex` }));
  expect(await screen.findByText(/^Removed until it ends/)).toBeTruthy();
  const has = fake.view().sessions.map((it) => it.reaches.some(({ path }) => path === folder));
  expect(has).toEqual([false, true]);
});

test("one app is paused, and the others go on", async () => {
  fake.join("Files", "Codex", running);
  fake.join("Files", "Zed", running);
  await userEvent.click(await screen.findByRole("button", { name: "Pause Codex" }));
  await expect.poll(() => fake.view().pausedApps).toEqual([{ app: "Codex", until: null }]);
  expect(fake.view().sessions.map(({ state }) => state.kind)).toEqual(["paused", "running"]);
});

test("a session that is over already is said, and nothing is claimed", async () => {
  fake.join("Files", "Codex", running);
  fake.fail("endSession", "unknown-session");
  await screen.findByText("Codex");
  await userEvent.click(ends()[0]!);
  expect(await screen.findByText(/^That app’s session is over already/)).toBeTruthy();
  expect(app.toast).toBeNull();
});

test("of twenty sessions a few are shown, and all that are in trouble", async () => {
  const reason: Failure = { code: "server-exited", details: {} };
  for (let count = 1; count < 20; count++) fake.join("Files", `App ${count}`, running);
  fake.join("Files", "Broken", { state: { kind: "failed", reason } });
  await expect.poll(() => ends().length).toBe(6);
  expect(screen.getByText("Broken")).toBeTruthy();
  expect(screen.queryByText("App 6")).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Show all 20" }));
  expect(ends()).toHaveLength(20);
  await userEvent.click(screen.getByRole("button", { name: "Show fewer" }));
  expect(ends()).toHaveLength(6);
});

test("a server whose own process is stopped does not look unused", async () => {
  const row = () => screen.getByRole("button", { name: /^Files/ });
  fake.changeServer("Files", { state: { kind: "stopped" } });
  await expect.poll(() => row().textContent).toContain("Stopped");
  fake.join("Files", "Claude Code", running);
  await expect.poll(() => row().textContent).toContain("Used by Claude Code");
  expect(row().textContent).not.toContain("Stopped");
  fake.join("Files", "Codex", { ...running, inForce: { kind: "advisory" } });
  await expect.poll(() => row().textContent).toContain("Used by Claude Code, Codex: Not enforced");
});

test("a session says where it works and what it reaches there", async () => {
  fake.give("/home/ada/src", "Files", "read", { kind: "always" });
  fake.give("/home/ada/Notes", "Files", "readWrite", { kind: "always" });
  fake.join("Files", "Codex", { ...running, worksIn: ["/home/ada/src/acme"] });
  const list = () => screen.findByRole("list", { name: "Used by apps (1)" });
  expect((await list()).textContent).toMatch(/acme.*Reaches 2 folders/s);
  const select = screen.getByRole<HTMLSelectElement>("combobox", {
    name: "Which folders apps get",
  });
  await userEvent.selectOptions(select, "Only where the app works");
  await expect.poll(async () => (await list()).textContent).toContain("Reaches 1 folder");
  expect(fake.view().sessions[0]!.reaches).toEqual([
    { path: "/home/ada/src/acme", access: "read" },
  ]);
  expect(screen.getByText(/each app gets the part of these folders that it works in/)).toBeTruthy();
  await userEvent.selectOptions(select, "All folders of this server");
  expect(select.value).toBe("whereAppWorks");
  expect(await screen.findByText(/^Waiting for your consent: All folders/)).toBeTruthy();
});

test("a session that nothing keeps in is not said to reach its folders only", async () => {
  fake.join("Files", "Codex", { ...running, inForce: { kind: "advisory" } });
  expect(await screen.findByText("Reaches everything that you can read")).toBeTruthy();
});
