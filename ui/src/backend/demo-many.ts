import type { Fake } from "./fake";
import { fakeServers } from "./fake-world";
import type { Access } from "./types";

const FOLDERS = 30;
const SERVERS = 15;
const MINUTE = 60_000;

/** As many folders and servers as somebody has who uses this all day, and what they did. */
export function furnishMany(fake: Fake, records: number): void {
  const [first] = fakeServers().filter(({ bundled }) => !bundled);
  const more = SERVERS - fake.view().servers.length;
  fake.furnish(
    Array.from({ length: more }, (_, at) => {
      const name = `server-${at + 1}`;
      return { ...first!, name, draft: { ...first!.draft, name } };
    }),
  );
  const accesses: Access[] = ["read", "writeGuarded", "readWrite"];
  const servers = fake.view().servers.map(({ name }) => name);
  for (let folder = 1; folder <= FOLDERS; folder += 1) {
    const path = `/home/ada/src/project-${String(folder).padStart(2, "0")}`;
    for (const [at, server] of servers.entries()) {
      fake.give(path, server, accesses[(folder + at) % 3]!, { kind: "always" });
    }
  }
  const now = Date.now();
  const ids = fake.view().servers.map(({ id }) => id);
  for (let at = records; at > 0; at -= 1) {
    fake.records.add("tool-called", {
      at: now - at * MINUTE,
      server: ids[at % SERVERS]!,
      actor: "app",
      app: "Claude Code",
      detail: "read_text_file",
    });
  }
}
