import { render, screen, waitFor } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { fake, playing } from "../../../tests/playing";
import { furnishAskingApp, furnishFirstApps } from "../../backend/demo-apps";
import { offersOf } from "./found";
import FoundApps from "./FoundApps.svelte";

playing(() => {
  furnishFirstApps(fake);
  furnishAskingApp(fake);
});

const button = (name: RegExp) => screen.getByRole("button", { name });

test("what an app would fill in is asked for with the entry, while that is chosen", async () => {
  render(FoundApps, { offers: offersOf({ apps: fake.apps.all }) });
  const box = screen.getByRole("checkbox", { name: /^ado/ });
  await userEvent.click(box);
  expect(screen.queryByLabelText(/^TOKEN/)).toBeNull();
  await userEvent.click(box);

  await userEvent.click(button(/^Connect 4 servers/));
  expect(fake.apps.changes, "a value is missing").toEqual([]);
  await userEvent.type(screen.getByRole("textbox", { name: /^ado_org/ }), "acme");
  await userEvent.type(screen.getByLabelText(/^TOKEN/), "hunter2");
  await userEvent.click(button(/^Connect 4 servers/));
  await waitFor(() => expect(fake.apps.changes).toHaveLength(3));
  expect(fake.apps.filledIn.map(({ value }) => value)).toEqual(["acme", "slow", "hunter2"]);
});

test("what was typed is not said to an entry that changed meanwhile", async () => {
  const { rerender } = render(FoundApps, { offers: offersOf({ apps: fake.apps.all }) });
  await userEvent.type(screen.getByLabelText(/^TOKEN/), "hunter2");
  const { content } = fake.apps.entry("ado");
  if (content.kind === "direct") content.seen = "another";
  await rerender({ offers: offersOf({ apps: structuredClone(fake.apps.all) }) });
  expect((screen.getByLabelText(/^TOKEN/) as HTMLInputElement).value).toBe("");
});
