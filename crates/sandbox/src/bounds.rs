//! How much of the computer one launch may take, and what holds it to that.

use paddock_core::Limits;

/// Limits, and which of them a control group holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bounds {
    pub limits: Limits,
    pub by_group: ByGroup,
}

/// What a control group of its own can hold for everything that a server starts, taken together.
/// Without one memory is limited for each process by itself, and processes are counted where the
/// server has a user namespace.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ByGroup {
    pub processes: bool,
    pub memory: bool,
}

impl ByGroup {
    pub fn any(self) -> bool {
        self.processes || self.memory
    }
}
