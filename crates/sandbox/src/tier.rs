//! What can keep a server to its folders, and what this system offers of it.

use paddock_core::{Facility, Gap, Tier};

use crate::ByGroup;

/// What this system offers, found by trying it. The default is nothing, as on systems other than
/// Linux.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub struct Capabilities {
    /// Tiers that work, best first, and why the others do not.
    pub tiers: Vec<(Tier, Result<(), Lacking>)>,
    /// Landlock's version, 0 where there is none.
    pub landlock: u32,
    /// A folder held open from before a revocation no longer leads anywhere.
    pub held_folders_end: bool,
    /// The network can be switched off for one server.
    pub network_off: bool,
    /// What one server connects to can be decided by name.
    pub destinations: bool,
    /// Sockets that have a name and no path, such as those of X11 and D-Bus, are out of reach while
    /// the network is open. Without it, which [`Tier::LiveMounts`] gives a server of its own, they
    /// always are.
    pub abstract_sockets_kept: bool,
    /// The processes of a server of a live tier are counted apart, and can be limited.
    pub processes_limited: bool,
    /// What a control group of a server's own can hold.
    pub by_group: ByGroup,
    /// Denied accesses can be seen, and held.
    pub attempts: bool,
    /// What [`Tier::Landlock`] leaves open here. None of it gives a file's contents away.
    pub gaps: Vec<Gap>,
}

/// What stands in the way of a tier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lacking {
    pub what: Facility,
    /// The operating system's error number, 0 if there is none.
    pub errno: i32,
}

impl Capabilities {
    /// The best tier that works.
    pub fn best(&self) -> Option<Tier> {
        self.tiers.iter().find(|(_, works)| works.is_ok()).map(|(tier, _)| *tier)
    }

    /// Whether `tier` works.
    pub fn works(&self, tier: Tier) -> bool {
        self.tiers.contains(&(tier, Ok(())))
    }
}
