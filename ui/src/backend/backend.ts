import type {
  AccessView,
  ActivityFilter,
  ActivityPage,
  CallView,
  ConfinementChoice,
  Failure,
  LifetimeChoice,
  LogView,
  Pasted,
  ProvedView,
  ServerDraft,
  ToolView,
  VerdictView,
  View,
} from "./types";

/** Everything the window may ask of the app. A rejected promise carries a `Failure`. */
export interface Commands {
  view(): Promise<View>;

  pickFolder(): Promise<number | null>;
  pickWorkspaceFile(): Promise<number[]>;
  pickRepository(pick: number): Promise<number>;
  dismissPick(pick: number): Promise<unknown>;
  grant(
    pick: number,
    server: number,
    access: AccessView,
    lifetime: LifetimeChoice,
    typed: string | null,
  ): Promise<unknown>;

  grantAgain(ended: number): Promise<unknown>;
  forgetEnded(ended: number): Promise<unknown>;
  revoke(grant: number): Promise<unknown>;
  revokeAll(): Promise<unknown>;
  setAccess(grant: number, access: AccessView): Promise<unknown>;
  setLifetime(grant: number, lifetime: LifetimeChoice): Promise<unknown>;
  openFolder(grant: number): Promise<unknown>;
  checkPaths(server: number | null, text: string): Promise<VerdictView[]>;

  readServers(text: string): Promise<Pasted[]>;
  addServer(draft: ServerDraft): Promise<number>;
  editServer(server: number, draft: ServerDraft): Promise<unknown>;
  serverDraft(server: number): Promise<ServerDraft>;
  removeServer(server: number): Promise<unknown>;
  startServer(server: number): Promise<unknown>;
  trustServer(server: number, fingerprint: string): Promise<unknown>;
  stopServer(server: number): Promise<unknown>;
  restartServer(server: number): Promise<unknown>;

  setConfinement(server: number, choice: ConfinementChoice): Promise<unknown>;
  allowMissed(server: number): Promise<unknown>;
  stopReading(server: number, path: string): Promise<unknown>;
  pickAttempt(server: number, attempt: number): Promise<number>;
  dismissAttempt(server: number, attempt: number): Promise<unknown>;
  prove(server: number): Promise<ProvedView>;

  tools(server: number): Promise<ToolView[]>;
  callTool(server: number, tool: string, argumentsJson: string, call: number): Promise<CallView>;
  cancelCall(call: number): Promise<unknown>;
  followLog(server: number | null): Promise<LogView | null>;

  activity(filter: ActivityFilter): Promise<ActivityPage>;
  exportActivity(filter: ActivityFilter): Promise<string | null>;

  pause(minutes: number | null): Promise<unknown>;
  resume(): Promise<unknown>;
  setStartAtLogin(on: boolean): Promise<unknown>;
  setCloseToTray(on: boolean): Promise<unknown>;
  dismissNotice(notice: number): Promise<unknown>;
  quit(): Promise<unknown>;
}

/** What the app says unasked. */
export interface Events {
  viewChanged: View;
  /** New lines of the server being followed. */
  logAppended: LogView;
  /** The screen to show, asked for by the tray or a second start. */
  raised: string;
  /** Something is dragged over the window, or no longer is. */
  dragging: boolean;
}

export type Stop = () => void;

export interface Backend {
  commands: Commands;
  /** Calls the listener at every event of the kind until stopped. */
  on<K extends keyof Events>(kind: K, listener: (payload: Events[K]) => void): Promise<Stop>;
}

/** Words for whatever a promise was rejected with. */
export function asFailure(thrown: unknown): Failure {
  if (typeof thrown === "object" && thrown !== null && "code" in thrown && "details" in thrown) {
    return thrown as Failure;
  }
  const reason = thrown instanceof Error ? thrown.message : String(thrown);
  return { code: "internal", details: [{ name: "reason", value: reason }] };
}
