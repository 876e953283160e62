//! The revisions spoken here and what each knows.

use crate::wire::{answer::Dialect, jsonrpc::INVALID_PARAMS};

/// A revision of the protocol, oldest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Revision {
    V2024_11_05,
    V2025_03_26,
    V2025_06_18,
    V2025_11_25,
    V2026_07_28,
}

impl Revision {
    /// Those with `initialize`.
    pub const LEGACY: [Self; 4] =
        [Self::V2024_11_05, Self::V2025_03_26, Self::V2025_06_18, Self::V2025_11_25];
    pub const LATEST_LEGACY: Self = Self::V2025_11_25;
    /// The one in which each request stands alone.
    pub const MODERN: Self = Self::V2026_07_28;

    pub fn name(self) -> &'static str {
        match self {
            Self::V2024_11_05 => "2024-11-05",
            Self::V2025_03_26 => "2025-03-26",
            Self::V2025_06_18 => "2025-06-18",
            Self::V2025_11_25 => "2025-11-25",
            Self::V2026_07_28 => "2026-07-28",
        }
    }

    pub fn dialect(self) -> Dialect {
        Dialect {
            audio: self >= Self::V2025_03_26,
            structured: self >= Self::V2025_06_18,
            typed: self >= Self::V2026_07_28,
        }
    }

    /// The error code for a resource that is not there.
    pub fn no_resource(self) -> i32 {
        const RESOURCE_NOT_FOUND: i32 = -32002;
        if self >= Self::V2026_07_28 { INVALID_PARAMS } else { RESOURCE_NOT_FOUND }
    }
}
