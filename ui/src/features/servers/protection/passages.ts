import type { PassageView } from "../../../backend/types";
import { t } from "../../../shared/i18n";

const ways: Record<PassageView["way"], string> = {
  ipv4: "passage-ipv4",
  ipv6: "passage-ipv6",
  closedPort: "passage-closed-port",
  datagram: "passage-datagram",
  question: "passage-question",
  interface: "passage-interface",
  allowedName: "passage-allowed-name",
  otherName: "passage-other-name",
};

export function wayText({ way }: PassageView): string {
  return t(ways[way]);
}

export function arrivalText({ way, found }: PassageView): string {
  const isName = way === "allowedName" || way === "otherName";
  if (found === "elsewhere") return t("arrival-elsewhere");
  if (found === "paddock") return t(isName ? "arrival-answered" : "arrival-paddock");
  if (isName) return t("arrival-no-name");
  return t(way === "interface" ? "arrival-none" : "arrival-nowhere");
}
