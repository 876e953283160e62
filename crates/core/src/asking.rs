//! How much a server may ask of the person and of language models.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use specta::Type;

/// Tokens by the hour since the Unix epoch in which they were spent.
pub type TokensByHour = BTreeMap<i64, u64>;

/// What a person lets a server ask for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Asking {
    pub limits: SamplingLimits,
    /// Nothing it asks is shown; all of it is refused.
    pub muted: bool,
}

/// How often and how much a server may have sampled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SamplingLimits {
    pub requests_an_hour: u32,
    /// Tokens in and out.
    pub tokens_a_day: u32,
}

impl Default for SamplingLimits {
    fn default() -> Self {
        Self { requests_an_hour: 20, tokens_a_day: 100_000 }
    }
}

impl Asking {
    /// Whether a server may ask for no more under `self` than under `other`.
    pub fn is_within(&self, other: &Self) -> bool {
        let (limits, others) = (self.limits, other.limits);
        (self.muted || !other.muted)
            && limits.requests_an_hour <= others.requests_an_hour
            && limits.tokens_a_day <= others.tokens_a_day
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_allows_more_is_not_within() {
        let usual = Asking::default();
        let more = SamplingLimits { requests_an_hour: 21, ..usual.limits };
        let dearer = SamplingLimits { tokens_a_day: 100_001, ..usual.limits };
        for limits in [more, dearer] {
            let wider = Asking { limits, ..usual };
            assert!(!wider.is_within(&usual) && usual.is_within(&wider), "{wider:?}");
        }
        let muted = Asking { muted: true, ..usual };
        assert!(muted.is_within(&usual) && !usual.is_within(&muted));
    }
}
