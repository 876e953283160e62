import { render, screen } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { Fake } from "../../backend/fake";
import { app } from "../../shared/app.svelte";
import GrantLine from "./GrantLine.svelte";
import { knownOf } from "./told";

let fake: Fake;
const MINUTE = 60_000;

beforeEach(() => {
  fake = new Fake();
  fake.furnish();
  fake.give("/w/acme", "filesystem", "read", { kind: "always" });
});

const known = (after = 0) => {
  const [grant] = fake.view().grants;
  const server = fake.view().servers.find(({ id }) => id === grant!.server);
  return knownOf(grant!, server, Date.now() + after);
};

const use = () => fake.access.use(fake.view().grants[0]!.server, "read_text_file", "/w/acme/a.rs");
const used = { text: "Last used this minute: read_text_file", path: "/w/acme/a.rs" };

test("a grant says how it was used last, and how long ago that is", () => {
  expect(known()).toEqual({ state: "No recorded use yet", used: null });
  use();
  expect(known()).toEqual({ state: null, used });
  expect(known(3 * MINUTE + 1).used?.text).toBe("Last used 3 min. ago: read_text_file");
});

test("what is not as it should be is said first, and the last use all the same", () => {
  use();
  fake.changeServer("filesystem", { told: "waiting" });
  expect(known()).toEqual({ state: "Told; hasn’t re-read its folders", used });
  fake.changeServer("filesystem", { state: { kind: "starting", since: Date.now() } });
  expect(known()).toEqual({ state: "Server is starting", used });
  fake.setReachability("/w/acme", "missing");
  expect(known()).toEqual({ state: "Suspended", used });
});

test("the path of the last use can be read without a pointer", async () => {
  await app.connect(fake);
  use();
  render(GrantLine, { grant: fake.view().grants[0]!, lead: "server" });
  const path = screen.getByText("/w/acme/a.rs");
  const fold = path.closest("details")!;
  expect(fold.open).toBe(false);
  await userEvent.click(screen.getByText(used.text));
  expect(fold.open).toBe(true);
  app.disconnect();
});
