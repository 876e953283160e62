import { beforeEach, expect, test } from "vitest";
import { Fake } from "../../backend/fake";
import { grantText } from "./told";

let fake: Fake;
const MINUTE = 60_000;

beforeEach(() => {
  fake = new Fake();
  fake.furnish();
  fake.give("/w/acme", "filesystem", "read", { kind: "always" });
});

const text = (after = 0) => {
  const [grant] = fake.view().grants;
  const server = fake.view().servers.find(({ id }) => id === grant!.server);
  return grantText(grant!, server, Date.now() + after);
};

test("a grant says how it was used last, and how long ago that is", () => {
  expect(text()).toEqual({ text: "No recorded use yet" });
  fake.access.use(fake.view().grants[0]!.server, "read_text_file", "/w/acme/a.rs");
  expect(text()).toEqual({
    text: "Last used this minute: read_text_file",
    title: "read_text_file: /w/acme/a.rs",
  });
  expect(text(3 * MINUTE + 1).text).toBe("Last used 3 min. ago: read_text_file");
});

test("what is not as it should be is said first", () => {
  fake.access.use(fake.view().grants[0]!.server, "read_text_file", "/w/acme/a.rs");
  fake.changeServer("filesystem", { told: "waiting" });
  expect(text().text).toBe("Told; hasn’t re-read its folders");
  fake.setReachability("/w/acme", "missing");
  expect(text().text).toBe("Suspended");
});
