//! The revisions of the protocol, as the rows name them.

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Revision {
    A,
    B,
    C,
    D,
    E,
}

impl Revision {
    pub(crate) const ALL: [Self; 5] = [Self::A, Self::B, Self::C, Self::D, Self::E];

    pub(crate) fn date(self) -> &'static str {
        match self {
            Self::A => "2024-11-05",
            Self::B => "2025-03-26",
            Self::C => "2025-06-18",
            Self::D => "2025-11-25",
            Self::E => "2026-07-28",
        }
    }

    pub(crate) fn is_modern(self) -> bool {
        self == Self::E
    }

    /// Arguments that make the scriptable server speak it.
    pub(crate) fn args(self) -> [&'static str; 2] {
        if self.is_modern() { ["--era", "modern"] } else { ["--revision", self.date()] }
    }
}
