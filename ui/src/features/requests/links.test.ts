import { render, screen } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { fake, playing } from "../../../tests/playing";
import { app } from "../../shared/app.svelte";
import AccessScreen from "../access/AccessScreen.svelte";
import ServersScreen from "../servers/ServersScreen.svelte";
import RequestsScreen from "./RequestsScreen.svelte";

playing();
beforeEach(() => {
  fake.give("/w/acme", "filesystem", "read", { kind: "always" });
  fake.network.seek("Files", "first.example.com");
  fake.network.seek("filesystem", "api.example.com");
});

async function expectQuestion(): Promise<void> {
  expect(app.screen).toBe("requests");
  render(RequestsScreen);
  expect(await screen.findByRole("region", { name: /connect to api\.example\.com/ })).toBeTruthy();
}

test("where a server wants to connect is said on its page, with the way to the question", async () => {
  app.server = fake.servers.named("filesystem").id;
  render(ServersScreen);
  expect(screen.getByRole("button", { name: /^filesystem.*Waiting for you/ })).toBeTruthy();
  expect(screen.getByText("Waiting for you: Connection: api.example.com")).toBeTruthy();
  await userEvent.click(
    screen.getByRole("button", { name: "Answer now: Connection: api.example.com" }),
  );
  await expectQuestion();
});

test.each(["By folder", "By server"])("a row of access leads to the question: %s", async (way) => {
  render(AccessScreen);
  await userEvent.click(screen.getByRole("radio", { name: way }));
  await userEvent.click(
    screen.getByRole("button", { name: "Waiting for you: Connection: api.example.com" }),
  );
  await expectQuestion();
});
