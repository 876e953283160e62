import { render, screen } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { fake, playing } from "../../../tests/playing";
import ServersScreen from "./ServersScreen.svelte";

let asked: number;

playing(() => {
  asked = 0;
  const { tools } = fake.commands;
  fake.commands = {
    ...fake.commands,
    tools: async (server) => {
      asked += 1;
      // Once is enough; without an end the test would have none either.
      if (asked > 9) throw new Error("asked again and again");
      // That a call is under way is in the view.
      fake.changeServer("Files", { callsInFlight: 1 });
      const found = await tools(server);
      fake.changeServer("Files", { callsInFlight: 0 });
      return found;
    },
  };
});
beforeEach(async () => {
  render(ServersScreen);
  await userEvent.click(screen.getByRole("tab", { name: "Tools" }));
});

test("a list is asked for once, whatever the view tells meanwhile", async () => {
  await screen.findByRole("list", { name: "Tools" });
  fake.changeServer("Files", { callsInFlight: 2 });
  await screen.findByRole("list", { name: "Tools" });
  expect(asked).toBe(1);
});

test("a list is asked for again when the server says that it changed", async () => {
  await screen.findByRole("list", { name: "Tools" });
  fake.listChanged("Files", "resources");
  fake.offers.tools = [{ ...fake.offers.tools[0]!, name: "later", title: null }];
  fake.listChanged("Files", "tools");
  await screen.findByText("later");
  expect(asked).toBe(2);
});
