import type { LogLine } from "../../backend/types";
import { app } from "../../shared/app.svelte";

export type Followed = {
  /** Settles once the lines that were there before are told; rejected when they cannot be had. */
  begun: Promise<void>;
  /** Asks for the whole log once more, if another one is followed by now. */
  again: () => Promise<void>;
  stop: () => void;
};

/** One log is followed at a time: that of who asked last. */
let last = 0;

/**
 * Tells the lines of a server's log, the whole of it first, and how many older ones are gone.
 * Lines that come while the whole log is still on its way are told after it.
 */
export function follow(
  server: number,
  tell: (lines: LogLine[], dropped: number, whole: boolean) => void,
): Followed {
  let mine = ++last;
  let over = false;
  let early: LogLine[] | null = [];
  const listening = app.backend.on("logAppended", (log) => {
    if (over || log.server !== server) return;
    if (early) early.push(...log.lines);
    else tell(log.lines, log.dropped, false);
  });
  const begin = async () => {
    await listening;
    const log = await app.commands.followLog(server);
    if (over || !log) return;
    const known = new Set(log.lines.map(key));
    const since = (early ?? []).filter((line) => !known.has(key(line)));
    early = null;
    tell([...log.lines, ...since], log.dropped, true);
  };
  const again = async () => {
    if (over || mine === last) return;
    mine = ++last;
    early = [];
    await begin();
  };
  const stop = () => {
    over = true;
    void listening.then((end) => end());
    if (mine === last) app.commands.followLog(null).catch(() => undefined);
  };
  return { begun: begin(), again, stop };
}

function key(line: LogLine): string {
  return `${line.at} ${line.session?.number} ${line.source} ${line.text}`;
}
