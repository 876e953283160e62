import { render, screen } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { fake, playing } from "../../../tests/playing";
import Live from "./Log.svelte";

playing();

const server = () => fake.view().servers.find(({ name }) => name === "filesystem")!;
const of = (number: number) => ({ number, app: "Claude Code" });

test("each line of a log says of which session it is, and those of one are shown alone", async () => {
  fake.log("filesystem", "own");
  render(Live, { server: server() });
  await screen.findByText("own");
  expect(screen.queryByLabelText("Show the lines of")).toBeNull();

  fake.log("filesystem", "third", of(3));
  fake.log("filesystem", "fourth", of(4));
  await screen.findByText("fourth");
  expect(screen.getByText("stderr · Session 3, “Claude Code”")).toBeTruthy();

  const whose = screen.getByLabelText("Show the lines of");
  await userEvent.selectOptions(whose, "Session 4, “Claude Code”");
  expect(screen.queryByText("third")).toBeNull();
  expect(screen.queryByText("own")).toBeNull();
  expect(screen.getByText("fourth")).toBeTruthy();

  await userEvent.selectOptions(whose, "Paddock’s own use");
  expect(screen.queryByText("fourth")).toBeNull();
  expect(screen.getByText("own")).toBeTruthy();
});

test("of whom nothing was logged, that is said", async () => {
  render(Live, { server: server() });
  fake.log("filesystem", "third", of(3));
  await screen.findByText("third");
  const whose = screen.getByLabelText<HTMLSelectElement>("Show the lines of");
  await userEvent.selectOptions(whose, "Paddock’s own use");
  expect(screen.getByText("Nothing logged yet.")).toBeTruthy();
});

test("a session stays chosen when its lines make room for others", async () => {
  render(Live, { server: server() });
  fake.log("filesystem", "third", of(3));
  await screen.findByText("third");
  const whose = screen.getByLabelText<HTMLSelectElement>("Show the lines of");
  await userEvent.selectOptions(whose, "Session 3, “Claude Code”");
  for (let line = 0; line < 2000; line += 1) fake.log("filesystem", "own");
  await screen.findByText("Nothing logged yet.");
  expect(whose.selectedOptions[0]?.text).toBe("Session 3, “Claude Code”");
});
