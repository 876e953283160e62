import { render, screen } from "@testing-library/svelte";
import { expect, test } from "vitest";
import { fake, playing } from "../../tests/playing";
import { app } from "./app.svelte";
import Notices from "./Notices.svelte";

playing();

test("of many paused apps, those that are here are named and the others counted", async () => {
  for (let number = 0; number < 256; number++) await app.commands.pauseApp(`app ${number}`, null);
  fake.join("filesystem", "Codex", { state: { kind: "paused" } });
  await app.commands.pauseApp("Codex", null);
  render(Notices);
  expect(screen.getByRole("button", { name: "Resume Codex" })).toBeTruthy();
  expect(screen.getAllByRole("button", { name: /^Resume / })).toHaveLength(5);
  expect(screen.getByText(/^252 more apps are paused\./)).toBeTruthy();
});
