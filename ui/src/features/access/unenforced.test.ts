import { render, screen, within } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { fake, playing } from "../../../tests/playing";
import { app } from "../../shared/app.svelte";
import Overview from "../servers/Overview.svelte";
import AccessScreen from "./AccessScreen.svelte";

playing();

const list = () => screen.queryByRole("list", { name: "Servers that are not enforced" });

test("a server that is not enforced heads the list, with or without grants, until it is stopped", async () => {
  fake.changeServer("filesystem", { asked: "advisory" });
  render(AccessScreen);
  expect(list()!.textContent).toMatch(/filesystem\s*Everything that you can read\s*Not enforced/);
  expect(screen.queryByText("No folder access")).toBeNull();
  await userEvent.click(within(list()!).getByRole("button", { name: "Stop filesystem" }));
  expect(list()).toBeNull();
  expect(screen.getByText("No folder access")).toBeTruthy();
});

test("revoking all says that it stops them, and does", async () => {
  fake.changeServer("filesystem", { asked: "advisory" });
  fake.give("/w/acme", "Files", "read", { kind: "always" });
  render(AccessScreen);
  const button = await screen.findByRole("button", { name: "Revoke all access" });
  const described = document.getElementById(button.getAttribute("aria-describedby")!);
  expect(described?.textContent).toContain("filesystem");
  await userEvent.click(button);
  expect(fake.view().grants).toEqual([]);
  expect(fake.servers.named("filesystem").state.kind).toBe("stopped");
  expect(fake.servers.named("Files").state.kind).toBe("running");
});

test("all can be revoked without any grant", async () => {
  fake.changeServer("filesystem", { asked: "advisory" });
  render(AccessScreen);
  await userEvent.click(screen.getByRole("button", { name: "Revoke all access" }));
  expect(fake.servers.named("filesystem").state.kind).toBe("stopped");
  expect(list()).toBeNull();
});

test("a path is within its reach, and its own page does not say the contrary", async () => {
  fake.changeServer("filesystem", { asked: "advisory" });
  const { id } = fake.servers.named("filesystem");
  const [verdict] = await fake.commands.checkPaths(id, "/home/ada/.ssh/id_ed25519");
  expect(verdict!.outcome).toBe("notEnforced");
  render(Overview, { server: app.serverOf(id)! });
  expect(screen.getByText(/^Everything that you can read and write/)).toBeTruthy();
  expect(screen.queryByText(/None of your files/)).toBeNull();
});

test("where servers may connect is taken back with all access, also without a grant", async () => {
  const rule = { kind: "allowed", lifetime: { kind: "always" }, since: 0 } as const;
  const seen = { connections: 0, open: 0, sent: 0, received: 0, last: null };
  fake.changeServer("filesystem", {
    destinations: [{ destination: "a.example", rule, seen, unreached: null }],
  });
  render(AccessScreen);
  const button = await screen.findByRole("button", { name: "Revoke all access" });
  const described = document.getElementById(button.getAttribute("aria-describedby")!);
  expect(described?.textContent).toContain("1 destination that servers may connect to");
  await userEvent.click(button);
  expect(fake.servers.named("filesystem").destinations).toEqual([]);
  expect(screen.queryByRole("button", { name: "Revoke all access" })).toBeNull();
});
