import { render, screen } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { tick } from "svelte";
import { expect, test, vi } from "vitest";
import { consenting, fake } from "../../../tests/playing";
import { furnishApps } from "../../backend/demo-apps";
import { failure } from "../../backend/fake-failure";
import { INERT } from "./answering.svelte";
import { appWishOf } from "./appchange";
import ConnectedEntry from "./ConnectedEntry.svelte";
import ConsentPage from "./ConsentPage.svelte";

consenting(() => furnishApps(fake));

const user = userEvent.setup({ delay: null });
const button = (name: string) => screen.getByRole("button", { name });
const settle = () => vi.advanceTimersByTimeAsync(INERT);
const keys = (...names: string[]) => names.map((name) => fake.apps.entry(name).key);
const meant = (...names: string[]) => keys(...names).map((key) => ({ key, seen: "", answers: [] }));
const region = (name: RegExp) => screen.getByRole("region", { name });

test("an entry is connected by what was shown, once it can have been read", async () => {
  await fake.commands.connectEntries("cursor", meant("docs"));
  render(ConsentPage, { backend: fake.consenting });
  const question = region(/^Let “Cursor” launch its servers through Paddock/);
  expect(question.textContent).toContain("docs becomes the new server docs");
  expect(question.textContent).toContain("Folders it names, for you to grant: /home/ada/Documents");
  expect(question.textContent).toContain('+      "command": "/usr/bin/paddock"');
  await user.click(button("Connect"));
  expect(fake.apps.entry("docs").content.kind).toBe("direct");
  await settle();
  await user.click(button("Connect"));
  expect(fake.apps.entry("docs").content).toMatchObject({ kind: "through", server: "docs" });
  expect(fake.view().servers.at(-1)!.state.kind).toBe("needsTrust");
  await tick();
  expect(screen.getByRole("heading", { name: "Nothing waits for your consent" })).toBeTruthy();
});

test("a question that takes the place of another is not answered by its click", async () => {
  await fake.commands.connectEntries("cursor", meant("docs"));
  render(ConsentPage, { backend: fake.consenting });
  await settle();
  await fake.commands.connectEntries("cursor", meant("docs", "fetch"));
  await tick();
  await user.click(button("Connect"));
  expect(fake.apps.entry("docs").content.kind).toBe("direct");
  expect(region(/^Let “Cursor”/).textContent).toContain("fetch becomes the new server fetch");
});

test("a project’s config says whom it changes, and what is declined stays as it is", async () => {
  await fake.commands.connectEntries("cursor", meant("acme-db"));
  render(ConsentPage, { backend: fake.consenting });
  expect(region(/^Let “Cursor”/).textContent).toContain(
    "belongs to the project /home/ada/src/acme",
  );
  await settle();
  await user.click(button("Leave as it is"));
  expect(fake.apps.changes).toEqual([]);
  expect(fake.apps.entry("acme-db").content.kind).toBe("direct");
});

test("disconnecting warns of what it gives", async () => {
  await fake.commands.disconnectEntries("claude-code", keys("filesystem"));
  render(ConsentPage, { backend: fake.consenting });
  const question = region(/^Let “Claude Code” launch its servers by itself again/);
  expect(question.textContent).toContain("can read everything you can");
  await settle();
  await user.click(button("Disconnect"));
  expect(fake.apps.entry("filesystem").content.kind).toBe("direct");
});

test("a file that changed meanwhile is told where it was agreed to, and waits on", async () => {
  await fake.commands.connectEntries("cursor", meant("docs"));
  render(ConsentPage, { backend: fake.consenting });
  await settle();
  fake.fail("agreeAppChange", "app-changed-meanwhile");
  await user.click(button("Connect"));
  expect(screen.getByRole("alert").textContent).toContain("changed at the same moment");
  expect(fake.apps.changes).toHaveLength(1);
});

test("variables of a file are named with where they are from, or it is said why there are none", () => {
  const path = "/home/ada/db.env";
  const entry = {
    name: "db",
    server: "db",
    isNew: true,
    command: "npx db",
    cwd: null,
    env: ["MODE"],
    envFile: { path, names: ["DB_TOKEN"] },
    problem: null,
    unset: [],
    folders: [],
    lost: [],
  };
  const read = render(ConnectedEntry, { entry }).container.textContent;
  expect(read).toContain("Variables that move into Paddock: MODE");
  expect(read).toContain("Variables read from /home/ada/db.env: DB_TOKEN");
  const problem = failure("app-env-file-line", { path, line: "3" });
  const unread = { ...entry, envFile: null, problem, unset: ["DB_URL"] };
  const said = render(ConnectedEntry, { entry: unread }).container.textContent;
  expect(said).toContain("Line 3 of /home/ada/db.env cannot be read as NAME=value");
  expect(said).toContain("Not set, because no value was given: DB_URL");
});

test("what can’t be given back is not agreed to", () => {
  const given = (...kinds: ("leftAlone" | "gone" | "asBefore" | "restored")[]) => {
    const entries = kinds.map((kind) => ({ name: "x", outcome: { kind } }));
    const file = { path: "/x", target: null, diff: null, entries };
    return appWishOf({
      id: 1,
      app: "Zed",
      project: null,
      what: { kind: "giveBack", files: [file] },
    });
  };
  expect(given("leftAlone").agree).toBeNull();
  expect(given("leftAlone", "gone")).toMatchObject({ agree: "app-ask-forget", wide: false });
  expect(given("leftAlone", "restored")).toMatchObject({ wide: true });
});
