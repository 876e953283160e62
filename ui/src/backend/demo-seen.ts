import type { Fake } from "./fake";

const DAY = 24 * 60;

/** What happened before: some work in the morning and afternoon, and what was tried meanwhile. */
export function furnishSeen(fake: Fake): void {
  work(fake, "filesystem", 1);
  work(fake, "memory", 0.2);
  connect(fake, "filesystem");
  const { id } = fake.servers.named("memory");
  const at = (minutes: number) => Date.now() - minutes * 60_000;
  const about = { server: id, path: "/home/ada/Notes" };
  fake.records.add("granted", { ...about, at: at(20 * 60) });
  fake.records.add("access-changed", { ...about, at: at(16 * 60) });
  fake.records.add("revoked", { ...about, at: at(11 * 60) });
}

function work(fake: Fake, name: string, share: number): void {
  const { id } = fake.servers.named(name);
  for (let ago = 7 * DAY; ago > 0; ago -= 20) {
    const hour = (ago % DAY) / 60;
    const busy = Math.max(0, Math.sin((hour / 24) * Math.PI * 4)) * share;
    const calls = Math.round(busy * (3 + ((ago * 7) % 11)));
    if (calls === 0) continue;
    const blocked = ago % 140 === 0 ? 2 : 0;
    fake.seen.count(id, ago, { calls, uses: Math.round(calls * 0.7), blocked });
  }
}

function connect(fake: Fake, name: string): void {
  const { id } = fake.servers.named(name);
  const sites = { "registry.npmjs.org": 40_000, "api.example.com": 3_000 };
  for (const [destination, size] of Object.entries(sites)) {
    for (let ago = 2 * DAY; ago > 0; ago -= 60) {
      const sent = ((ago * 13) % 7) * size;
      if (sent === 0) continue;
      const counts = { connections: 1, sent, received: sent * 12 };
      fake.seen.count(id, ago, counts);
      fake.seen.count(id, ago, counts, destination);
    }
  }
}
