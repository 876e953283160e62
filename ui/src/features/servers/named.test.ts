import { render, screen } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { fake, playing } from "../../../tests/playing";
import { app } from "../../shared/app.svelte";
import AddServer from "./AddServer.svelte";
import { adding } from "./drafts.svelte";
import Troubles from "./Troubles.svelte";

playing();
beforeEach(() => {
  added = [];
  adding.end();
  app.go("servers");
});

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

test("all that was pasted is asked about in one question, and nothing is given before", async () => {
  await paste("one", "two");
  const [first] = screen.getAllByRole("checkbox", { name: /^It names/ });
  await userEvent.click(first!);
  await userEvent.click(button("Add, trust and start all 2"));
  const [one, two] = ["one", "two"].map((name) =>
    fake.view().servers.find((it) => it.name === name)!,
  );
  const { consents, picks, grants } = fake.view();
  expect(consents.map(({ what }) => what)).toMatchObject([
    { kind: "trust", server: one!.id },
    { kind: "trust", server: two!.id },
  ]);
  const together = consents[0]!.together;
  expect([...consents, ...picks].map((it) => it.together)).toEqual(Array(4).fill(together));
  expect(asked()).toEqual([
    ["/home/ada/a", two!.id],
    ["/home/ada/b c", two!.id],
  ]);
  expect([grants, one!.state.kind, two!.state.kind]).toEqual([[], "needsTrust", "needsTrust"]);
  expect(added).toEqual([two!.id]);
});

test("what is pasted can be asked about on first touch from its first run on", async () => {
  await paste("docs");
  await userEvent.click(screen.getByRole("checkbox", { name: /^Ask me when one of them/ }));
  await userEvent.click(button("Add, trust and start docs"));
  const docs = fake.view().servers.find(({ name }) => name === "docs")!;
  expect([docs.askFirst, docs.state.kind, docs.enforcement.asked]).toEqual([
    true,
    "needsTrust",
    "enforced",
  ]);
  expect(fake.view().consents.map(({ what }) => what.kind)).toEqual(["trust"]);
});

test("one of several is added, trusted and started by itself, and what can't be added is said", async () => {
  await paste("one", "two");
  await userEvent.click(button("Add, trust and start one"));
  expect(fake.view().consents.map(({ what }) => what.kind)).toEqual(["trust"]);
  expect(added).toEqual([]);
  fake.fail("addServer", "draft-name-taken");
  await userEvent.click(button("Add, trust and start two"));
  expect(screen.getByText(/already/)).toBeTruthy();
  expect(fake.view().consents).toHaveLength(1);
});

test("what an example names and is not there is said, and what is chosen stands in its place", async () => {
  const args = ["-y", "fs", "/path/to/allowed/dir", "--log=/Users/username/x.log"];
  const env = { ROOTS: "/path/to/allowed/dir:/home/ada/b" };
  render(AddServer, { added: () => {}, close: () => {} });
  await userEvent.click(screen.getByLabelText("Configuration"));
  const text = JSON.stringify({ mcpServers: { docs: { command: "npx", args, env } } });
  await userEvent.paste(text);
  await userEvent.click(button("Find servers"));
  fake.arrivals.path = "/home/ada/my work";
  await userEvent.click(button("Choose a folder in place of /path/to/allowed/dir"));
  expect(screen.getByLabelText("What will run").textContent).toContain("'/home/ada/my work'");
  expect(screen.getByText(/^It names/).textContent).toMatch(/\/home\/ada\/my work/);
  expect(button("Choose a file in place of /Users/username/x.log")).toBeTruthy();
  await userEvent.click(button("Add docs"));
  const { draft } = fake.servers.named("docs");
  expect(draft.args).toEqual(["-y", "fs", "/home/ada/my work", args[3]]);
  expect(draft.env).toEqual([{ name: "ROOTS", value: "/home/ada/my work:/home/ada/b" }]);
});
