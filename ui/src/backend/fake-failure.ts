import type { Failure } from "./types";

export function failure(code: string, details: Record<string, string> = {}): Failure {
  return { code, details: Object.entries(details).map(([name, value]) => ({ name, value })) };
}
