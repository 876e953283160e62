import { render, screen, within } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { fake, playing } from "../../../../tests/playing";
import type { ToolView, UsageView } from "../../../backend/types";
import ServersScreen from "../ServersScreen.svelte";

playing();

const usage = () => fake.view().servers.find(({ name }) => name === "Files")!.usage;
const ruleOf = (tool: string, who: string) =>
  screen.findByRole<HTMLSelectElement>("combobox", { name: `Calls of ${tool} by ${who}` });

async function showTools(change: Partial<UsageView> = {}): Promise<void> {
  fake.changeServer("Files", { usage: { ...usage(), ...change } });
  render(ServersScreen);
  await userEvent.click(await screen.findByRole("tab", { name: "Tools" }));
}

async function choose(tool: string, who: string, rule: string): Promise<HTMLSelectElement> {
  const select = await ruleOf(tool, who);
  await userEvent.selectOptions(select, rule);
  return select;
}

test("a stricter rule holds at once, and a looser one waits", async () => {
  await showTools();
  const select = await choose("read_file", "Every app", "Ask first");
  expect(usage().rules).toEqual([{ app: null, tool: "read_file", rule: "ask" }]);
  await expect.poll(() => select.value).toBe("ask");
  await userEvent.selectOptions(select, "Allowed");
  expect(select.value).toBe("ask");
  expect(await screen.findByText("Waiting for your consent")).toBeTruthy();
  expect(usage().rules).toHaveLength(1);
  await fake.consenting.commands.agree(fake.view().consents[0]!.id);
  expect(usage().rules).toEqual([]);
  await expect.poll(() => select.value).toBe("allowed");
});

test("an app has rules of its own, or those of every app", async () => {
  fake.join("Files", "Codex");
  await showTools({ rules: [{ app: null, tool: "read_file", rule: "ask" }] });
  await userEvent.selectOptions(screen.getByLabelText("For"), "Codex");
  const select = await ruleOf("read_file", "Codex");
  expect(select.selectedOptions[0]!.textContent).toContain("Ask first (as every app)");
  await userEvent.selectOptions(select, "Off");
  expect(usage().rules).toContainEqual({ app: "Codex", tool: "read_file", rule: "off" });
  await userEvent.selectOptions(select, "Ask first (as every app)");
  expect(await screen.findByText("Waiting for your consent")).toBeTruthy();
  expect(fake.view().consents[0]!.what).toMatchObject({ app: "Codex", rule: null });
});

test("an app with rules and no session can be chosen, and stays chosen", async () => {
  await showTools({ rules: [{ app: "Zed", tool: "read_file", rule: "off" }] });
  const who = screen.getByLabelText<HTMLSelectElement>("For");
  expect([...who.options].map(({ text }) => text)).toEqual(["Every app", "Zed"]);
  await userEvent.selectOptions(who, "Zed");
  fake.changeServer("Files", { usage: { ...usage(), rules: [] } });
  await expect.poll(() => fake.view().servers[0]!.usage.rules).toEqual([]);
  expect(who.selectedOptions[0]!.text).toBe("Zed");
});

test("a tool that changed is marked, and accepted by consent", async () => {
  await showTools({ changedTools: ["read_file"], holdChanged: true });
  expect(await screen.findByText("Changed since first seen")).toBeTruthy();
  expect(screen.getByText("1 tool has changed since it was first seen: read_file")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Accept as it is now" }));
  expect(usage().changedTools).toEqual(["read_file"]);
  await fake.consenting.commands.agree(fake.view().consents[0]!.id);
  await expect.poll(() => screen.queryByText("Changed since first seen")).toBeNull();
});

test("holding calls of changed tools is on at once, and off by consent", async () => {
  await showTools();
  const box = screen.getByRole<HTMLInputElement>("checkbox", {
    name: "Calls of changed tools wait for you",
  });
  await userEvent.click(box);
  expect(usage().holdChanged).toBe(true);
  await expect.poll(() => box.checked).toBe(true);
  await userEvent.click(box);
  expect(box.checked).toBe(true);
  expect(fake.view().consents).toMatchObject([{ what: { kind: "holdChanged" } }]);
});

test("rules of tools that nobody lists now are shown all the same", async () => {
  fake.changeServer("Files", { state: { kind: "stopped" } });
  await showTools({ rules: [{ app: null, tool: "gone", rule: "off" }] });
  const list = await screen.findByRole("list", { name: "Not in the server’s list" });
  expect(within(list).getByText("gone")).toBeTruthy();
  expect((await ruleOf("gone", "Every app")).value).toBe("off");
});

test("claims are said to be claims, and own calls to be free of the rules", async () => {
  await showTools();
  expect((await screen.findAllByText(/^The server says: read only/)).length).toBeGreaterThan(0);
  expect(
    screen.getByText(/^These rules don’t apply to calls that you make in this window/),
  ).toBeTruthy();
});

// So many are drawn slowly on a busy computer.
test("a hundred tools have a rule each", { timeout: 60_000 }, async () => {
  const tools = fake.offers.tools;
  const tool = (index: number): ToolView => ({ ...tools[0]!, title: null, name: `tool_${index}` });
  fake.offers.tools = Array.from({ length: 100 }, (_, index) => tool(index));
  await showTools();
  // By their labels: roles of so many take too long to work out.
  const rules = await screen.findAllByLabelText(/^Calls of tool_/);
  expect(rules).toHaveLength(100);
  await userEvent.selectOptions(rules[99]!, "Off");
  expect(usage().rules).toEqual([{ app: null, tool: "tool_99", rule: "off" }]);
});
