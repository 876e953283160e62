import { locale } from "./language.svelte";

const units = ["byte", "kilobyte", "megabyte", "gigabyte"] as const;

/** A number of bytes in words, with one digit after the point where it says something. */
export function sizeText(bytes: number): string {
  return inUnits(bytes, (size, unit) => (size < 10 && unit > 0 ? 1 : 0));
}

/** The same with every digit, for a limit that a person agrees to. */
export function exactSizeText(bytes: number): string {
  return inUnits(bytes, () => 9);
}

function inUnits(bytes: number, digits: (size: number, unit: number) => number): string {
  let size = bytes;
  let unit = 0;
  while (size >= 1_000 && unit < units.length - 1) {
    size /= 1_000;
    unit += 1;
  }
  return new Intl.NumberFormat(locale(), {
    style: "unit",
    unit: units[unit]!,
    unitDisplay: unit === 0 ? "long" : "short",
    maximumFractionDigits: digits(size, unit),
  }).format(size);
}

/** A count, with its digits in groups. */
export function numberText(count: number): string {
  return new Intl.NumberFormat(locale()).format(count);
}
