//! How long what happened is kept, and when what is too old goes.

use std::time::{Duration, Instant};

use paddock_core::{Action, AuditRecord, Event};

use super::asks::Ask;
use super::{Actor, Message};
use crate::view::{Code, Failure, RetentionView};
use crate::{clock, retention};

/// Between two looks at what is kept no longer, while things happen.
const EVERY: Duration = Duration::from_hours(1);

impl Actor {
    pub(super) fn set_retention(&mut self, keep: RetentionView) {
        if keep == self.retention.now() {
            return;
        }
        self.retention.set(keep);
        self.trimmed = None;
        let paths = if keep.paths { "with paths" } else { "without paths" };
        let words = format!("{} days, {} MB, {paths}", keep.days, keep.megabytes);
        self.handle(Event::SetRetention(words));
        let (chosen, to_self) = (self.retention.clone(), self.to_self.clone());
        tokio::spawn(async move {
            let written = tokio::task::spawn_blocking(move || chosen.write()).await;
            if let Ok(Err(error)) = written {
                let failure = Failure::new(Code::SettingsNotSaved).with("reason", error);
                let _ = to_self.send(Message::Ask(Box::new(Ask::Notice(failure)))).await;
            }
        });
    }

    /// Has the storage look for what is kept no longer, if it was not asked to within the hour.
    pub(super) fn trim_if_due(&mut self) {
        if self.trimmed.is_some_and(|last: Instant| last.elapsed() < EVERY) {
            return;
        }
        self.trimmed = Some(Instant::now());
        self.keeping.trim(retention::bound(self.retention.now()), clock::now());
    }

    /// A record as it is kept.
    pub(super) fn as_kept(&self, record: AuditRecord) -> AuditRecord {
        let of_call = matches!(record.action, Action::ToolCalled | Action::ResourceRead);
        if of_call && !self.retention.now().paths {
            return AuditRecord { path: None, grant: None, ..record };
        }
        record
    }
}
