import type { AskedSendingView, EndedWhy, FolderView, RequestKind, View } from "../backend/types";
import { destinationText } from "./destinations";
import { failureText, t } from "./i18n";
import { kilobytesText } from "./sending";

const endings: Record<EndedWhy, string> = {
  revoked: "announce-revoked",
  expired: "announce-expired",
  runEnded: "announce-run-ended",
};

/** What is held is announced with what it is about. */
const asks: Record<Exclude<RequestKind, "call" | "access">, string> = {
  sampling: "announce-asks-model",
  form: "announce-asks-form",
  url: "announce-asks-url",
};

/** What became different between two views, as sentences worth saying aloud. */
export function changes(before: View, after: View): string[] {
  const name = (id: number) =>
    [...after.servers, ...before.servers].find((server) => server.id === id)?.name ??
    t("server-gone");
  const pair = (it: { server: number; folder: FolderView }) => ({
    server: name(it.server),
    folder: it.folder.name,
  });

  const wasThere = (id: number) => before.servers.some((server) => server.id === id);

  return [
    ...added(before.picks, after.picks).map((pick) =>
      t("announce-pick", { folder: pick.folder.name }),
    ),
    ...(added(before.consents, after.consents).length > 0 ? [t("announce-consent")] : []),
    ...added(before.grants, after.grants).map((grant) => t("announce-granted", pair(grant))),
    // What a server had that was removed ended before it is there again.
    ...added(before.ended, after.ended)
      .filter(({ server }) => wasThere(server))
      .map((ended) => t(endings[ended.why], pair(ended))),
    ...after.servers.flatMap((server) => {
      const was = before.servers.find(({ id }) => id === server.id)?.state.kind;
      if (was === undefined || was === server.state.kind) return [];
      if (server.state.kind === "failed")
        return [t("announce-server-failed", { server: server.name })];
      if (server.state.kind === "running")
        return [t("announce-server-running", { server: server.name })];
      return [];
    }),
    ...after.servers.flatMap((server) => {
      const was = before.servers.find(({ id }) => id === server.id)?.attempts ?? [];
      return added(was, server.attempts)
        .filter(({ held }) => held)
        .map(({ path }) => t("announce-held", { server: server.name, path }));
    }),
    ...added(before.requests, after.requests).flatMap(({ kind, server }) =>
      kind === "call" || kind === "access" ? [] : [t(asks[kind], { server: name(server) })],
    ),
    ...after.requests.flatMap(({ id, server, phase }) => {
      const was = before.requests.find((it) => it.id === id)?.phase.kind;
      if (was === undefined || was === phase.kind) return [];
      if (phase.kind === "review") return [t("announce-answer-ready", { server: name(server) })];
      if (phase.kind === "failed") return [t("announce-answer-failed", { server: name(server) })];
      return [];
    }),
    ...added(before.heldCalls, after.heldCalls)
      .filter(({ lapsed }) => !lapsed)
      .map(({ app, tool, server }) => t("announce-call", { app, tool, server: name(server) })),
    ...added(before.places, after.places).map(({ app, ...place }) =>
      t("announce-place", { app, ...pair(place) }),
    ),
    ...added(before.askedDestinations, after.askedDestinations).map(({ server, destination }) =>
      t("announce-destination", {
        server: name(server),
        destination: destinationText(destination),
      }),
    ),
    ...added(before.askedSending.map(ofServer), after.askedSending.map(ofServer)).map(
      ({ server, sent }) =>
        t("announce-sending", { server: name(server), size: kilobytesText(sent) }),
    ),
    ...added(before.missed, after.missed).map(({ server }) =>
      t("announce-request-over", { server: name(server) }),
    ),
    ...added(before.notices, after.notices).map((notice) => failureText(notice.failure)),
  ];
}

/** Of each server one waits at a time. */
function ofServer(asked: AskedSendingView) {
  return { ...asked, id: asked.server };
}

function added<T extends { id: number }>(before: T[], after: T[]): T[] {
  const known = new Set(before.map(({ id }) => id));
  return after.filter(({ id }) => !known.has(id));
}
