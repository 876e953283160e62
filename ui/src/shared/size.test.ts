import { expect, test } from "vitest";
import { exactSizeText, sizeText } from "./size";

test.each([
  [0, "0 bytes"],
  [1, "1 byte"],
  [999, "999 bytes"],
  [1_240, "1.2 kB"],
  [64_400, "64 kB"],
  [3_000_000, "3 MB"],
  [7_500_000_000_000, "7,500 GB"],
])("%i bytes are %s", (bytes, words) => {
  expect(sizeText(bytes)).toBe(words);
});

test.each([
  [1_001_000, "1.001 MB"],
  [10_000_000, "10 MB"],
  [1_000_001_000, "1.000001 GB"],
])("%i bytes of a limit are %s", (bytes, words) => {
  expect(exactSizeText(bytes)).toBe(words);
});
