import { render, screen } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { fake, playing } from "../../../../tests/playing";
import type { Access } from "../../../backend/types";
import Attempts from "./Attempts.svelte";

playing();

test("that more was refused unasked is said", () => {
  fake.changeServer("Files", { network: "ask", attempts: [], sought: [], refusedUnasked: 1 });
  render(Attempts, { server: fake.view().servers[0]! });
  expect(screen.getByText(/^One more connection was refused without asking you/)).toBeTruthy();
});

test("a destination that was sought in vain can be allowed, by consent", async () => {
  const sought = [{ destination: "api.example.com", never: false, count: 3, last: Date.now() }];
  fake.changeServer("Files", { network: "ask", attempts: [], sought });
  render(Attempts, { server: fake.view().servers[0]! });
  expect(screen.getByText(/^Tried to connect 3 times/)).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Allow api.example.com…" }));
  expect(fake.view().consents[0]?.what).toMatchObject({
    kind: "destination",
    destination: "api.example.com",
  });
});

const inAcme = "/home/ada/src/acme/src/main.rs";
const tried = (path: string, needs: Access | null, offer: string | null = null) =>
  fake.attempt("Files", { path, write: true, needs, offer });
const show = () => render(Attempts, { server: fake.view().servers[0]! });
const button = (name: string) => screen.getByRole("button", { name });

test.each([
  ["read", "Let it write here… /home/ada/src/acme", "writeGuarded", "Read only"],
  [
    "writeGuarded",
    "Let it write and commit here… /home/ada/src/acme",
    "writeCommits",
    "Write, but not what runs",
  ],
  [
    "writeGuarded",
    "Let it write everything here… /home/ada/src/acme",
    "readWrite",
    "Write, but not what runs",
  ],
] as const)("a write that %s refuses can be let, by consent", async (has, name, access, said) => {
  fake.give("/home/ada/src/acme", "Files", has, { kind: "always" });
  tried(inAcme, access);
  show();
  expect(screen.getByText(`acme is granted to it: ${said}`)).toBeTruthy();
  expect(screen.queryByText(/^Grant/)).toBeNull();
  await userEvent.click(button(name));
  const grant = fake.view().grants[0]!.id;
  expect(fake.view().consents[0]?.what).toMatchObject({ kind: "access", grant, access });
  expect(screen.getByText(/^Waiting for your consent: Write/)).toBeTruthy();
  expect(fake.view().picks).toEqual([]);
});

test("what was tried outside of its folders, or only read, is granted", () => {
  fake.give("/home/ada/src/acme", "filesystem", "read", { kind: "always" });
  fake.give("/home/ada/src/acme-tools", "Files", "read", { kind: "always" });
  tried(inAcme, "writeGuarded", "/home/ada/src/acme/src");
  show();
  expect(button("Grant this folder… /home/ada/src/acme/src")).toBeTruthy();
});

test("of what a server's program is made of it is said that nothing lets it be written", () => {
  fake.give("/home/ada/src/acme", "Files", "writeGuarded", { kind: "always" });
  tried(inAcme, null);
  show();
  expect(screen.getByText(/^A server’s program is made of this/)).toBeTruthy();
  expect(screen.queryByText(/^Let it|^Grant/)).toBeNull();
  expect(button(`Dismiss ${inAcme}`)).toBeTruthy();
});
