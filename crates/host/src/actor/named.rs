//! Folders that commands name, on their way to being proposed.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use paddock_core::{
    Asked, Command, CustomCommand, Event, RunState, ServerId, SessionId, State, Verdict,
};
use tokio::sync::oneshot;

use super::{Actor, Ask, Message, Proposed};
use crate::named::{self, Proposal, Survey};
use crate::overview::Overview;
use crate::pick::{self, Surveyed};
use crate::runtimes::Runtimes;
use crate::view::{Code, Failure};

/// How long looking at all that a command names may take: a dead network disk never answers.
const LOOK_DEADLINE: Duration = Duration::from_secs(10);

/// What a server's command names.
#[derive(Debug, Default)]
pub(crate) struct NamedFolders {
    looked: Looked,
    folders: Vec<Proposal>,
    /// Those that a person was asked about, whatever they answered.
    asked: Vec<Proposal>,
    /// Who waits for it to be known.
    waiting: Vec<oneshot::Sender<()>>,
    /// The server ended before it was ready, for all that is known for want of them.
    pub(crate) missed: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Looked {
    #[default]
    Never,
    UnderWay,
    Done,
}

impl NamedFolders {
    fn found(&mut self, folders: Vec<Proposal>) {
        (self.looked, self.folders) = (Looked::Done, folders);
        self.waiting.clear();
    }

    /// Has `reply` dropped once it is known what the command names.
    pub(super) fn wait(&mut self, reply: oneshot::Sender<()>) {
        if self.looked == Looked::UnderWay {
            self.waiting.push(reply);
        }
    }

    /// Those of `unmet` that a person is to be asked about; with `again`, also those that they were.
    fn propose(&mut self, unmet: Vec<Proposal>, again: bool) -> Vec<Proposal> {
        let was_asked = |it: &Proposal| self.asked.contains(it);
        let new: Vec<_> = unmet.into_iter().filter(|it| again || !was_asked(it)).collect();
        let more: Vec<_> = new.iter().filter(|it| !was_asked(it)).cloned().collect();
        self.asked.extend(more);
        new
    }

    /// Whether the server ended for want of something in this folder.
    fn missed(&self, folder: &Path) -> bool {
        self.missed && self.folders.iter().any(|it| it.folder.as_path().starts_with(folder))
    }
}

impl Actor {
    /// Looks for what the command of a server names, on a thread that may wait. `said`: what is
    /// wrong with it is news.
    pub(super) fn look_for_named(&mut self, server: ServerId, said: bool) {
        let known = self.state.server(server).and_then(|server| server.command.custom());
        let Some(command) = known.cloned() else { return };
        self.runtimes.entry(server.own()).named.looked = Looked::UnderWay;
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
        if own.is_none_or(|runtime| runtime.named.looked == Looked::Never) {
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
                let ask = Ask::Picked(Box::new(surveyed), proposed, reply);
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

impl<'a> Overview<'a> {
    /// As [`unmet`].
    pub(crate) fn unmet(&self, server: ServerId) -> Vec<&'a Proposal> {
        unmet(self.state, self.runtimes, server)
    }

    /// As [`unmet_shown`].
    ///
    /// # Errors
    /// There is no such server.
    pub(crate) fn unmet_of(&self, server: ServerId) -> Result<Vec<String>, Failure> {
        let known = self.state.server(server).ok_or_else(|| Failure::new(Code::UnknownServer))?;
        Ok(unmet_shown(self.state, self.runtimes, known.id))
    }
}

/// Folders that the server's command names and that are not granted to it.
fn unmet<'a>(state: &State, runtimes: &'a Runtimes, server: ServerId) -> Vec<&'a Proposal> {
    let Some(runtime) = runtimes.get(server.own()) else { return Vec::new() };
    let enforced = |it: &paddock_core::Server| it.confinement.asked == Asked::Enforced;
    if !state.server(server).is_some_and(enforced) {
        return Vec::new();
    }
    let folders = &runtime.named.folders;
    let verdicts = state.check(server, folders.iter().map(|it| &it.folder));
    let unmet = folders.iter().zip(verdicts);
    unmet
        .filter(|(_, verdict)| matches!(verdict, Verdict::Outside { .. }))
        .map(|(folder, _)| folder)
        .collect()
}

/// As [`unmet`], safe to show.
pub(crate) fn unmet_shown(state: &State, runtimes: &Runtimes, server: ServerId) -> Vec<String> {
    unmet(state, runtimes, server).into_iter().map(Proposal::shown).collect()
}
