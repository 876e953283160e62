//! Folders in a server's command: `${roots}`, `${root:NAME}` and `${workspaceFolder}`.

use std::ffi::{OsStr, OsString};
use std::path::Path;

use paddock_core::RootEntry;
use paddock_core::left_open::WORKSPACE;
use paddock_supervisor::needs::fills_text;

use crate::programs::Found;
use crate::view::{Code, Failure};

const ALL: &str = "${roots}";
const ONE: &str = "${root:";

/// Puts the granted folders in the place of the placeholders.
///
/// An argument with `${roots}` becomes one argument a folder, none if there is none. A value of the
/// environment gets them joined as in `PATH`. `${root:NAME}` is the folder of that name, and
/// `${workspaceFolder}` is `place`: the one that the host works in, or else the first.
///
/// # Errors
/// No granted folder has the name, or holds the place. Or one is to be put into a program's text, which
/// would run what its name says.
pub(crate) fn expand(
    found: &mut Found,
    folders: &[RootEntry],
    place: Option<&Path>,
) -> Result<(), Failure> {
    if fills_text(&found.launch.program, &found.launch.args) {
        return Err(Failure::new(Code::FolderInText));
    }
    let folders = Folders { all: folders, place };
    let mut args = Vec::new();
    for arg in std::mem::take(&mut found.launch.args) {
        args.extend(expand_arg(arg, &folders)?);
    }
    found.launch.args = args;
    for (_, value) in found.launch.env.iter_mut().chain(&mut found.own) {
        *value = expand_value(std::mem::take(value), &folders)?;
    }
    Ok(())
}

struct Folders<'a> {
    all: &'a [RootEntry],
    place: Option<&'a Path>,
}

fn expand_arg(arg: OsString, folders: &Folders<'_>) -> Result<Vec<OsString>, Failure> {
    let Some(text) = arg.to_str() else { return Ok(vec![arg]) };
    if !text.contains(ALL) {
        return Ok(vec![named(text, folders)?]);
    }
    let paths = folders.all.iter().map(|entry| entry.root.path.as_path());
    paths.map(|path| filled(text, path.as_os_str(), folders)).collect()
}

fn expand_value(value: OsString, folders: &Folders<'_>) -> Result<OsString, Failure> {
    let Some(text) = value.to_str() else { return Ok(value) };
    if !text.contains(ALL) {
        return named(text, folders);
    }
    let paths = folders.all.iter().map(|entry| entry.root.path.as_path());
    let joined = std::env::join_paths(paths)
        .map_err(|error| Failure::new(Code::RootNotGranted).with("name", error))?;
    filled(text, &joined, folders)
}

/// With `by` for every `${roots}`.
fn filled(text: &str, by: &OsStr, folders: &Folders<'_>) -> Result<OsString, Failure> {
    let mut out = OsString::new();
    for (number, part) in text.split(ALL).enumerate() {
        if number > 0 {
            out.push(by);
        }
        out.push(named(part, folders)?);
    }
    Ok(out)
}

/// With every `${workspaceFolder}` and `${root:NAME}` replaced.
fn named(text: &str, folders: &Folders<'_>) -> Result<OsString, Failure> {
    let mut out = OsString::new();
    for (number, part) in text.split(WORKSPACE).enumerate() {
        if number > 0 {
            out.push(folders.place.ok_or_else(|| Failure::new(Code::PlaceNotGranted))?);
        }
        out.push(by_name(part, folders)?);
    }
    Ok(out)
}

fn by_name(text: &str, folders: &Folders<'_>) -> Result<OsString, Failure> {
    let mut out = OsString::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(ONE) {
        out.push(before);
        let Some((name, after)) = after.split_once('}') else {
            out.push(ONE);
            rest = after;
            continue;
        };
        let folder = folders.all.iter().find(|entry| entry.root.path.name() == name);
        let folder = folder.ok_or_else(|| Failure::new(Code::RootNotGranted).with("name", name))?;
        out.push(folder.root.path.as_path());
        rest = after;
    }
    out.push(rest);
    Ok(out)
}

#[cfg(test)]
pub(crate) mod tests {
    use paddock_core::{AbsolutePath, Access, Footprint, Identity, Root};
    use paddock_supervisor::{Bounds, Launch};

    use super::*;

    pub(crate) fn folders(paths: &[&str]) -> Vec<RootEntry> {
        let identity = Identity { device: 1, inode: 1, born: None };
        let entry = |path: &&str| RootEntry {
            root: Root { path: AbsolutePath::new(path).unwrap(), identity },
            access: Access::Read,
        };
        paths.iter().map(entry).collect()
    }

    fn expanded(args: &[&str], env: &str, paths: &[&str]) -> Result<(Vec<String>, String), Code> {
        expanded_of("/x", args, env, paths)
    }

    fn expanded_of(
        program: &str,
        args: &[&str],
        env: &str,
        paths: &[&str],
    ) -> Result<(Vec<String>, String), Code> {
        let launch = Launch {
            program: program.into(),
            args: args.iter().map(Into::into).collect(),
            env: vec![("V".into(), env.into())],
            cwd: "/".into(),
            policy: None,
            bounds: Bounds::default(),
        };
        let mut found = Found {
            launch,
            seen: None,
            own: Vec::new(),
            footprint: Footprint::default(),
            proposed: Vec::new(),
        };
        let folders = folders(paths);
        let place = folders.first().map(|entry| entry.root.path.as_path());
        expand(&mut found, &folders, place).map_err(|failure| failure.code)?;
        let launch = found.launch;
        let args = launch.args.iter().map(|arg| arg.to_str().unwrap().to_owned()).collect();
        Ok((args, launch.env[0].1.to_str().unwrap().to_owned()))
    }

    #[test]
    fn one_argument_becomes_one_a_folder() {
        let (args, env) =
            expanded(&["-y", "${roots}", "--dir=${roots}"], "${roots}", &["/a", "/b c"]).unwrap();
        assert_eq!(args, ["-y", "/a", "/b c", "--dir=/a", "--dir=/b c"]);
        assert_eq!(env, "/a:/b c");
    }

    #[test]
    fn without_folders_the_argument_goes() {
        assert_eq!(expanded(&["a", "${roots}"], "", &[]).unwrap().0, ["a"]);
    }

    #[test]
    fn a_folder_is_found_by_its_name_and_nothing_stands_in_for_it() {
        let (args, _) = expanded(&["${root:acme}/x:${root:b}"], "", &["/w/acme", "/b"]).unwrap();
        assert_eq!(args, ["/w/acme/x:/b"]);
        assert_eq!(expanded(&["${root:other}"], "", &["/w/acme"]), Err(Code::RootNotGranted));
    }

    #[test]
    fn the_place_is_put_in_and_nothing_stands_in_for_it() {
        let written = ["--root=${workspaceFolder}", "${workspaceFolder}/a:${root:b}"];
        let (args, env) =
            expanded(&written, "${workspaceFolder}/x", &["/w/${root:b}", "/b"]).unwrap();
        assert_eq!(args, ["--root=/w/${root:b}", "/w/${root:b}/a:/b"]);
        assert_eq!(env, "/w/${root:b}/x");
        assert_eq!(expanded(&["${workspaceFolder}"], "", &[]), Err(Code::PlaceNotGranted));
    }

    #[test]
    fn no_folder_s_name_becomes_a_program_s_text() {
        let text = ["-c", "cd ${workspaceFolder} && exec server"];
        let refused = |program, args: &[&str]| expanded_of(program, args, "", &["/w/$(id)"]);
        assert_eq!(refused("/bin/sh", &text), Err(Code::FolderInText));
        assert_eq!(refused("/x", &[&["sh"], &text[..]].concat()), Err(Code::FolderInText));
        let passed = refused("/bin/sh", &["-c", "cd \"$1\"", "sh", "${workspaceFolder}"]);
        assert_eq!(passed.unwrap().0[3], "/w/$(id)");
    }

    #[test]
    fn a_folder_s_own_name_is_not_expanded_again() {
        let (args, _) = expanded(&["${roots}"], "", &["/a/${root:x}"]).unwrap();
        assert_eq!(args, ["/a/${root:x}"]);
    }
}
