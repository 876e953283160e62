import { render, screen } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { tick } from "svelte";
import { beforeEach, expect, test, vi } from "vitest";
import { fake, playing } from "../../tests/playing";
import App from "../App.svelte";
import { app } from "./app.svelte";

playing(() => fake.give("/w/acme", "Files", "read", { kind: "always" }));
beforeEach(() => {
  app.go("access");
  render(App, { backend: fake });
});

const button = (name: string) => screen.getByRole("button", { name });
const lost = () => screen.queryByText("Paddock’s background service stopped");
const gone = () => screen.queryAllByText(/^Paddock’s background service ended/);

test("a host that is lost is said, with what became of the servers and what happens next", async () => {
  fake.loseHost();
  await tick();
  expect(lost()).toBeTruthy();
  expect(screen.getByText(/^All servers stopped with it/).textContent).toMatch(/being restarted/);
  fake.loseHost(false);
  await tick();
  expect(screen.getByText(/^All servers stopped with it/).textContent).toMatch(
    /will not restart by itself/,
  );
});

test("what fails for want of a host is not said once more where it was asked", async () => {
  fake.loseHost();
  await tick();
  await userEvent.click(button("Revoke Files’s access to acme"));
  await userEvent.click(button("Revoke all access"));
  expect(gone()).toEqual([]);
  expect(lost()).toBeTruthy();
});

test("what fails before it is known that the host is gone is said once", async () => {
  fake.fail("revoke", "host-gone");
  await userEvent.click(button("Revoke Files’s access to acme"));
  fake.fail("revokeAll", "host-gone");
  await userEvent.click(button("Revoke all access"));
  expect(gone()).toHaveLength(1);
  fake.loseHost();
  await tick();
  expect(gone()).toEqual([]);
});

test("trying again brings it back, with what it says now and a word about the servers", async () => {
  for (let more = 0; more < 20; more += 1) fake.drop({ path: "/w/a" });
  fake.loseHost(false);
  await tick();
  await userEvent.click(button("Try again"));
  await screen.findByText(/^Paddock’s background service is running again/, {
    selector: ".remark p",
  });
  expect(lost()).toBeNull();
  expect(app.servers.map(({ state }) => state.kind)).toEqual(["stopped", "stopped"]);
  await userEvent.click(button("Dismiss"));
  expect(
    screen.queryByText(/^Paddock’s background service is running again/, { selector: ".remark p" }),
  ).toBeNull();
});

test("that it cannot be reached again is said with its reason", async () => {
  fake.loseHost(false);
  await tick();
  fake.fail("reconnect", "host-failed", { reason: "no program" });
  await userEvent.click(button("Try again"));
  expect(screen.getByText(/could not be started: no program/)).toBeTruthy();
  expect(lost()).toBeTruthy();
});

test("what waits for consent is counted, and shown when asked for", async () => {
  fake.showConsent = vi.fn();
  await userEvent.selectOptions(
    screen.getByLabelText("What Files may do in acme"),
    "Write everything",
  );
  expect(screen.getByText("1 question waits for your consent.")).toBeTruthy();
  expect(screen.getByText("Waiting for your consent: Write everything")).toBeTruthy();
  await userEvent.click(button("Show what waits for your consent"));
  await userEvent.click(button("Show the question: Write everything"));
  expect(fake.showConsent).toHaveBeenCalledTimes(2);
  expect(fake.view().grants[0]!.access).toBe("read");
});
