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
  expect(screen.queryByLabelText("Whose lines")).toBeNull();

  fake.log("filesystem", "third", of(3));
  fake.log("filesystem", "fourth", of(4));
  await screen.findByText("fourth");
  expect(screen.getByText("stderr · Session 3, “Claude Code”")).toBeTruthy();

  const whose = screen.getByLabelText("Whose lines");
  await userEvent.selectOptions(whose, "Session 4, “Claude Code”");
  expect(screen.queryByText("third")).toBeNull();
  expect(screen.queryByText("own")).toBeNull();
  expect(screen.getByText("fourth")).toBeTruthy();

  await userEvent.selectOptions(whose, "Paddock’s own use");
  expect(screen.queryByText("fourth")).toBeNull();
  expect(screen.getByText("own")).toBeTruthy();
});
