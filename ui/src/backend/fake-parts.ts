import type { FakeAccess } from "./fake-access";
import type { FakeConsents } from "./fake-consents";
import type { FakeNetwork } from "./fake-network";
import type { FakeRecords } from "./fake-records";
import type { FakeRequests } from "./fake-requests";
import type { FakeSeen } from "./fake-seen";
import type { FakeServers } from "./fake-servers";
import type { FakeSessions } from "./fake-sessions";
import type { FakeUsage } from "./fake-usage";
import type { LogView, SystemView } from "./types";

/** What the parts of the app have of each other. */
export type Parts = {
  access: FakeAccess;
  consents: FakeConsents;
  network: FakeNetwork;
  records: FakeRecords;
  requests: FakeRequests;
  seen: FakeSeen;
  servers: FakeServers;
  sessions: FakeSessions;
  usage: FakeUsage;
  system(): SystemView;
  /** A number that nothing else has. */
  id(): number;
  changed(): void;
  logged(lines: LogView): void;
};
