import type { FolderView, GrantView, ReachabilityView, ServerView } from "../../backend/types";

export type FolderGroup = {
  folder: FolderView;
  reachability: ReachabilityView;
  grants: GrantView[];
};
export type ServerGroup = { server: ServerView; grants: GrantView[] };

/** One group a folder, in the order of their names. */
export function byFolder(grants: GrantView[]): FolderGroup[] {
  const groups = new Map<string, GrantView[]>();
  for (const grant of grants) {
    const group = groups.get(grant.folder.path);
    if (group) group.push(grant);
    else groups.set(grant.folder.path, [grant]);
  }
  return [...groups.values()]
    .map((group) => ({
      folder: group[0]!.folder,
      reachability: worst(group),
      grants: group.toSorted((a, b) => a.server - b.server),
    }))
    .toSorted((a, b) => compareFolders(a.folder, b.folder));
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
