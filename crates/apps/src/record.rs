//! What is kept of an entry that was adopted, so that it can be verified and given back.

use std::fmt;
use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::entry::EntryRef;

/// An entry that was written. Holds no value of its environment and nothing else that looks like a
/// secret: see [`Withheld`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Adoption {
    pub entry: EntryRef,
    /// The server of Paddock that it starts now.
    pub server: String,
    /// What it was, with holes where [`Withheld`] goes.
    pub original: Vec<String>,
    /// Where in its line it began, in characters.
    pub column: usize,
    /// What it said without its environment, as a digest.
    pub original_meaning: String,
    /// Bytes that were written for the entry.
    pub written_length: usize,
    /// SHA-256 of those bytes: fields that were kept may hold secrets, too.
    pub written_hash: String,
    /// What was written says, as a digest.
    pub written_meaning: String,
    /// SHA-256 of the whole file.
    pub file_before: String,
    pub file_after: String,
}

/// What is withheld from an [`Adoption`]: values of the environment and what else looks like a
/// secret, as they were written. Belongs where secrets are kept.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Withheld(pub(crate) Vec<String>);

impl fmt::Debug for Withheld {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Withheld({})", self.0.len())
    }
}

impl Withheld {
    /// Nothing is withheld, and nothing needs to be kept.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Takes `holes` out of what stands at `region`.
pub(crate) fn with_holes(
    text: &str,
    region: &Range<usize>,
    mut holes: Vec<Range<usize>>,
) -> (Vec<String>, Withheld) {
    holes.sort_by_key(|hole| (hole.start, std::cmp::Reverse(hole.end)));
    let (mut parts, mut withheld) = (Vec::new(), Vec::new());
    let mut at = region.start;
    for hole in holes {
        if hole.start < at || hole.end > region.end || hole.is_empty() {
            continue;
        }
        parts.push(text[at..hole.start].to_owned());
        withheld.push(text[hole.clone()].to_owned());
        at = hole.end;
    }
    parts.push(text[at..region.end].to_owned());
    (parts, Withheld(withheld))
}

impl Adoption {
    /// What the entry was; none if what was withheld is not what belongs to it.
    pub(crate) fn restored(&self, withheld: Option<&Withheld>) -> Option<String> {
        let fills = withheld.map(|it| it.0.as_slice()).unwrap_or_default();
        if self.original.len() != fills.len() + 1 {
            return None;
        }
        let mut out = String::new();
        for (index, part) in self.original.iter().enumerate() {
            out.push_str(part);
            out.push_str(fills.get(index).map(String::as_str).unwrap_or_default());
        }
        Some(out)
    }
}
