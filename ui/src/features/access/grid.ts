import type { FolderView, GrantView, ServerView } from "../../backend/types";
import { nearest } from "../../shared/nearest";
import { byFolder } from "./arrange";

export type Cell = {
  server: ServerView;
  /** The grant of this very folder. */
  grant: GrantView | null;
  /** The nearest granted folder above, where there is no grant of this one. */
  through: GrantView | null;
};

export type Row = {
  folder: FolderView;
  /** A grant of this folder, by which it is known. */
  by: GrantView;
  cells: Cell[];
};

/** The folders of `shown`, against every server; what they are inside of is looked for in `all`. */
export function gridRows(servers: ServerView[], all: GrantView[], shown = all): Row[] {
  const own = new Map(servers.map(({ id }) => [id, all.filter((it) => it.server === id)]));
  return byFolder(shown).map(({ folder, grants }) => ({
    folder,
    by: grants[0]!,
    cells: servers.map((server) => {
      const held = own.get(server.id) ?? [];
      const grant = held.find((it) => it.folder.path === folder.path) ?? null;
      return { server, grant, through: grant ? null : nearest(folder.path, held) };
    }),
  }));
}

/** Rows that a page key goes by. */
const PAGE = 10;

/** Where a key leads from a cell, null for one that leads nowhere. */
export function step(
  key: string,
  [row, column]: [number, number],
  [rows, columns]: [number, number],
): [number, number] | null {
  const within = (at: number, size: number) => Math.max(0, Math.min(size - 1, at));
  switch (key) {
    case "ArrowUp":
      return [within(row - 1, rows), column];
    case "ArrowDown":
      return [within(row + 1, rows), column];
    case "ArrowLeft":
      return [row, within(column - 1, columns)];
    case "ArrowRight":
      return [row, within(column + 1, columns)];
    case "PageUp":
      return [within(row - PAGE, rows), column];
    case "PageDown":
      return [within(row + PAGE, rows), column];
    case "Home":
      return [row, 0];
    case "End":
      return [row, columns - 1];
    default:
      return null;
  }
}
