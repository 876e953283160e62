import type { ActivityFilter } from "../backend/types";

/** A filter that lets every record through. */
export const everything: ActivityFilter = {
  server: null,
  app: null,
  tool: null,
  outcome: null,
  since: null,
  until: null,
  kinds: [],
  text: "",
  before: null,
};
