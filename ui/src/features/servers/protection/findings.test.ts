import { expect, test } from "vitest";
import type { FindingView, ProvedLine, ReadableView } from "../../../backend/types";
import { compare, openFolders, reachText, readsByWhy, resultText, wantedText } from "./findings";

const finding = (change: Partial<FindingView> = {}): FindingView => ({
  path: "/w",
  expected: "nothing",
  found: "nothing",
  blockedBy: "EACCES",
  ...change,
});

const line = (change: Partial<ProvedLine>): ProvedLine => ({
  what: "outside",
  server: "Files",
  byTool: false,
  finding: finding(),
  ok: true,
  ...change,
});

test("less than expected is withheld, more is a leak", () => {
  expect(compare(finding())).toBe("fits");
  expect(compare(finding({ expected: "write", found: "read" }))).toBe("withheld");
  expect(compare(finding({ expected: "read", found: "write" }))).toBe("leaks");
});

test("what stopped it is named", () => {
  expect(reachText(finding())).toBe("Blocked by EACCES");
  expect(reachText(finding({ blockedBy: null }))).toBe("Blocked");
  expect(reachText(finding({ found: "read" }))).toBe("Allowed to read");
});

test("only granted folders count as open", () => {
  const findings = [finding({ found: "read" }), finding({ path: "/usr", found: "read" })];
  const folder = { name: "w", path: "/w", uri: "file:///w" };
  expect(openFolders(findings, [{ folder } as never])).toBe(1);
});

test("a write into a folder to read is blocked although the folder can be read", () => {
  const tried = line({ finding: finding({ found: "read", expected: "read", blockedBy: "EROFS" }) });
  expect(resultText(tried)).toBe("Blocked by the operating system (EROFS)");
  expect(wantedText(tried)).toBe("Blocked");
});

test("a leak says what should have been", () => {
  const tried = line({ ok: false, finding: finding({ found: "read", blockedBy: null }) });
  expect(resultText(tried)).toBe("Allowed");
  expect(wantedText(tried)).toBe("Blocked");
});

test("what can be read is grouped by why, one's own first", () => {
  const reads: ReadableView[] = [
    { path: "/usr", why: "system", own: null },
    { path: "/c", why: "program", own: { files: 1, bytes: 2, all: true, hidden: [] } },
    { path: "/lib", why: "system", own: null },
    { path: "/h", why: "home", own: null },
  ];
  expect(readsByWhy(reads).map(({ why, paths }) => [why, paths])).toEqual([
    ["home", ["/h"]],
    ["program", ["/c"]],
    ["system", ["/usr", "/lib"]],
  ]);
});
