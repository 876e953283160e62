//! What a server's command names, as far as it is known, and what of it a person was asked about.

use std::path::Path;

use paddock_core::{Asked, ServerId, State, Verdict};
use tokio::sync::oneshot;

use super::Proposal;
use crate::overview::Overview;
use crate::runtimes::Runtimes;
use crate::view::{Code, Failure};

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
    pub(crate) fn begin_look(&mut self) {
        self.looked = Looked::UnderWay;
    }

    /// Whether that was begun, at least.
    pub(crate) fn was_looked_for(&self) -> bool {
        self.looked != Looked::Never
    }

    pub(crate) fn found(&mut self, folders: Vec<Proposal>) {
        (self.looked, self.folders) = (Looked::Done, folders);
        self.waiting.clear();
    }

    /// Has `reply` dropped once it is known what the command names.
    pub(crate) fn wait(&mut self, reply: oneshot::Sender<()>) {
        if self.looked == Looked::UnderWay {
            self.waiting.push(reply);
        }
    }

    /// Those of `unmet` that a person is to be asked about; with `again`, also those that they were.
    pub(crate) fn propose(&mut self, unmet: Vec<Proposal>, again: bool) -> Vec<Proposal> {
        let was_asked = |it: &Proposal| self.asked.contains(it);
        let new: Vec<_> = unmet.into_iter().filter(|it| again || !was_asked(it)).collect();
        let more: Vec<_> = new.iter().filter(|it| !was_asked(it)).cloned().collect();
        self.asked.extend(more);
        new
    }

    /// Whether the server ended for want of something in this folder.
    pub(crate) fn missed(&self, folder: &Path) -> bool {
        self.missed && self.folders.iter().any(|it| it.folder.as_path().starts_with(folder))
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
