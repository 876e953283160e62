import { render } from "@testing-library/svelte";
import { expect, test } from "vitest";
import { fake, playing } from "../../../tests/playing";
import { app } from "../../shared/app.svelte";
import Footprint from "./Footprint.svelte";

playing();

const shown = (change: object) => {
  fake.changeServer("filesystem", change);
  const server = app.view!.servers.find(({ name }) => name === "filesystem")!;
  return render(Footprint, { server }).container.textContent;
};

test("what can't be told is said in place of that nothing is needed, and beside what is", () => {
  expect(shown({ reads: [] })).toContain("None of your files");
  const untold = shown({ reads: [], untold: true });
  expect(untold).toContain("can’t tell which files this runs");
  expect(untold).not.toContain("None of your files");
  const own = { files: 1, bytes: 1, all: true, hidden: [] };
  const both = shown({ reads: [{ path: "/w/a.py", why: "program", own }], untold: true });
  expect(both).toContain("/w/a.py");
  expect(both).toContain("can’t tell which files this runs");
});
