import type { Commands } from "./backend";
import type { SeenOverTime, SeenSlot } from "./types";

const MINUTE = 60_000;

const nothing = {
  calls: 0,
  uses: 0,
  requests: 0,
  blocked: 0,
  connections: 0,
  sent: 0,
  received: 0,
  filesUnseen: false,
  networkUnseen: false,
};

/** What servers did over time, played in memory. */
export class FakeSeen {
  #slots: SeenSlot[] = [];

  commands(): Pick<Commands, "seen"> {
    return {
      seen: async (server, span): Promise<SeenOverTime> => {
        const until = Date.now();
        const minutes = span === "day" && server !== null ? 5 : 60;
        const from = until - (span === "day" ? 24 : 7 * 24) * 60 * MINUTE;
        const slots = this.#slots.filter(
          (it) =>
            it.at >= from && (server === null ? it.destination === null : it.server === server),
        );
        return { from, until, minutes, slots };
      },
    };
  }

  /** Something was counted so many minutes ago. */
  count(
    server: number,
    ago: number,
    counts: Partial<SeenSlot>,
    destination: string | null = null,
  ): void {
    const at = Date.now() - ago * MINUTE;
    this.#slots.push({ ...nothing, at, server, destination, ...counts });
  }

  forget(): void {
    this.#slots = [];
  }
}
