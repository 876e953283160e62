import { render, screen, within } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Fake } from "../../backend/fake";
import { app } from "../../shared/app.svelte";
import Picks from "../access/Picks.svelte";
import AddServer from "./AddServer.svelte";
import Troubles from "./Troubles.svelte";

let fake: Fake;
let now: number;

beforeEach(async () => {
  now = 0;
  vi.spyOn(performance, "now").mockImplementation(() => now);
  fake = new Fake();
  fake.furnish();
  await app.connect(fake);
  app.go("servers");
});
afterEach(() => {
  app.disconnect();
  vi.restoreAllMocks();
});

const button = (name: string) => screen.getByRole("button", { name });
const config = (...names: string[]) => {
  const entry = { command: "npx", args: ["-y", "fs", "~/a", "--dir=/home/ada/b c"] };
  return JSON.stringify({ mcpServers: Object.fromEntries(names.map((name) => [name, entry])) });
};

async function paste(...names: string[]) {
  render(AddServer, { added: () => {}, close: () => {} });
  await userEvent.click(screen.getByLabelText("Configuration"));
  await userEvent.paste(config(...names));
  await userEvent.click(button("Read it"));
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
  expect(app.screen).toBe("access");
  expect(fake.view().grants).toEqual([]);
});

test("with several pasted servers the window stays until the last is added", async () => {
  await paste("one", "two");
  await userEvent.click(button("Add one"));
  expect(app.screen).toBe("servers");
  await userEvent.click(button("Add two"));
  expect(app.screen).toBe("access");
  expect(asked()).toHaveLength(4);
});

test("without agreeing nothing is proposed, and the server's page still offers it", async () => {
  fake.servers.agrees = false;
  await paste("docs");
  await userEvent.click(button("Add docs"));
  expect(asked()).toEqual([]);
  expect(app.screen).toBe("servers");
  fake.servers.agrees = true;
  const server = app.servers.find(({ name }) => name === "docs")!;
  render(Troubles, { server });
  expect(screen.getByText(/^Its command names/).textContent).toContain("2");
  await userEvent.click(button("Grant these folders…"));
  expect(asked()).toHaveLength(2);
});

test("after one folder the next is asked about, and the rest can be put off at once", async () => {
  await paste("docs");
  await userEvent.click(button("Add docs"));
  document.body.replaceChildren();
  render(Picks);
  const panel = screen.getByRole("region", { name: /^Let docs read a ?\?$/ });
  expect(within(panel).getByText(/command names it/).textContent).toContain("/home/ada/a");
  now = 1_000;
  await userEvent.click(within(panel).getByRole("button", { name: "Allow" }));
  expect(await screen.findByRole("region", { name: /^Let docs read b c ?\?$/ })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "None of them, not now" })).toBeNull();
});

test("all that a server names can be put off together", async () => {
  await paste("docs");
  fake.drop({ path: "/w/other" });
  await userEvent.click(button("Add docs"));
  document.body.replaceChildren();
  render(Picks);
  await userEvent.click(screen.getAllByRole("button", { name: "Review" })[0]!);
  await userEvent.click(button("None of them, not now"));
  expect(asked().map(([path]) => path)).toEqual(["/w/other"]);
});
