//! What a person chose for one server beside its folders.

use serde::{Deserialize, Serialize};
use specta::Type;

use crate::network::NetworkChoice;

/// How a server is kept to its folders, and what else it may reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Confinement {
    pub asked: Asked,
    pub network: NetworkChoice,
    /// Its first access to something that is not granted waits for the person.
    pub ask_first: bool,
}

#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Type,
)]
#[serde(rename_all = "camelCase")]
pub enum Asked {
    /// The operating system keeps the server to its grants, or it does not run.
    Enforced,
    /// It runs as the person's own programs do, and is only told.
    Advisory,
}

impl Default for Confinement {
    fn default() -> Self {
        Self { asked: Asked::Enforced, network: NetworkChoice::Ask, ask_first: false }
    }
}

impl Confinement {
    /// Whether a server may reach no more under `self` than under `other`.
    pub fn is_within(&self, other: &Self) -> bool {
        self.asked <= other.asked && self.network <= other.network
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_opens_more_is_not_within() {
        let usual = Confinement::default();
        let wider = Confinement { asked: Asked::Advisory, ..usual };
        assert!(!wider.is_within(&usual));
        assert!(usual.is_within(&wider));
        for (less, more) in
            [(NetworkChoice::Off, NetworkChoice::Ask), (NetworkChoice::Ask, NetworkChoice::Open)]
        {
            let [less, more] = [less, more].map(|network| Confinement { network, ..usual });
            assert!(less.is_within(&more) && !more.is_within(&less));
        }
    }
}
