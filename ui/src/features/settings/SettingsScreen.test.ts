import { render, screen, waitFor } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { fake, playing } from "../../../tests/playing";
import { app } from "../../shared/app.svelte";
import SettingsScreen from "./SettingsScreen.svelte";

playing();

const box = (name: string) => screen.findByRole("checkbox", { name });

test("a setting is taken while another one is being kept", async () => {
  const slow = vi.spyOn(fake.commands, "setStartAtLogin");
  slow.mockReturnValue(new Promise(() => undefined));
  await waitFor(() => expect(app.settings).not.toBeNull());
  render(SettingsScreen, { showShortcuts: () => undefined });
  await userEvent.click(await box("Start Paddock when I log in"));
  expect(slow).toHaveBeenCalledOnce();
  const tray = await box("Keep running in the tray when the window closes");
  const before = (tray as HTMLInputElement).checked;
  await userEvent.click(tray);
  await waitFor(() => expect((tray as HTMLInputElement).checked).toBe(!before));
});
