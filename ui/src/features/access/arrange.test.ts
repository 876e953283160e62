import { beforeEach, expect, test } from "vitest";
import { Fake } from "../../backend/fake";
import type { ReachabilityView } from "../../backend/types";
import { byFolder, byServer } from "./arrange";
import { gridRows, step } from "./grid";

let fake: Fake;

beforeEach(() => {
  fake = new Fake();
  fake.furnish();
  fake.give("/w/zebra", "Files", "read", { kind: "always" });
  fake.give("/w/acme", "filesystem", "readWrite", { kind: "always" });
  fake.give("/w/acme", "Files", "read", { kind: "always" });
  fake.give("/w/acme/web", "filesystem", "read", { kind: "always" });
});

test("each folder has one row, in the order of names", () => {
  const groups = byFolder(fake.view().grants);
  expect(groups.map(({ folder, grants }) => [folder.name, grants.length])).toEqual([
    ["acme", 2],
    ["web", 1],
    ["zebra", 1],
  ]);
});

test("a folder comes after the one that it lies in, and before what only begins alike", () => {
  fake.give("/w/acme/web/b", "Files", "read", { kind: "always" });
  fake.give("/w/acme-old", "Files", "read", { kind: "always" });
  fake.give("/a/b", "Files", "read", { kind: "always" });
  const groups = byFolder(fake.view().grants);
  expect(groups.map(({ folder, depth }) => [folder.path, depth])).toEqual([
    ["/w/acme", 0],
    ["/w/acme/web", 1],
    ["/w/acme/web/b", 2],
    ["/w/acme-old", 0],
    ["/a/b", 0],
    ["/w/zebra", 0],
  ]);
});

test("a folder is as reachable as its worst grant", () => {
  fake.setReachability("/w/acme", "missing");
  expect(byFolder(fake.view().grants)[0]?.reachability).toBe("missing");
});

test("the worst of a folder's faults is said, whichever grant has it", () => {
  const of = (...reachabilities: ReachabilityView[]) => {
    const grants = fake.view().grants.filter(({ folder }) => folder.path === "/w/acme");
    const told = grants.map((it, at) => ({ ...it, reachability: reachabilities[at]! }));
    return byFolder(told)[0]?.reachability;
  };
  expect(of("denied", "replaced")).toBe("replaced");
  expect(of("reachable", "missing")).toBe("missing");
});

test("a folder that waits for one server's start is there for the others", () => {
  const [first, ...others] = fake.view().grants.filter(({ folder }) => folder.path === "/w/acme");
  const groups = byFolder([{ ...first!, reachability: "nextStart" }, ...others]);
  expect(groups[0]?.reachability).toBe("reachable");
});

test("each server is shown, with and without folders", async () => {
  const { servers, grants } = fake.view();
  await fake.commands.revokeAll();
  expect(byServer(servers, grants).map((group) => group.grants.length)).toEqual([2, 2]);
  expect(byServer(servers, fake.view().grants).map((group) => group.grants.length)).toEqual([0, 0]);
});

test("the grid tells a grant from one that comes from above", () => {
  const { servers, grants } = fake.view();
  const cells = (name: string) =>
    gridRows(servers, grants).find((row) => row.folder.name === name)!.cells;
  expect(cells("acme").map(({ grant }) => grant?.access)).toEqual(["read", "readWrite"]);
  expect(cells("web").map(({ grant }) => grant?.access)).toEqual([undefined, "read"]);
  expect(cells("web").map(({ through }) => through?.folder.name)).toEqual(["acme", undefined]);
  expect(cells("zebra").map(({ through }) => through)).toEqual([null, null]);
});

test("a folder is not above another because its name begins alike", () => {
  fake.give("/w/acme-old", "Files", "read", { kind: "always" });
  const { servers, grants } = fake.view();
  const row = gridRows(servers, grants).find(({ folder }) => folder.name === "acme-old");
  expect(row?.cells.map(({ through }) => through)).toEqual([null, null]);
});

test("arrows move within the grid", () => {
  expect(step("ArrowDown", [0, 0], [2, 3])).toEqual([1, 0]);
  expect(step("ArrowDown", [1, 0], [2, 3])).toEqual([1, 0]);
  expect(step("ArrowLeft", [1, 0], [2, 3])).toEqual([1, 0]);
  expect(step("End", [1, 0], [2, 3])).toEqual([1, 2]);
  expect(step("r", [1, 0], [2, 3])).toBeNull();
});
