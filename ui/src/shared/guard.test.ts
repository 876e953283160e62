import { expect, test } from "vitest";
import { Guard, READ, SETTLE } from "./guard";

test("a question that has just appeared is not answered", () => {
  const guard = new Guard("a", 0);
  guard.press();
  expect(guard.answers(true, SETTLE - 1)).toBe(false);
});

test("a question that stood still is answered", () => {
  const guard = new Guard("a", 0);
  guard.press();
  expect(guard.answers(true, SETTLE)).toBe(true);
});

test("a pointer that went down on another question answers nothing, however late it goes up", () => {
  const guard = new Guard("a", 0);
  guard.press();
  guard.see("b", 1_000);
  expect(guard.answers(true, 60_000)).toBe(false);
});

test("a pointer answers once", () => {
  const guard = new Guard("a", 0);
  guard.press();
  expect(guard.answers(true, 1_000)).toBe(true);
  expect(guard.answers(true, 1_000)).toBe(false);
});

test("a key answers what has stood still", () => {
  const guard = new Guard("a", 0);
  expect(guard.answers(false, SETTLE)).toBe(true);
  guard.see("b", 1_000);
  expect(guard.answers(false, 1_000 + SETTLE - 1)).toBe(false);
});

test("only a change starts the wait again", () => {
  const guard = new Guard("a", 0);
  expect(guard.see("a", 600)).toBe(false);
  expect(guard.mayHurry(READ)).toBe(true);
  expect(guard.see("b", 600)).toBe(true);
  expect(guard.mayHurry(READ)).toBe(false);
  expect(guard.mayHurry(600 + READ)).toBe(true);
});
