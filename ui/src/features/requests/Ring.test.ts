import { render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import Ring from "./Ring.svelte";

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => void vi.useRealTimers());

test("it says how much longer something waits, and stops when it is over", async () => {
  render(Ring, { since: 1_000_000, until: 1_003_000 });
  expect(screen.getByRole("timer").textContent).toContain("Waits 3 s more");
  await vi.advanceTimersByTimeAsync(1_000);
  expect(screen.getByRole("timer").textContent).toContain("Waits 2 s more");
  await vi.advanceTimersByTimeAsync(2_000);
  expect(screen.queryByRole("timer")).toBeNull();
  expect(screen.getByText(/No longer waiting/)).toBeTruthy();
  expect(vi.getTimerCount()).toBe(0);
});
