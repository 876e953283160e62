import { expect, test } from "vitest";
import { sizeText } from "./size";

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
