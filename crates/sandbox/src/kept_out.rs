//! What matters most and is never let in but by a grant: it is tried in every proof.

use std::path::{Path, PathBuf};

use paddock_core::{Identity, RootEntry};
use paddock_sandbox::Policy;
use rustix::fs::{Mode, OFlags, open};

use crate::folder;

#[derive(Default)]
pub(crate) struct KeptOut(Vec<Place>);

struct Place {
    path: PathBuf,
    /// Of itself and of the folders around it. By whatever path one of these is granted, it is too.
    around: Vec<Identity>,
}

impl KeptOut {
    /// In the host's view. What is not there could not be reached by anybody, and would prove nothing.
    pub(crate) fn of(policy: &Policy) -> Self {
        let places = policy.kept_out.iter().filter_map(|path| {
            let real = path.canonicalize().ok()?;
            let around = real.ancestors().map(identity).collect::<Option<Vec<_>>>()?;
            Some(Place { path: path.clone(), around })
        });
        Self(places.collect())
    }

    /// What must not be reached with these folders granted, as it is now on the host.
    pub(crate) fn beside(&self, granted: &[RootEntry]) -> Vec<(&Path, Identity)> {
        let is_granted = |place: &Place| {
            granted
                .iter()
                .any(|entry| place.around.iter().any(|around| around.is_same(&entry.root.identity)))
        };
        let kept = self.0.iter().filter(|place| !is_granted(place));
        kept.filter_map(|place| Some((place.path.as_path(), identity(&place.path)?))).collect()
    }
}

fn identity(path: &Path) -> Option<Identity> {
    let place = open(path, OFlags::PATH | OFlags::CLOEXEC, Mode::empty()).ok()?;
    folder::identity(place).ok()
}
