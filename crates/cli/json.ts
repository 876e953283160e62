// What `paddock --json` writes, by command, as docs/cli-json.md has them. docs/cli-json.schema.json is
// made of this. The parts are the types of the window, which are made from the Rust code.

import type {
  AskedDestinationView,
  AskedSendingView,
  AttemptView,
  CallView,
  ConsentView,
  DestinationView,
  EndedDestinationView,
  EndedView,
  Failure,
  GrantView,
  HeldCallDetail,
  HeldCallView,
  LogLine,
  MissedView,
  NoticeView,
  PartView,
  PausedAppView,
  PausedView,
  PickView,
  PlaceView,
  PromptedView,
  PromptView,
  ProvedView,
  ProviderView,
  ReadableView,
  RecordView,
  RequestDetail,
  RequestView,
  ResourcesView,
  RetentionView,
  RunView,
  Scope,
  ServerView,
  SessionView,
  SystemView,
  Tier,
  ToolRuleView,
  ToolView,
  VerdictView,
  WirePage,
} from '../../ui/src/backend/bindings'

/** As a command takes it: `call-3`, `c3`. */
type Which = { which: string }
/** The name, where the server is known only by its number. */
type Named = { serverName: string }
type OfServer = { server: number }

/** What a command that widens writes: what waits for a person's consent, and how that stands. */
export type Consent = { consent: string; state: 'agreed' | 'dismissed' | 'waits' }
export type Done = { done: true }
/** Written to standard error, in one line, by whatever fails. */
export type Failed = { failure: Failure & { message: string } }

export type Stopped = { running: false }

export type Status = {
  running: true
  version: string
  paused: PausedView | null
  pausedApps: PausedAppView[]
  servers: { total: number; running: number; needsTrust: string[]; failed: string[]; notEnforced: string[] }
  sessions: number
  /** Of folders. */
  grants: number
  consents: number
  requests: number
  notices: NoticeView[]
  enforcement: Tier | null
}

/** What a server did in the last 24 hours. */
export type Lately = {
  calls: number
  uses: number
  requests: number
  blocked: number
  connections: number
  /** In bytes. */
  sent: number
  /** In bytes. */
  received: number
  filesUnseen: boolean
  networkUnseen: boolean
}

/** An app, and the settings of it that name servers. */
export type App = { id: string; name: string; files: AppFile[] }

export type AppFile = {
  path: string
  /** Why it can't be read. */
  problem: Failure | null
  /** Why Paddock does not write to it. */
  notWritten: Failure | null
  entries: AppEntry[]
}

/** One server in the settings of an app, and how the app reaches it. */
export type AppEntry = {
  name: string
  /** Beside what Paddock wrote; null where it wrote nothing. */
  standing: 'asWritten' | 'asBefore' | 'changed' | 'gone' | 'unreadable' | null
} & (
  | { how: 'through'; server: string }
  | { how: 'direct'; enabled: boolean; command: string[]; problem: Failure | null }
  | { how: 'remote'; host: string }
  | { how: 'other'; kind: string }
  | { how: 'unreadable'; problem: Failure }
)

/** What Paddock wrote and is in no settings any more. */
export type LostEntry = { app: string; path: string; name: string; server: string }

/** An entry that apps launch through Paddock from now on. */
export type ConnectedEntry = {
  entry: string
  path: string
  server: string
  /** It was added for this. */
  new: boolean
  /** Named by its command, to be granted. */
  folders: string[]
  /** The file that variables of it were read from, and which. */
  envFile: { path: string; names: string[] } | null
  /** Why its file of variables was not read. */
  problem: Failure | null
  /** Variables that its app may have a value for, and that have none here. */
  unset: string[]
  /** What its app did for it that nobody does now. */
  lost: string[]
}

export type SkippedEntry = { entry: string; path: string; problem: Failure }

export type GivenBackEntry = {
  entry: string
  path: string
  server: string
  outcome: 'restored' | 'asBefore' | 'changed' | 'gone' | 'refused'
  /** Why it was refused. */
  problem: Failure | null
}

/** With the folders that its command names. */
export type Added = OfServer & { name: string; folders: string[] }

export type OfRun = OfServer & { state: RunView }

export type Finding = { what: string; ok: boolean; words: string }
export type OfSystem = SystemView & { kernel: string }

export type Outputs = {
  status: Status | Stopped
  /** Of the host that runs already. */
  host: { running: true; version: string }
  servers: { servers: ServerView[] }
  'servers show': ServerView & { seen: Lately }
  'servers tools': { tools: ToolView[] }
  'servers call': CallView
  'servers resources': ResourcesView
  'servers read': { parts: PartView[] }
  'servers prompts': { prompts: PromptView[] }
  'servers prompt': PromptedView
  'servers suggest': { values: string[] }
  'servers messages': WirePage
  /** One a line. */
  'servers log': LogLine
  /** With the folders that its command names. */
  'servers add': OfServer & { folders: string[] }
  'servers import': { added: Added[]; left: { name: string; failure: Failure }[] }
  'servers edit': Done
  'servers start': OfRun
  'servers stop': OfRun
  'servers remove': Done
  'servers propose': { proposed: string[] }
  install: Added & { update: boolean }
  models: { providers: ProviderView[] }
  'models check': { models: string[] }
  apps: { apps: App[]; missing: LostEntry[] }
  'apps ask': { app: string; asks: boolean }
  connect: { app: string; connected: ConnectedEntry[]; skipped: SkippedEntry[] }
  disconnect: { app: string; entries: GivenBackEntry[] }
  sessions: { sessions: (SessionView & Named)[] }
  end: { ended: number[] }
  scope: OfServer & { scope: Scope }
  rules: OfServer & { rules: ToolRuleView[] }
  changed: OfServer & { holdChanged: boolean; changedTools: string[] }
  destinations: { destinations: (DestinationView & OfServer)[]; asked: (AskedDestinationView & Which)[] }
  allow: Consent
  deny: Done
  forget: Consent
  folders: {
    grants: (GrantView & Named)[]
    programs: (OfServer & Named & { reads: ReadableView[] })[]
    notEnforced: string[]
  }
  'folders --ended': { ended: (EndedView & Named)[]; endedDestinations: (EndedDestinationView & Named)[] }
  grant: Consent
  access: Consent | Done
  pause: Done
  resume: Consent | Done
  revoke: { revoked: number[] }
  requests: {
    requests: RequestView[]
    calls: (HeldCallView & Which)[]
    places: (PlaceView & Which)[]
    destinations: (AskedDestinationView & Which)[]
    sending: (AskedSendingView & Which)[]
    attempts: (AttemptView & Which & OfServer)[]
    missed: MissedView[]
  }
  'requests missed': { missed: MissedView[] }
  'requests show':
    | RequestDetail
    | (Which & { call: HeldCallView; detail: HeldCallDetail })
    | (Which & { place: PlaceView })
    | (Which & { destination: AskedDestinationView })
    | (Which & { sending: AskedSendingView })
    | (Which & { attempt: AttemptView })
  /** A page to be opened, or how it stands once it was answered. */
  'requests answer': { address: string } | RequestDetail
  consents: { folders: (PickView & Which)[]; widenings: (ConsentView & Which)[]; terminalConsent: boolean }
  'consents show': Which & (PickView | ConsentView)
  'consents dismiss': Done
  settings: { activity: RetentionView }
  check: { verdicts: (VerdictView & Named)[] }
  /** With `--follow`, one record a line. */
  activity: { records: RecordView[] }
  'activity --export': { written: number }
  prove: { holds: boolean; proved: ProvedView[] }
  system: OfSystem
  doctor: { version: string; kernel: string; findings: Finding[]; system: SystemView | null }
}
