import { render, screen } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fake, playing } from "../../../tests/playing";
import RequestsScreen from "./RequestsScreen.svelte";
import { groupsOf } from "./waiting";

let now: number;

playing(() => fake.network.seek("Files", "api.example.com", "Claude Code"));
beforeEach(() => {
  now = 0;
  vi.spyOn(performance, "now").mockImplementation(() => now);
  render(RequestsScreen);
});
afterEach(() => vi.restoreAllMocks());

const panel = () =>
  screen.findByRole("region", { name: /^“Files” wants to connect to api\.example\.com\s?$/ });

async function press(name: string): Promise<void> {
  now += 1_000;
  await userEvent.click(await screen.findByRole("button", { name }));
}

test("who wants to connect, for which app and how often, is said", async () => {
  expect((await panel()).textContent).toContain("for Claude Code");
  expect((await panel()).textContent).toContain("tried once");
  expect((await panel()).textContent).not.toContain("It can read");
  fake.network.seek("Files", "api.example.com");
  fake.give("/w/acme", "Files", "read", { kind: "always" });
  expect(await screen.findByText("tried 2 times")).toBeTruthy();
  expect((await panel()).textContent).toContain("It can read acme");
});

test("that others were refused unasked is said", async () => {
  expect((await panel()).textContent).not.toContain("without asking");
  fake.changeServer("Files", { refusedUnasked: 8 });
  expect(
    await screen.findByText(/^8 more connections were refused without asking you/),
  ).toBeTruthy();
});

test.each([
  ["Allow for this run…", "thisRun"],
  ["Allow for 1 hour…", "oneHour"],
  ["Always allow…", "always"],
])("%s waits for consent", async (name, lifetime) => {
  await panel();
  await press(name);
  expect(fake.view().consents).toMatchObject([
    { what: { kind: "destination", destination: "api.example.com", lifetime } },
  ]);
  expect(fake.view().askedDestinations).toHaveLength(1);
  await fake.consenting.commands.agree(fake.view().consents[0]!.id);
  expect(fake.view().askedDestinations).toEqual([]);
});

test.each([
  ["Never allow", [{ destination: "api.example.com", rule: { kind: "never" } }]],
  ["Not now", []],
])("%s is done at once", async (name, destinations) => {
  await panel();
  await press(name);
  expect(fake.view().askedDestinations).toEqual([]);
  expect(fake.view().consents).toEqual([]);
  expect(fake.view().servers[0]!.destinations).toMatchObject(destinations);
  expect(screen.getByRole("heading", { name: "Nothing waiting" })).toBeTruthy();
});

test("a name on a private network is one question, with its addresses", async () => {
  await panel();
  await press("Not now");
  fake.network.seek("Files", "git.corp.example", null, ["10.0.0.7", "fd12::7"]);
  const name = /^“Files” wants to connect to git\.corp\.example/;
  const asked = await screen.findByRole("region", { name });
  expect(asked.textContent).toContain("on a private network, at 10.0.0.7, fd12::7");
  await press("Always allow…");
  expect(fake.view().consents).toMatchObject([
    { what: { destination: "git.corp.example", leadsTo: ["10.0.0.7", "fd12::7"] } },
  ]);
  await press("Never allow");
  const never = { rule: { kind: "never" } };
  const denied = [
    { destination: "10.0.0.7", ...never },
    { destination: "fd12::7", ...never },
  ];
  await vi.waitFor(() => expect(fake.view().servers[0]!.destinations).toMatchObject(denied));
});

test("what was decided meanwhile is said", async () => {
  await panel();
  fake.fail("denyDestination", "unknown-destination");
  await press("Never allow");
  expect(await screen.findByText(/^That destination is no longer in the list/)).toBeTruthy();
});

test("what was being called is said, and that the server has no folders", async () => {
  expect((await panel()).textContent).toContain("while no tool was called");
  expect((await panel()).textContent).toContain("It has access to none of your folders.");
  await press("Not now");
  fake.network.seek("Files", "b.example.com", null, [], ["fetch", "search"]);
  const asked = await screen.findByRole("region", { name: /wants to connect to b\.example\.com/ });
  expect(asked.textContent?.replace(/[\u2068\u2069]/g, "")).toContain(
    "during calls of fetch, search",
  );
});

test("all that a server wants to connect to is one item, each is answered, and none is lost", async () => {
  await panel();
  fake.network.seek("Files", "b.example.com");
  fake.network.seek("Files", "c.example.com");
  fake.network.seek("filesystem", "10.0.0.7:22");
  const items = groupsOf(fake.view()).map(({ items }) => items.length);
  expect(items).toEqual([1, 1]);
  // What is shown does not change by what comes after it.
  expect((await panel()).textContent).toContain("2 other destinations");
  await press("c.example.com");
  await screen.findByRole("region", { name: /^“Files” wants to connect to c\.example\.com/ });
  await press("Never allow");
  await panel();
  await press("Not now");
  await screen.findByRole("region", { name: /^“Files” wants to connect to b\.example\.com/ });
  await press("Allow for 1 hour…");
  await fake.consenting.commands.agree(fake.view().consents[0]!.id);
  await screen.findByText(/10\.0\.0\.7/);
  expect(fake.view().askedDestinations).toMatchObject([{ destination: "10.0.0.7:22" }]);
  const said = fake.view().servers[0]!.destinations.map((it) => [it.destination, it.rule.kind]);
  expect(said).toEqual([
    ["b.example.com", "allowed"],
    ["c.example.com", "never"],
  ]);
});

test("connections are among what waits, by server", () => {
  fake.network.seek("filesystem", "10.0.0.7:22");
  const groups = groupsOf(fake.view()).map(({ server, items }) => [server?.name, items.length]);
  expect(groups).toEqual([
    ["Files", 1],
    ["filesystem", 1],
  ]);
});
