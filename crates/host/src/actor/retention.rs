//! How long what happened is kept, and when what is too old goes.

use std::time::Instant;

use paddock_core::{Event, FactCode};

use super::Actor;
use crate::clock;
use crate::message::{Ask, Message};
use crate::retention::bound;
use crate::view::{Code, Failure, RetentionView};

impl Actor {
    /// Once within the hour, from the storage and from what is shown.
    pub(super) fn forget_what_is_too_old(&mut self) {
        if self.retention.is_due(Instant::now()) {
            let (keep, now) = (bound(self.retention.now()), clock::now());
            self.keeping.trim(keep, now);
            self.handle(Event::ForgetBefore(keep.oldest(now)));
        }
    }

    pub(super) fn set_retention(&mut self, keep: RetentionView) {
        if !self.retention.choose(keep) {
            return;
        }
        let words = [
            FactCode::Days.of(keep.days.into()),
            FactCode::Megabytes.of(keep.megabytes.into()),
            if keep.paths { FactCode::WithPaths } else { FactCode::WithoutPaths }.said(),
            if keep.arguments { FactCode::WithArguments } else { FactCode::WithoutArguments }
                .said(),
        ];
        self.handle(Event::SetRetention(words.join(", ")));
        let chosen = self.retention.chosen.clone();
        self.beside.report_any(async move {
            let written = tokio::task::spawn_blocking(move || chosen.write()).await;
            let error = written.ok()?.err()?;
            let failure = Failure::new(Code::SettingsNotSaved).with("reason", error);
            Some(Message::Ask(Box::new(Ask::Notice(failure))))
        });
    }
}
