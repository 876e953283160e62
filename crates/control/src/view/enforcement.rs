//! What the operating system keeps servers to, and how that was found out.

use paddock_core::Open;
pub use paddock_core::{Asked, Confinement, Facility, Gap, Reach, Tier};
use serde::{Deserialize, Serialize};
use specta::Type;

use super::{Access, Failure};

/// What this system can enforce, found by trying it when the host started.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
#[expect(clippy::struct_excessive_bools, reason = "each stands for itself in the window")]
pub struct SystemView {
    /// False until it was tried.
    pub known: bool,
    /// The best way that works here; without one, servers that are to be kept to their folders do
    /// not start.
    pub best: Option<Tier>,
    /// Every way known for this system, best first.
    pub tiers: Vec<TierStateView>,
    /// A folder that a server holds open when it is revoked no longer leads anywhere.
    pub held_folders_end: bool,
    /// The network can be switched off for one server.
    pub network_off: bool,
    /// Where a server connects can be held to destinations.
    pub destinations: bool,
    /// A server whose network is open can't reach the sockets that programs of the person's, such as
    /// the desktop, offer by a name instead of a path.
    pub abstract_sockets_kept: bool,
    /// How many processes a server may have is limited, where folders come and go live or there are
    /// control groups.
    pub processes_limited: bool,
    /// The memory of all processes of a server is limited together.
    pub memory_together: bool,
    /// What servers try can be seen, and held until a person decides.
    pub attempts: bool,
    /// The version of Landlock that the kernel has; 0 without.
    pub landlock: u32,
    /// What Landlock alone leaves open here, translated as `cli-gap-<code>`.
    #[specta(type = Vec<Gap>)]
    pub gaps: Vec<Open<Gap>>,
    /// What servers that are held to destinations reach public ones through, if anything.
    pub proxy: Option<ProxyView>,
}

/// The proxy of the person's environment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ProxyView {
    /// Without name and password; none: it can't be used, and nothing public is reached.
    pub address: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct TierStateView {
    pub tier: Tier,
    pub works: bool,
    /// What is missing, translated as `facility-<code>`.
    #[specta(type = Option<Facility>)]
    pub lacking: Option<Open<Facility>>,
}

/// Asked for, supported here, and in force: three values.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct EnforcementView {
    pub asked: Asked,
    pub supported: Option<Tier>,
    pub in_force: InForceView,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase", tag = "kind")]
pub enum InForceView {
    /// It is not running, so there is nothing to enforce.
    NotRunning,
    /// It is on its way, and kept to its folders from the first of its program on.
    Starting,
    Enforced {
        tier: Tier,
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

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ReadableView {
    pub path: String,
    pub why: ReadableWhy,
    /// None of what is the system's own: nobody but root can put something else there.
    pub own: Option<OwnView>,
}

/// What is in a file or folder that a program needs, and is the person's.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct OwnView {
    pub files: u32,
    #[specta(type = u32)]
    pub bytes: f64,
    /// Every file in it was counted; if not, there are at least so many.
    pub all: bool,
    /// Likely secrets in it, which the server does not see.
    pub hidden: Vec<String>,
}

/// Why a server can read something that is no grant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
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
    /// Its own home, which it may write too.
    Home,
}

/// What was found when the boundary was tried from inside.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ProofView {
    #[specta(type = u32)]
    pub at: f64,
    pub holds: bool,
    pub findings: Vec<FindingView>,
    /// Ways to the network, tried at the launch; none where it is not held to destinations.
    pub passages: Vec<PassageView>,
}

/// A way to the network that was tried from inside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct PassageView {
    pub way: WayView,
    pub found: ArrivalView,
    pub ok: bool,
}

impl PassageView {
    /// Whether a name was answered of which nothing was said.
    pub fn leaks(&self) -> bool {
        self.way == WayView::OtherName && self.found != ArrivalView::Nowhere
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum WayView {
    /// A connection to an address outside, at a port of the web.
    Ipv4,
    Ipv6,
    /// A connection at a port where nothing is allowed.
    ClosedPort,
    /// A datagram to an address outside.
    Datagram,
    /// A question for a name, sent to the resolver.
    Question,
    /// An interface other than the loopback.
    Interface,
    /// A name that is allowed.
    AllowedName,
    /// A name of which nothing was said.
    OtherName,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum ArrivalView {
    /// At Paddock, which decides.
    Paddock,
    Nowhere,
    /// Nobody knows where: it may be outside.
    Elsewhere,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FindingView {
    pub path: String,
    pub expected: Reach,
    pub found: Reach,
    /// Name of the error with which the operating system stopped it, such as `EACCES`.
    pub blocked_by: Option<String>,
}

/// An access beyond a server's grants that was denied, or waits.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct AttemptView {
    pub id: u32,
    pub path: String,
    pub write: bool,
    pub count: u32,
    #[specta(type = u32)]
    pub last: f64,
    /// The least access to a folder around it that would let it; none where a server's program is made
    /// of it, which no server may write.
    pub needs: Option<Access>,
    /// The smallest sensible folder to grant for it, if there is one.
    pub offer: Option<String>,
    /// The server waits for the answer.
    pub held: bool,
    /// Until then at the most.
    #[specta(type = Option<u32>)]
    pub held_until: Option<f64>,
}

/// What *Prove it* found, line by line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ProvedView {
    pub tier: Tier,
    pub holds: bool,
    /// What was not tried, for it is known to be open here: sockets that have a name and no path.
    pub sockets_open: bool,
    pub lines: Vec<ProvedLine>,
    /// What was found of the network; none where it is not held to destinations.
    pub passages: Vec<PassageView>,
    /// What Paddock itself read meanwhile, as the person's account and with nothing around it.
    pub alone: Vec<AloneView>,
}

/// Whether the account can read something by itself. What did not answer is not among these.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct AloneView {
    pub path: String,
    pub read: bool,
}

paddock_core::closed_codes! {
    /// What is tried where a boundary is proved, translated as `prove-<code>`.
    pub enum Probe {
        InsideRead = "inside-read",
        InsideWrite = "inside-write",
        ReadOnlyWrite = "read-only-write",
        /// Write what other programs run.
        GuardedWrite = "guarded-write",
        Outside = "outside",
        /// List what is next to a granted folder.
        Sibling = "sibling",
        LinkOut = "link-out",
        /// The person's private data, or Paddock's.
        KeptOut = "kept-out",
        AfterRevoke = "after-revoke",
    }
}

impl Probe {
    /// Whether writing was tried, and not only reading.
    pub fn writes(self) -> bool {
        matches!(self, Self::InsideWrite | Self::ReadOnlyWrite | Self::GuardedWrite)
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ProvedLine {
    #[specta(type = Probe)]
    pub what: Open<Probe>,
    /// Name of the server that was asked.
    pub server: String,
    /// Asked through the server's own tool, and not only of the operating system.
    pub by_tool: bool,
    pub finding: FindingView,
    pub ok: bool,
}

/// A command to prove the boundary around that is no server yet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ProveDraft {
    pub program: String,
    pub args: Vec<String>,
    /// Where it starts.
    pub cwd: String,
}
