import type { Code, Failure } from "./types";

export function failure(code: Code, details: Record<string, string> = {}): Failure {
  return { code, details };
}
