import { render, screen } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fake, playing } from "../../../tests/playing";
import type { Fake } from "../../backend/fake";
import type { Completing } from "../../backend/types";
import Completed from "./Completed.svelte";

let asked: { completing: Completing; answer: (ideas: string[]) => void; fail: () => void }[];

playing(() => {
  asked = [];
  fake.commands = {
    ...fake.commands,
    complete: (_, completing) =>
      new Promise((answer, fail) => asked.push({ completing, answer, fail: () => fail() })),
  };
});
beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
});
afterEach(() => vi.useRealTimers());

const keys = userEvent.setup({ advanceTimers: (by) => void vi.advanceTimersByTime(by) });

function show(change: Partial<ReturnType<Fake["view"]>["servers"][number]> = {}) {
  render(Completed, {
    server: { ...fake.view().servers[0]!, ...change },
    of: { kind: "prompt", name: "review" },
    name: "branch",
    label: "Branch",
    required: true,
    others: () => [{ name: "focus", value: "speed" }],
    problem: null,
    value: "",
  });
  return screen.getByLabelText(/^Branch/);
}

const ideas = () =>
  [...document.querySelectorAll("datalist option")].map((it) => it.getAttribute("value"));

test("the server is asked once after a pause, with what else is typed", async () => {
  await keys.type(show(), "rel");
  expect(asked).toEqual([]);
  await vi.advanceTimersByTimeAsync(400);
  expect(asked.map(({ completing }) => completing)).toEqual([
    {
      of: { kind: "prompt", name: "review" },
      argument: "branch",
      value: "rel",
      others: [{ name: "focus", value: "speed" }],
    },
  ]);
});

test("an answer to what was typed before is not shown", async () => {
  const field = show();
  await keys.type(field, "a");
  await vi.advanceTimersByTimeAsync(400);
  await keys.type(field, "b");
  await vi.advanceTimersByTimeAsync(400);
  asked[1]!.answer(["ab"]);
  await vi.advanceTimersByTimeAsync(0);
  asked[0]!.answer(["old"]);
  await vi.advanceTimersByTimeAsync(0);
  expect(ideas()).toEqual(["ab"]);
});

test("a server without ideas leaves a field", async () => {
  const field = show();
  await keys.type(field, "a");
  await vi.advanceTimersByTimeAsync(400);
  asked[0]!.fail();
  await vi.advanceTimersByTimeAsync(0);
  expect(ideas()).toEqual([]);
  expect((field as HTMLInputElement).value).toBe("a");
});

test("a server that completes nothing is not asked", async () => {
  const { offers } = fake.view().servers[0]!;
  await keys.type(show({ offers: { ...offers, completions: false } }), "a");
  await vi.advanceTimersByTimeAsync(400);
  expect(asked).toEqual([]);
});
