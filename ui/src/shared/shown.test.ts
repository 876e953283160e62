import { expect, test } from "vitest";
import { shown, shownName } from "./shown";

test("what cannot be seen is made visible, and the rest is left alone", () => {
  expect(shown("a\u202etxt.exe")).toBe("a\\u{202e}txt.exe");
  expect(shown("\u001b[31m\u0000\u200b\u2028")).toBe("\\u{1b}[31m\\u{0}\\u{200b}\\u{2028}");
  expect(shown("two\nlines\tand ünïcode 北京 🐎")).toBe("two\nlines\tand ünïcode 北京 🐎");
});

test("a name is one line, and shown twice it is the same", () => {
  const name = shownName("a\nb\u202e\u034f\u1160\ufe0f\u{e0001} ünïcode 北京");
  expect(name).toBe("a\\u{a}b\\u{202e}\\u{34f}\\u{1160}\\u{fe0f}\\u{e0001} ünïcode 北京");
  expect(shownName(name)).toBe(name);
});

test("nothing that Unicode lets a font leave out stays unseen", () => {
  for (let code = 0; code <= 0x10ffff; code++) {
    const char = String.fromCodePoint(code);
    if (/\p{Default_Ignorable_Code_Point}|\p{Bidi_Control}|[\p{Cc}\p{Zl}\p{Zp}]/u.test(char)) {
      expect(shownName(char)).toBe(`\\u{${code.toString(16)}}`);
    }
  }
});
