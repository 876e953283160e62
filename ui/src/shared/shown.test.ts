import { expect, test } from "vitest";
import { shown } from "./shown";

test("what cannot be seen is made visible, and the rest is left alone", () => {
  expect(shown("a\u202etxt.exe")).toBe("a\\u{202e}txt.exe");
  expect(shown("\u001b[31m\u0000\u200b\u2028")).toBe("\\u{1b}[31m\\u{0}\\u{200b}\\u{2028}");
  expect(shown("two\nlines\tand ünïcode 北京 🐎")).toBe("two\nlines\tand ünïcode 北京 🐎");
});
