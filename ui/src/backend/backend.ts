import type {
  Access,
  ActivityFilter,
  ActivityFormat,
  ActivityPage,
  AnswerGrewView,
  AppChangeView,
  AppsView,
  AnsweredValue,
  ArrivedView,
  AskedValue,
  AtQuit,
  CallAnswer,
  CallView,
  Completing,
  Confinement,
  ContentView,
  EntryKey,
  MeantEntry,
  Failure,
  HeldCallDetail,
  HostBack,
  HostLost,
  LifecycleView,
  LimitsChoice,
  Language,
  LifetimeChoice,
  LogView,
  NamedValue,
  Pasted,
  ProgressView,
  PromptedView,
  PromptView,
  ProvedView,
  ProviderDraft,
  RequestDetail,
  ResourcesView,
  RetentionView,
  SamplingEdit,
  SamplingLimits,
  Scope,
  SeenOverTime,
  ServerDraft,
  SettingsView,
  Shim,
  SpanView,
  TodayView,
  ToolRule,
  ToolView,
  VerdictView,
  View,
  WireFilter,
  WirePage,
  Notify,
  Theme,
  UsualLifetime,
} from "./types";

/** The number of the consent that something waits for; `null` when it was done at once. */
export type Waits = number | null;

/**
 * Everything the main page may ask of the app. A rejected promise carries a `Failure`. What widens
 * is not done but waits for a person, who consents in a page of its own.
 */
export interface Commands
  extends
    RequestCommands,
    OfferCommands,
    UsageCommands,
    NetworkCommands,
    AppCommands,
    ArrivalCommands {
  view(): Promise<View>;

  pickFolder(): Promise<number | null>;
  pickWorkspaceFile(): Promise<number[]>;
  /** Proposes what stands now at the place of a granted folder. */
  pickReplaced(grant: number): Promise<number>;
  /** Proposes the folder of a grant for another server; for which is chosen later, if it is null. */
  pickGranted(grant: number, server: number | null): Promise<number>;
  dismissPick(pick: number): Promise<unknown>;
  dismissConsent(consent: number): Promise<unknown>;
  /** Opens the window in which a person consents. */
  showConsent(): Promise<unknown>;

  grantAgain(ended: number): Promise<Waits>;
  grantAllAgain(ended: number[]): Promise<Waits>;
  forgetEnded(ended: number): Promise<unknown>;
  revoke(grant: number): Promise<unknown>;
  revokeAll(): Promise<unknown>;
  setAccess(grant: number, access: Access): Promise<Waits>;
  setLifetime(grant: number, lifetime: LifetimeChoice): Promise<Waits>;
  openFolder(grant: number): Promise<unknown>;
  checkPaths(server: number | null, text: string): Promise<VerdictView[]>;

  readServers(text: string): Promise<Pasted[]>;
  addServer(draft: ServerDraft): Promise<number>;
  editServer(server: number, draft: ServerDraft): Promise<unknown>;
  serverDraft(server: number): Promise<ServerDraft>;
  removeServer(server: number): Promise<unknown>;
  startServer(server: number): Promise<unknown>;
  trustServer(server: number, fingerprint: string): Promise<Waits>;
  /**
   * Commands that wait for trust, the folders that some of them name, and what of all that ended
   * was theirs, as one question.
   */
  introduceServers(servers: number[], withFolders: number[], ended: number[]): Promise<number[]>;
  stopServer(server: number): Promise<unknown>;
  restartServer(server: number): Promise<unknown>;
  /** Ends an app's use of a server. */
  endSession(server: number, session: number): Promise<unknown>;
  /** Takes a folder from a session, for as long as that lasts. */
  narrowSession(server: number, session: number, folder: string): Promise<unknown>;

  setConfinement(server: number, choice: Confinement): Promise<Waits>;
  /** Proposes the folder of what a server could not start without. */
  pickMissed(server: number): Promise<number>;
  withdrawTrust(server: number): Promise<unknown>;
  /** Proposes the smallest sensible folder for what a server tried to reach. */
  pickAttempt(server: number, attempt: number): Promise<number>;
  /** Picks for the folders that its command names: those that were not brought up before, or all. */
  pickNamed(server: number, again: boolean): Promise<number[]>;
  dismissAttempt(server: number, attempt: number, silence: boolean): Promise<unknown>;
  prove(server: number): Promise<ProvedView>;

  tools(server: number): Promise<ToolView[]>;
  callTool(server: number, tool: string, argumentsJson: string, call: number): Promise<CallView>;
  cancelCall(call: number): Promise<unknown>;
  followLog(server: number | null): Promise<LogView | null>;

  activity(filter: ActivityFilter): Promise<ActivityPage>;
  /** What a server did over time, by destination too; or with null what each did in all. */
  seen(server: number | null, span: SpanView): Promise<SeenOverTime>;
  exportActivity(filter: ActivityFilter, format: ActivityFormat): Promise<string | null>;
  /** Keeping less waits for consent. */
  setRetention(keep: RetentionView): Promise<Waits>;
  deleteActivity(): Promise<Waits>;

  pause(minutes: number | null): Promise<unknown>;
  resume(): Promise<Waits>;
  /** Stops what one app uses. */
  pauseApp(app: string, minutes: number | null): Promise<unknown>;
  resumeApp(app: string): Promise<Waits>;

  settings(): Promise<SettingsView>;
  setStartAtLogin(on: boolean): Promise<unknown>;
  setCloseToTray(on: boolean): Promise<unknown>;
  setAtQuit(atQuit: AtQuit): Promise<unknown>;
  /** What the app speaks from now on; null is the language of the account. */
  setLanguage(language: Language | null): Promise<unknown>;
  setTheme(theme: Theme): Promise<unknown>;
  setNotify(notify: Notify): Promise<unknown>;
  setUsualLifetime(lifetime: UsualLifetime): Promise<unknown>;
  setTerminalConsent(allowed: boolean): Promise<Waits>;
  setKeyringOnly(on: boolean): Promise<Waits>;
  /** Draws the pages larger (1), smaller (-1) or as usual (0), from now on. */
  zoom(step: number): Promise<unknown>;
  /** The page for the first minute was skipped, or is done with. */
  endWelcome(): Promise<unknown>;
  /** Looks for the host again, or starts it. */
  reconnect(): Promise<unknown>;
  dismissNotice(notice: number): Promise<unknown>;
  openLicences(): Promise<unknown>;
  quit(keepServers: boolean): Promise<unknown>;
}

/** Everything the page may ask in which a person consents. */
export interface ConsentCommands {
  view(): Promise<View>;
  pickRepository(pick: number): Promise<number>;
  dismissPick(pick: number): Promise<unknown>;
  dismissConsent(consent: number): Promise<unknown>;
  /** Ends the window of this page. What waits goes on waiting. */
  closeConsent(): Promise<unknown>;
  zoom(step: number): Promise<unknown>;
  grant(
    pick: number,
    server: number,
    access: Access,
    lifetime: LifetimeChoice,
    typed: string | null,
  ): Promise<unknown>;
  /** Several folders for one server: all of them, or none. */
  grantFolders(
    picks: number[],
    server: number,
    access: Access,
    lifetime: LifetimeChoice,
  ): Promise<unknown>;
  agree(consent: number): Promise<unknown>;
  /** Trusts a command, but not to connect to these. */
  agreeWithout(consent: number, destinations: string[]): Promise<unknown>;
  heldCall(call: number): Promise<HeldCallDetail>;
  allowCall(call: number, answer: CallAnswer): Promise<unknown>;
  denyCall(call: number): Promise<unknown>;
  appChanges(): Promise<AppChangeView[]>;
  agreeAppChange(change: number): Promise<unknown>;
  dismissAppChange(change: number): Promise<unknown>;
}

/** The AI apps that use servers. Their configs are changed by the page of consents alone. */
export interface AppCommands {
  apps(): Promise<AppsView>;
  shim(): Promise<Shim>;
  /** Entries of one app, all of the person's where none are named. It waits for consent. */
  connectEntries(app: string, entries: MeantEntry[]): Promise<number>;
  disconnectEntries(app: string, entries: EntryKey[]): Promise<number>;
  appChanges(): Promise<AppChangeView[]>;
  dismissAppChange(change: number): Promise<unknown>;
}

/** What servers ask of the person, and where models are reached. */
export interface RequestCommands {
  request(request: number): Promise<RequestDetail>;
  sendSampling(request: number, edit: SamplingEdit): Promise<unknown>;
  stopSampling(request: number): Promise<unknown>;
  deliverAnswer(request: number, text: string | null): Promise<unknown>;
  submitForm(request: number, values: string): Promise<unknown>;
  openUrl(request: number): Promise<unknown>;
  denyRequest(request: number, mute: boolean): Promise<unknown>;
  dismissMissed(missed: number): Promise<unknown>;
  allowNext(server: number, count: number): Promise<unknown>;
  setMuted(server: number, muted: boolean): Promise<unknown>;
  setStandIn(app: string, on: boolean): Promise<unknown>;
  setSamplingLimits(server: number, limits: SamplingLimits): Promise<unknown>;

  addProvider(draft: ProviderDraft): Promise<number>;
  allowProvider(provider: number): Promise<Waits>;
  editProvider(provider: number, draft: ProviderDraft): Promise<unknown>;
  removeProvider(provider: number): Promise<unknown>;
  checkProvider(provider: number): Promise<unknown>;
}

/** How apps may use servers, and what of their calls waits. */
export interface UsageCommands {
  setScope(server: number, scope: Scope): Promise<Waits>;
  /** `app` is null for every app that has no rule of its own; `rule` null takes a rule away. */
  setToolRule(
    server: number,
    app: string | null,
    tool: string,
    rule: ToolRule | null,
  ): Promise<Waits>;
  setHoldChanged(server: number, on: boolean): Promise<Waits>;
  acceptTools(server: number): Promise<Waits>;
  /** Proposes a folder that an app works in. */
  pickPlace(place: number): Promise<number>;
  dismissPlace(place: number): Promise<unknown>;
  heldCall(call: number): Promise<HeldCallDetail>;
  denyCall(call: number): Promise<unknown>;
}

/** Where servers may connect. */
export interface NetworkCommands {
  allowDestination(server: number, destination: string, lifetime: LifetimeChoice): Promise<Waits>;
  /** Lets a server connect to what it asks for. */
  allowAskedDestination(asked: number, lifetime: LifetimeChoice): Promise<Waits>;
  denyDestination(server: number, destination: string): Promise<unknown>;
  /** Takes back what was said of a destination. */
  forgetDestination(server: number, destination: string): Promise<Waits>;
  /** Nobody decides now. */
  dismissDestination(asked: number): Promise<unknown>;
  /** The most a server may send in a day, in kilobytes; null for no limit. */
  setMostSent(server: number, most: number | null): Promise<Waits>;
  sendToday(server: number, today: TodayView): Promise<Waits>;
}

/** What servers offer, and how they are kept running. */
export interface OfferCommands {
  resources(server: number): Promise<ResourcesView>;
  readResource(server: number, uri: string, call: number): Promise<ContentView>;
  readTemplate(
    server: number,
    template: string,
    values: NamedValue[],
    call: number,
  ): Promise<ContentView>;
  followResource(server: number, uri: string, on: boolean): Promise<unknown>;
  prompts(server: number): Promise<PromptView[]>;
  prompt(server: number, name: string, values: NamedValue[], call: number): Promise<PromptedView>;
  complete(server: number, completing: Completing): Promise<string[]>;
  setLifecycle(server: number, lifecycle: LifecycleView): Promise<unknown>;
  setLimits(server: number, limits: LimitsChoice): Promise<unknown>;
  messages(server: number, filter: WireFilter): Promise<WirePage>;
  reproduce(server: number, upto: number): Promise<string>;
}

/** What came from outside of the window and is looked at before it is added. */
export interface ArrivalCommands {
  arrival(): Promise<ArrivedView | null>;
  /** Opens the native dialog for a bundle or a `server.json`; whether anything was chosen. */
  openArrival(): Promise<boolean>;
  dismissArrival(arrival: number): Promise<unknown>;
  /**
   * Adds the server of a bundle, stopped and not trusted, or has the bundle take the place of what
   * another server runs from.
   */
  installBundle(arrival: number, answers: AnsweredValue[], update: number | null): Promise<number>;
  /** Opens the native dialog for a path to tell a server of. Nothing is granted by it. */
  choosePath(folder: boolean): Promise<string | null>;
  /** The draft that the answers make. */
  fillIn(draft: ServerDraft, asks: AskedValue[], answers: AnsweredValue[]): Promise<ServerDraft>;
}

/** What the app says unasked. */
export interface Events {
  viewChanged: View;
  settingsChanged: SettingsView;
  /** Other changes of apps’ configs wait for consent, or one was done. */
  appChangesChanged: AppChangeView[];
  /** Something else is to be looked at before it is added, or nothing any more. */
  arrivalChanged: ArrivedView | null;
  /** The host is gone, and its servers with it. */
  hostLost: HostLost;
  hostBack: HostBack;
  /** New lines of the server being followed. */
  logAppended: LogView;
  /** A model wrote more of its answer. */
  answerGrew: AnswerGrewView;
  /** A call has come further. */
  callProgressed: ProgressView;
  /** The screen to show, asked for by the tray or a second start. */
  raised: string;
  /** Something is dragged over the window, or no longer is. */
  dragging: boolean;
}

export type Stop = () => void;

export interface Backend<C = Commands> {
  commands: C;
  /** Calls the listener at every event of the kind until stopped. */
  on<K extends keyof Events>(kind: K, listener: (payload: Events[K]) => void): Promise<Stop>;
}

/** Words for whatever a promise was rejected with. */
export function asFailure(thrown: unknown): Failure {
  if (typeof thrown === "object" && thrown !== null && "code" in thrown && "details" in thrown) {
    return thrown as Failure;
  }
  const reason = thrown instanceof Error ? thrown.message : String(thrown);
  return { code: "internal", details: { reason } };
}
