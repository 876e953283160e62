use std::path::{Path, PathBuf};

use super::command::Args;
use super::{Search, Why, entries, name, package, system};

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
        for entry in entries(&prefix.join(folder)).iter().filter(|entry| entry.is_symlink()) {
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

/// `java -jar file`, `java -cp files Main`.
pub(super) fn add_entry(search: &mut Search<'_>, args: &Args<'_>) {
    for jar in args.values(&["-jar"]) {
        let jar = search.launch.cwd.join(jar);
        if search.add_named(&jar, Why::Program)
            && let Some(folder) = jar.parent()
        {
            search.add_inside(folder, "lib", Why::Program);
        }
    }
    for files in args.values(&["-cp", "-classpath", "--class-path", "-p", "--module-path"]) {
        for file in std::env::split_paths(files) {
            let file = if name(&file) == "*" { file.parent().unwrap_or(&file) } else { &file };
            let file = search.launch.cwd.join(file);
            if !file.is_symlink() {
                search.add_named(&file, Why::Program);
            }
        }
    }
    if let Some(source) =
        args.all.iter().find(|arg| Path::new(arg).extension() == Some("java".as_ref()))
    {
        package::add(search, Path::new(source));
    }
}
