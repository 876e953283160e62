import type { Access, AttemptView, GrantView } from "../../../backend/types";
import { nearest } from "../../../shared/nearest";

/** More of a grant that a server has. */
export type Wider = { grant: GrantView; access: Access };

/** What would let it write where it was refused, in a folder that it has; null where it has none. */
export function widerFor(tried: AttemptView, grants: GrantView[]): Wider | null {
  const grant = tried.write ? nearest(tried.path, grants) : null;
  if (!grant || grant.access === "readWrite") return null;
  return { grant, access: grant.access === "read" ? "writeGuarded" : "readWrite" };
}
