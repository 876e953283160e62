import { render, screen } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { fake, playing } from "../../../../tests/playing";
import Attempts from "./Attempts.svelte";

playing();

test("that more was refused unasked is said", () => {
  fake.changeServer("Files", { network: "ask", attempts: [], sought: [], refusedUnasked: 1 });
  render(Attempts, { server: fake.view().servers[0]! });
  expect(screen.getByText(/^One more connection was refused without asking you/)).toBeTruthy();
});

test("a destination that was sought in vain can be allowed, by consent", async () => {
  const sought = [{ destination: "api.example.com", never: false, count: 3, last: Date.now() }];
  fake.changeServer("Files", { network: "ask", attempts: [], sought });
  render(Attempts, { server: fake.view().servers[0]! });
  expect(screen.getByText(/^Tried to connect 3 times/)).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Allow api.example.com…" }));
  expect(fake.view().consents[0]?.what).toMatchObject({
    kind: "destination",
    destination: "api.example.com",
  });
});
