//! Finding a server's program, and what it is launched with.

use std::ffi::OsString;
use std::fs::Metadata;
use std::path::Path;
use std::time::Duration;
#[cfg(not(unix))]
use std::time::UNIX_EPOCH;

use paddock_core::{CustomCommand, Fingerprint, ResolvedProgram, SeenCommand};
use paddock_supervisor::Launch;
use paddock_supervisor::environment::{
    SearchPath, find_program, for_server, login_path, login_shell, well_known_folders,
};

use crate::Places;
use crate::view::Failure;

const LOGIN_SHELL_DEADLINE: Duration = Duration::from_secs(3);

/// A program that was found, ready to be launched.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    pub(crate) launch: Launch,
    /// What a person would see of it; none of the bundled server.
    pub(crate) seen: Option<SeenCommand>,
    /// Variables of its environment that are the server's own.
    pub(crate) own: Vec<(OsString, OsString)>,
}

impl Found {
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

/// The bundled server, which starts no other program and so has no `PATH`.
pub(crate) fn bundled(places: &Places) -> Found {
    let launch = Launch {
        program: places.files_server.clone(),
        args: Vec::new(),
        env: for_server(&places.environment, &SearchPath::default(), &[]),
        cwd: places.home.clone(),
        policy: None,
    };
    Found { launch, seen: None, own: Vec::new() }
}

pub(crate) fn find(
    custom: &CustomCommand,
    path: &SearchPath,
    places: &Places,
) -> Result<Found, Failure> {
    let cwd = custom.cwd.clone().unwrap_or_else(|| places.home.clone());
    if !cwd.is_absolute() || !cwd.is_dir() {
        return Err(Failure::new("bad-cwd").with_path("cwd", &cwd));
    }
    let program = find_program(Path::new(&custom.program), path, &cwd)
        .map_err(|error| Failure::from(&error))?;
    let resolved = resolve(&program).map_err(|error| {
        Failure::new("program-not-executable").with_path("path", &program).with("reason", error)
    })?;
    let seen = Some(SeenCommand::new(custom, resolved));
    let own: Vec<(OsString, OsString)> =
        custom.env.iter().map(|(name, value)| (name.into(), value.into())).collect();
    let launch = Launch {
        program,
        args: custom.args.iter().map(OsString::from).collect(),
        env: for_server(&places.environment, path, &own),
        cwd,
        policy: None,
    };
    Ok(Found { launch, seen, own })
}

/// The file behind the program's name, through symbolic links: a version manager that points the
/// same name at another file changes the fingerprint.
fn resolve(program: &Path) -> std::io::Result<ResolvedProgram> {
    let path = program.canonicalize()?;
    let file = path.metadata()?;
    Ok(ResolvedProgram { path, size: file.len(), changed: changed(&file) })
}

#[cfg(unix)]
fn changed(file: &Metadata) -> i64 {
    use std::os::unix::fs::MetadataExt;
    file.ctime().saturating_mul(1_000_000_000).saturating_add(file.ctime_nsec())
}

#[cfg(not(unix))]
fn changed(file: &Metadata) -> i64 {
    let since = file.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
    since.and_then(|since| i64::try_from(since.as_nanos()).ok()).unwrap_or(i64::MAX)
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
