import { render, screen } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fake, playing } from "../../../tests/playing";
import RequestsScreen from "./RequestsScreen.svelte";

let now: number;

playing(async () => {
  await fake.commands.setMostSent(files().id, 10_000);
  fake.network.fill("Files");
});
beforeEach(() => {
  now = 0;
  vi.spyOn(performance, "now").mockImplementation(() => now);
  render(RequestsScreen);
});
afterEach(() => vi.restoreAllMocks());

const files = () => fake.servers.named("Files");
const panel = () =>
  screen.findByRole("region", {
    name: /^“Files” has reached today’s sending limit \(\s?10 MB\s?\)\s?$/,
  });

async function press(name: string): Promise<void> {
  now += 1_000;
  await userEvent.click(await screen.findByRole("button", { name }));
}

test.each([
  ["Let it send another 10 MB…", { kind: "upTo", kilobytes: 20_000 }],
  ["No limit today…", { kind: "unlimited" }],
])("%s waits for consent", async (name, today) => {
  await panel();
  await press(name);
  expect(files().sending.today).toBeNull();
  expect(fake.view().consents.map(({ what }) => what)).toEqual([
    { kind: "sendToday", server: files().id, today },
  ]);
  expect(fake.view().askedSending).toHaveLength(1);
});

test("sending is stopped at once", async () => {
  await panel();
  await press("Stop sending today");
  expect(files().sending.today).toEqual({ kind: "stopped" });
  expect(fake.view().consents).toEqual([]);
  expect(fake.view().askedSending).toEqual([]);
});
