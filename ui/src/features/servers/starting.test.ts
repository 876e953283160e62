import { render, screen } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { fake, playing } from "../../../tests/playing";
import { app } from "../../shared/app.svelte";
import Live from "./ServersScreen.svelte";
import { sought } from "./sought.svelte";

playing();
beforeEach(() => {
  app.server = fake.servers.named("filesystem").id;
});

const tab = (name: string) => userEvent.click(screen.getByRole("tab", { name }));

test("a server that starts says for how long, what its launcher does, and can be cancelled", async () => {
  fake.log("filesystem", "npm http fetch GET 200");
  fake.changeServer("filesystem", { state: { kind: "starting", since: Date.now() - 25_000 } });
  render(Live);
  const starting = await screen.findByRole("region", { name: "filesystem is starting" });
  // It counts from the start, and not from when someone looked.
  expect(starting.textContent).toMatch(/Starting… 2[5-9] s/);
  expect(screen.queryByText(/not running/i)).toBeNull();
  expect(screen.getAllByText("Enforced from the start").length).toBeGreaterThan(0);
  expect(starting.textContent).toContain("Already confined to its folders.");
  expect(await screen.findByText("npm http fetch GET 200")).toBeTruthy();
  fake.log("filesystem", "added 42 packages");
  expect(await screen.findByText("added 42 packages")).toBeTruthy();
  expect(screen.queryByText("npm http fetch GET 200")).toBeNull();
  await tab("Tools");
  expect(screen.getByText("Still starting.")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
  expect(fake.servers.named("filesystem").state.kind).toBe("stopped");
  expect(screen.queryByRole("region", { name: "filesystem is starting" })).toBeNull();
});

test("a failure shows what the server wrote last, where it is told", async () => {
  fake.log("filesystem", "Error: EACCES /srv/data");
  fake.crash("filesystem", {
    code: "crash-loop",
    details: { count: "5", seconds: "60" },
  });
  render(Live);
  expect(await screen.findByText("Error: EACCES /srv/data")).toBeTruthy();
  // The log shows it as well, and goes on when the last lines leave.
  await tab("Log");
  expect(await screen.findAllByText("Error: EACCES /srv/data")).toHaveLength(1);
  fake.log("filesystem", "one more line");
  expect(await screen.findByText("one more line")).toBeTruthy();
  await tab("Overview");
  fake.log("filesystem", "and another");
  expect(await screen.findByText(/and another/)).toBeTruthy();
});

test("a server that is removed can be added again as it was, and asks for what it had", async () => {
  fake.give("/w/acme", "filesystem", "readWrite", { kind: "always" });
  fake.give("/w/notes", "filesystem", "read", { kind: "until", at: Date.now() + 600_000 });
  const had = () =>
    fake
      .view()
      .grants.map(({ folder, access, lifetime }) => ({ path: folder.path, access, lifetime }))
      .toSorted((a, b) => a.path.localeCompare(b.path));
  const before = had();
  render(Live);
  await userEvent.click(await screen.findByRole("button", { name: "Remove" }));
  await userEvent.click(screen.getAllByRole("button", { name: "Remove" }).at(-1)!);
  expect(fake.servers.all.map(({ name }) => name)).toEqual(["Files"]);
  expect(app.toast?.text).toBe("“filesystem” was removed.");
  await app.toast?.undo?.act();
  expect(fake.servers.named("filesystem").draft.args).toEqual([
    "-y",
    "@modelcontextprotocol/server-filesystem",
  ]);
  expect(fake.servers.named("filesystem").state.kind).toBe("needsTrust");
  // Its command and all that it had are one question.
  const { consents } = fake.view();
  expect(consents.map(({ what }) => what.kind)).toEqual(["trust", "grantAllAgain"]);
  expect(consents[0]!.together).not.toBeNull();
  expect(consents[1]!.together).toBe(consents[0]!.together);
  expect(had()).toEqual([]);
  await fake.consenting.commands.agree(consents[1]!.id);
  expect(had()).toEqual(before);
});

test("a server that is added again and edited before it is trusted is asked about without what it had", async () => {
  fake.give("/w/acme", "filesystem", "readWrite", { kind: "always" });
  render(Live);
  await userEvent.click(await screen.findByRole("button", { name: "Remove" }));
  await userEvent.click(screen.getAllByRole("button", { name: "Remove" }).at(-1)!);
  await app.toast?.undo?.act();
  expect(fake.view().ended).toHaveLength(1);
  const { id, draft } = fake.servers.named("filesystem");
  await fake.commands.editServer(id, { ...draft, args: ["--other"] });
  expect(fake.view().ended).toEqual([]);
});

test("while all is paused, nobody waits until a command was looked for", async () => {
  render(Live);
  await fake.commands.pause(null);
  fake.changeServer("filesystem", { state: { kind: "stopped" } });
  const { id } = fake.servers.named("filesystem");
  expect(await sought(id)).toEqual({ kind: "stopped" });
});

test("a server that had nothing and is added again asks for its command alone", async () => {
  render(Live);
  await userEvent.click(await screen.findByRole("button", { name: "Remove" }));
  await userEvent.click(screen.getAllByRole("button", { name: "Remove" }).at(-1)!);
  await app.toast?.undo?.act();
  expect(fake.view().consents.map(({ what }) => what.kind)).toEqual(["trust"]);
});
