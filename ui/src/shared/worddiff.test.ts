import { expect, test } from "vitest";
import { differ, diffWords } from "./worddiff";

/** The difference in one line: `-gone +new same`. */
function told(before: string, after: string): string {
  const words = (text: string) => text.split(" ").filter((word) => word !== "");
  const signs = { same: "", added: "+", removed: "-" };
  return diffWords(words(before), words(after))
    .flatMap(({ kind, words }) => words.map((word) => signs[kind] + word))
    .join(" ");
}

test.each([
  ["", "", ""],
  ["npx -y server", "npx -y server", "npx -y server"],
  ["npx -y server@1", "npx -y server@2", "npx -y -server@1 +server@2"],
  ["npx server", "npx -y server", "npx +-y server"],
  ["npx -y server", "npx server", "npx --y server"],
  ["", "--all", "+--all"],
  ["a b c d", "b d e", "-a b -c d +e"],
  ["a a a", "a a", "a a -a"],
  ["a b", "b a", "-a b +a"],
])("from %j to %j", (before, after, line) => {
  expect(told(before, after)).toBe(line);
});

test("neighbours of one kind are one stretch", () => {
  expect(diffWords(["a", "b"], ["c", "d"])).toEqual([
    { kind: "removed", words: ["a", "b"] },
    { kind: "added", words: ["c", "d"] },
  ]);
});

test("nothing is lost of what is too long to compare", () => {
  const olds = Array.from({ length: 1_500 }, (_, at) => `old ${at}`);
  const news = Array.from({ length: 1_500 }, (_, at) => `new ${at}`);
  expect(diffWords(["same", ...olds], ["same", ...news])).toEqual([
    { kind: "same", words: ["same"] },
    { kind: "removed", words: olds },
    { kind: "added", words: news },
  ]);
});

test("only a change is a difference", () => {
  expect(differ(diffWords(["a"], ["a"]))).toBe(false);
  expect(differ(diffWords(["a"], []))).toBe(true);
});
