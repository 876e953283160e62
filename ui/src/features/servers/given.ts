import type { NamedValue } from "../../backend/types";

/** What is filled in, by name; without the one that is being typed. */
export function given(typed: Record<string, string>, without?: string): NamedValue[] {
  return Object.entries(typed)
    .filter(([name, value]) => name !== without && value !== "")
    .map(([name, value]) => ({ name, value }));
}
