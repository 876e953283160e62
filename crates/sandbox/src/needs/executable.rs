use std::ffi::OsString;
use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use super::{HOPS, Search, Why, follow, is_executable, java, node, python, system};

/// The most that Linux reads of a `#!` line (`execve(2)`).
const LINE_LIMIT: u64 = 256;

/// Parts of `/usr/local` and of a Homebrew folder that programs use; settings are in others.
const PARTS: &[&str] = &["Cellar", "bin", "lib", "lib64", "libexec", "opt", "share"];

/// Adds a program and the installation it is a part of, but not what it interprets.
pub(super) fn add(search: &mut Search<'_>, program: &Path) {
    let Some(kind) = kind(program) else { return };
    for hop in hops(program) {
        add_installation(search, &hop);
        node::add_installation(search, &hop);
        python::add_installation(search, &hop);
        java::add_installation(search, &hop);
    }
    // People keep secrets in scripts.
    if kind == Kind::Native || !search.hearsay || search.is_known(program) {
        search.add(program, if system::holds(program) { Why::System } else { Why::Program });
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Native,
    Script,
}

/// How native programs begin: those of Linux, macOS (also for several processors) and Windows.
const NATIVE: &[&[u8]] =
    &[b"\x7fELF", b"\xcf\xfa\xed\xfe", b"\xca\xfe\xba\xbe", b"\xca\xfe\xba\xbf", b"MZ"];

/// What kind of program a file is, if it can be executed at all.
fn kind(program: &Path) -> Option<Kind> {
    let start = start(program).filter(|_| is_executable(program))?;
    if NATIVE.iter().any(|magic| start.starts_with(magic)) {
        return Some(Kind::Native);
    }
    start.starts_with(b"#!").then_some(Kind::Script)
}

/// As much of a file as a `#!` line may take.
fn start(file: &Path) -> Option<Vec<u8>> {
    let mut start = Vec::new();
    if !file.is_file() {
        return None;
    }
    File::open(file).ok()?.take(LINE_LIMIT).read_to_end(&mut start).ok()?;
    Some(start)
}

/// All paths under which a file is met when its symbolic links are followed.
pub(super) fn hops(path: &Path) -> Vec<PathBuf> {
    let links = std::iter::successors(Some(path.to_path_buf()), |hop| follow(hop)).take(HOPS);
    let mut hops: Vec<PathBuf> = Vec::new();
    for hop in links.chain(path.canonicalize().ok()) {
        let physical = super::physical(&hop);
        for hop in std::iter::once(hop).chain(physical) {
            if !hops.contains(&hop) {
                hops.push(hop);
            }
        }
    }
    hops
}

/// Adds what is installed around `program` in a place of its own.
fn add_installation(search: &mut Search<'_>, program: &Path) {
    if program.starts_with("/usr/local") {
        add_parts(search, Path::new("/usr/local"));
    }
    if let Ok(inside) = program.strip_prefix("/opt")
        && inside.components().count() > 1
        && let Some(product) = inside.components().next()
    {
        search.add(&Path::new("/opt").join(product), Why::Runtime);
    }
    if let Some(brew) = program.ancestors().skip(1).find(|above| above.join("Cellar").is_dir()) {
        add_parts(search, brew);
    }
}

fn add_parts(search: &mut Search<'_>, prefix: &Path) {
    for part in PARTS {
        search.add_inside(prefix, part, Why::Runtime);
    }
}

/// What a `#!` line says.
pub(super) struct Line {
    pub(super) program: PathBuf,
    pub(super) args: Vec<OsString>,
}

/// Reads the `#!` line of `program`, if it has one.
pub(super) fn interpreter(program: &Path) -> Option<Line> {
    let start = start(program)?;
    let line = start.strip_prefix(b"#!")?.split(|byte| *byte == b'\n').next()?;
    let line = std::str::from_utf8(line).ok()?.trim();
    // Linux hands all that follows over as one argument.
    let (program, arg) = line.split_once([' ', '\t']).unwrap_or((line, ""));
    let arg = Some(arg.trim()).filter(|arg| !arg.is_empty());
    Some(Line { program: program.into(), args: arg.into_iter().map(OsString::from).collect() })
}
