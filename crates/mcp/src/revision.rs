use std::fmt;

/// How a server is spoken with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Era {
    /// `initialize`, a session, requests from server to client.
    Legacy,
    /// Stateless: every request stands for itself, and what a server needs it asks for in its answer.
    Modern,
}

/// A revision of the protocol this crate speaks, named by its date.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Revision {
    V2024_11_05,
    V2025_03_26,
    V2025_06_18,
    V2025_11_25,
    V2026_07_28,
}

impl Revision {
    /// What `initialize` asks for.
    pub const LATEST_LEGACY: Self = Self::V2025_11_25;

    /// What `server/discover` asks for.
    pub const LATEST_MODERN: Self = Self::V2026_07_28;

    const LEGACY: [Self; 4] =
        [Self::V2024_11_05, Self::V2025_03_26, Self::V2025_06_18, Self::V2025_11_25];

    pub fn era(self) -> Era {
        match self {
            Self::V2024_11_05 | Self::V2025_03_26 | Self::V2025_06_18 | Self::V2025_11_25 => {
                Era::Legacy
            }
            Self::V2026_07_28 => Era::Modern,
        }
    }

    /// The date as it travels in `protocolVersion`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::V2024_11_05 => "2024-11-05",
            Self::V2025_03_26 => "2025-03-26",
            Self::V2025_06_18 => "2025-06-18",
            Self::V2025_11_25 => "2025-11-25",
            Self::V2026_07_28 => "2026-07-28",
        }
    }

    /// One of the legacy revisions.
    pub fn parse(text: &str) -> Option<Self> {
        Self::LEGACY.into_iter().find(|revision| revision.as_str() == text)
    }

    /// The best of those a server says it speaks.
    pub(crate) fn pick(supported: &[String]) -> Option<Self> {
        let speaks = |revision: &Self| supported.iter().any(|text| text == revision.as_str());
        let newest_first = Self::LEGACY.into_iter().rev();
        std::iter::once(Self::LATEST_MODERN).chain(newest_first).find(speaks)
    }

    /// Elicitation came with this revision.
    pub(crate) fn has_elicitation(self) -> bool {
        self >= Self::V2025_06_18
    }

    /// Elicitation by address, sampling with tools, and tasks came with this revision.
    pub(crate) fn has_url_elicitation(self) -> bool {
        self >= Self::V2025_11_25
    }

    /// Batches came with one revision and left with the next.
    pub(crate) fn has_batches(self) -> bool {
        self == Self::V2025_03_26
    }
}

impl fmt::Display for Revision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_revision_reads_back() {
        for revision in Revision::LEGACY {
            assert_eq!(Revision::parse(revision.as_str()), Some(revision));
        }
        assert_eq!(Revision::parse("2026-07-28"), None);
        assert_eq!(Revision::parse("2025-11-25 "), None);
    }

    #[test]
    fn neg_3_the_newest_common_revision_is_picked() {
        let pick = |texts: &[&str]| {
            Revision::pick(&texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>())
        };
        assert_eq!(pick(&["2024-11-05", "2026-07-28", "2025-11-25"]), Some(Revision::V2026_07_28));
        assert_eq!(pick(&["2025-03-26", "2025-06-18"]), Some(Revision::V2025_06_18));
        assert_eq!(pick(&["2031-01-01"]), None);
    }
}
