//! Finding a server's program, and what it is launched with.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use paddock_bundles::bundles_beside;
use paddock_core::network::Destination;
use paddock_core::{Coverage, CustomCommand, Fingerprint, Footprint, ResolvedProgram, SeenCommand};
use paddock_supervisor::environment::{
    SearchPath, find_program, for_server, login_path, login_shell, well_known_folders,
};
use paddock_supervisor::needs::{self, FilledIn, State, Surroundings, Unworkable};
use paddock_supervisor::{Bounds, Launch, Network};

use crate::Places;
use crate::confine::inherited;
use crate::failure::OrFail;
use crate::named::home;
use crate::proposed::proposed;
use crate::view::{Code, Failure};

const LOGIN_SHELL_DEADLINE: Duration = Duration::from_secs(3);

/// A program that was found, ready to be launched.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    pub(crate) launch: Launch,
    /// What a person would see of it; none of the bundled server.
    pub(crate) seen: Option<SeenCommand>,
    /// Variables of its environment that are the server's own.
    pub(crate) own: Vec<(OsString, OsString)>,
    /// What it needs of the disk; of a command that nothing could be worked out for, nothing.
    pub(crate) footprint: Footprint,
    /// Where it will want to connect.
    pub(crate) proposed: Vec<Destination>,
}

/// What a command is looked for with.
#[derive(Clone, Debug)]
pub(crate) struct Around {
    pub(crate) path: SearchPath,
    pub(crate) places: Arc<Places>,
    /// Folders that any server may write: nothing in them is believed.
    pub(crate) writable: Vec<PathBuf>,
    /// The server's own home.
    pub(crate) home: PathBuf,
    /// What a person agreed to last.
    pub(crate) trusted: Option<SeenCommand>,
    /// It does not run unless the operating system can keep it to what it needs.
    pub(crate) enforced: bool,
}

impl Found {
    fn new(
        custom: &CustomCommand,
        launch: Launch,
        seen: Option<SeenCommand>,
        own: Vec<(OsString, OsString)>,
        footprint: Footprint,
        places: &Places,
    ) -> Self {
        let env = needs::environment(
            &inherited(&launch.env, &places.environment, Network::Open),
            &own,
            &footprint,
        );
        let proposed = proposed(custom, &env);
        Self { launch, seen, own, footprint, proposed }
    }

    /// Adds variables of the server's own, in place of those of the same names.
    pub(crate) fn add(&mut self, variables: &[(OsString, OsString)]) {
        for all in [&mut self.own, &mut self.launch.env] {
            all.retain(|(name, _)| !variables.iter().any(|(own, _)| own == name));
            all.extend_from_slice(variables);
        }
    }

    pub(crate) fn fingerprint(&self) -> Option<Fingerprint> {
        self.seen.as_ref().map(Fingerprint::of)
    }
}

/// What is known of the folders to look in.
#[derive(Debug)]
pub(crate) enum Search {
    /// No program was ever looked for; the bundled server needs none.
    NotAsked,
    /// The login shell is being asked.
    Asked,
    Known(SearchPath),
}

/// The folders to look in: those of the login shell first, then where version managers install.
///
/// An app started by a desktop has none of the person's `PATH`. The shell takes its time, which a
/// window that opens has better uses for: it is asked once the first program is looked for, or a
/// while after the start, and not waited for beyond its deadline.
pub(crate) async fn search_path(places: &Places) -> SearchPath {
    let app = &places.environment;
    let shell = login_shell(app, &passwd(), uid());
    let asked = login_path(&places.keeper, &shell, app, LOGIN_SHELL_DEADLINE).await;
    let mut path = match asked {
        Ok(path) => path,
        Err(error) => {
            tracing::warn!(%error, "the login shell told no PATH; the app's own is used");
            SearchPath::default()
        }
    };
    let own = app.iter().find(|(name, _)| name == "PATH").map(|(_, value)| value.as_os_str());
    if let Some(own) = own {
        path.append(std::env::split_paths(own));
    }
    path.append(well_known_folders(&places.home, app));
    path
}

/// The bundled server, which starts no other program and so has no `PATH`. Blocks as long as the
/// disk does.
pub(crate) fn bundled(around: &Around) -> Result<Found, Failure> {
    let places = &*around.places;
    let launch = Launch {
        program: places.files_server.clone(),
        args: Vec::new(),
        env: for_server(&places.environment, &SearchPath::default(), &[]),
        cwd: places.home.clone(),
        policy: None,
        bounds: Bounds::default(),
    };
    let footprint = footprint(&launch, around, false)?;
    Ok(Found { launch, seen: None, own: Vec::new(), footprint, proposed: Vec::new() })
}

/// Finds a command and what it needs: what was agreed to with it, where that is still there. Blocks
/// as long as the disk does.
///
/// # Errors
/// There is no such program or working folder, or it could not be kept to anything.
pub(crate) fn find(custom: &CustomCommand, around: &Around) -> Result<Found, Failure> {
    let Around { path, places, .. } = around;
    let cwd = custom.cwd.as_ref().map(|cwd| home::expanded_path(cwd, &places.home));
    let cwd = cwd.unwrap_or_else(|| places.home.clone());
    if !cwd.is_absolute() || !cwd.is_dir() {
        return Err(Failure::new(Code::BadCwd).with_path("cwd", &cwd));
    }
    // Grants are of where links lead.
    let cwd = cwd.canonicalize().unwrap_or(cwd);
    let written_out = |text: &String| home::written_out(text, &places.home);
    let program = home::expanded_path(Path::new(&custom.program), &places.home);
    let program = find_program(&program, path, &cwd).or_fail()?;
    let resolved = needs::resolve(&program).map_err(|error| {
        Failure::new(Code::ProgramNotExecutable).with_path("path", &program).with("reason", error)
    })?;
    let own: Vec<(OsString, OsString)> =
        custom.env.iter().map(|(name, value)| (name.into(), written_out(value))).collect();
    let launch = Launch {
        program,
        args: custom.args.iter().map(written_out).collect(),
        env: for_server(&places.environment, path, &own),
        cwd,
        policy: None,
        bounds: Bounds::default(),
    };
    let agreed = as_agreed(custom, &resolved, around);
    if let Some(seen) = agreed.clone().filter(|seen| seen.footprint.told != Coverage::Unasked) {
        let footprint = seen.footprint.clone();
        return Ok(Found::new(custom, launch, Some(seen), own, footprint, places));
    }
    let footprint = footprint(&launch, around, custom.cwd.is_none())?;
    if let Some(mut seen) = agreed.filter(|seen| runs_no_more(&footprint, &seen.footprint)) {
        seen.footprint.told = footprint.told;
        let footprint = seen.footprint.clone();
        return Ok(Found::new(custom, launch, Some(seen), own, footprint, places));
    }
    let seen = Some(SeenCommand::new(custom, resolved, footprint.clone()));
    Ok(Found::new(custom, launch, seen, own, footprint, places))
}

/// The command that was agreed to, if it is still that one and what it needs is what it was. Of what
/// it needs, nothing is looked for: only whether what was found then has been replaced.
fn as_agreed(
    custom: &CustomCommand,
    resolved: &ResolvedProgram,
    around: &Around,
) -> Option<SeenCommand> {
    let trusted = around.trusted.as_ref()?;
    let replaced = |(_, state): &(PathBuf, State)| *state == State::Replaced;
    if needs::compare(&trusted.footprint).iter().any(replaced) {
        return None;
    }
    let entries = needs::entries_now(&trusted.footprint);
    let footprint = Footprint { entries, ..trusted.footprint.clone() };
    let seen = SeenCommand::new(custom, resolved.clone(), footprint);
    (Fingerprint::of(&seen) == Fingerprint::of(trusted)).then_some(seen)
}

/// Whether all that is found now is told, and was agreed to.
fn runs_no_more(now: &Footprint, agreed: &Footprint) -> bool {
    now.told == Coverage::Whole && now.entries.iter().all(|entry| agreed.entries.contains(entry))
}

fn footprint(
    launch: &Launch,
    around: &Around,
    starts_anywhere: bool,
) -> Result<Footprint, Failure> {
    let places = &*around.places;
    let surroundings = Surroundings {
        home: &places.home,
        private_home: &around.home,
        own_data: &places.own_data(),
        bundles: &bundles_beside(&places.data),
        inherited: &places.environment,
        writable: &around.writable,
        starts_anywhere,
    };
    match needs::footprint(launch, &surroundings) {
        Ok(found) => Ok(found),
        Err(error @ Unworkable::FilledIn(_)) => Err(unworkable(&error)),
        Err(error) if around.enforced => Err(unworkable(&error)),
        Err(_) => Ok(Footprint { told: Coverage::Partly, ..Footprint::default() }),
    }
}

fn unworkable(error: &Unworkable) -> Failure {
    match error {
        Unworkable::Unconfinable(daemon) => {
            Failure::new(Code::DaemonCommand).with("program", &daemon.program)
        }
        Unworkable::FilledIn(FilledIn::Run) => Failure::new(Code::FolderInProgram),
        Unworkable::FilledIn(FilledIn::Text) => Failure::new(Code::FolderInText),
        Unworkable::OverBudget => Failure::new(Code::FootprintTooLarge),
    }
}

#[cfg(unix)]
fn passwd() -> String {
    std::fs::read_to_string("/etc/passwd").unwrap_or_default()
}

#[cfg(not(unix))]
fn passwd() -> String {
    String::new()
}

#[cfg(unix)]
fn uid() -> u32 {
    rustix::process::getuid().as_raw()
}

#[cfg(not(unix))]
fn uid() -> u32 {
    0
}

/// The command as one line, quoted so that each argument can be told from the next.
pub(crate) fn line(program: &str, args: &[String]) -> String {
    let parts = std::iter::once(program).chain(args.iter().map(String::as_str));
    parts.map(quoted).collect::<Vec<_>>().join(" ")
}

fn quoted(part: &str) -> String {
    let shown = paddock_core::text::shown(part);
    let plain = |c: char| c.is_alphanumeric() || "-_./:=@%+,~$".contains(c);
    if !shown.is_empty() && shown.chars().all(plain) {
        return shown;
    }
    format!("'{}'", shown.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_shown_whole_and_its_arguments_apart() {
        let args = ["-y".to_owned(), "a b".to_owned(), String::new(), "it's".to_owned()];
        assert_eq!(line("npx", &args), r"npx -y 'a b' '' 'it'\''s'");
        let long = "x".repeat(10_000);
        assert!(line("x", std::slice::from_ref(&long)).ends_with(&long));
    }
}
