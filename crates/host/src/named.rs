//! Folders and files that a command names: in its arguments, in its environment, and as where it
//! starts. Read from the words alone; [`look`] says what is there.

mod command;
mod folders;
pub(crate) mod home;
mod look;

use std::path::{Path, PathBuf};

use paddock_core::{CustomCommand, FileUri};

use crate::view::NamedBy;

pub(crate) use folders::{NamedFolders, unmet_shown};
pub(crate) use look::Proposal;
pub(crate) use look::{Survey, survey};

/// Paths read from one command at the most.
pub(crate) const MOST: usize = 64;
/// The longest argument or value that is read, in bytes.
const LONGEST: usize = 4096;

/// Variables that programs, and not servers, are told their own folders by.
const SETTINGS: &[&str] = &[
    "CARGO_HOME",
    "CURL_CA_BUNDLE",
    "DISPLAY",
    "GEM_HOME",
    "GEM_PATH",
    "GOPATH",
    "GOROOT",
    "HOME",
    "JAVA_HOME",
    "MANPATH",
    "NODE_EXTRA_CA_CERTS",
    "NODE_PATH",
    "OLDPWD",
    "PATH",
    "PERL5LIB",
    "PWD",
    "PYTHONHOME",
    "PYTHONPATH",
    "PYTHONUSERBASE",
    "REQUESTS_CA_BUNDLE",
    "RUBYLIB",
    "SHELL",
    "SSL_CERT_DIR",
    "SSL_CERT_FILE",
    "TEMP",
    "TMP",
    "TMPDIR",
    "VIRTUAL_ENV",
    "XAUTHORITY",
    "ZDOTDIR",
];

/// How names of further such variables begin.
const SETTINGS_OF: &[&str] = &[
    "BUN_",
    "COREPACK_",
    "DENO_",
    "DYLD_",
    "LD_",
    "NPM_CONFIG_",
    "NVM_",
    "PIP_",
    "PNPM_",
    "UV_",
    "XDG_",
];

/// A path that a command names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Named {
    pub(crate) path: PathBuf,
    /// As it is written, safe to show.
    pub(crate) written: String,
    pub(crate) by: NamedBy,
    /// It is written from the top or from home, so it can be nothing but a path.
    pub(crate) plain: bool,
}

/// What a command names, each path once, and what of it is its program's own.
#[derive(Debug, Default)]
pub(crate) struct Reading {
    pub(crate) named: Vec<Named>,
    pub(crate) own: Vec<PathBuf>,
}

/// The programs that a command runs, the outermost first, among the words that are for them.
pub(crate) fn programs(command: &CustomCommand) -> Vec<String> {
    // Which program is run is not up to where home is.
    command::parts(&command.program, &command.args, Path::new("")).own
}

/// Reads a command. What comes before the operand of a runner (`npx`, `uv run`, `node`) is the
/// program's: its package, script or project.
pub(crate) fn read(command: &CustomCommand, home: &Path) -> Reading {
    let cwd = command.cwd.as_deref().map(|cwd| home::expanded_path(cwd, home));
    let cwd = cwd.filter(|cwd| cwd.is_absolute());
    let words = Words { home, cwd: cwd.as_deref() };
    let parts = command::parts(&command.program, &command.args, home);
    let mut reading = Reading {
        named: Vec::new(),
        own: parts.own.iter().filter_map(|own| words.path(own)).map(|(path, _)| path).collect(),
    };
    for arg in &parts.rest {
        for piece in words.paths(arg) {
            let by = NamedBy::Argument { text: piece.0.clone() };
            reading.add(piece, by);
        }
    }
    for (name, value) in command.env.iter().filter(|(name, _)| !is_setting(name)) {
        for piece in words.paths(value) {
            reading.add(piece, NamedBy::Variable { name: paddock_core::text::shown(name) });
        }
    }
    if let Some(cwd) = cwd {
        let written = command.cwd.as_deref().map(paddock_core::text::shown).unwrap_or_default();
        reading.add((written, cwd, true), NamedBy::WorkingFolder);
    }
    reading
}

impl Reading {
    fn add(&mut self, (written, path, plain): (String, PathBuf, bool), by: NamedBy) {
        let known = self.named.iter().any(|named| named.path == path);
        if !known && self.named.len() < MOST {
            self.named.push(Named { path, written, by, plain });
        }
    }
}

fn is_setting(name: &str) -> bool {
    let name = name.to_ascii_uppercase();
    SETTINGS.contains(&name.as_str()) || SETTINGS_OF.iter().any(|start| name.starts_with(start))
}

struct Words<'a> {
    home: &'a Path,
    cwd: Option<&'a Path>,
}

impl Words<'_> {
    /// The paths in an argument or a value, as they are written and as they are meant:
    /// `PATH`, `--option=PATH`, and lists of them.
    fn paths(&self, text: &str) -> Vec<(String, PathBuf, bool)> {
        // They stand for folders that are granted already, or none.
        if text.len() > LONGEST || paddock_core::names_roots(text) || text.contains('\0') {
            return Vec::new();
        }
        let text = home::after_name(text).unwrap_or(text);
        let pieces = home::pieces(text);
        let read = |piece: &str| {
            let (path, plain) = self.path(piece)?;
            Some((paddock_core::text::shown(piece), path, plain))
        };
        pieces.into_iter().filter_map(read).collect()
    }

    /// A path, and whether it can be nothing else.
    fn path(&self, text: &str) -> Option<(PathBuf, bool)> {
        if let Some((scheme, rest)) = text.split_once("://") {
            return of_address(text, scheme, rest).map(|path| (path, true));
        }
        if let Some(path) = home::expanded(text, self.home) {
            return Some((path, true));
        }
        if text.starts_with('/') {
            return (!text.starts_with("//")).then(|| (PathBuf::from(text), true));
        }
        let relative = matches!(text, "." | "..") || text.contains('/');
        let from = self.cwd.filter(|_| relative && !text.starts_with('-'))?;
        Some((from.join(text), false))
    }
}

/// The file of a `file://` address, or of a database as `sqlite:///` names it.
fn of_address(text: &str, scheme: &str, rest: &str) -> Option<PathBuf> {
    let bare = text.split(['?', '#']).next()?;
    if scheme.eq_ignore_ascii_case("file") {
        let path = FileUri::parse(bare).ok()?.to_path().ok()?;
        return Some(path.as_path().to_path_buf());
    }
    let database = ["sqlite", "duckdb"].iter().any(|it| scheme.starts_with(it));
    let path = rest.split('?').next()?.trim_start_matches('/');
    (database && rest.starts_with('/') && !path.is_empty()).then(|| Path::new("/").join(path))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn command(program: &str, args: &[&str]) -> CustomCommand {
        CustomCommand {
            program: program.into(),
            args: args.iter().map(|&arg| arg.into()).collect(),
            ..CustomCommand::default()
        }
    }

    fn of(command: &CustomCommand) -> Vec<String> {
        let read = read(command, Path::new("/home/ada"));
        read.named.iter().map(|named| named.path.display().to_string()).collect()
    }

    fn named(line: &str) -> Vec<String> {
        let words: Vec<_> = line.split(' ').collect();
        of(&command(words[0], &words[1..]))
    }

    #[test]
    fn the_folders_of_common_commands_are_read() {
        for (line, expected) in [
            ("npx -y @modelcontextprotocol/server-filesystem ~/a /b", &["/home/ada/a", "/b"][..]),
            (
                "npx -y fs@1 $HOME/a ${HOME}/b ${userHome}/c",
                &["/home/ada/a", "/home/ada/b", "/home/ada/c"],
            ),
            ("uvx mcp-server-git --repository /w/acme", &["/w/acme"]),
            ("uvx --from /src/git mcp-server-git --repository=/w/acme", &["/w/acme"]),
            ("uv --directory /src/x run x --data ~/a", &["/home/ada/a"]),
            ("uv run --project /src/x python -m x.server --dir /a", &["/a"]),
            ("uv tool run --from /src/y y --project /a", &["/a"]),
            ("node /src/server.js /a", &["/a"]),
            ("node --require /src/hook.js /src/server.js --dir=/a", &["/a"]),
            ("python3 -u -m server --db-path /x/y.db", &["/x/y.db"]),
            ("python /src/server.py file:///a%20b", &["/a b"]),
            ("npm exec --prefix /src/x -- x /a", &["/a"]),
            ("bun run /src/x.ts /a", &["/a"]),
            ("deno run -A --config /src/deno.json /src/x.ts /a", &["/a"]),
            ("pipx run --spec /src/x --pip-args --quiet x /a", &["/a"]),
            ("go run -C /src -ldflags /src/x . /a", &["/a"]),
            ("env A=/b npx x /a", &["/a"]),
            ("env -C /src npx x /a", &["/a"]),
            ("timeout 1000 python3 /src/server.py /a", &["/a"]),
            ("timeout -k 5 10m nice -n 10 npx -y x /a", &["/a"]),
            ("ionice -c3 uvx --refresh-package x x /a", &["/a"]),
            ("npx --loglevel silent x /a", &["/a"]),
            ("java -jar /src/x.jar -cp /a", &["/a"]),
            ("java -Xmx512m -cp /src/lib Main /a", &["/a"]),
            ("cmd /c npx -y x /a", &["/a"]),
            ("java -cp /src/lib -jar /src/x.jar /a", &["/a"]),
            ("/src/bin/server --dirs /a,~/b --roots=/c:/d", &["/a", "/home/ada/b", "/c", "/d"]),
            ("x sqlite:////w/a.db sqlite+aiosqlite:///w/b.db?mode=ro", &["/w/a.db", "/w/b.db"]),
        ] {
            assert_eq!(named(line), expected, "{line}");
        }
    }

    #[test]
    fn what_is_no_path_names_nothing() {
        for line in [
            "npx -y @scope/pkg https://x.y/z postgres://a/b",
            "x ${roots} ${root:acme}/x --a=${root:b} ${workspaceFolder}/x",
            "x application/json ./relative ~ada/x $HOMER/x //host/share",
            "docker run -v /a:/a image",
            "npx -p /src/x --registry file:///src/r x",
            "sh -c cat",
        ] {
            assert_eq!(named(line), [""; 0], "{line}");
        }
    }

    #[test]
    fn the_folders_in_the_text_of_a_shell_are_read() {
        for (text, expected) in [
            ("npx -y fs ~/a /b", &["/home/ada/a", "/b"][..]),
            ("cd /src && exec node server.js '/a b' \"$HOME/c\"", &["/a b", "/home/ada/c"]),
            ("export X=/x; timeout 10 uvx fs /a | tee /b", &["/a", "/b"]),
            ("npx fs /a \"$MORE\" /b", &["/a"]),
            ("echo /x", &[]),
        ] {
            assert_eq!(of(&command("sh", &["-c", text])), expected, "{text}");
            assert_eq!(of(&command("/bin/bash", &["-lc", text])), expected, "{text}");
        }
    }

    #[test]
    fn values_of_the_environment_are_read_but_for_settings_of_programs() {
        let mut of_env = command("x", &[]);
        for (name, value) in [
            ("ALLOWED_DIR", "/x"),
            ("DIRS", "/a:~/b"),
            ("NODE_EXTRA_CA_CERTS", "/certs/x.pem"),
            ("TOKEN", "abc/def+ghi=="),
            ("npm_config_cache", "/cache"),
        ] {
            of_env.env.insert(name.into(), value.into());
        }
        assert_eq!(of(&of_env), ["/x", "/a", "/home/ada/b"]);
        let read = read(&of_env, Path::new("/home/ada"));
        assert_eq!(read.named[0].by, NamedBy::Variable { name: "ALLOWED_DIR".into() });
    }

    #[test]
    fn what_is_relative_begins_where_it_starts() {
        let mut relative = command("npx", &["x", ".", "--db", "data/x.db", "word", "~/c"]);
        relative.cwd = Some("~/w".into());
        let expected = ["/home/ada/w/.", "/home/ada/w/data/x.db", "/home/ada/c"];
        // `.` is the working folder itself.
        assert_eq!(of(&relative), expected);
        relative.args.remove(1);
        assert_eq!(of(&relative).last().map(String::as_str), Some("/home/ada/w"));
    }

    #[test]
    fn however_much_there_is_little_is_read() {
        let many: Vec<_> = (0..10_000).map(|number| format!("/w/{number}")).collect();
        let many: Vec<_> = many.iter().map(String::as_str).collect();
        assert_eq!(of(&command("x", &many)).len(), MOST);
        assert_eq!(of(&command("x", &["env"; 100])), [""; 0]);
        assert_eq!(of(&command("env", &vec!["env"; 100_000])), [""; 0]);
    }
}
