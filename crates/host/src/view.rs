//! What the window shows: one whole value, sent again after every change.
//!
//! These are wire types of the edge between the app and its window. They are converted by hand
//! from the values of `paddock-core`, so the vocabulary can change without breaking the window.
//! Every string that came from a folder, a server or a file is already safe to show: controls
//! and bidirectional marks are escaped. Times are milliseconds since the Unix epoch.

mod offers;
mod providers;
mod requests;

use serde::{Deserialize, Serialize};
use specta::Type;

pub use offers::*;
pub use providers::*;
pub use requests::*;

/// Everything the window shows, except what it asks for by page (activity, logs, tools).
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct View {
    /// Grows by one with every change, so that a late answer never replaces a newer view.
    pub sequence: u32,
    pub servers: Vec<ServerView>,
    pub grants: Vec<GrantView>,
    /// Grants that ended in this run of the app, newest first; each can be given again.
    pub ended: Vec<EndedView>,
    /// Folders that were picked and wait for consent, oldest first.
    pub picks: Vec<PickView>,
    pub paused: Option<PausedView>,
    /// What went wrong or needs to be known, newest first.
    pub notices: Vec<NoticeView>,
    /// What servers ask of the person, oldest first.
    pub requests: Vec<RequestView>,
    /// What they asked and is over, newest first.
    pub missed: Vec<MissedView>,
    /// Where language models are reached.
    pub providers: Vec<ProviderView>,
    pub settings: SettingsView,
    pub system: SystemView,
}

/// What this system can enforce, found by trying it when the app started.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
#[expect(clippy::struct_excessive_bools, reason = "each stands for itself in the window")]
pub struct SystemView {
    /// False until it was tried.
    pub known: bool,
    /// The best way that works here; without one, servers that are to be kept to their folders do
    /// not start.
    pub best: Option<TierView>,
    /// Every way known for this system, best first.
    pub tiers: Vec<TierStateView>,
    /// A folder that a server holds open when it is revoked no longer leads anywhere.
    pub held_folders_end: bool,
    /// The network can be switched off for one server.
    pub network_off: bool,
    /// What servers try can be seen, and held until a person decides.
    pub attempts: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct TierStateView {
    pub tier: TierView,
    pub works: bool,
    /// What is missing, translated as `facility-<code>`.
    pub lacking: Option<String>,
}

/// A way to keep servers to their folders.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum TierView {
    /// Grants come and go in the running server.
    LiveMounts,
    /// A change starts the server again.
    Landlock,
    /// macOS; a change starts the server again.
    Seatbelt,
    /// Windows.
    AppContainer,
}

#[derive(Clone, Debug, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
#[expect(clippy::struct_excessive_bools, reason = "each stands for itself in the window")]
pub struct ServerView {
    pub id: u32,
    pub name: String,
    /// The server that comes with the app; it cannot be edited or removed.
    pub bundled: bool,
    pub command: CommandView,
    pub state: RunView,
    /// Name and version the server gave of itself.
    pub reported: Option<String>,
    /// MCP revision agreed upon, such as `2025-11-25`.
    pub revision: Option<String>,
    pub asks_for_roots: bool,
    pub told: ToldView,
    pub enforcement: EnforcementView,
    /// The network is open to it.
    pub network: bool,
    /// Its first access to something that is not granted waits for the person.
    pub ask_first: bool,
    /// Its command holds `${roots}` or `${root:NAME}`: a change of its folders starts it again.
    pub folders_in_command: bool,
    /// What it can read besides its grants.
    pub reads: Vec<ReadableView>,
    /// What a probe inside found after the launch or the last change.
    pub proof: Option<ProofView>,
    /// What it tried to reach outside of its grants, newest first.
    pub attempts: Vec<AttemptView>,
    /// The smallest thing it would have to read in order to start, if it failed for want of it.
    pub missed: Option<String>,
    /// Folders this run was told of and that have been taken back since, where nothing can keep
    /// the server from them until it is restarted.
    pub lingering: Vec<String>,
    /// The server is known to go on serving its last folders when it is told there are none.
    pub ignores_empty_list: bool,
    pub calls_in_flight: u32,
    pub offers: OffersView,
    pub lists: ListsView,
    /// Resources whose changes are followed.
    pub followed: Vec<FollowedView>,
    pub lifecycle: LifecycleView,
    /// What it asks of the person, and how much of that it may.
    pub asking: AskingView,
}

#[derive(Clone, Debug, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct CommandView {
    pub program: String,
    pub args: Vec<String>,
    /// Names only: values may be secrets.
    pub env_names: Vec<String>,
    pub cwd: Option<String>,
    /// The whole command as one line, exact and untruncated, quoted for reading.
    pub line: String,
    /// Where the program was found, when it was looked for.
    pub resolved: Option<String>,
    /// The file behind that place, links followed: the one that is trusted.
    pub file: Option<String>,
    /// First sixteen hexadecimal digits of the fingerprint, when the program was found.
    pub fingerprint: Option<String>,
}

/// A command as it was when a person trusted it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct TrustedView {
    pub program: String,
    pub args: Vec<String>,
    pub env_names: Vec<String>,
    pub cwd: Option<String>,
    /// The file of the program, links followed.
    pub file: Option<String>,
    /// The command is the same, word by word: the file of the program is another one.
    pub same_words: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase", tag = "kind")]
pub enum RunView {
    Stopped,
    /// The exact command must be seen and trusted before the server runs.
    NeedsTrust {
        fingerprint: String,
        changed: bool,
        /// What was trusted before, word by word, where it is known.
        was: Option<TrustedView>,
    },
    /// It starts when it is used.
    Asleep,
    Starting,
    Running {
        #[specta(type = u32)]
        since: f64,
    },
    Stopping,
    /// It ended by itself and is started again at `at`.
    Restarting {
        #[specta(type = u32)]
        at: f64,
        attempt: u32,
        reason: Failure,
    },
    Failed {
        reason: Failure,
    },
    Paused,
}

/// What the server knows of its folders, compared with what the window shows.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum ToldView {
    /// The server holds the list shown here.
    Told,
    /// It was told that its list changed and has not asked yet.
    Waiting,
    /// It speaks a revision without sessions: it is told in its next call.
    WaitingForCall,
    /// It has never asked for roots.
    NeverAsked,
    NotRunning,
}

/// Asked for, supported here, and in force: three values.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct EnforcementView {
    pub asked: AskedView,
    pub supported: Option<TierView>,
    pub in_force: InForceView,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum AskedView {
    /// The operating system keeps the server to its grants, or it does not run.
    Enforced,
    /// A person chose that nothing but the server's own good will does.
    Advisory,
}

/// What a person chooses for one server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ConfinementChoice {
    pub asked: AskedView,
    pub network: bool,
    pub ask_first: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase", tag = "kind")]
pub enum InForceView {
    /// It is not running, so there is nothing to enforce.
    NotRunning,
    Enforced {
        tier: TierView,
    },
    /// A change is on its way, which takes milliseconds.
    Changing,
    /// The server is started again so that a change comes into force.
    Restarting,
    /// In force, but this many files or folders stay open from before the last revocation.
    OpenHandles {
        count: u32,
    },
    /// The server is told, and nothing stops it from looking elsewhere.
    Advisory,
    /// It was asked for and is not in force; the server does not run.
    Failed {
        reason: Failure,
    },
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ReadableView {
    pub path: String,
    pub why: ReadableWhy,
}

/// Why a server can read something that is no grant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum ReadableWhy {
    /// Programs and libraries of the system.
    System,
    Certificates,
    /// Names of hosts and users.
    Names,
    /// The runtime of its language.
    Runtime,
    /// The program itself.
    Program,
    /// A person allowed it.
    Chosen,
    /// Its own home, which it may write too.
    Home,
}

/// What was found when the boundary was tried from inside.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ProofView {
    #[specta(type = u32)]
    pub at: f64,
    pub holds: bool,
    pub findings: Vec<FindingView>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FindingView {
    pub path: String,
    pub expected: ReachView,
    pub found: ReachView,
    /// Name of the error with which the operating system stopped it, such as `EACCES`.
    pub blocked_by: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum ReachView {
    Nothing,
    Read,
    Write,
}

/// An access to something outside of a server's grants that was denied, or waits.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct AttemptView {
    pub id: u32,
    pub path: String,
    pub write: bool,
    pub count: u32,
    #[specta(type = u32)]
    pub last: f64,
    /// The smallest sensible folder to grant for it, if there is one.
    pub offer: Option<String>,
    /// The server waits for the answer.
    pub held: bool,
}

/// What *Prove it* found, line by line.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ProvedView {
    pub tier: TierView,
    pub holds: bool,
    pub lines: Vec<ProvedLine>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ProvedLine {
    /// What was tried, translated as `prove-<code>`: `inside-read`, `inside-write`,
    /// `read-only-write`, `outside`, `sibling`, `link-out`, `after-revoke`.
    pub what: String,
    /// Name of the server that was asked.
    pub server: String,
    /// Asked through the server's own tool, and not only of the operating system.
    pub by_tool: bool,
    pub finding: FindingView,
    pub ok: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct GrantView {
    pub id: u32,
    pub server: u32,
    pub folder: FolderView,
    pub access: AccessView,
    pub lifetime: LifetimeView,
    pub reachability: ReachabilityView,
    #[specta(type = u32)]
    pub granted_at: f64,
    /// Last time the server was told of this folder.
    #[specta(type = Option<u32>)]
    pub last_told: Option<f64>,
    /// Path of the folder granted above this one to the same server, if there is one.
    pub inside: Option<String>,
    /// Path of the read-only folder in this writable one that is not where it was: until it is
    /// back, this one may only be read.
    pub held_back: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FolderView {
    /// Last part of the path.
    pub name: String,
    /// Whole canonical path.
    pub path: String,
    /// `file://` URI as servers see it.
    pub uri: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum AccessView {
    Read,
    ReadWrite,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase", tag = "kind")]
pub enum LifetimeView {
    /// Ends when the server stops or the app quits.
    ThisRun,
    Until {
        #[specta(type = u32)]
        at: f64,
    },
    Always,
}

/// What a person chooses; the app turns it into an end time by its own clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum LifetimeChoice {
    OneHour,
    ThisRun,
    UntilMidnight,
    Always,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum ReachabilityView {
    Reachable,
    Missing,
    /// Another folder stands in its place; it needs consent of its own.
    Replaced,
    NotAFolder,
    Denied,
}

#[derive(Clone, Debug, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct EndedView {
    pub id: u32,
    pub server: u32,
    pub folder: FolderView,
    pub access: AccessView,
    #[specta(type = u32)]
    pub at: f64,
    pub why: EndedWhy,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum EndedWhy {
    Revoked,
    Expired,
    RunEnded,
}

/// A folder that was picked and waits for consent.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct PickView {
    pub id: u32,
    /// Resolved, canonical folder: what would be granted.
    pub folder: FolderView,
    /// The path as picked, where it differs because of a symbolic link.
    pub picked_as: Option<String>,
    /// Git repository that this folder is inside of, offered instead of the subfolder.
    pub repository: Option<FolderView>,
    /// Project kinds recognised: `git`, `rust`, `node`, `python`, `go`, `java`, `dotnet`, `ruby`, `php`.
    pub projects: Vec<String>,
    pub warnings: Vec<WarningView>,
    /// The folder's own name must be typed before it can be granted.
    pub type_name_to_grant: bool,
    /// It can't be granted at all; the reason is among the warnings.
    pub refused: bool,
    /// Servers that already hold this very folder, by whatever path.
    pub granted_to: Vec<u32>,
    /// The server that tried to reach it, if that is why it was picked.
    pub server: Option<u32>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct WarningView {
    pub level: WarningLevel,
    /// Stable code, translated as `warning-<code>`.
    pub code: String,
    /// What it is about (a file or folder name), if the words need it.
    pub subject: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum WarningLevel {
    Note,
    Amber,
    Red,
    Refused,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct PausedView {
    /// When the servers start again; absent until a person resumes.
    #[specta(type = Option<u32>)]
    pub until: Option<f64>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct NoticeView {
    pub id: u32,
    #[specta(type = u32)]
    pub at: f64,
    pub failure: Failure,
}

/// Something that did not work: a stable code that the window translates as `error-<code>`, with
/// what the words need.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Failure {
    pub code: String,
    pub details: Vec<Detail>,
}

/// One named value for the words of a failure.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Detail {
    pub name: String,
    pub value: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SettingsView {
    pub start_at_login: bool,
    pub close_to_tray: bool,
    /// A tray is there to close to.
    pub tray: bool,
}

/// A server as typed into the form, or found in pasted JSON.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ServerDraft {
    pub name: String,
    pub program: String,
    pub args: Vec<String>,
    pub env: Vec<EnvEntry>,
    pub cwd: Option<String>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct EnvEntry {
    pub name: String,
    pub value: String,
}

/// What pasted JSON holds, entry by entry: nothing is left out in silence.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase", tag = "kind")]
pub enum Pasted {
    Server {
        draft: ServerDraft,
        line: String,
    },
    /// An entry that can't be run here, such as one with a `url`.
    Unusable {
        name: String,
        reason: Failure,
    },
}

#[derive(Clone, Debug, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ToolView {
    pub name: String,
    pub title: Option<String>,
    pub description: Option<String>,
    /// JSON Schema of the arguments, as JSON text.
    pub schema: String,
    /// JSON Schema of what it gives, as JSON text.
    pub output_schema: Option<String>,
    /// What the server claims of the tool: `readOnly`, `destructive`, `idempotent`, `openWorld`.
    pub claims: Vec<String>,
    /// It runs as a task: `optional`, `required`.
    pub task: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct CallView {
    pub is_error: bool,
    pub parts: Vec<PartView>,
    /// Structured content, as indented JSON text.
    pub structured: Option<String>,
    /// How the structured content differs from what the tool promised.
    pub broken_promise: Option<String>,
    #[specta(type = u32)]
    pub milliseconds: f64,
}

#[derive(Clone, Debug, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase", tag = "kind")]
pub enum PartView {
    Text {
        text: String,
    },
    Image {
        mime_type: String,
        base64: String,
    },
    Audio {
        mime_type: String,
        base64: String,
    },
    /// A resource, by its address. It is followed only when the person asks for it.
    Link {
        uri: String,
        /// The address, safe to show.
        shown: String,
        name: String,
        description: Option<String>,
        mime_type: Option<String>,
    },
    /// A resource, with what it holds.
    Resource {
        shown: String,
        mime_type: Option<String>,
        text: Option<String>,
        /// A picture in it.
        image: Option<String>,
        /// Bytes of what is not text.
        size: u32,
    },
    /// The model wants a tool called.
    ToolUse {
        name: String,
        json: String,
    },
    /// What a tool gave to the model.
    ToolResult {
        is_error: bool,
        parts: Vec<PartView>,
    },
    /// Anything else, as indented JSON text.
    Other {
        label: String,
        json: String,
    },
}

#[derive(Clone, Debug, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct LogView {
    pub server: u32,
    pub lines: Vec<LogLine>,
    /// Lines that were said and are no longer kept.
    pub dropped: u32,
}

#[derive(Clone, Debug, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct LogLine {
    #[specta(type = u32)]
    pub at: f64,
    pub source: LogSource,
    /// MCP log level, for messages.
    pub level: Option<String>,
    pub text: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum LogSource {
    Stderr,
    /// `notifications/message` of the server.
    Message,
    /// What the app noticed: a line that is not MCP, a late answer, an exit.
    Paddock,
}

#[derive(Clone, Debug, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct VerdictView {
    /// The path as asked, safe to show.
    pub path: String,
    pub server: u32,
    pub outcome: Outcome,
    /// Folder whose grant decides, or the nearest granted one when outside.
    pub folder: Option<String>,
    pub grant: Option<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum Outcome {
    AllowedRead,
    AllowedReadWrite,
    /// Granted, and withheld as long as the folder is not reachable.
    Withheld,
    Outside,
    /// It is not an absolute path.
    NotAPath,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ActivityFilter {
    pub server: Option<u32>,
    /// Kinds to show, such as `granted`; empty shows all.
    pub kinds: Vec<String>,
    /// Text to find in paths, server names and details.
    pub text: String,
    /// Show records older than this one.
    pub before: Option<u32>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ActivityPage {
    /// Newest first, 200 at most.
    pub records: Vec<RecordView>,
    pub more: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct RecordView {
    pub id: u32,
    #[specta(type = u32)]
    pub at: f64,
    /// Stable code, translated as `activity-<kind>`.
    pub kind: String,
    pub actor: ActorView,
    pub server: Option<u32>,
    pub server_name: Option<String>,
    pub path: Option<String>,
    pub access: Option<AccessView>,
    pub ok: bool,
    pub detail: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum ActorView {
    Person,
    Paddock,
    Server,
}
