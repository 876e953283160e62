import { contains } from "../../shared/nearest";
import type { FolderView, GrantView, ReachabilityView, ServerView } from "../../backend/types";

export type FolderGroup = {
  folder: FolderView;
  reachability: ReachabilityView;
  grants: GrantView[];
  /** In how many of the others it lies. */
  depth: number;
};
export type ServerGroup = { server: ServerView; grants: GrantView[] };

/** One group a folder, in the order of their names, each after the one that it lies in. */
export function byFolder(grants: GrantView[]): FolderGroup[] {
  const groups = new Map<string, GrantView[]>();
  for (const grant of grants) {
    const group = groups.get(grant.folder.path);
    if (group) group.push(grant);
    else groups.set(grant.folder.path, [grant]);
  }
  const shown = [...groups.values()].map((group) => ({
    folder: group[0]!.folder,
    reachability: worst(group),
    grants: group.toSorted((a, b) => a.server - b.server),
  }));
  const ways = new Map(shown.map((group) => [group, wayTo(group.folder, shown)]));
  return shown
    .map((group) => ({ ...group, way: ways.get(group)!, depth: ways.get(group)!.length - 1 }))
    .toSorted((a, b) => compareWays(a.way, b.way))
    .map(({ way: _, ...group }) => group);
}

/** The folders that one lies in, the outermost first, and itself. */
function wayTo(folder: FolderView, all: { folder: FolderView }[]): FolderView[] {
  return all
    .map((it) => it.folder)
    .filter((it) => contains(it.path, folder.path))
    .toSorted((a, b) => a.path.length - b.path.length);
}

function compareWays(a: FolderView[], b: FolderView[]): number {
  const at = a.findIndex((folder, index) => folder.path !== b[index]?.path);
  const [one, other] = [a[at], b[at]];
  return one && other ? compareFolders(one, other) : a.length - b.length;
}

/** One group a server, with and without folders, in the order given. */
export function byServer(servers: ServerView[], grants: GrantView[]): ServerGroup[] {
  return servers.map((server) => ({
    server,
    grants: grants
      .filter((grant) => grant.server === server.id)
      .toSorted((a, b) => compareFolders(a.folder, b.folder)),
  }));
}

/** Grants with this text in their folder or in the name of their server; all for no text. */
export function found(
  grants: GrantView[],
  text: string,
  nameOf: (server: number) => string,
): GrantView[] {
  const wanted = text.trim().toLowerCase();
  return grants.filter(({ folder, server }) =>
    [folder.name, folder.path, nameOf(server)].some((it) => it.toLowerCase().includes(wanted)),
  );
}

/** What is wrong with a folder, the worst first. What one server is not let into is not. */
const faults: ReachabilityView[] = ["replaced", "notAFolder", "missing", "denied"];

function worst(grants: GrantView[]): ReachabilityView {
  const found = faults.find((fault) => grants.some(({ reachability }) => reachability === fault));
  return found ?? "reachable";
}

function compareFolders(a: FolderView, b: FolderView): number {
  return a.name.localeCompare(b.name) || a.path.localeCompare(b.path);
}

/** Servers whose trusted programs read files of the person's in order to run. */
export function needing(servers: ServerView[]): ServerView[] {
  return servers.filter(
    ({ bundled, state, reads }) =>
      !bundled && state.kind !== "needsTrust" && reads.some(({ own }) => own !== null),
  );
}
