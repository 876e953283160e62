//! Folders of the person in what an entry starts.

use std::path::{Path, PathBuf};

use crate::entry::Launch;

/// Folders read from one entry at the most.
const MOST: usize = 64;
/// The longest word that is read, in bytes.
const LONGEST: usize = 4096;

/// Ways to write home.
const HOME: &[&str] = &["~", "$HOME", "${HOME}", "${userHome}", "${env:HOME}"];
/// What they run is elsewhere, or their own text: their paths are not this machine's, or no words.
const ELSEWHERE: &[&str] =
    &["docker", "podman", "nerdctl", "flatpak", "ssh", "su", "sudo", "wsl", "sh", "bash", "zsh"];
/// Where the system keeps its own.
const OF_THE_SYSTEM: &[&str] = &[
    "/bin", "/boot", "/dev", "/etc", "/lib", "/lib32", "/lib64", "/nix", "/opt", "/proc", "/run",
    "/sbin", "/snap", "/sys", "/usr",
];

/// Paths of the person in arguments and environment: absolute or from home, alone, behind
/// `--flag=`, or several in a list. Reads words only, and looks at no disk: whether one is a folder,
/// and whose, is for who asks the person.
pub fn folders(launch: &Launch, home: &Path) -> Vec<PathBuf> {
    let program = Path::new(&launch.command).file_stem().unwrap_or_default().to_string_lossy();
    if launch.through.is_some() || ELSEWHERE.contains(&program.as_ref()) {
        return Vec::new();
    }
    let env = launch.env.iter().filter(|(name, _)| !is_setting(name));
    let texts = launch.args.iter().chain(env.map(|(_, text)| text));
    texts.flat_map(|text| paths(text, home)).take(MOST).collect()
}

/// Variables by which programs, and not servers, are told their own folders.
fn is_setting(name: &str) -> bool {
    let name = name.to_ascii_uppercase();
    matches!(name.as_str(), "HOME" | "PATH" | "PWD" | "SHELL" | "TMPDIR" | "VIRTUAL_ENV")
        || name.ends_with("_HOME")
        || name.ends_with("_CERTS")
        || name.ends_with("PATH") && name != "DB_PATH" && !name.ends_with("_PATH")
        || ["LD_", "NPM_CONFIG_", "UV_", "PIP_", "XDG_"].iter().any(|it| name.starts_with(it))
}

fn paths(text: &str, home: &Path) -> Vec<PathBuf> {
    if text.len() > LONGEST || text.contains("${root") || text.contains('\0') {
        return Vec::new();
    }
    let value = &text[after_name(text)..];
    let separator = [',', ':', ';'].into_iter().find(|separator| {
        let mut pieces = value.split(*separator);
        value.contains(*separator) && pieces.all(|piece| path(piece, home).is_some())
    });
    let pieces: Vec<_> = match separator {
        Some(separator) => value.split(separator).collect(),
        None => vec![value],
    };
    let paths = pieces.into_iter().filter_map(|piece| path(piece, home));
    paths.filter(|path| is_of_person(path)).collect()
}

/// Where the value of `--name=value` or `name=value` begins.
fn after_name(text: &str) -> usize {
    let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    match text.split_once('=') {
        Some((name, _)) if !name.is_empty() && name.chars().all(is_name) => name.len() + 1,
        Some(_) | None => 0,
    }
}

/// A path that is absolute or begins at home, if it is one.
pub(crate) fn path(text: &str, home: &Path) -> Option<PathBuf> {
    if text.starts_with('/') && !text.starts_with("//") {
        return Some(PathBuf::from(text));
    }
    HOME.iter().find_map(|start| match text.strip_prefix(start)? {
        "" => Some(home.to_path_buf()),
        rest => Some(home.join(rest.strip_prefix('/')?.trim_start_matches('/'))),
    })
}

/// Whether a path is written from home.
pub fn begins_at_home(text: &str) -> bool {
    HOME.iter()
        .filter_map(|start| text.strip_prefix(start))
        .any(|it| it.is_empty() || it.starts_with('/'))
}

fn is_of_person(path: &Path) -> bool {
    path.parent().is_some() && !OF_THE_SYSTEM.iter().any(|folder| path.starts_with(folder))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    fn launch(line: &str, env: &[(&str, &str)]) -> Launch {
        let mut words = line.split(' ').map(str::to_owned);
        let env = env.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        Launch {
            command: words.next().unwrap(),
            args: words.collect(),
            env: env.collect::<BTreeMap<_, _>>(),
            cwd: None,
            enabled: true,
            through: None,
            left: Vec::new(),
        }
    }

    fn named(line: &str, env: &[(&str, &str)]) -> Vec<String> {
        let found = folders(&launch(line, env), Path::new("/home/ada"));
        found.iter().map(|path| path.display().to_string()).collect()
    }

    #[test]
    fn folders_of_common_commands_are_found() {
        for (line, expected) in [
            ("npx -y @modelcontextprotocol/server-filesystem ~/a /b", &["/home/ada/a", "/b"][..]),
            ("uvx mcp-server-git --repository=/w/acme", &["/w/acme"]),
            ("x --dirs /a,$HOME/b --roots=/c:/d", &["/a", "/home/ada/b", "/c", "/d"]),
            ("x ${HOME} ${userHome}/c ~ada/x $HOMER/y", &["/home/ada", "/home/ada/c"]),
            ("x / /usr/bin/env ${root:a} //host/share https://x/y ./z", &[]),
            ("docker run -v /a:/a image", &[]),
            ("/opt/paddock run fs --app cursor /a", &["/a"]),
        ] {
            assert_eq!(named(line, &[]), expected, "{line}");
        }
        let env = [("ALLOWED", "/a:~/b"), ("PATH", "/x"), ("XDG_CACHE_HOME", "/y"), ("T", "a/b")];
        assert_eq!(named("x", &env), ["/a", "/home/ada/b"]);
    }

    #[test]
    fn however_much_there_is_little_is_read() {
        assert_eq!(named(&format!("x{}", " /w".repeat(10_000)), &[]).len(), MOST);
    }
}
