import { render, screen, within } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { fake, playing } from "../../../../tests/playing";
import { app } from "../../../shared/app.svelte";
import Network from "./Network.svelte";

playing(() => fake.changeServer("Files", { network: "ask" }));

const server = () => fake.view().servers[0]!;
const props = () => ({ server: server(), system: fake.view().system });
const button = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name });
const modes = () =>
  within(screen.getByRole("group", { name: "What Files may use of the network" }));
const mode = (name: string) =>
  modes().getByRole<HTMLButtonElement>("button", { name: new RegExp(`^${name} `) });
const chosen = () =>
  ["Off", "Ask first", "Open"].filter((name) => mode(name).getAttribute("aria-pressed") === "true");
const lines = () => screen.queryAllByRole("listitem").map((it) => it.textContent);
const agree = () => fake.consenting.commands.agree(fake.view().consents[0]!.id);

/** Shows the section, and what becomes of it with the next views. */
function show(): { update: () => Promise<void> } {
  const shown = render(Network, props());
  return { update: () => shown.rerender(props()) };
}

/** Something was decided, and things went there. */
function decide(): void {
  const since = Date.now();
  const it = fake.servers.named("Files");
  const until = { kind: "until" as const, at: since + 600_000 };
  fake.network.say(
    it,
    "*.example.com",
    { kind: "allowed", lifetime: until, since },
    { connections: 3, open: 1, sent: 1_500, received: 48_000_000, last: since },
  );
  fake.network.say(it, "tracker.example.net", { kind: "never" });
}

test("more of the network waits for consent, and less is done at once", async () => {
  const { update } = show();
  expect(chosen()).toEqual(["Ask first"]);
  await userEvent.click(mode("Open"));
  expect(chosen()).toEqual(["Ask first"]);
  await update();
  expect(screen.getByText("Waiting for your consent")).toBeTruthy();
  await agree();
  await update();
  expect(chosen()).toEqual(["Open"]);
  expect(server()).toMatchObject({ network: "open", askFirst: false });
  await userEvent.click(mode("Off"));
  await update();
  expect(chosen()).toEqual(["Off"]);
  expect(fake.view().consents).toEqual([]);
});

test("what cannot be changed is said, and stays", async () => {
  const { update } = show();
  fake.fail("setConfinement", "storage-full");
  await userEvent.click(mode("Off"));
  await update();
  expect(screen.getByText(/^The disk is full/)).toBeTruthy();
  expect(chosen()).toEqual(["Ask first"]);
  const before = server();
  await userEvent.click(mode("Ask first"));
  expect(server()).toEqual(before);
});

test("a server that is open is offered to be asked about", async () => {
  fake.changeServer("Files", { network: "open" });
  const { update } = show();
  await userEvent.click(button("Switch to Ask first"));
  await update();
  expect(server().network).toBe("ask");
  expect(screen.queryByRole("button", { name: "Switch to Ask first" })).toBeNull();
});

test("where destinations cannot be held, to ask first is to be off", () => {
  fake.changeSystem({ destinations: false });
  show();
  expect(chosen()).toEqual(["Ask first"]);
  expect(screen.getByText(/^Off here: this computer can’t limit/)).toBeTruthy();
});

test.each([
  [
    "this computer",
    () => fake.changeSystem({ networkOff: false }),
    /cannot switch the network off/,
  ],
  [
    "no enforcement",
    () => fake.changeServer("Files", { asked: "advisory" }),
    /^Without enforcement it cannot/,
  ],
])("%s leaves no choice", (_, change, why) => {
  change();
  show();
  expect(chosen()).toEqual(["Open"]);
  for (const name of ["Off", "Ask first", "Open"]) expect(mode(name).disabled).toBe(true);
  expect(screen.getByText(why)).toBeTruthy();
});

test("destinations are listed with what went there", () => {
  decide();
  show();
  const [allowed, never] = lines();
  expect(allowed).toMatch(/^ ?\*\.example\.com/);
  for (const words of [
    "every name under example.com",
    "ports 80 and 443",
    "Allowed: Until",
    "3 connections, 1 open now",
    "1.5 kB sent, 48 MB received",
  ]) {
    expect(allowed).toContain(words);
  }
  expect(never).toMatch(/tracker\.example\.net.*Never, without asking.*Not used yet/s);
});

test("what is allowed is taken back at once, and to be asked again waits", async () => {
  decide();
  const { update } = show();
  await userEvent.click(button("Take back *.example.com"));
  await update();
  expect(lines()).toHaveLength(1);
  expect(document.activeElement?.textContent).toBe("Where it may connect");
  await userEvent.click(button("Ask again about tracker.example.net"));
  await update();
  expect(lines()).toHaveLength(1);
  expect(screen.getByText(/^Waiting for your consent: Ask about tracker/)).toBeTruthy();
  await agree();
  await update();
  expect(screen.getByText("You have not decided about any destination.")).toBeTruthy();
});

test("what was taken back can be asked for again, for the time that was left", async () => {
  const end = Date.now() + 10.5 * 60_000;
  const until = { kind: "until" as const, at: end };
  const rule = { kind: "allowed" as const, lifetime: until, since: Date.now() };
  fake.network.say(fake.servers.named("Files"), "api.example.com", rule);
  const { update } = show();
  await userEvent.click(button("Take back api.example.com"));
  await update();
  expect(app.toast?.text).toBe("api.example.com was taken back from “Files”.");
  expect(app.toast?.undo?.text).toBe("Allow again…");
  await app.toast?.undo?.act();
  await update();
  expect(server().destinations).toEqual([]);
  expect(fake.view().consents).toMatchObject([
    { what: { kind: "destination", lifetime: { for: { minutes: 10 } } } },
  ]);
  await agree();
  expect(server().destinations).toHaveLength(1);
});

test("a destination is allowed by consent, for as long as was chosen", async () => {
  const { update } = show();
  const form = within(screen.getByRole("form", { name: "Allow a destination" }));
  const where = form.getByRole<HTMLInputElement>("textbox", { name: "Name, address or range" });
  await userEvent.type(where, "API.example.com");
  await userEvent.selectOptions(form.getByRole("combobox", { name: "For how long" }), "1 hour");
  await userEvent.type(where, "{Enter}");
  expect(where.value).toBe("");
  expect(server().destinations).toEqual([]);
  await update();
  expect(screen.getByText("Waiting for your consent: api.example.com")).toBeTruthy();
  await agree();
  await update();
  expect(server().destinations).toMatchObject([
    { destination: "api.example.com", rule: { kind: "allowed", lifetime: { kind: "until" } } },
  ]);
});

test.each([
  ["https://example.com/x", /^This is the address of a page/],
  ["localhost", /^A program on this computer has a port/],
  ["*.com", /^A star stands alone/],
  ["a b", /^A name has letters/],
])("%s is no destination, and why is said", async (typed, why) => {
  show();
  const where = screen.getByRole<HTMLInputElement>("textbox");
  await userEvent.type(where, `${typed}{Enter}`);
  expect(await screen.findByText(why)).toBeTruthy();
  expect(where.value).toBe(typed);
  expect(where.getAttribute("aria-invalid")).toBe("true");
  expect(fake.view().consents).toEqual([]);
});

test.each([
  ["empty", /^Nowhere was named/],
  ["too-long", /^This name is too long/],
  ["odd-address", /written in an unusual way/],
  ["port", /^The port is not a number/],
  ["range", /^This is no range/],
  ["nowhere", /^Nothing can be connected to/],
  ["not-known-yet", /^This is no destination/],
])("the reason %s has words of its own", async (reason, words) => {
  show();
  fake.fail("allowDestination", "bad-destination", { reason });
  await userEvent.click(button("Allow…"));
  expect(await screen.findByText(words)).toBeTruthy();
});

test("that what is allowed was not reached is said where it is allowed", async () => {
  decide();
  const { update } = show();
  expect(lines().join()).not.toContain("Last try failed");
  fake.network.miss(fake.servers.named("Files"), "*.example.com", "unreachable");
  await update();
  expect(lines()[0]).toMatch(/Last try failed .*: nobody answered there/);
});
