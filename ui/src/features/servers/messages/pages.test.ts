import { expect, test } from "vitest";
import type { WirePage, WireView } from "../../../backend/types";
import { extended, renewed, type Shown } from "./pages";

const message = (number: number): WireView => ({
  number,
  at: 0,
  direction: "toServer",
  shape: "notification",
  method: null,
  id: null,
  size: 2,
  took: null,
  text: "{}",
  cut: false,
});
const page = (more: boolean, ...numbers: number[]): WirePage => ({
  messages: numbers.map(message),
  more,
  dropped: 0,
});
const numbers = ({ messages }: Shown) => messages.map(({ number }) => number);

test("new messages come before what is shown, once each", () => {
  const shown = renewed(null, page(true, 3, 2));
  const next = renewed(shown, page(true, 5, 4, 3));
  expect(numbers(next)).toEqual([5, 4, 3, 2]);
  expect(next.more).toBe(true);
});

test("older pages stay when the newest is asked for again", () => {
  const shown = extended(renewed(null, page(true, 4, 3)), page(false, 2, 1));
  expect(shown).toMatchObject({ more: false });
  expect(numbers(renewed(shown, page(true, 5, 4)))).toEqual([5, 4, 3, 2, 1]);
});

test("where pages do not meet there is no gap in what is shown", () => {
  const shown = renewed(null, page(true, 3, 2));
  const next = renewed(shown, page(true, 9, 8));
  expect(numbers(next)).toEqual([9, 8]);
  expect(next.more).toBe(true);
});

test("a log that was emptied is shown as it is", () => {
  expect(numbers(renewed(renewed(null, page(false, 2, 1)), page(false)))).toEqual([]);
});
