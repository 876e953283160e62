use std::ffi::OsString;
use std::path::{Path, PathBuf};

use super::command::Args;
use super::words::with_value;
use super::{Search, Why, name, package, system};

/// Adds the installation of Java that `program` is in.
pub(super) fn add_installation(search: &mut Search<'_>, program: &Path) {
    let Some(prefix) = program.parent().and_then(Path::parent) else { return };
    if name(program) != "java" || !prefix.join("lib/modules").is_file() {
        return;
    }
    if !system::holds(prefix) {
        search.add(prefix, Why::Runtime);
    }
    // Distributions keep its settings and its certificates in `/etc`.
    for folder in ["", "conf", "conf/security", "lib", "lib/security"] {
        for entry in
            search.entries_of(&prefix.join(folder)).iter().filter(|entry| entry.is_symlink())
        {
            if let Some(settings) = settings_of(entry) {
                search.add(entry, Why::Runtime);
                search.add(&settings, Why::Runtime);
            }
        }
    }
}

/// The folder of Java's own under `/etc` that `entry` leads into, or the certificates there.
fn settings_of(entry: &Path) -> Option<PathBuf> {
    let real = entry.canonicalize().ok()?;
    let top = real.strip_prefix("/etc").ok()?.components().next()?;
    let folder = Path::new("/etc").join(top);
    match name(&folder) {
        "ssl" | "pki" => Some(real),
        other => other.starts_with("java").then_some(folder),
    }
}

/// Options that name classes to load.
const CLASSES: &[&str] = &["-cp", "-classpath", "--class-path", "-p", "--module-path"];

/// How options begin that load more, or read more options from a file.
const LEADING: &[&str] = &[
    "-javaagent",
    "-agent",
    "@",
    "-Djava.",
    "-Xbootclasspath",
    "--patch-module",
    "--upgrade-module-path",
    "-XX:Flags=",
    "-XX:VMOptionsFile=",
];

/// `java -jar file`, `java -cp files Main`, `java Main.java`.
pub(super) fn add_entry(search: &mut Search<'_>, args: &Args<'_>) {
    let jar = args.all.iter().position(|arg| arg == "-jar").and_then(|at| args.all.get(..at + 2));
    let options = args.options(with_value::JAVA);
    // What follows the archive is the program's own.
    let options = jar.filter(|jar| jar.len() < options.all.len()).map_or(options, Args::new);
    let source = args.operand(with_value::JAVA).map(Path::new);
    search.runs(options.all);
    let loads = |option: &OsString| {
        let option = option.to_string_lossy();
        LEADING.iter().any(|start| option.starts_with(start))
    };
    if options.all.iter().any(loads) {
        search.cannot_tell();
    }
    let named = options.values(&["-jar"]).into_iter().chain(options.values(CLASSES));
    let is_relative = named.flat_map(std::env::split_paths).any(|file| file.is_relative());
    let (mut is_found, mut is_lost) = (false, false);
    for jar in options.values(&["-jar"]) {
        let jar = search.cwd.join(jar);
        if search.add_named(&jar, Why::Program)
            && let Some(folder) = jar.parent()
        {
            search.add_inside(folder, "lib", Why::Program);
            if let Some(real) = search.real(&jar) {
                search.enter(&real);
            }
        }
        search.expect(&jar);
        is_found = true;
    }
    for files in options.values(CLASSES) {
        for file in std::env::split_paths(files) {
            let file = if name(&file) == "*" { file.parent().unwrap_or(&file) } else { &file };
            let file = search.cwd.join(file);
            let is_added = !file.is_symlink() && package::add_named(search, &file, Why::Program);
            is_found |= is_added;
            is_lost |= !is_added;
        }
    }
    if let Some(source) = source.filter(|it| it.extension() == Some("java".as_ref()))
        && let Some(source) = search.script(source)
    {
        package::add(search, &source);
        search.expect(&source);
        is_found = true;
    }
    if !is_found || is_lost || search.starts_anywhere() && is_relative {
        search.cannot_tell();
    }
}
