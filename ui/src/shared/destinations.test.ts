import { expect, test } from "vitest";
import { Fake } from "../backend/fake";
import { destinationText, portOf, readDestination, sendsText } from "./destinations";

test.each([
  ["api.example.com", "name", "api.example.com", null, "api.example.com"],
  ["api.example.com:8443", "name", "api.example.com", "8443", "api.example.com"],
  ["*", "any", "*", null, "every name on the internet"],
  ["*:8080", "any", "*", "8080", "every name on the internet"],
  ["*.example.com", "under", "example.com", null, "every name under example.com"],
  ["10.0.0.0/8", "range", "10.0.0.0/8", null, "the addresses 10.0.0.0/8"],
  ["10.0.0.0/8:22", "range", "10.0.0.0/8", "22", "the addresses 10.0.0.0/8"],
  ["1.2.3.4:99", "address", "1.2.3.4", "99", "the address 1.2.3.4"],
  ["fd00::1", "address", "fd00::1", null, "the address fd00::1"],
  ["[fd00::1]:443", "address", "fd00::1", "443", "the address fd00::1"],
  ["[fd00::/8]:443", "range", "fd00::/8", "443", "the addresses fd00::/8"],
  [
    "localhost:5432",
    "thisComputer",
    "localhost",
    "5432",
    "a program on this computer, at port 5432",
  ],
  ["localhost:*", "thisComputer", "localhost", "*", "every program on this computer"],
])("%s is read, and said in words", (text, place, what, port, words) => {
  expect(readDestination(text)).toEqual({ place, what, port });
  expect(destinationText(text)).toBe(words);
  expect(portOf(text)).toBe(port ?? "web");
});

test("what a server could send is what it can read", async () => {
  const fake = new Fake();
  fake.furnish();
  const says = (anywhere: boolean) => {
    const view = fake.view();
    return sendsText(view, view.servers[0]!, anywhere);
  };
  expect(says(true)).toBeNull();
  fake.give("/w/acme", "Files", "read", { kind: "always" });
  fake.give("/w/notes", "Files", "read", { kind: "always" });
  fake.give("/w/other", "filesystem", "read", { kind: "always" });
  expect(says(false)).toBe("It can read acme, notes, and could send what it reads there.");
  expect(says(true)).toMatch(/to anyone on the internet\.$/);
  fake.changeServer("Files", { asked: "advisory" });
  expect(says(false)).toMatch(/^It can read everything your account can/);
});
