import { render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, expect, test, vi } from "vitest";
import { fake, playing } from "../../tests/playing";
import { app, type Screen } from "./app.svelte";
import Notices from "./Notices.svelte";

playing();
afterEach(() => vi.useRealTimers());

const codes = () => fake.view().notices.map(({ failure }) => failure.code);

async function go(to: Screen): Promise<void> {
  app.go(to);
  await tick();
}

test("of many paused apps, those that are here are named and the others counted", async () => {
  for (let number = 0; number < 256; number++) await app.commands.pauseApp(`app ${number}`, null);
  fake.join("filesystem", "Codex", { state: { kind: "paused" } });
  await app.commands.pauseApp("Codex", null);
  render(Notices);
  expect(screen.getByRole("button", { name: "Resume Codex" })).toBeTruthy();
  expect(screen.getAllByRole("button", { name: /^Resume / })).toHaveLength(5);
  expect(screen.getByText(/^252 more apps are paused\./)).toBeTruthy();
});

test("what was dropped and turned away does not follow onto every screen", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  await go("access");
  render(Notices);
  fake.notice("bundle-not-zip", { reason: "no end" });
  fake.notice("arrival-unknown", { path: "/home/ada/a.txt" });
  fake.notice("paste-no-servers");
  fake.notice("folder-missing", { path: "/w/gone" });
  fake.notice("storage-damaged", { kept: "/data/damaged-1.db" });
  await tick();
  expect(screen.getByText(/is not there, so it cannot be granted/)).toBeTruthy();
  vi.setSystemTime(Date.now() + 2_000);
  await go("servers");
  expect(codes()).toEqual(["storage-damaged"]);
});

test("a screen that is shown because of what was turned away tells of it", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  await go("access");
  render(Notices);
  fake.notice("bundle-not-zip", { reason: "no end" });
  await go("servers");
  expect(codes()).toEqual(["bundle-not-zip"]);
  vi.setSystemTime(Date.now() + 2_000);
  await go("access");
  expect(codes()).toEqual([]);
});
