//! Why a server does not run, in a sentence for the model behind an app. Of paths it says those alone
//! that the app knows: what its own configuration passes to the server, and where it works itself.

use std::path::Path;

use paddock_core::text::shown;
use paddock_core::{RunState, SessionId};
use paddock_relay::Loss;

use crate::named::Proposal;
use crate::overview::Overview;
use crate::view::{Code, NamedBy};

/// The most folders that are named, and the longest name of one, in characters.
const FOLDERS: usize = 4;
const LONGEST: usize = 300;

const SECRETS: &[Code] =
    &[Code::SecretMissing, Code::SecretLocked, Code::SecretInFile, Code::SecretsNoKeyring];

impl Overview<'_> {
    /// What the app is told of a server that does not run.
    pub(crate) fn loss(&self, session: SessionId, run: RunState) -> Option<Loss> {
        let name = self.state.name_of(session.server);
        let (another, message) = match run {
            RunState::Starting | RunState::Restarting { .. } | RunState::Stopping => {
                (true, format!("{name} ended and is being started again by Paddock."))
            }
            RunState::NeedsTrust { .. } => (
                false,
                format!(
                    "{name} does not run: its command is not trusted yet. Ask the person to trust \
                     it in Paddock, under Servers or at a terminal, then call again."
                ),
            ),
            RunState::Paused => {
                let paused = match self.state.paused() {
                    Some(_) => "all servers",
                    None => "this app",
                };
                (
                    false,
                    format!(
                        "{name} does not run: the person has paused {paused} in Paddock. Ask them \
                         to resume, then call again."
                    ),
                )
            }
            RunState::Failed => (false, self.why_failed(session, &name)),
            RunState::Stopped | RunState::Asleep => {
                (false, format!("{name} was stopped in Paddock."))
            }
            RunState::Running => return None,
        };
        Some(Loss { message, another })
    }

    fn why_failed(&self, session: SessionId, name: &str) -> String {
        let runtime = self.runtimes.get(session);
        let app = runtime.and_then(|runtime| runtime.gate.as_ref()?.folder.as_deref());
        let failure = runtime.and_then(|runtime| runtime.reason.as_ref());
        if self.has_failed_for_want(session) {
            return wants(name, &self.unmet(session.server), app);
        }
        let mended = "Ask the person to look in Paddock, then call again.";
        let is = |codes: &[Code]| failure.is_some_and(|it| codes.contains(&it.code));
        if is(&[Code::BadCwd]) {
            let cwd = failure.and_then(|it| it.details.get("cwd"));
            let is_apps = |app: &&Path| cwd.is_some_and(|cwd| *cwd == shown(app));
            let folder = app.filter(is_apps).map_or_else(
                || "the folder that it is set to start in".to_owned(),
                |app| format!("the folder {}", cut(&shown(app))),
            );
            format!("{name} can't start: {folder} can't be entered. {mended}")
        } else if is(&[Code::ProgramNotFound, Code::ProgramNotExecutable]) {
            let program = self.program(session).unwrap_or_default();
            format!("{name} can't start: its program {program} is not there to run. {mended}")
        } else if is(SECRETS) {
            format!("{name} can't start: a secret that it needs is not to be had. {mended}")
        } else if is(&[Code::PlaceNotGranted]) {
            let folder = app.map_or_else(String::new, |app| format!(", {}", cut(&shown(app))));
            format!(
                "{name} needs the folder that its app works in{folder}. It is not granted to \
                 {name}. Ask the person to grant it in Paddock, then call again."
            )
        } else if is(&[Code::RootNotGranted]) {
            format!(
                "{name} needs a folder that is not granted to it. Ask the person to grant it in \
                 Paddock, then call again."
            )
        } else if self.state.works_in_none(session) {
            format!(
                "{name} failed to run. This app gets only those of its folders that it works in, \
                 and works in none of them. Ask the person to grant {name} the folder that you work \
                 in, or to let apps have all of its folders, in Paddock, then call again."
            )
        } else {
            format!("{name} failed to run; Paddock shows why.")
        }
    }

    /// Whether it ended early, and lacks folders that its command names.
    pub(crate) fn has_failed_for_want(&self, session: SessionId) -> bool {
        let ended = self.runtimes.get(session).and_then(|runtime| runtime.reason.as_ref());
        let by_itself = |code: &Code| matches!(code, Code::ServerExited | Code::ServerExitsAtStart);
        let own = self.runtimes.get(session.server.own());
        let missed = own.is_some_and(|runtime| runtime.named.missed);
        missed
            && ended.is_some_and(|failure| by_itself(&failure.code))
            && !self.unmet(session.server).is_empty()
    }

    /// The name of its program, without where that is.
    fn program(&self, session: SessionId) -> Option<String> {
        let command = self.state.server(session.server)?.command.custom()?;
        Path::new(&command.program).file_name().map(|name| cut(&shown(name)))
    }
}

fn wants(name: &str, unmet: &[&Proposal], app: Option<&Path>) -> String {
    let known: Option<Vec<_>> = unmet.iter().map(|it| known_to_app(it, app)).collect();
    let ask = "Ask the person to grant";
    match known.filter(|known| known.len() <= FOLDERS).as_deref() {
        Some([one]) => format!(
            "{name} needs {one}, which is not granted to it. {ask} it in Paddock, then call again."
        ),
        Some(several) => format!(
            "{name} needs {}, which are not granted to it. {ask} them in Paddock, then call again.",
            several.join(" and ")
        ),
        None => format!(
            "{name} needs folders that its settings in Paddock name and that are not granted to it. \
             {ask} them in Paddock, then call again."
        ),
    }
}

/// A folder as the app itself has written it, or works in it.
fn known_to_app(proposal: &Proposal, app: Option<&Path>) -> Option<String> {
    let NamedBy::Argument { text } = &proposal.named.by else {
        let path = proposal.folder.as_path();
        let works_in = app.is_some_and(|app| app == path);
        return works_in.then(|| format!("the folder {}", cut(&shown(path))));
    };
    let text = cut(text);
    Some(match proposal.named.file {
        Some(_) => format!("the folder of {text}"),
        None => format!("the folder {text}"),
    })
}

fn cut(text: &str) -> String {
    text.chars().take(LONGEST).collect()
}

#[cfg(test)]
mod tests {
    use paddock_core::AbsolutePath;

    use super::*;
    use crate::view::NamedView;

    fn proposal(folder: &str, by: NamedBy, file: Option<&str>) -> Proposal {
        let folder = AbsolutePath::new(folder).unwrap();
        Proposal { folder, named: NamedView { by, file: file.map(str::to_owned) } }
    }

    fn argument(text: &str) -> NamedBy {
        NamedBy::Argument { text: text.to_owned() }
    }

    #[test]
    fn a_folder_is_named_as_the_app_has_written_it() {
        let one = proposal("/home/ada/w/acme", argument("~/acme"), None);
        assert_eq!(
            wants("git", &[&one], None),
            "git needs the folder ~/acme, which is not granted to it. Ask the person to grant it in \
             Paddock, then call again."
        );
        let file = proposal("/data", argument("/data/x.db"), Some("x.db"));
        let both = wants("git", &[&one, &file], None);
        assert!(both.contains("needs the folder ~/acme and the folder of /data/x.db, which are"));
    }

    #[test]
    fn what_only_the_person_wrote_is_not_told() {
        let variable = NamedBy::Variable { name: "DIR".to_owned() };
        for by in [variable, NamedBy::WorkingFolder] {
            let own = proposal("/home/ada/private", by, None);
            let said = wants("git", &[&own], Some(Path::new("/home/ada/other")));
            assert!(!said.contains("private") && said.contains("not granted"), "{said}");
            let said = wants("git", &[&own], Some(Path::new("/home/ada/private")));
            assert!(said.contains("the folder /home/ada/private"), "{said}");
        }
    }
}
