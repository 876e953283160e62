import { cleanup, render, screen, waitFor } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { fake, playing } from "../../../../tests/playing";
import type { CallView, ServerView, ToolView } from "../../../backend/types";
import Tools from "./Tools.svelte";

const tool: ToolView = {
  name: "ask",
  title: null,
  description: null,
  schema: '{"type":"object"}',
  outputSchema: null,
  claims: [],
  task: null,
};
const result: CallView = {
  isError: false,
  parts: [{ kind: "text", text: "Two doors." }],
  structured: null,
  brokenPromise: null,
  milliseconds: 12,
};

let listed: number;
let answer: (result: CallView) => void;

playing(() => {
  listed = 0;
  fake.commands = {
    ...fake.commands,
    tools: async () => ((listed += 1), [tool]),
    callTool: () => new Promise((resolve) => (answer = resolve)),
  };
});

/** The app tells of every server anew whenever anything changes. */
function toldAnew(change: (server: ServerView) => void = () => {}): ServerView {
  const server = structuredClone(fake.view().servers.find(({ name }) => name === "Files")!);
  change(server);
  return server;
}

test("tools are asked for once, and again when their list has changed", async () => {
  const { rerender } = render(Tools, { server: toldAnew() });
  await screen.findByText("ask");
  for (let times = 0; times < 5; times += 1) await rerender({ server: toldAnew() });
  expect(listed).toBe(1);
  await rerender({ server: toldAnew(({ lists }) => (lists.tools += 1)) });
  expect(listed).toBe(2);
});

test("a call goes on while another screen is shown, and its result is there afterwards", async () => {
  const user = userEvent.setup();
  render(Tools, { server: toldAnew() });
  await user.click(await screen.findByText("ask"));
  await user.click(await screen.findByRole("button", { name: "Call" }));
  expect(await screen.findByRole("button", { name: "Cancel call" })).toBeTruthy();

  cleanup();
  render(Tools, { server: toldAnew() });
  expect(await screen.findByRole("button", { name: "Cancel call" })).toBeTruthy();

  cleanup();
  answer(result);
  render(Tools, { server: toldAnew() });
  expect(await screen.findByText("Two doors.")).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole("button", { name: "Cancel call" })).toBeNull());

  // What was looked at is not kept for ever.
  cleanup();
  render(Tools, { server: toldAnew() });
  await screen.findByText("ask");
  expect(screen.queryByText("Two doors.")).toBeNull();
});

test("what may help is said with a call that failed", async () => {
  const user = userEvent.setup();
  render(Tools, { server: toldAnew() });
  await user.click(await screen.findByText("ask"));
  await user.click(await screen.findByRole("button", { name: "Call" }));
  await screen.findByRole("button", { name: "Cancel call" });
  answer({ ...result, isError: true, hint: "browser-sandbox" });
  expect(await screen.findByText(/--no-sandbox/)).toBeTruthy();
});
