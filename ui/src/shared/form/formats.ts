type Format = {
  /** The kind of input for it, where there is one. */
  input?: string;
  words: string;
  fits: (text: string) => boolean;
  /** As the field shows it, and as it is sent, where that is not the same. */
  shown?: (text: string) => string;
  sent?: (text: string) => string;
};

const EMAIL = /^[^\s@]+@[^\s@]+$/;
const URI = /^[A-Za-z][A-Za-z0-9+.-]*:\S*$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const MOMENT = /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}:\d{2}(\.\d+)?([Zz]|[+-]\d{2}:\d{2})$/;

const isTime = (text: string) => !Number.isNaN(Date.parse(text));
const time = "form-format-date-time";

/** Those of JSON Schema that are known, and `local-time`: a time on the clock of this computer. */
export const formats = new Map<string | null, Format>([
  ["email", { input: "email", words: "form-format-email", fits: (it) => EMAIL.test(it) }],
  ["uri", { input: "url", words: "form-format-uri", fits: (it) => URI.test(it) }],
  ["uuid", { words: "form-format-uuid", fits: (it) => UUID.test(it) }],
  ["date", { input: "date", words: "form-format-date", fits: (it) => DAY.test(it) && isTime(it) }],
  ["date-time", { words: time, fits: (it) => MOMENT.test(it) }],
  [
    "local-time",
    { input: "datetime-local", words: time, fits: isTime, shown: asLocal, sent: withOffset },
  ],
]);

/** A time as the field shows it: without the offset, which is that of this computer. */
function asLocal(text: string): string {
  if (!isTime(text)) return text;
  const time = Date.parse(text);
  const local = new Date(time - new Date(time).getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

/** RFC 3339 wants the offset from UTC, which such a field does not show. */
function withOffset(text: string): string {
  return /(Z|[+-]\d{2}:\d{2})$/.test(text) ? text : new Date(text).toISOString();
}
