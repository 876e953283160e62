import { expect, test } from "vitest";
import { Digits, indented, parsed, textOf } from "./json";

test("what is read and written again is the same", () => {
  const json =
    '{"2":1.50,"1":[12345678901234567890,-0,1e400],"__proto__":"#1","=":"=","a\\"":null}';
  expect(textOf(parsed(json)!)).toBe(json);
  expect(parsed('{"a":"#1","b":1}')).toEqual(
    new Map<string, unknown>([
      ["a", "#1"],
      ["b", new Digits("1")],
    ]),
  );
  expect(parsed("{a}")).toBeUndefined();
});

test("what is laid out is what stands there, on lines of its own", () => {
  expect(indented('{"2": 12345678901234567890 ,"1":{"a" :[ ],"b":["{", 1.0]}}')).toBe(
    `{
  "2": 12345678901234567890,
  "1": {
    "a": [],
    "b": [
      "{",
      1.0
    ]
  }
}`,
  );
  expect(indented("[1")).toBe("[1");
});
