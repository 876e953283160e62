import { render, screen } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Fake } from "../../backend/fake";
import { app } from "../../shared/app.svelte";
import AddServer from "./AddServer.svelte";
import Troubles from "./Troubles.svelte";

let fake: Fake;

beforeEach(async () => {
  added = [];
  fake = new Fake();
  fake.furnish();
  await app.connect(fake);
  app.go("servers");
});
afterEach(() => app.disconnect());

const button = (name: string) => screen.getByRole("button", { name });
const config = (...names: string[]) => {
  const entry = { command: "npx", args: ["-y", "fs", "~/a", "--dir=/home/ada/b c"] };
  return JSON.stringify({ mcpServers: Object.fromEntries(names.map((name) => [name, entry])) });
};

let added: number[] = [];

async function paste(...names: string[]) {
  render(AddServer, { added: (server: number) => void added.push(server), close: () => {} });
  await userEvent.click(screen.getByLabelText("Configuration"));
  await userEvent.paste(config(...names));
  await userEvent.click(button("Find servers"));
}

const asked = () => fake.view().picks.map(({ folder, server }) => [folder.path, server]);

test("a pasted server lists what it names, and each is asked about once it is added", async () => {
  await paste("docs");
  expect(screen.getByText(/^It names/).textContent).toMatch(/\/home\/ada\/a, \/home\/ada\/b c/);
  expect(asked()).toEqual([]);
  await userEvent.click(button("Add docs"));
  const { id } = fake.view().servers.at(-1)!;
  expect(asked()).toEqual([
    ["/home/ada/a", id],
    ["/home/ada/b c", id],
  ]);
  expect(app.screen).toBe("servers");
  expect(fake.view().grants).toEqual([]);
});

test("what is known of a server's folders is asked about once, until it is asked for", async () => {
  await paste("docs");
  await userEvent.click(button("Add docs"));
  const server = app.servers.find(({ name }) => name === "docs")!;
  for (const { id } of fake.view().picks) await fake.commands.dismissPick(id);
  expect(await fake.commands.pickNamed(server.id, false)).toEqual([]);
  render(Troubles, { server });
  expect(screen.getByText(/^Its command names/).textContent).toContain("2");
  await userEvent.click(button("Grant these folders…"));
  expect(asked()).toHaveLength(2);
});

test("with several pasted servers the form stays until the last is added", async () => {
  await paste("one", "two");
  await userEvent.click(button("Add one"));
  expect(added).toEqual([]);
  await userEvent.click(button("Add two"));
  expect(added).toEqual([fake.view().servers.at(-1)!.id]);
  expect(asked()).toHaveLength(4);
});
