//! When what happened and is too old goes.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use paddock_core::{Action, AuditRecord, Time};

use super::Chosen;
use crate::view::RetentionView;

/// Between two looks at what is kept no longer, while things happen.
const EVERY: Duration = Duration::from_hours(1);

/// How long what happened is kept, and what was done for it.
#[derive(Debug)]
pub(crate) struct Retention {
    pub(crate) chosen: Chosen,
    /// For the sessions of apps: whether they are to tell what tools are called with.
    pub(crate) tell_arguments: Arc<AtomicBool>,
    /// When the storage was last asked to see to it.
    trimmed: Option<Instant>,
    /// When a person had everything deleted last.
    deleted: Option<Time>,
}

impl Retention {
    pub(crate) fn new(chosen: Chosen) -> Self {
        let tell_arguments = Arc::new(AtomicBool::new(chosen.now().arguments));
        Self { chosen, tell_arguments, trimmed: None, deleted: None }
    }

    pub(crate) fn now(&self) -> RetentionView {
        self.chosen.now()
    }

    pub(crate) fn deleted(&self) -> Option<Time> {
        self.deleted
    }

    pub(crate) fn note_deleted(&mut self, at: Time) {
        self.deleted = Some(at);
    }

    /// Whether it is another choice. What is kept no longer is looked for soon, then.
    pub(crate) fn choose(&mut self, keep: RetentionView) -> bool {
        let is_another = keep != self.now();
        if is_another {
            self.chosen.set(keep);
            self.tell_arguments.store(keep.arguments, Ordering::Relaxed);
            self.trimmed = None;
        }
        is_another
    }

    /// Whether the storage is to look for what is kept no longer: once within the hour.
    pub(crate) fn is_due(&mut self, now: Instant) -> bool {
        let is_due = self.trimmed.is_none_or(|last| now.duration_since(last) >= EVERY);
        if is_due {
            self.trimmed = Some(now);
        }
        is_due
    }

    /// A record as it is kept.
    pub(crate) fn as_kept(&self, record: AuditRecord) -> AuditRecord {
        let (keep, mut record) = (self.now(), record);
        let of_call = matches!(record.action, Action::ToolCalled | Action::ResourceRead);
        if of_call && !keep.paths {
            (record.path, record.grant) = (None, None);
        }
        record.arguments.take_if(|_| !keep.arguments);
        record
    }
}

#[cfg(test)]
mod tests {
    use paddock_core::{AbsolutePath, GrantId};

    use super::*;

    fn retention() -> (tempfile::TempDir, Retention) {
        let data = tempfile::tempdir().unwrap();
        let retention = Retention::new(Chosen::read(data.path()));
        (data, retention)
    }

    fn record(action: Action) -> AuditRecord {
        AuditRecord {
            at: Time(0),
            actor: paddock_core::Actor::Person,
            action,
            server: None,
            server_name: None,
            app: None,
            grant: Some(GrantId(1)),
            path: Some(AbsolutePath::new("/a").unwrap()),
            access: None,
            ok: true,
            detail: None,
            arguments: None,
        }
    }

    #[test]
    fn what_is_too_old_is_looked_for_once_an_hour_and_after_another_choice() {
        let (_data, mut retention) = retention();
        let begun = Instant::now();
        let due =
            [0, 59, 60, 119].map(|minutes| retention.is_due(begun + Duration::from_mins(minutes)));
        assert_eq!(due, [true, false, true, false]);
        let keep = retention.now();
        assert!(!retention.choose(keep));
        assert!(!retention.is_due(begun + Duration::from_mins(119)));
        assert!(retention.choose(RetentionView { days: 1, ..keep }));
        assert!(retention.is_due(begun + Duration::from_mins(119)));
    }

    #[test]
    fn without_paths_a_call_says_no_folder_and_a_grant_does() {
        let (_data, mut retention) = retention();
        retention.choose(RetentionView { paths: false, ..retention.now() });
        let kept = |action| {
            let record = retention.as_kept(record(action));
            (record.path.is_some(), record.grant.is_some())
        };
        assert_eq!(kept(Action::ToolCalled), (false, false));
        assert_eq!(kept(Action::ResourceRead), (false, false));
        assert_eq!(kept(Action::Granted), (true, true));
    }

    #[test]
    fn arguments_are_kept_only_where_a_person_wants_them() {
        let (_data, mut retention) = retention();
        let called =
            || AuditRecord { arguments: Some("{}".to_owned()), ..record(Action::ToolCalled) };
        let told = Arc::clone(&retention.tell_arguments);
        assert_eq!(retention.as_kept(called()).arguments, None);
        retention.choose(RetentionView { arguments: true, ..retention.now() });
        assert_eq!(retention.as_kept(called()).arguments.as_deref(), Some("{}"));
        assert!(told.load(Ordering::Relaxed));
    }
}
