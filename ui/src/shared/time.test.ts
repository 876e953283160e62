import { expect, test } from "vitest";
import { nextChange, partLeft, timeLeft } from "./time";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

test.each([
  [-1, "Ending…"],
  [0, "Ending…"],
  [59_999, "Less than a minute left"],
  [MINUTE, "1 min left"],
  [42 * MINUTE + 59_999, "42 min left"],
  [89 * MINUTE, "89 min left"],
  [90 * MINUTE, "1 h 30 min left"],
  [47 * HOUR, "47 h 0 min left"],
  [48 * HOUR, "2 days left"],
])("%i ms are %s", (left, words) => {
  expect(timeLeft(1_000_000 + left, 1_000_000)).toBe(words);
});

test.each([59_999, MINUTE, 42 * MINUTE + 1, 90 * MINUTE, 47 * HOUR + 5, 50 * HOUR])(
  "%i ms are told anew exactly when the words change",
  (left) => {
    const wait = nextChange(left, 0);
    expect(timeLeft(left, wait!)).not.toBe(timeLeft(left, 0));
    expect(timeLeft(left, wait! - 1)).toBe(timeLeft(left, 0));
  },
);

test("what has ended is not looked at again", () => {
  expect(nextChange(0, 5)).toBeNull();
});

test("what is left of a time is between none and all of it", () => {
  expect(partLeft(1000, 2000, 1250)).toBe(0.75);
  expect(partLeft(1000, 2000, 0)).toBe(1);
  expect(partLeft(1000, 2000, 3000)).toBe(0);
  expect(partLeft(1000, 1000, 1000)).toBe(0);
});
