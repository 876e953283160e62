import type { NoticeView } from "../backend/types";

/** Codes of what somebody tried to bring in, by a drop, a file, a link or a dialog. */
const TURNED_AWAY = /^(?:(?:arrival|bundle|folder|paste|workspace)-|grant-refused$|not-a-folder$)/;

/** Milliseconds in which nobody has read it: the app may go to another screen to tell of it. */
const GLANCE = 1_500;

/** Whether it is told where that was tried, and has been there to be read. */
export function staysBehind({ at, failure }: NoticeView, now: number): boolean {
  return TURNED_AWAY.test(failure.code) && now - at >= GLANCE;
}
