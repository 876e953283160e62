//! How long what happened is kept: a small file in the folder of the data.

mod trim;

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use paddock_control::keep;

use crate::view::RetentionView;

pub(crate) use trim::Retention;

const FILE: &str = "activity.json";
const MOST_DAYS: u32 = 3650;
const MOST_MEGABYTES: u32 = 10_000;
const MEGABYTE: u64 = 1_000_000;

/// The nearest that is possible.
pub(crate) fn within_bounds(keep: RetentionView) -> RetentionView {
    RetentionView {
        days: keep.days.clamp(1, MOST_DAYS),
        megabytes: keep.megabytes.clamp(1, MOST_MEGABYTES),
        ..keep
    }
}

/// Whether less is kept by `keep` than by `now`, or what a person may not want to be there to read.
pub(crate) fn needs_consent(keep: RetentionView, now: RetentionView) -> bool {
    let is_less = keep.days < now.days || keep.megabytes < now.megabytes;
    is_less || (now.paths && !keep.paths) || (keep.arguments && !now.arguments)
}

pub(crate) fn bound(keep: RetentionView) -> paddock_storage::Retention {
    paddock_storage::Retention { days: keep.days, bytes: u64::from(keep.megabytes) * MEGABYTE }
}

/// A file of before arguments could be kept does not speak of them.
fn parse(text: &str) -> io::Result<RetentionView> {
    let mut kept: serde_json::Value = serde_json::from_str(text)?;
    if let Some(kept) = kept.as_object_mut() {
        kept.entry("arguments").or_insert(false.into());
    }
    Ok(serde_json::from_value(kept)?)
}

/// What was chosen, and where that is kept.
#[derive(Clone, Debug)]
pub(crate) struct Chosen {
    file: PathBuf,
    now: Arc<Mutex<RetentionView>>,
    writing: Arc<Mutex<()>>,
}

impl Chosen {
    /// What is kept in the folder of the data. Of a file that can't be read nothing is known but
    /// that a person chose: then as much is kept as can be.
    pub(crate) fn read(data: &Path) -> Self {
        let file = data.join(FILE);
        let now = match std::fs::read_to_string(&file).and_then(|text| parse(&text)) {
            Ok(kept) => within_bounds(kept),
            Err(error) if error.kind() == io::ErrorKind::NotFound => RetentionView::default(),
            Err(error) => {
                tracing::warn!(%error, "how long activity is kept can't be read");
                RetentionView {
                    days: MOST_DAYS,
                    megabytes: MOST_MEGABYTES,
                    ..RetentionView::default()
                }
            }
        };
        Self { file, now: Arc::new(Mutex::new(now)), writing: Arc::default() }
    }

    pub(crate) fn now(&self) -> RetentionView {
        *self.now.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn set(&self, keep: RetentionView) {
        *self.now.lock().unwrap_or_else(PoisonError::into_inner) = keep;
    }

    /// Writes what is chosen now, whole or not at all. Blocks as long as the disk does; of several
    /// at once the last writes what was chosen last.
    pub(crate) fn write(&self) -> io::Result<()> {
        let _one_at_a_time = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        keep(&self.file, &serde_json::to_vec(&self.now())?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_chosen_is_kept_and_damage_deletes_nothing() {
        let data = tempfile::tempdir().unwrap();
        let chosen = Chosen::read(data.path());
        assert_eq!(chosen.now(), RetentionView::default());
        let keep = RetentionView { days: 7, megabytes: 20, paths: false, arguments: true };
        chosen.set(keep);
        chosen.write().unwrap();
        assert_eq!(Chosen::read(data.path()).now(), keep);
        std::fs::write(data.path().join(FILE), "{").unwrap();
        let now = Chosen::read(data.path()).now();
        assert_eq!((now.days, now.arguments), (MOST_DAYS, false));
        // As it was written before arguments could be kept.
        std::fs::write(data.path().join(FILE), r#"{"days":7,"megabytes":20,"paths":true}"#)
            .unwrap();
        assert!(!Chosen::read(data.path()).now().arguments);
    }

    #[test]
    fn less_time_less_room_fewer_paths_and_arguments_need_consent() {
        let now = RetentionView::default();
        assert!(!needs_consent(now, now));
        assert!(needs_consent(RetentionView { days: 89, ..now }, now));
        assert!(needs_consent(RetentionView { days: 900, megabytes: 99, ..now }, now));
        assert!(needs_consent(RetentionView { paths: false, ..now }, now));
        assert!(!needs_consent(now, RetentionView { paths: false, ..now }));
        assert!(needs_consent(RetentionView { arguments: true, ..now }, now));
        assert!(!needs_consent(now, RetentionView { arguments: true, ..now }));
        let zero = within_bounds(RetentionView { days: 0, megabytes: u32::MAX, ..now });
        assert_eq!((zero.days, zero.megabytes), (1, MOST_MEGABYTES));
    }
}
