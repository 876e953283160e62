import { render, screen, within } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { consenting, fake } from "../../../tests/playing";
import { writing } from "../../backend/demo-usage";
import type { CallSpec } from "../../backend/fake-usage";
import { INERT } from "./answering.svelte";
import ConsentPage from "./ConsentPage.svelte";

let session: number;

consenting(() => {
  session = fake.join("filesystem", "Codex", { state: { kind: "running", since: 0 } });
});

const user = userEvent.setup({ delay: null });
const button = (name: string) => screen.getByRole("button", { name });
const settle = (milliseconds = INERT) => vi.advanceTimersByTimeAsync(milliseconds);

/** Shows a call that waits, with everything read. */
async function show(spec: CallSpec = writing): Promise<number> {
  const id = fake.usage.hold(session, "write_file", spec);
  render(ConsentPage, { backend: fake.consenting });
  await settle(0);
  return id;
}

test("the arguments are there to the last letter, and claims are called claims", async () => {
  const end = `${"x".repeat(50_000)} the end`;
  await show({ ...writing, arguments: JSON.stringify({ content: end }) });
  const panel = screen.getByRole("region", {
    name: /^“Codex” wants to call “write_file” of “filesystem”/,
  });
  const block = within(panel).getByRole("region", { name: "Arguments" });
  expect(block.textContent).toBe(JSON.stringify({ content: end }));
  expect(block.tabIndex).toBe(0);
  expect(panel.textContent).toContain("/home/ada/src/acme");
  expect(panel.textContent).toMatch(
    /The server says: changes things, can destroy something\.\s+Paddock cannot verify this\./,
  );
});

test("a tool that reads only is said to claim that, and one that claims nothing too", async () => {
  const claims = { title: null, description: null, readOnly: true, destructive: null };
  const id = await show({ claims });
  expect(screen.getByText(/^The server says: reads only\./)).toBeTruthy();
  await fake.consenting.commands.denyCall(id);
  fake.usage.hold(session, "other", {});
  await settle(0);
  expect(screen.getByText("The server doesn’t say what this tool does.")).toBeTruthy();
});

test.each([
  ["Allow once", "once"],
  ["Allow for 1 hour", "hour"],
  ["Allow for this session", "session"],
  ["Always allow", "always"],
] as const)("“%s” is inert at first, and then does just that", async (name, answer) => {
  await show();
  expect(document.activeElement).toBe(button("Don’t allow"));
  await settle(INERT - 1);
  await user.click(button(name));
  expect(fake.usage.answered).toEqual([]);
  await settle(1);
  await user.click(button(name));
  expect(fake.usage.answered).toEqual([{ tool: "write_file", answer }]);
});

test("Enter refuses, Escape leaves it waiting, and no shortcut allows it", async () => {
  await show();
  await settle(60_000);
  await user.keyboard("{Control>}{Enter}{/Control}{Escape}");
  expect(fake.view().heldCalls).toHaveLength(1);
  await user.click(button("Answer now"));
  await settle();
  await user.keyboard("{Enter}");
  expect(fake.usage.answered).toEqual([{ tool: "write_file", answer: null }]);
});

test("a call that lapses while it is read says so, and is inert again", async () => {
  const id = await show({ ...writing, changed: true });
  expect(screen.getByText(/has changed since it was first seen/)).toBeTruthy();
  await settle();
  fake.usage.lapse(id);
  await settle(0);
  expect(
    screen.getByText(/was told to try again\. Your answer applies to its next try/),
  ).toBeTruthy();
  await user.click(button("Always allow"));
  expect(fake.usage.answered).toEqual([]);
});

test("what cannot be read cannot be allowed", async () => {
  fake.fail("heldCall", "unknown-call");
  await show();
  expect(screen.queryByRole("button", { name: /^(Allow|Always)/ })).toBeNull();
  expect(button("Don’t allow")).toBeTruthy();
  await user.click(button("Try again"));
  await settle(0);
  expect(screen.getByRole("region", { name: "Arguments" })).toBeTruthy();
  expect(button("Allow once")).toBeTruthy();
});

test("a call comes before what no app waits with", async () => {
  fake.drop({ path: "/w/acme" });
  const lapsed = fake.usage.hold(session, "late", { lapsed: true });
  await show();
  expect(screen.getByText("Question 1 of 3")).toBeTruthy();
  expect(screen.getByRole("region", { name: /write_file/ })).toBeTruthy();
  await user.click(button("Previous question"));
  await settle(0);
  expect(screen.getByRole("region", { name: /^“Codex” wants to call “late”/ })).toBeTruthy();
  expect(fake.view().heldCalls[0]!.id).toBe(lapsed);
});
