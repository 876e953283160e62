import type { FolderView, GrantView, ServerView } from "../../backend/types";
import { byFolder } from "./arrange";

export type Cell = {
  server: ServerView;
  /** The grant of this very folder. */
  grant: GrantView | null;
  /** The nearest granted folder above, where there is no grant of this one. */
  through: GrantView | null;
};

export type Row = { folder: FolderView; cells: Cell[] };

/** The folders that have grants, against every server. */
export function gridRows(servers: ServerView[], grants: GrantView[]): Row[] {
  return byFolder(grants).map(({ folder, grants: own }) => ({
    folder,
    cells: servers.map((server) => {
      const grant = own.find((it) => it.server === server.id) ?? null;
      return { server, grant, through: grant ? null : nearest(folder.path, server.id, grants) };
    }),
  }));
}

/** Where an arrow key leads from a cell, null for any other key. */
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
    case "Home":
      return [row, 0];
    case "End":
      return [row, columns - 1];
    default:
      return null;
  }
}

function nearest(path: string, server: number, grants: GrantView[]): GrantView | null {
  return grants
    .filter((grant) => grant.server === server && contains(grant.folder.path, path))
    .reduce<GrantView | null>(
      (best, grant) => (best && best.folder.path.length >= grant.folder.path.length ? best : grant),
      null,
    );
}

function contains(folder: string, path: string): boolean {
  const separator = folder.includes("\\") ? "\\" : "/";
  return path.startsWith(folder.endsWith(separator) ? folder : folder + separator);
}
