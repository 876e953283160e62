//! Servers, grants and sessions as a person names them.

use std::path::Path;

use paddock_control::view::{Code, Failure, GrantView, ServerView, SessionView, View};
use paddock_core::text::shown;
use serde::Serialize;

use crate::arguments::values::{absolute_path, number};
use crate::out::Out;

/// How alike a name must be to be proposed in place of another.
const ALIKE: f64 = 0.4;
const PROPOSED: usize = 3;

/// Something of a server, with what that is called.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Named<'a, T> {
    pub(crate) server_name: String,
    #[serde(flatten)]
    pub(crate) it: &'a T,
}

/// The number in `#id`.
pub(crate) fn number_of(name: &str) -> Option<u32> {
    let digits = name.strip_prefix('#')?;
    digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok())?
}

/// The server of that name, or of that `#id`. Case decides only where there are several.
pub(crate) fn server<'a>(view: &'a View, name: &str) -> Result<&'a ServerView, Failure> {
    if let Some(id) = number_of(name) {
        let found = view.servers.iter().find(|server| server.id == id);
        return found.ok_or_else(|| unknown_server(view, name));
    }
    let name = shown(name);
    if let Some(server) = view.servers.iter().find(|server| server.name == name) {
        return Ok(server);
    }
    let lower = name.to_lowercase();
    let alike: Vec<_> =
        view.servers.iter().filter(|server| server.name.to_lowercase() == lower).collect();
    match alike.as_slice() {
        [server] => Ok(server),
        [] => Err(unknown_server(view, &name)),
        several => {
            let names = several.iter().map(|server| format!("{} (#{})", server.name, server.id));
            Err(Failure::new(Code::CliAmbiguous).with("name", name).with("names", joined(names)))
        }
    }
}

fn unknown_server(view: &View, name: &str) -> Failure {
    let nearest = nearest(name, view.servers.iter().map(|server| server.name.as_str()));
    let failure = Failure::new(if nearest.is_empty() {
        Code::CliUnknownServer
    } else {
        Code::CliUnknownServerNear
    });
    failure.with("name", name).with("names", joined(nearest))
}

/// The names that are most like this one.
fn nearest<'a>(name: &str, names: impl Iterator<Item = &'a str>) -> Vec<String> {
    let name = name.to_lowercase();
    let mut rated: Vec<_> = names
        .map(|other| (strsim::normalized_damerau_levenshtein(&name, &other.to_lowercase()), other))
        .filter(|(alike, other)| *alike >= ALIKE || other.to_lowercase().contains(&name))
        .collect();
    rated.sort_by(|a, b| b.0.total_cmp(&a.0));
    rated.into_iter().take(PROPOSED).map(|(_, name)| name.to_owned()).collect()
}

/// Every grant that is meant: by its number, or of that path to all servers.
pub(crate) fn grants<'a>(view: &'a View, name: &str) -> Result<Vec<&'a GrantView>, Failure> {
    let unknown = || Failure::new(Code::CliUnknownGrant).with("name", name);
    if let Ok(id) = number(name) {
        let found = view.grants.iter().find(|grant| grant.id == id);
        return found.map(|grant| vec![grant]).ok_or_else(unknown);
    }
    let paths = paths(Path::new(name));
    let found: Vec<_> =
        view.grants.iter().filter(|grant| paths.contains(&grant.folder.path)).collect();
    if found.is_empty() { Err(unknown()) } else { Ok(found) }
}

/// The one grant that is meant.
pub(crate) fn grant<'a>(view: &'a View, name: &str) -> Result<&'a GrantView, Failure> {
    match grants(view, name)?.as_slice() {
        [grant] => Ok(grant),
        several => {
            let names = several.iter().map(|grant| {
                format!("#{} ({})", grant.id, server_name(view, grant.server).unwrap_or_default())
            });
            Err(Failure::new(Code::CliAmbiguous).with("name", name).with("names", joined(names)))
        }
    }
}

/// Ways in which the view may write this path: a folder that is gone has only the typed one.
pub(crate) fn paths(path: &Path) -> Vec<String> {
    let absolute = absolute_path(path);
    let canonical = absolute.canonicalize().ok();
    let typed = shown(&absolute);
    let trimmed = typed.trim_end_matches('/').to_owned();
    canonical.map(shown).into_iter().chain([typed, trimmed]).collect()
}

pub(crate) fn server_name(view: &View, id: u32) -> Option<String> {
    view.servers.iter().find(|server| server.id == id).map(|server| shown(&server.name))
}

/// What a server is called, or that it is gone.
pub(crate) fn server_or_gone(view: &View, id: u32, out: &Out) -> String {
    server_name(view, id).unwrap_or_else(|| out.say("server-gone"))
}

/// The session of that number.
pub(crate) fn session(view: &View, number: u32) -> Result<&SessionView, Failure> {
    let found = view.sessions.iter().find(|session| session.number == number);
    found.ok_or_else(|| Failure::new(Code::CliUnknownSession).with("name", format!("#{number}")))
}

/// Every session of the apps of that name. Case decides only where it tells some apart.
pub(crate) fn sessions_of<'a>(view: &'a View, app: &str) -> Result<Vec<&'a SessionView>, Failure> {
    let name = shown(app);
    let exact: Vec<_> = view.sessions.iter().filter(|session| session.app == name).collect();
    if !exact.is_empty() {
        return Ok(exact);
    }
    let lower = name.to_lowercase();
    let alike: Vec<_> =
        view.sessions.iter().filter(|session| session.app.to_lowercase() == lower).collect();
    if alike.is_empty() {
        Err(Failure::new(Code::CliUnknownApp).with("name", name))
    } else {
        Ok(alike)
    }
}

/// The one of these names that was meant. Case decides only where it tells some apart.
pub(crate) fn alike<'a>(typed: &str, names: impl Iterator<Item = &'a str>) -> Option<String> {
    let typed = shown(typed);
    let names: Vec<_> = names.collect();
    let lower = typed.to_lowercase();
    let exact = names.iter().find(|name| **name == typed);
    exact.or_else(|| names.iter().find(|it| it.to_lowercase() == lower)).map(|it| (*it).to_owned())
}

pub(crate) fn joined(names: impl IntoIterator<Item = String>) -> String {
    joined_by(", ", names)
}

pub(crate) fn joined_by(by: &str, names: impl IntoIterator<Item = String>) -> String {
    names.into_iter().collect::<Vec<_>>().join(by)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_names_come_first() {
        let names = ["filesystem", "files", "git", "github"];
        assert_eq!(nearest("file", names.into_iter()), ["files", "filesystem"]);
        assert_eq!(nearest("gti", names.into_iter())[0], "git");
        assert!(nearest("postgres", names.into_iter()).is_empty());
    }

    #[test]
    fn a_path_is_found_by_a_link_too() {
        let folder = tempfile::tempdir().unwrap();
        let real = folder.path().canonicalize().unwrap().join("real");
        std::fs::create_dir(&real).unwrap();
        let link = folder.path().join("link");
        std::os::unix::fs::symlink(&real, &link).unwrap();
        assert!(paths(&link).contains(&shown(&real)));
        assert!(paths(Path::new("/gone/x/")).contains(&"/gone/x".to_owned()));
    }
}
