import { expect, test } from "vitest";
import { Fake } from "../../backend/fake";
import { furnishRequests, plainSampling } from "../../backend/demo-requests";
import { troubledServers } from "../../backend/fake-world";
import { changedOf, groupsOf, waitingOf, type Waiting } from "./waiting";

function furnished(): Fake {
  const fake = new Fake();
  fake.furnish();
  fake.furnish(troubledServers());
  return fake;
}

test("what waits is grouped by server, the oldest first", () => {
  const fake = furnished();
  furnishRequests(fake);
  const groups = groupsOf(fake.view()).map(({ server, items }) => [
    server?.name,
    ...items.map((item) => (item.kind === "request" ? item.request.kind : item.kind)),
  ]);
  expect(groups).toEqual([
    ["filesystem", "sampling", "form"],
    ["memory", "url"],
    ["search", "held"],
  ]);
});

test("only what is held waits, and a command until it is trusted", async () => {
  const fake = new Fake();
  fake.furnish();
  fake.attempt("Files", { path: "/a" });
  expect(waitingOf(fake.view())).toEqual([]);
  const draft = { name: "new", program: "npx", args: [], env: [], cwd: null };
  const id = await fake.commands.addServer(draft);
  expect(waitingOf(fake.view())).toMatchObject([{ kind: "trust", server: id, changed: false }]);
});

test("a server asks for more than one thing", () => {
  const fake = new Fake();
  fake.furnish();
  const [first, second] = [fake.asks("Files", plainSampling), fake.asks("Files", plainSampling)];
  expect(waitingOf(fake.view()).map(({ key }) => key)).toEqual([
    `request ${first}`,
    `request ${second}`,
  ]);
});

test("of too many commands that changed those come first that are not merely run by something else", () => {
  const item = (server: number, updated: boolean): Waiting => ({
    key: `trust ${server}`,
    server,
    at: 0,
    kind: "trust",
    changed: true,
    updated,
  });
  const updates = Array.from({ length: 24 }, (_, at) => item(at, true));
  const together = changedOf([...updates, item(24, false)]);
  expect([together[0], together.length]).toEqual([24, 20]);
});
