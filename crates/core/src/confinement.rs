//! What a person chose for one server beside its folders.

use crate::AbsolutePath;

/// How a server is kept to its folders, and what else it may reach.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Confinement {
    pub asked: Asked,
    /// The network is open to it.
    pub network: bool,
    /// Its first access to something that is not granted waits for the person.
    pub ask_first: bool,
    /// What it may read besides its grants and what every program of its kind needs.
    pub reads: Vec<AbsolutePath>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Asked {
    /// The operating system keeps the server to its grants, or it does not run.
    Enforced,
    /// It runs as the person's own programs do, and is only told.
    Advisory,
}

impl Default for Confinement {
    fn default() -> Self {
        Self { asked: Asked::Enforced, network: true, ask_first: false, reads: Vec::new() }
    }
}

impl Confinement {
    /// Whether a server may reach no more under `self` than under `other`.
    pub fn is_within(&self, other: &Self) -> bool {
        self.asked <= other.asked
            && (other.network || !self.network)
            && self.reads.iter().all(|path| other.reads.contains(path))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_opens_more_is_not_within() {
        let usual = Confinement::default();
        let tmp = AbsolutePath::new(std::env::temp_dir()).unwrap();
        let wider = [
            Confinement { asked: Asked::Advisory, ..usual.clone() },
            Confinement { reads: vec![tmp], ..usual.clone() },
        ];
        for wider in wider {
            assert!(!wider.is_within(&usual), "{wider:?}");
            assert!(usual.is_within(&wider));
        }
        let closed = Confinement { network: false, ..usual.clone() };
        assert!(closed.is_within(&usual) && !usual.is_within(&closed));
    }
}
