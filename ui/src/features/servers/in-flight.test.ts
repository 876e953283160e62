import { render, screen } from "@testing-library/svelte";
import { beforeEach, expect, test } from "vitest";
import { fake, playing } from "../../../tests/playing";
import type { RunView } from "../../backend/types";
import { app } from "../../shared/app.svelte";
import Live from "./ServersScreen.svelte";

playing();
beforeEach(() => {
  app.server = fake.servers.named("Files").id;
});

const states: RunView[] = [{ kind: "running", since: 0 }, { kind: "stopping" }];

test.each(states)("calls in flight are said in the list and of the server: $kind", (state) => {
  fake.changeServer("Files", { callsInFlight: 2, state });
  render(Live);
  expect(screen.getAllByText("2 calls in flight")).toHaveLength(2);
});

test("of a server that works on no call nothing is said", () => {
  render(Live);
  expect(screen.queryByText(/^\d+ calls? in flight$/)).toBeNull();
});
