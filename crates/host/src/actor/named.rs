//! Folders that commands name, on their way to being proposed.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use paddock_core::{Command, CustomCommand, Event, RunState, ServerId, SessionId};
use tokio::sync::oneshot;

use super::Actor;
use crate::message::{Ask, FolderAsk, Message};
use crate::named::{self, Proposal, Survey};
use crate::pick::{self, Surveyed};
use crate::picks::Proposed;
use crate::view::{Code, Failure};

/// How long looking at all that a command names may take: a dead network disk never answers.
const LOOK_DEADLINE: Duration = Duration::from_secs(10);

impl Actor {
    /// Looks for what the command of a server names, on a thread that may wait. `said`: what is
    /// wrong with it is news.
    pub(super) fn look_for_named(&mut self, server: ServerId, said: bool) {
        let known = self.state.server(server).and_then(|server| server.command.custom());
        let Some(command) = known.cloned() else { return };
        self.runtimes.entry(server.own()).named.begin_look();
        let places = Arc::clone(&self.places);
        self.beside.report(async move {
            let read = command.clone();
            let look = tokio::task::spawn_blocking(move || named::survey(&read, &places.home));
            let looked = tokio::time::timeout(LOOK_DEADLINE, look).await;
            let mut survey = looked.ok().and_then(Result::ok).unwrap_or_else(|| Survey {
                troubles: vec![Failure::new(Code::NamedUnknown)],
                ..Survey::default()
            });
            if !said {
                survey.troubles.clear();
            }
            Message::Named(server, Box::new(command), survey)
        });
    }

    /// As [`look_for_named`](Self::look_for_named), unless that was done.
    pub(super) fn look_for_named_once(&mut self, server: ServerId) {
        let own = self.runtimes.get(server.own());
        if own.is_none_or(|runtime| !runtime.named.was_looked_for()) {
            self.look_for_named(server, false);
        }
    }

    pub(super) fn found_named(&mut self, server: ServerId, command: CustomCommand, survey: Survey) {
        // Of a command that was changed meanwhile, there is another look.
        let Some(known) = self.state.server(server) else { return };
        if known.command != Command::Custom(command) {
            return;
        }
        let name = paddock_core::text::shown(&known.name);
        for trouble in survey.troubles {
            self.screen.notice(trouble.with("server", &name));
        }
        self.runtimes.entry(server.own()).named.found(survey.proposals);
        self.screen.change();
    }

    /// What is to be proposed; with `again`, also what a person was asked about before.
    pub(super) fn proposals(&mut self, server: ServerId, again: bool) -> Vec<Proposal> {
        let unmet: Vec<_> = self.overview().unmet(server).into_iter().cloned().collect();
        let own = self.runtimes.get_mut(server.own());
        own.map(|runtime| runtime.named.propose(unmet, again)).unwrap_or_default()
    }

    /// Puts folders before the person that an app waits for: what they were asked about before, by
    /// whomever, they are not asked again.
    pub(super) fn ask_for_named(&mut self, session: SessionId) {
        let Some(by) = self.runtimes.gate(session).map(|gate| gate.by.clone()) else { return };
        let server = session.server;
        for Proposal { folder, named } in self.proposals(server, false) {
            let mut places = self.state.asked_places();
            if places.any(|it| it.server == server && it.root.path == folder) {
                continue;
            }
            let (by, named) = (by.clone(), Some(named));
            let proposed = Proposed { server: Some(server), named, by, ..Proposed::default() };
            let (looks, places) = (self.runtimes.app_looks(), Arc::clone(&self.places));
            self.beside.report_any(async move {
                let looked = folder.clone();
                let survey = looks.look(move || pick::survey(looked.as_path(), &places)).await;
                // A link that stands there now leads elsewhere.
                let is_there = |it: &Surveyed| it.root.path == folder;
                let surveyed = survey.ok()?.ok().filter(is_there)?;
                let (reply, _) = oneshot::channel();
                let ask = Ask::Folder(FolderAsk::Picked(Box::new(surveyed), proposed, reply));
                Some(Message::Ask(Box::new(ask)))
            });
        }
    }

    /// Whether a run that ended early ended for want of what its command names.
    pub(super) fn ended_for_want(&mut self, server: ServerId) -> bool {
        let missed = !self.overview().unmet(server).is_empty();
        if let Some(runtime) = self.runtimes.get_mut(server.own()) {
            runtime.named.missed = missed;
        }
        missed
    }

    /// A folder was granted: what failed for want of it is started again, for apps too.
    pub(super) fn start_what_waited(&mut self, server: ServerId, folder: &Path) {
        let Some(runtime) = self.runtimes.get(server.own()) else { return };
        if !runtime.named.missed(folder) {
            return;
        }
        for session in self.state.sessions_of(server) {
            if self.state.run(session) != Some(RunState::Failed) {
                continue;
            }
            if let Some(runtime) = self.runtimes.get_mut(session) {
                runtime.forget_failure();
            }
            self.handle(if session.is_own() {
                Event::Start(server)
            } else {
                Event::Restart(session)
            });
        }
        // Whoever granted it may have an app call again as soon as that is answered.
        self.tell_apps();
    }
}
