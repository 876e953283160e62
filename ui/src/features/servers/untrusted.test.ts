import { render, screen } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { fake, playing } from "../../../tests/playing";
import type { RunView } from "../../backend/types";
import Untrusted from "./Untrusted.svelte";

playing();

const OFFER = "Ask me when it first tries to open anything else";

function show(changed: boolean) {
  const server = fake.view().servers.find(({ bundled }) => !bundled)!;
  const state: RunView = { kind: "needsTrust", fingerprint: "a", changed, was: null };
  render(Untrusted, { server, state });
  return () => fake.view().servers.find(({ id }) => id === server.id)!;
}

test("a new server can be made to wait for the person from its first run on", async () => {
  const now = show(false);
  expect(now().askFirst).toBe(false);
  await userEvent.click(screen.getByLabelText(OFFER));
  await expect.poll(() => now().askFirst).toBe(true);
  expect(fake.view().consents).toEqual([]);
});

test("it is not offered where a command only changed, or where nothing can be held", () => {
  show(true);
  expect(screen.queryByLabelText(OFFER)).toBeNull();
  fake.changeSystem({ best: "landlock" });
  show(false);
  expect(screen.queryByLabelText(OFFER)).toBeNull();
});
