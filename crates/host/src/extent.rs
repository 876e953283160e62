//! How much there is in a folder that waits for consent.

#[cfg(unix)]
mod walk;

#[cfg(unix)]
pub(crate) use walk::of;

/// The files in a folder and all that is in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Extent {
    pub(crate) files: u32,
    pub(crate) bytes: u64,
    /// There is more, or may be.
    pub(crate) is_part: bool,
}

#[cfg(not(unix))]
pub(crate) fn of(_: &paddock_core::Root) -> Option<Extent> {
    None
}
