import { render, screen, within } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fake, playing } from "../../../tests/playing";
import { furnishRequests, plainSampling } from "../../backend/demo-requests";
import { troubledServers } from "../../backend/fake-world";
import RequestsScreen from "./RequestsScreen.svelte";

let now: number;

playing(() => fake.furnish(troubledServers()));
beforeEach(() => {
  now = 0;
  vi.spyOn(performance, "now").mockImplementation(() => now);
});
afterEach(() => vi.restoreAllMocks());

const button = (name: string | RegExp) => screen.findByRole("button", { name });
const panel = (name: RegExp) => screen.findByRole("region", { name });
const answered = () => fake.requests.answered;

/** The panel of the first request of all that the demo has. */
async function furnished(): Promise<HTMLElement> {
  furnishRequests(fake);
  render(RequestsScreen);
  return panel(/^“filesystem” asks for a model/);
}

async function turnTo(name: RegExp): Promise<void> {
  await userEvent.click(await button(name));
  now += 1_000;
}

test("nothing waiting is said, and what comes is shown", async () => {
  fake.changeServer("search", { attempts: [] });
  render(RequestsScreen);
  expect(screen.getByRole("heading", { name: "Nothing waiting" })).toBeTruthy();
  fake.asks("Files", plainSampling);
  expect(await panel(/^“Files” asks for a model/)).toBeTruthy();
});

test("a click too soon answers nothing", async () => {
  await furnished();
  now = 299;
  await userEvent.click(await button("Deny"));
  expect(answered()).toEqual([]);
  expect(screen.getByText(/^The question has changed/)).toBeTruthy();
  now = 300;
  await userEvent.click(await button("Deny"));
  expect(answered()).toMatchObject([{ how: "denied" }]);
});

test("Ctrl+Enter waits until the request can have been read", async () => {
  const shown = await furnished();
  (await within(shown).findByRole("button", { name: "Deny" })).focus();
  now = 699;
  await userEvent.keyboard("{Control>}{Enter}{/Control}");
  expect(fake.view().requests[0]!.phase.kind).toBe("waiting");
  now = 700;
  await userEvent.keyboard("{Control>}{Enter}{/Control}");
  expect(fake.view().requests[0]!.phase.kind).toBe("answering");
});

test("Escape leaves it pending, and the focus where it stands in the list", async () => {
  await furnished();
  (await button("Deny")).focus();
  await userEvent.keyboard("{Escape}");
  expect(fake.view().requests).toHaveLength(3);
  expect(document.activeElement).toBe(await button(/^Model’s answer/));
});

test("what comes takes neither the focus nor the place of what is shown", async () => {
  await furnished();
  await turnTo(/^Form/);
  const title = await screen.findByRole("textbox", { name: /^Title/ });
  title.focus();
  fake.asks("Files", plainSampling, { at: 0 });
  expect(await screen.findByRole("tab", { name: "Pending (5)" })).toBeTruthy();
  expect(document.activeElement).toBe(title);
});

test("what is taken back while it is shown says so, and nothing else comes in its place", async () => {
  await furnished();
  fake.requests.end(fake.view().requests[0]!.id, "cancelled");
  expect(await screen.findByText("This request is over")).toBeTruthy();
  expect(screen.getByText("The server withdrew it before you answered.")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Send" })).toBeNull();
});

test("what was answered makes room for what waits next", async () => {
  await furnished();
  now = 1_000;
  await userEvent.click(await button("Deny"));
  await panel(/^“filesystem” asks you for details/);
  expect(document.activeElement?.textContent).toMatch(/^“filesystem” asks you for details/);
});

test("what was typed is there again", async () => {
  await furnished();
  await turnTo(/^Form/);
  await userEvent.type(await screen.findByRole("textbox", { name: /^Title/ }), "Cart is lost");
  await turnTo(/^Model’s answer/);
  await turnTo(/^Form/);
  const title = await screen.findByRole<HTMLInputElement>("textbox", { name: /^Title/ });
  expect(title.value).toBe("Cart is lost");
});

test("an answer is written by hand where there is no model", async () => {
  fake.changeServer("search", { attempts: [] });
  render(RequestsScreen);
  const id = fake.asks("Files", plainSampling);
  expect(await screen.findByText(/^No model is set up/)).toBeTruthy();
  expect(((await button("Send")) as HTMLButtonElement).disabled).toBe(true);
  await userEvent.selectOptions(screen.getByLabelText("Model"), "Answer by hand");
  await userEvent.type(screen.getByLabelText("Answer"), "42");
  now = 1_000;
  await userEvent.click(await button("Deliver"));
  expect(answered()).toEqual([{ request: id, how: "answer", text: "42" }]);
});

test("what went wrong is said in the panel", async () => {
  const shown = await furnished();
  now = 1_000;
  fake.fail("sendSampling", "storage-full");
  await userEvent.click(await button("Send"));
  expect(await within(shown).findByText(/^The disk is full/)).toBeTruthy();
});

test("a request that cannot be read is not shown as an empty one", async () => {
  furnishRequests(fake);
  fake.fail("request", "unknown-request");
  render(RequestsScreen);
  expect(await screen.findByText(/^That request is over/)).toBeTruthy();
  await userEvent.click(await button("Try again"));
  expect(await panel(/^“filesystem” asks for a model/)).toBeTruthy();
});

test("commands that changed together are reviewed in one question", async () => {
  fake.changeFiles("filesystem", "runtime");
  render(RequestsScreen);
  expect(screen.queryByRole("button", { name: /^Review/ })).toBeNull();
  fake.changeFiles("search", "runtime");
  await userEvent.click(await button("Review 2 changed commands together…"));
  await expect.poll(() => fake.view().consents.length).toBe(2);
  const [one, other] = fake.view().consents;
  expect([one!.what.kind, other!.what.kind]).toEqual(["trust", "trust"]);
  expect(one!.together).not.toBeNull();
  expect(one!.together).toBe(other!.together);
});

test("an access that nobody answered says that it was denied", async () => {
  const [{ id: server } = { id: 0 }] = fake.view().servers;
  const lapsed = { kind: "access", why: "lapsed", summary: "/home/ada/acme/notes.txt" } as const;
  fake.requests.missed = [
    { id: 1, request: null, server, at: Date.now(), again: 0, of: null, ...lapsed },
  ];
  fake.changeServer("search", { attempts: [] });
  render(RequestsScreen);
  await userEvent.click(await screen.findByRole("tab", { name: "Missed (1)" }));
  const missed = within(await screen.findByRole("list", { name: "Missed requests" }));
  expect(missed.getByText(lapsed.summary)).toBeTruthy();
  expect(missed.getByText(/in time, so access was denied\.$/)).toBeTruthy();
});
