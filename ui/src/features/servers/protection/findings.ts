import type {
  FindingView,
  GrantView,
  ProvedLine,
  Reach,
  ReadableView,
} from "../../../backend/types";
import { t, worded } from "../../../shared/i18n";

const ranks: Reach[] = ["nothing", "read", "write"];
const expectations: Record<Reach, string> = {
  nothing: "finding-expected-nothing",
  read: "finding-expected-read",
  write: "finding-expected-write",
};

/** Less than expected is a folder withheld, more is a leak. */
export function compare(finding: FindingView): "fits" | "withheld" | "leaks" {
  const more = ranks.indexOf(finding.found) - ranks.indexOf(finding.expected);
  return more === 0 ? "fits" : more < 0 ? "withheld" : "leaks";
}

export function reachText({ found, blockedBy }: FindingView): string {
  if (found === "read") return t("finding-read");
  if (found === "write") return t("finding-write");
  return blockedBy === null ? t("finding-blocked") : t("finding-blocked-by", { error: blockedBy });
}

export function expectedText(finding: FindingView): string {
  return t(expectations[finding.expected]);
}

/** Granted folders that the probe found open. */
export function openFolders(findings: FindingView[], grants: GrantView[]): number {
  const granted = new Set(grants.map((grant) => grant.folder.path));
  return findings.filter(({ path, found }) => found !== "nothing" && granted.has(path)).length;
}

export function triedText(line: ProvedLine): string {
  return worded(`prove-${line.what}`, line.what);
}

export function resultText(line: ProvedLine): string {
  const { blockedBy } = line.finding;
  if (blockedBy !== null) return t("proved-blocked-by", { error: blockedBy });
  return t(isBlocked(line) ? "proved-blocked" : "proved-allowed");
}

/** A line is as it should be or not, so what should be follows from what is. */
export function wantedText(line: ProvedLine): string {
  return t(isBlocked(line) === line.ok ? "proved-blocked" : "proved-allowed");
}

function isBlocked({ finding }: ProvedLine): boolean {
  return finding.blockedBy !== null || finding.found === "nothing";
}

const whys: Record<ReadableView["why"], string> = {
  home: "reads-home",
  program: "reads-program",
  runtime: "reads-runtime",
  system: "reads-system",
  certificates: "reads-certificates",
  names: "reads-names",
};

export type ReadGroup = { why: ReadableView["why"]; text: string; paths: string[] };

/** What can be read, by why: what a person may want to change comes first. */
export function readsByWhy(reads: ReadableView[]): ReadGroup[] {
  return (Object.keys(whys) as ReadableView["why"][])
    .map((why) => ({
      why,
      text: t(whys[why]),
      paths: reads.filter((it) => it.why === why).map(({ path }) => path),
    }))
    .filter(({ paths }) => paths.length > 0);
}
