//! Trust in a command: what a person saw, and the fingerprint that it is bound to.

use std::ffi::OsStr;
use std::fmt;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use specta::Type;

use crate::{Content, Coverage, CustomCommand, Entry, Footprint, Identity, Need, Part};

/// A command that a person trusted, and what is known of it since.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trusted {
    pub fingerprint: Fingerprint,
    /// What was seen; unknown where trust is older than keeping it.
    pub seen: Option<SeenCommand>,
    /// What it was heard to speak, which saves asking.
    pub era: Option<Era>,
}

/// Which of the two ways to speak a server knows: with a session, or without.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Era {
    /// Revisions up to 2025-11-25.
    Legacy,
    /// 2026-07-28 and later.
    Modern,
}

/// All of a command that a person sees before trusting it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeenCommand {
    pub program: String,
    pub args: Vec<String>,
    /// In order. The values of those that are not in `env_values` are secrets, and seen nowhere.
    pub env_names: Vec<String>,
    /// Names and values of the variables that are no secrets. Older trust has those that say where
    /// something is.
    pub env_values: Vec<(String, String)>,
    pub cwd: Option<PathBuf>,
    pub resolved: ResolvedProgram,
    /// What it needs of the disk in order to run.
    pub footprint: Footprint,
}

/// What of a command is another than it was, by what a person has to look at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum Difference {
    Words,
    /// Written the same: the file of the program is another one, or what it needs in order to run.
    Files,
    /// Only what runs the program, as after an update of Node or Python.
    Runtime,
}

/// The file a program name led to, as it was when it was looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResolvedProgram {
    pub path: PathBuf,
    /// Bytes.
    pub size: u64,
    /// When its content or its inode last changed, in nanoseconds since the Unix epoch. Unlike the
    /// time of its last modification this can't be put back.
    pub changed: i64,
}

impl SeenCommand {
    pub fn new(command: &CustomCommand, resolved: ResolvedProgram, footprint: Footprint) -> Self {
        Self {
            program: command.program.clone(),
            args: command.args.clone(),
            env_names: command.env_names().into_iter().map(Into::into).collect(),
            env_values: command
                .env_values()
                .map(|(name, value)| (name.into(), value.into()))
                .collect(),
            cwd: command.cwd.clone(),
            resolved,
            footprint,
        }
    }

    /// Whether `command` is written as it was.
    pub fn says(&self, command: &CustomCommand) -> bool {
        self.same_words(&Self::new(command, self.resolved.clone(), self.footprint.clone()))
    }

    /// Whether only files are others than they were: that of the program, or what it needs.
    pub fn same_words(&self, other: &Self) -> bool {
        let words = |it: &Self| Self {
            resolved: self.resolved.clone(),
            footprint: self.footprint.clone(),
            ..it.clone()
        };
        *self == words(other)
    }

    /// Whether it is what another server runs, but for the home that each has of its own.
    pub(crate) fn is_same_elsewhere(&self, other: &Self) -> bool {
        Fingerprint::of(&self.without_home()) == Fingerprint::of(&other.without_home())
    }

    /// With what is set to be in the server's home named from there.
    fn without_home(&self) -> Self {
        let mut seen = self.clone();
        let env = &mut seen.footprint.env;
        let home = env.iter().find(|(name, _)| name == "HOME").map(|(_, home)| home.clone());
        for (_, value) in env {
            let within = home.as_ref().and_then(|home| Path::new(&*value).strip_prefix(home).ok());
            if let Some(within) = within.map(|it| it.as_os_str().to_owned()) {
                *value = within;
            }
        }
        seen
    }

    /// What is another in this than in `other`, if anything is.
    pub fn difference(&self, other: &Self) -> Difference {
        if !self.same_words(other) {
            return Difference::Words;
        }
        let (is, was) = (self.beside_runtime(), other.beside_runtime());
        let is_update = is.is_some() && is == was && !self.has_other_npm(other);
        if is_update { Difference::Runtime } else { Difference::Files }
    }

    /// Whether npm or Corepack is another one than in `other`, within the same Node.js: they may be
    /// updated by themselves, and changed by whatever may write there.
    fn has_other_npm(&self, other: &Self) -> bool {
        let (is, was) = (self.of_node(), other.of_node());
        let is_other = |((node, is), (was_node, was)): (&(&Path, &Entry), &(&Path, &Entry))| {
            is != was
                && node == was_node
                && are_same(&self.interpreters(node), &other.interpreters(node))
        };
        is.len() != was.len() || is.iter().zip(&was).any(is_other)
    }

    /// The scripts of npm and Corepack that come with the runtime, each with the folder of its
    /// Node.js.
    fn of_node(&self) -> Vec<(&Path, &Entry)> {
        let is_in = |path: &Path| self.runtime().any(|part| path.starts_with(&part.path));
        let entries = self.footprint.entries.iter().filter(|it| is_in(&it.file.path));
        entries.filter_map(|it| Some((node_of(&it.file.path)?, it))).collect()
    }

    /// The parts that tell the Node.js in the folder `node` from another one there: those that hold
    /// all of it, or what is in it beside npm.
    fn interpreters(&self, node: &Path) -> Vec<&Part> {
        let scripts = self.of_node();
        let holds_npm = |part: &Part| {
            scripts.iter().any(|(_, script)| script.file.path.starts_with(&part.path))
        };
        let is_its = |part: &&Part| {
            node.starts_with(&part.path) || part.path.starts_with(node) && !holds_npm(part)
        };
        self.runtime().filter(is_its).collect()
    }

    fn runtime(&self) -> impl Iterator<Item = &Part> {
        self.footprint.parts.iter().filter(|part| part.need == Need::Runtime)
    }

    /// All that is run and read but the runtime, with what comes with it. None where the program
    /// may itself be in there, as one that was installed into an environment of Python is.
    fn beside_runtime(&self) -> Option<(Option<&ResolvedProgram>, Vec<&Entry>, Vec<&Part>)> {
        let Footprint { program, entries, parts, told, .. } = &self.footprint;
        let (runtime, parts): (Vec<_>, Vec<_>) =
            parts.iter().partition(|part| part.need == Need::Runtime);
        let is_in = |path: &Path| runtime.iter().any(|part| path.starts_with(&part.path));
        let comes_with_it = |path: &Path| is_in(path) && node_of(path).is_some();
        let runs_it = |path: &PathBuf| path == program && is_in(path);
        let runs_packages = entries.iter().any(|it| comes_with_it(&it.file.path));
        let is_its = |it: &Entry| runs_it(&it.file.path) || comes_with_it(&it.file.path);
        let entries: Vec<_> = entries.iter().filter(|it| !is_its(it)).collect();
        let is_apart = *told == Coverage::Whole
            && (runs_packages || !entries.is_empty())
            && !entries.iter().any(|it| is_in(&it.file.path));
        let resolved = Some(&self.resolved).filter(|it| !is_in(&it.path));
        is_apart.then_some((resolved, entries, parts))
    }
}

/// The folder of the Node.js that `path` came with, if it is of npm or Corepack as that brings
/// them. The words of a command tell what these run; where that is installed beside them, it
/// changed with all else in the runtime.
fn node_of(path: &Path) -> Option<&Path> {
    // The outermost: a package that is installed there may have a `lib/node_modules` of its own.
    let modules = path.ancestors().filter(|above| above.ends_with("node_modules")).last()?;
    let is_in = |package: &&str| path.starts_with(modules.join(package));
    let brings = modules.ends_with("lib/node_modules") && ["npm", "corepack"].iter().any(is_in);
    modules.parent()?.parent().filter(|_| brings)
}

/// Whether these are the same files and folders, whatever is in them.
fn are_same(is: &[&Part], was: &[&Part]) -> bool {
    let is_same = |(is, was): (&&Part, &&Part)| {
        let own = match (&is.own, &was.own) {
            (Some(is), Some(was)) => is.identity.is_same(&was.identity),
            (is, was) => is.is_none() && was.is_none(),
        };
        is.path == was.path && own
    };
    is.len() == was.len() && is.iter().zip(was).all(is_same)
}

/// Words in the name of a variable whose value is to be shown and kept nowhere else.
const SECRET: &[&str] = &["AUTH", "CREDENTIAL", "KEY", "PASS", "PRIVATE", "SECRET", "TOKEN"];

/// Ends of the names of variables that say where something is.
const PLACES: &[&str] = &["PATH", "DIR", "DIRS", "FILE", "HOME", "ROOT", "FOLDER"];

/// Variables that say what is run, beside the command's own words.
const RUN: &[&str] = &[
    "BASH_ENV",
    "CDPATH",
    "CLASSPATH",
    "EDITOR",
    "ENV",
    "GIT_ASKPASS",
    "GIT_EDITOR",
    "GIT_EXTERNAL_DIFF",
    "GIT_PAGER",
    "GIT_PROXY_COMMAND",
    "GIT_SSH",
    "GIT_SSH_COMMAND",
    "JAVA_TOOL_OPTIONS",
    "JDK_JAVA_OPTIONS",
    "LESSOPEN",
    "LUA_CPATH",
    "LUA_INIT",
    "LUA_PATH",
    "MAKEFLAGS",
    "NODE_OPTIONS",
    "NODE_PATH",
    "PAGER",
    "PATH",
    "PERL5LIB",
    "PERL5OPT",
    "PERLLIB",
    "PROMPT_COMMAND",
    "PS4",
    "PYTHONHOME",
    "PYTHONPATH",
    "PYTHONSTARTUP",
    "RSYNC_RSH",
    "RUBYLIB",
    "RUBYOPT",
    "SSH_ASKPASS",
    "VISUAL",
    "_JAVA_OPTIONS",
];
/// Ends and beginnings of the names of variables that say what is run, or how.
const RUN_BY_END: &[&str] = &["ASKPASS", "COMMAND", "FLAGS", "OPT", "OPTIONS", "OPTS", "PRELOAD"];
const RUN_BY_START: &[&str] = &["BASH_ENV", "DYLD_", "LD_", "NPM_CONFIG_", "PYTHON"];

/// Whether a variable decides what is run.
pub fn says_what_is_run(variable: &str) -> bool {
    RUN.contains(&variable) || ["DYLD_", "LD_"].iter().any(|start| variable.starts_with(start))
}

/// Whether a variable says where something is, or what is run: it may decide what the program needs
/// and does, so another value is another command.
pub(crate) fn names_a_place(name: &str, value: &str) -> bool {
    let name = name.to_uppercase();
    let starts = ["/", "~", "./", "../", "file:"];
    let is_path = |part: &str| starts.iter().any(|start| part.starts_with(start));
    let runs = says_what_is_run(&name)
        || RUN_BY_END.iter().any(|end| name.ends_with(end))
        || RUN_BY_START.iter().any(|start| name.starts_with(start));
    let secret_or_not = name.replace("ASKPASS", "");
    let is_secret = SECRET.iter().any(|word| secret_or_not.contains(word));
    let is_place = || {
        PLACES.iter().any(|end| name.ends_with(end)) || value.split([':', '=', ' ']).any(is_path)
    };
    !is_secret && (runs || is_place())
}

/// What trust in a command is bound to: all that a person saw of it. Program, args, names in env
/// and those values that are no secrets, cwd, the resolved binary, and what it needs of the disk that
/// is not the system's own.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fingerprint(pub [u8; 32]);

impl Fingerprint {
    pub fn of(seen: &SeenCommand) -> Self {
        let SeenCommand { program, args, env_names, env_values, cwd, resolved, footprint } = seen;
        let mut fields = Fields(Sha256::new());
        fields.bytes(b"paddock command 2");
        fields.bytes(program.as_bytes());
        fields.list(args, |fields, arg| fields.bytes(arg.as_bytes()));
        fields.list(env_names, |fields, name| fields.bytes(name.as_bytes()));
        fields.list(env_values, |fields, (name, value)| {
            fields.bytes(name.as_bytes());
            fields.bytes(value.as_bytes());
        });
        fields.list(cwd.as_slice(), |fields, cwd| fields.os(cwd));
        fields.resolved(resolved);
        fields.footprint(footprint);
        Self(fields.0.finalize().into())
    }

    /// Reads what [`Display`](fmt::Display) wrote.
    pub fn parse(hex: &str) -> Option<Self> {
        let bytes = hex.as_bytes();
        if bytes.len() != 64 || !bytes.iter().all(u8::is_ascii_hexdigit) {
            return None;
        }
        let mut value = [0; 32];
        for (byte, pair) in value.iter_mut().zip(bytes.chunks(2)) {
            *byte = u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok()?;
        }
        Some(Self(value))
    }
}

/// Each value goes in with its length, so that no two lists of values are the same bytes.
struct Fields(Sha256);

impl Fields {
    fn footprint(&mut self, footprint: &Footprint) {
        let Footprint { program, entries, parts, links, env, told } = footprint;
        self.os(program);
        self.list(entries, Self::entry);
        let own: Vec<_> =
            parts.iter().filter_map(|part| Some((part, part.own.as_ref()?))).collect();
        self.list(&own, |fields, (Part { path, need, .. }, own)| {
            fields.os(path);
            fields.number(*need as u64);
            fields.identity(&own.identity);
        });
        self.list(links, |fields, link| {
            fields.os(&link.path);
            fields.os(&link.target);
        });
        self.list(env, |fields, (name, value)| {
            fields.os(name);
            fields.os(value);
        });
        // Last and only then, so that trust that was given before holds for what is told whole.
        if *told == Coverage::Partly {
            self.bytes(b"told partly");
        }
    }

    /// By what it holds where that is known, else by its times. A name more changes those, and what
    /// is written through a mapping that was there before may not.
    fn entry(&mut self, Entry { file, content }: &Entry) {
        match content {
            None => self.resolved(file),
            Some(Content(content)) => {
                self.os(&file.path);
                self.number(file.size);
                self.bytes(content);
            }
        }
    }

    fn resolved(&mut self, ResolvedProgram { path, size, changed }: &ResolvedProgram) {
        self.os(path);
        self.number(*size);
        self.number(changed.cast_unsigned());
    }

    /// Two that are the same by [`Identity::is_same`] go in as the same.
    fn identity(&mut self, identity: &Identity) {
        self.number(identity.inode);
        self.number(identity.born.is_some().into());
        self.number(identity.born.map_or(identity.device, i64::cast_unsigned));
    }

    fn list<T>(&mut self, values: &[T], one: impl Fn(&mut Self, &T)) {
        self.number(values.len() as u64);
        for value in values {
            one(self, value);
        }
    }

    fn os(&mut self, text: impl AsRef<OsStr>) {
        self.bytes(text.as_ref().as_encoded_bytes());
    }

    fn bytes(&mut self, bytes: &[u8]) {
        self.number(bytes.len() as u64);
        self.0.update(bytes);
    }

    fn number(&mut self, number: u64) {
        self.0.update(number.to_le_bytes());
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Fingerprint({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Link, Owned};

    fn seen() -> SeenCommand {
        SeenCommand {
            program: "node".into(),
            args: vec!["a".into(), "b".into()],
            env_names: vec!["TOKEN".into()],
            env_values: Vec::new(),
            cwd: None,
            resolved: node(),
            footprint: footprint(),
        }
    }

    fn node() -> ResolvedProgram {
        ResolvedProgram { path: "/usr/bin/node".into(), size: 10, changed: 20 }
    }

    fn footprint() -> Footprint {
        Footprint {
            program: "/usr/bin/node".into(),
            entries: vec![Entry {
                file: ResolvedProgram { path: "/w/a".into(), size: 1, changed: 2 },
                content: None,
            }],
            parts: vec![part("/usr", None), part("/w", Some(7))],
            links: Vec::new(),
            env: vec![("PATH".into(), "/usr/bin".into())],
            told: Coverage::Whole,
        }
    }

    fn part(path: &str, inode: Option<u64>) -> Part {
        let own = |inode| Owned {
            identity: Identity { device: 1, inode, born: Some(5) },
            files: 3,
            bytes: 4,
            all: true,
            hidden: Vec::new(),
        };
        Part { path: path.into(), need: Need::Program, own: inode.map(own) }
    }

    #[test]
    fn an_update_of_what_runs_a_program_is_told_from_other_changes() {
        let with = |node: &str, inode, package| {
            let bin = ResolvedProgram { path: format!("{node}/bin/node").into(), ..self::node() };
            let runtime = Part { need: Need::Runtime, ..part(node, Some(inode)) };
            let mut seen = SeenCommand { resolved: bin, ..seen() };
            seen.footprint.parts = vec![part("/w", Some(package)), runtime];
            seen.footprint.program = seen.resolved.path.clone();
            seen.footprint.entries.insert(0, Entry { file: seen.resolved.clone(), content: None });
            seen
        };
        let was = with("/home/ann/.nvm/v22", 1, 7);
        for updated in [with("/home/ann/.nvm/v24", 2, 7), with("/home/ann/.nvm/v22", 3, 7)] {
            assert_eq!(updated.difference(&was), Difference::Runtime, "{updated:?}");
        }
        let mut script = with("/home/ann/.nvm/v24", 2, 7);
        script.footprint.entries[1].file.size += 1;
        let mut untold = with("/home/ann/.nvm/v22", 3, 7);
        untold.footprint.told = Coverage::Partly;
        for other in [script, untold, with("/home/ann/.nvm/v24", 2, 8), seen()] {
            assert_eq!(other.difference(&was), Difference::Files, "{other:?}");
        }
        let words = SeenCommand { args: Vec::new(), ..with("/home/ann/.nvm/v24", 2, 7) };
        assert_eq!(words.difference(&was), Difference::Words);

        // A program that was installed into the runtime may be what changed there.
        let within = |inode| {
            let mut seen = with("/w/.venv", inode, 7);
            seen.footprint.entries[1].file.path = "/w/.venv/lib/tool/server.py".into();
            seen
        };
        assert_eq!(within(2).difference(&within(1)), Difference::Files);
    }

    const NPX: &str = "lib/node_modules/npm/bin/npx-cli.js";

    /// What runs these scripts of a runtime that came with them.
    fn runs(node: &str, inode: u64, scripts: &[&str]) -> SeenCommand {
        let entry = |script: &str| {
            let path = Path::new(node).join(script);
            Entry { file: ResolvedProgram { path, size: inode, changed: 2 }, content: None }
        };
        let runtime = ["bin", "lib"].map(|folder| {
            let path = format!("{node}/{folder}");
            Part { need: Need::Runtime, ..part(&path, Some(inode)) }
        });
        let mut seen = SeenCommand { resolved: entry(scripts[0]).file, ..seen() };
        seen.footprint.program = Path::new(node).join("bin/npx");
        seen.footprint.entries = scripts.iter().map(|script| entry(script)).collect();
        seen.footprint.parts = [&runtime[..], &[part("/w", Some(7))]].concat();
        seen
    }

    #[test]
    fn what_runs_packages_is_updated_with_the_node_that_it_comes_with() {
        let differs = |scripts: &[&str]| {
            let was = runs("/home/ann/.nvm/v22", 1, scripts);
            runs("/home/ann/.nvm/v24", 2, scripts).difference(&was)
        };
        for script in [NPX, "lib/node_modules/corepack/dist/pnpm.js"] {
            assert_eq!(differs(&[script]), Difference::Runtime, "{script}");
        }
        // A script that changes with an update is a change, and one of any other package may be.
        for other in [
            "/w/package.json",
            "lib/node_modules/server/index.js",
            "lib/node_modules/server/lib/node_modules/npm/index.js",
            "lib/node_modules/npm-server/index.js",
            "lib/npm/index.js",
        ] {
            assert_eq!(differs(&[NPX, other]), Difference::Files, "{other}");
            assert_eq!(differs(&[other]), Difference::Files, "{other}");
        }

        // Only what is in a runtime comes with one.
        let outside = |inode| {
            let mut seen = runs("/w", inode, &[NPX]);
            for part in &mut seen.footprint.parts {
                part.need = Need::Program;
            }
            seen
        };
        assert_eq!(outside(2).difference(&outside(1)), Difference::Files);
        let untold = |inode| {
            let mut seen = runs("/home/ann/.nvm/v22", inode, &[NPX]);
            seen.footprint.told = Coverage::Partly;
            seen
        };
        assert_eq!(untold(2).difference(&untold(1)), Difference::Files);
    }

    #[test]
    fn npm_that_changed_within_its_node_is_no_update_of_that() {
        let with = |bin, lib, script| {
            let mut seen = runs("/home/ann/.nvm/v22", script, &[NPX]);
            for (part, inode) in seen.footprint.parts.iter_mut().zip([bin, lib]) {
                part.own.as_mut().unwrap().identity.inode = inode;
            }
            seen
        };
        let was = with(1, 1, 1);
        assert_eq!(with(1, 1, 2).difference(&was), Difference::Files);
        assert_eq!(with(1, 2, 2).difference(&was), Difference::Files, "with all of its library");
        assert_eq!(with(2, 1, 2).difference(&was), Difference::Runtime, "installed in its place");
        assert_eq!(with(2, 2, 1).difference(&was), Difference::Runtime, "with the same npm");
        let mut counted = with(1, 1, 2);
        counted.footprint.parts[0].own.as_mut().unwrap().bytes += 1;
        assert_eq!(counted.difference(&was), Difference::Files, "a file more beside Node.js");
        let whole = |inode, script| {
            let mut seen = with(1, 1, script);
            let of_all = Part { need: Need::Runtime, ..part("/home/ann/.nvm/v22", Some(inode)) };
            seen.footprint.parts = vec![of_all, part("/w", Some(7))];
            seen
        };
        assert_eq!(whole(1, 2).difference(&whole(1, 1)), Difference::Files);
        assert_eq!(whole(2, 2).difference(&whole(1, 1)), Difference::Runtime);
        let beside = |python, script| {
            let mut seen = with(1, 1, script);
            let venv = Part { need: Need::Runtime, ..part("/w/.venv", Some(python)) };
            seen.footprint.parts[2] = venv;
            seen
        };
        assert_eq!(beside(2, 2).difference(&beside(1, 1)), Difference::Files, "another runtime");
    }

    #[test]
    fn every_part_of_a_command_is_in_its_fingerprint() {
        let trusted = Fingerprint::of(&seen());
        let other_words = [
            SeenCommand { program: "deno".into(), ..seen() },
            SeenCommand { args: vec!["ab".into()], ..seen() },
            SeenCommand { args: vec!["a".into(), "b".into(), String::new()], ..seen() },
            SeenCommand { env_names: vec!["OTHER".into()], ..seen() },
            SeenCommand { env_values: vec![("A_DIR".into(), "/x".into())], ..seen() },
            SeenCommand { cwd: Some("/".into()), ..seen() },
        ];
        for other in other_words {
            assert_ne!(trusted, Fingerprint::of(&other), "{other:?}");
            assert!(!seen().same_words(&other), "{other:?}");
        }
        let other_files = [
            ResolvedProgram { path: "/opt/node".into(), ..node() },
            ResolvedProgram { size: 11, ..node() },
            ResolvedProgram { changed: 1, ..node() },
        ];
        for resolved in other_files {
            let other = SeenCommand { resolved, ..seen() };
            assert_ne!(trusted, Fingerprint::of(&other), "{other:?}");
            assert!(seen().same_words(&other), "{other:?}");
        }
    }

    #[test]
    fn another_footprint_is_another_fingerprint() {
        let link = Link { path: "/w/l".into(), target: "x".into() };
        let others = [
            Footprint { program: "/usr/bin/deno".into(), ..footprint() },
            Footprint { entries: Vec::new(), ..footprint() },
            Footprint { parts: vec![part("/w", Some(8))], ..footprint() },
            Footprint { parts: vec![part("/w/b", Some(7))], ..footprint() },
            Footprint { parts: vec![part("/w", Some(7)), part("/x", Some(9))], ..footprint() },
            Footprint { links: vec![link], ..footprint() },
            Footprint { env: Vec::new(), ..footprint() },
            Footprint { told: Coverage::Partly, ..footprint() },
        ];
        for footprint in others {
            let other = SeenCommand { footprint, ..seen() };
            assert_ne!(Fingerprint::of(&seen()), Fingerprint::of(&other), "{other:?}");
            assert!(seen().same_words(&other), "{other:?}");
        }
        // What the system brings along changes with every update of it.
        let updated = Footprint { parts: vec![part("/w", Some(7))], ..footprint() };
        let updated = SeenCommand { footprint: updated, ..seen() };
        assert_eq!(Fingerprint::of(&seen()), Fingerprint::of(&updated));
    }

    #[test]
    fn a_command_is_the_same_in_another_home_and_with_another_file_is_not() {
        let at = |home: &str, venv: &str| {
            let env = [("HOME", home), ("PATH", "/usr/bin"), ("UV_PROJECT_ENVIRONMENT", venv)];
            let env = env.into_iter().map(|(name, value)| (name.into(), value.into())).collect();
            SeenCommand { footprint: Footprint { env, ..footprint() }, ..seen() }
        };
        let was = at("/data/servers/1", "/data/servers/1/.venv");
        let is = at("/data/servers/2", "/data/servers/2/.venv");
        assert_ne!(Fingerprint::of(&was), Fingerprint::of(&is));
        assert!(is.is_same_elsewhere(&was));
        let script = ResolvedProgram { size: 11, ..node() };
        for other in [
            at("/data/servers/2", "/data/servers/1/.venv"),
            SeenCommand { resolved: script, ..is.clone() },
            SeenCommand { args: Vec::new(), ..is.clone() },
        ] {
            assert!(!other.is_same_elsewhere(&was), "{other:?}");
        }
    }

    #[test]
    fn a_script_is_known_by_what_it_holds_and_not_by_its_times() {
        let of = |changed, content: &[u8]| {
            let file = ResolvedProgram { path: "/w/a".into(), size: 1, changed };
            let entries = vec![Entry { file, content: Some(Content::of(content)) }];
            let footprint = Footprint { entries, ..footprint() };
            Fingerprint::of(&SeenCommand { footprint, ..seen() })
        };
        assert_eq!(of(2, b"a"), of(3, b"a"));
        assert_ne!(of(2, b"a"), of(2, b"b"));
        assert_ne!(of(2, b"a"), Fingerprint::of(&seen()));
    }

    #[test]
    fn a_changed_secret_does_not_ask_again_and_any_other_value_does() {
        let of = |name: &str, value: &str| {
            let command = CustomCommand {
                env: [(name.to_owned(), value.to_owned())].into(),
                ..CustomCommand::default()
            };
            Fingerprint::of(&SeenCommand::new(&command, node(), footprint()))
        };
        for name in ["TOKEN", "API_KEY", "DB_PASS"] {
            assert_eq!(of(name, "secret"), of(name, "new"), "{name}");
        }
        let shown = [
            ("LOG_LEVEL", "debug"),
            ("API_BASE_URL", "https://api.example"),
            ("AUTH_MODE", "strict"),
            ("SSL_CERT_DIR", "a"),
            ("PYTHONPATH", "lib"),
            ("DATA", "/x"),
            ("X", "a:/b"),
            ("NODE_OPTIONS", "--max-old-space-size=4096"),
            ("GIT_ASKPASS", "a"),
            ("LD_PRELOAD", "a.so"),
        ];
        for (name, value) in shown {
            assert_ne!(of(name, value), of(name, "/elsewhere"), "{name}");
        }
    }

    #[test]
    fn a_fingerprint_reads_back() {
        let trusted = Fingerprint::of(&seen());
        assert_eq!(Fingerprint::parse(&trusted.to_string()), Some(trusted));
        assert_eq!(Fingerprint::parse("12"), None);
    }

    /// Trust that was given outlives this version.
    #[test]
    fn a_fingerprint_is_what_it_was_when_it_was_first_kept() {
        let known = "78f0033819d675c3dd05d13ba930eb6c7cc2c88ab94b3a2b652bf0cc55b4bd49";
        assert_eq!(Fingerprint::of(&seen()).to_string(), known);
    }
}
