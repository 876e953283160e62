import { expect, test } from "vitest";
import type { AskedValue } from "../../backend/types";
import { answersTo, beginning, withPath, withStaying } from "./answers";

const asked = (name: string, about: Partial<AskedValue> = {}): AskedValue => ({
  name,
  title: name,
  description: "",
  kind: { kind: "text" },
  required: false,
  several: false,
  secret: false,
  usual: [],
  ...about,
});

test("what is usual stands there at first, and what was typed is the answer", () => {
  const asks = [asked("a", { usual: ["x"] }), asked("b", { several: true, usual: ["/a", "/b"] })];
  const typed = beginning(asks);
  expect(typed).toEqual({ a: "x", b: "/a\n/b" });
  expect(answersTo(asks, { ...typed, a: "y\n", other: "z" })).toEqual([
    { name: "a", values: ["y\n"] },
    { name: "b", values: ["/a", "/b"] },
  ]);
});

test("what was given before stands there, and what stays need not be typed", () => {
  const asks = [asked("a", { usual: ["x"] }), asked("key", { required: true, secret: true })];
  expect(beginning(asks, [{ name: "a", values: ["y"] }])).toEqual({ a: "y", key: "" });
  expect(withStaying(asks, ["key"]).map(({ required }) => required)).toEqual([false, false]);
  expect(withStaying(asks, []).map(({ required }) => required)).toEqual([false, true]);
});

test("a path that is chosen is added where several may be, and takes the place of the one before", () => {
  expect(withPath("", "/a", true)).toBe("/a");
  expect(withPath("/a\n", "/b", true)).toBe("/a\n/b");
  expect(withPath("/a", "/b", false)).toBe("/b");
});
