import { render, screen } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import type { ArrivedView } from "../../backend/types";
import { fake, playing } from "../../../tests/playing";
import { app } from "../../shared/app.svelte";
import { adding } from "./drafts.svelte";
import ServersScreen from "./ServersScreen.svelte";

playing();
beforeEach(() => {
  adding.end();
  app.server = fake.servers.named("filesystem").id;
});

const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const addButton = () => screen.getAllByRole("button", { name: "Add server" })[0]!;
const isOpen = () => addButton().getAttribute("aria-expanded") === "true";
const config = JSON.stringify({
  inputs: [{ id: "api-key", password: true }],
  mcpServers: { docs: { command: "docs", args: ["${input:api-key}"] } },
});

/** Leaves the screen and comes back to it. */
function comeBack(leave: () => void): () => void {
  leave();
  return render(ServersScreen).unmount;
}

async function pasteConfig(): Promise<() => void> {
  const { unmount } = render(ServersScreen);
  await userEvent.click(addButton());
  await userEvent.click(field("Configuration"));
  await userEvent.paste(config);
  await press("Find servers");
  await userEvent.type(await screen.findByLabelText(/^api-key/), "hush");
  return unmount;
}

test("what was pasted, found and filled in is there when a person comes back", async () => {
  comeBack(await pasteConfig());
  expect(field("Configuration").value).toBe(config);
  expect(screen.getByLabelText<HTMLInputElement>(/^api-key/).value).toBe("hush");
});

test("what was pasted is gone once it was added, or is not to be", async () => {
  await pasteConfig();
  await press("Add docs");
  expect(isOpen()).toBe(false);
  await userEvent.click(addButton());
  expect(field("Configuration").value).toBe("");
  await userEvent.type(field("Configuration"), "x");
  await press("Close");
  await userEvent.click(addButton());
  expect(field("Configuration").value).toBe("");
});

test("a form for a server is kept until it is cancelled", async () => {
  const { unmount } = render(ServersScreen);
  await userEvent.click(addButton());
  await userEvent.click(screen.getByRole("radio", { name: "By form" }));
  await userEvent.type(field("Name"), "mine");
  await press("Add variable");
  await userEvent.type(field("Value of the variable"), "hush");
  comeBack(unmount);
  expect(field("Name").value).toBe("mine");
  expect(field("Value of the variable").value).toBe("hush");
  await press("Cancel");
  await userEvent.click(addButton());
  await userEvent.click(screen.getByRole("radio", { name: "By form" }));
  expect(field("Name").value).toBe("");
});

test.each(["Cancel", "Save"])("a change of a server is kept until %s", async (end) => {
  const { unmount } = render(ServersScreen);
  await press("Edit");
  await userEvent.type(await screen.findByLabelText("Name"), "2");
  comeBack(unmount);
  expect(field("Name").value).toBe("filesystem2");
  await press(end);
  expect(screen.queryByLabelText("Name")).toBeNull();
  expect(fake.servers.all.some(({ name }) => name === "filesystem2")).toBe(end === "Save");
  await press("Edit");
  expect((await screen.findByLabelText<HTMLInputElement>("Name")).value).toBe(
    end === "Save" ? "filesystem2" : "filesystem",
  );
  await press("Cancel");
});

test("who leaves while a change is saved does not come back to its form", async () => {
  const { unmount } = render(ServersScreen);
  await press("Edit");
  await userEvent.type(await screen.findByLabelText("Name"), "2");
  const { editServer, pickNamed } = fake.commands;
  let save = () => {};
  fake.commands.editServer = async (...asked) => {
    await new Promise<void>((go) => (save = go));
    return editServer(...asked);
  };
  // Asked once the form is closed.
  const saved = new Promise<void>((done) => {
    fake.commands.pickNamed = (...asked) => {
      done();
      return pickNamed(...asked);
    };
  });
  await press("Save");
  unmount();
  save();
  await saved;
  render(ServersScreen);
  await screen.findByRole("heading", { name: "filesystem2" });
  expect(screen.queryByLabelText("Name")).toBeNull();
});

const bundle = (title: string): Omit<ArrivedView, "id"> => {
  const rest = { description: "", several: false, usual: [] };
  const kind = { kind: "text" } as const;
  const key = { name: "key", title: "Key", required: true, secret: true, kind, ...rest };
  const about = { title, version: "1.0.0", author: "", description: "", line: "node", asks: [key] };
  return { from: "/x.mcpb", link: false, holds: { kind: "bundle", about, updates: [] } };
};

test.each(["Add server", "Do not add"])("what a bundle is given is kept until %s", async (end) => {
  fake.arrivals.arrive(bundle("notes"));
  const { unmount } = render(ServersScreen);
  await userEvent.type(await screen.findByLabelText(/^Key/), "hush");
  comeBack(unmount);
  expect(screen.getByLabelText<HTMLInputElement>(/^Key/).value).toBe("hush");
  await userEvent.click(screen.getAllByRole("button", { name: end }).at(-1)!);
  fake.arrivals.arrive(bundle("notes"));
  expect((await screen.findByLabelText<HTMLInputElement>(/^Key/)).value).toBe("");
});
