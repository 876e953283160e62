import type { GrantView } from "../backend/types";

/** The grant of the folder nearest to a path that it is in, itself included; null where none is. */
export function nearest(path: string, grants: GrantView[]): GrantView | null {
  return grants
    .filter(({ folder }) => contains(folder.path, path))
    .reduce<GrantView | null>(
      (best, grant) => (best && best.folder.path.length >= grant.folder.path.length ? best : grant),
      null,
    );
}

/** Whether a path is this folder or lies in it. */
export function contains(folder: string, path: string): boolean {
  const separator = folder.includes("\\") ? "\\" : "/";
  return (
    path === folder || path.startsWith(folder.endsWith(separator) ? folder : folder + separator)
  );
}
