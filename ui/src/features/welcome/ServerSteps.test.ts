import { render, screen, within } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { fake, playing } from "../../../tests/playing";
import ServerSteps from "./ServerSteps.svelte";
import { app } from "../../shared/app.svelte";

playing();

const steps = (name: string) => render(ServerSteps, { server: app.serverOf(idOf(name))! });
const idOf = (name: string) => fake.servers.named(name).id;
const starting = { kind: "starting" as const, since: Date.now() - 25_000 };

test("a slow start says for how long, what its launcher does, and can be cancelled", async () => {
  fake.changeServer("filesystem", { state: starting });
  fake.log("filesystem", "npm http fetch GET 200");
  steps("filesystem");
  const about = within(await screen.findByRole("region", { name: "filesystem is starting" }));
  expect(about.getByText(/Starting… \d+ s/)).toBeTruthy();
  expect(about.getByText("Already confined to its folders.")).toBeTruthy();
  expect(await about.findByText("npm http fetch GET 200")).toBeTruthy();
  await userEvent.click(about.getByRole("button", { name: "Cancel" }));
  expect(fake.servers.named("filesystem").state.kind).toBe("stopped");
});

test("of several that start, each goes on to say what its launcher does", async () => {
  for (const name of ["filesystem", "Files"]) {
    fake.changeServer(name, { state: starting });
    steps(name);
  }
  const about = (name: string) => screen.findByRole("region", { name: `${name} is starting` });
  const [first, second] = [await about("filesystem"), await about("Files")];
  fake.log("filesystem", "added 42 packages");
  fake.log("Files", "added 7 packages");
  const soon = { timeout: 4_000 };
  expect(await within(first).findByText("added 42 packages", {}, soon)).toBeTruthy();
  expect(await within(second).findByText("added 7 packages", {}, soon)).toBeTruthy();
});

test("a failure tells its cause, and what the server wrote last", async () => {
  fake.log("filesystem", "npm error 404 Not Found");
  fake.crash("filesystem", {
    code: "crash-loop",
    details: { count: "5", seconds: "60" },
  });
  steps("filesystem");
  expect(await screen.findByText("npm error 404 Not Found")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Start" }));
  expect(fake.servers.named("filesystem").state.kind).toBe("starting");
  expect(document.activeElement?.textContent).toBe("filesystem");
});
