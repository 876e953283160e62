use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use super::reading::start_of;
use super::{Search, Why, is_executable, java, node, python, system, without_climbing};

/// The most that Linux reads of a `#!` line (`execve(2)`).
pub(super) const LINE_LIMIT: usize = 256;

/// How many symbolic links lead to a program.
const HOPS: usize = 40;

/// Parts of `/usr/local` and of a Homebrew folder that programs use; settings are in others.
const PARTS: &[&str] = &["Cellar", "bin", "lib", "lib64", "libexec", "opt", "share"];

/// Adds a program and the installation it is a part of, but not what it interprets.
pub(super) fn add(search: &mut Search<'_>, program: &Path) {
    let Some(kind) = kind(search, program) else { return search.cannot_tell() };
    for hop in hops(search, program) {
        // What is installed around a program is told by what is there.
        if hop.parent().and_then(|folder| search.believed(folder)).is_none() {
            continue;
        }
        add_installation(search, &hop);
        node::add_installation(search, &hop);
        python::add_installation(search, &hop);
        java::add_installation(search, &hop);
    }
    // People keep secrets in scripts.
    if kind == Kind::Native || !search.hearsay || search.is_known(program) {
        search.add(program, if system::holds(program) { Why::System } else { Why::Program });
        if let Some(real) = search.real(program).filter(|_| kind == Kind::Script) {
            search.enter(&real);
        }
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
fn kind(search: &Search<'_>, program: &Path) -> Option<Kind> {
    let start = start(search, program).filter(|_| is_executable(program))?;
    if begins_natively(&start) {
        return Some(Kind::Native);
    }
    start.starts_with(b"#!").then_some(Kind::Script)
}

fn begins_natively(start: &[u8]) -> bool {
    NATIVE.iter().any(|magic| start.starts_with(magic))
}

/// Whether a file is a program by itself.
pub(super) fn is_native(file: &Path) -> bool {
    start_of(file, LINE_LIMIT).is_some_and(|start| begins_natively(&start))
}

/// As much of a file as a `#!` line may take.
fn start(search: &Search<'_>, file: &Path) -> Option<Vec<u8>> {
    search.reader.start(&search.real(file)?, LINE_LIMIT)
}

/// All paths under which a file is met when its symbolic links are followed.
fn hops(search: &Search<'_>, path: &Path) -> Vec<PathBuf> {
    let Some(real) = search.real(path) else { return Vec::new() };
    let physical = |hop: &Path| Some(search.real(hop.parent()?)?.join(hop.file_name()?));
    let follow = |hop: &PathBuf| {
        let target = fs::read_link(hop).ok()?;
        Some(without_climbing(&physical(hop)?.parent()?.join(target)))
    };
    let mut hops: Vec<PathBuf> = Vec::new();
    for hop in std::iter::successors(Some(path.to_path_buf()), follow).take(HOPS) {
        // By text alone `..` may lead elsewhere.
        if search.real(&hop).as_ref() != Some(&real) {
            break;
        }
        hops.extend(physical(&hop));
        hops.push(hop);
    }
    hops.push(real);
    let mut known = BTreeSet::new();
    hops.retain(|hop| known.insert(hop.clone()));
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
pub(super) fn interpreter(search: &Search<'_>, program: &Path) -> Option<Line> {
    let start = start(search, &search.believed(program)?)?;
    let line = start.strip_prefix(b"#!")?.split(|byte| *byte == b'\n').next()?;
    let line = std::str::from_utf8(line).ok()?.trim();
    // Linux hands all that follows over as one argument.
    let (program, arg) = line.split_once([' ', '\t']).unwrap_or((line, ""));
    let arg = Some(arg.trim()).filter(|arg| !arg.is_empty());
    Some(Line { program: program.into(), args: arg.into_iter().map(OsString::from).collect() })
}
