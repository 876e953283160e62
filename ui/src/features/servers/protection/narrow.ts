import type { Access, AttemptView, GrantView } from "../../../backend/types";
import { nearest } from "../../../shared/nearest";

/** More of a grant that a server has. */
export type Wider = { grant: GrantView; access: Access };

const rank = (access: Access) =>
  ["read", "writeGuarded", "writeCommits", "readWrite"].indexOf(access);

/** What would let it write where it was refused, in a folder that it has; null where nothing would. */
export function widerFor(tried: AttemptView, grants: GrantView[]): Wider | null {
  const grant = nearest(tried.path, grants);
  if (!grant || !tried.needs || rank(tried.needs) <= rank(grant.access)) return null;
  return { grant, access: tried.needs };
}
