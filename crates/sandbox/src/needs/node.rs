use std::ffi::OsStr;
use std::path::Path;

use super::command::Args;
use super::{Search, Why, package, settings, system};

/// Options of node that are followed by a value.
const WITH_VALUE: &[&str] = &[
    "-C",
    "--conditions",
    "--env-file",
    "--experimental-loader",
    "--import",
    "--input-type",
    "--loader",
    "-r",
    "--require",
    "--title",
];

/// Options that name a file to load.
const LOADED: &[&str] = &["--experimental-loader", "--import", "--loader", "-r", "--require"];

const PROGRAMS: &[&str] = &["bin/node", "bin/npm", "bin/npx", "bin/corepack"];

/// Adds the installation of Node.js that `program` is in.
pub(super) fn add_installation(search: &mut Search<'_>, program: &Path) {
    let Some(prefix) = program.ancestors().skip(1).find(|above| is_prefix(above)) else { return };
    if system::holds(&prefix.join("bin")) {
        return;
    }
    // Its `etc` is left out: it may hold a token for a registry.
    let whole = !search.reserved.holds(prefix);
    let parts: &[&str] = if whole { &["bin", "lib"] } else { &["lib/node_modules"] };
    for part in parts.iter().chain(PROGRAMS) {
        search.add_inside(prefix, part, Why::Runtime);
    }
}

/// `node script`.
pub(super) fn add_entry(search: &mut Search<'_>, args: &Args<'_>) {
    add_node_path(search);
    for loaded in args.values(LOADED).into_iter().map(Path::new).filter(|it| it.is_absolute()) {
        package::add(search, loaded);
    }
    if args.all.iter().any(|arg| matches!(arg.to_str(), Some("-e" | "--eval" | "-p" | "--print"))) {
        return;
    }
    let Some(entry) = args.operand(WITH_VALUE) else { return };
    let entry = search.launch.cwd.join(entry);
    let file = ["", ".js", ".mjs", ".cjs"].iter().map(|ending| {
        let mut file = entry.clone().into_os_string();
        file.push(ending);
        file
    });
    if let Some(file) = file.into_iter().find(|file| Path::new(file).exists()) {
        package::add(search, Path::new(&file));
    }
}

/// `npx`, `npm exec`, `npm run` and others: they run what the package they are started in has, or
/// what they fetch into the server's home.
pub(super) fn add_package_runner(search: &mut Search<'_>, args: &Args<'_>) {
    settings::add_registry(search);
    let cwd = search.launch.cwd.clone();
    let named = args.values(&["--prefix", "-C", "--dir", "--cwd", "-p", "--package"]);
    let first = first_operand(args);
    for folder in named.into_iter().chain(first).filter(|folder| is_path(folder)) {
        let plain = folder.to_str().and_then(|text| text.strip_prefix("file:"));
        let folder = cwd.join(plain.map_or(folder, OsStr::new));
        if folder.join("package.json").is_file() {
            package::add(search, &folder);
        }
    }
    if let Some(package) = package::above(&search.reserved, &cwd) {
        search.add(&package, Why::Program);
        package::add_modules(search, &cwd);
    }
}

/// `deno run script`, `bun script`.
pub(super) fn add_other_runtime(search: &mut Search<'_>, args: &Args<'_>) {
    add_node_path(search);
    settings::add_registry(search);
    let with_value = &["-c", "--config", "--import-map", "-r", "--preload", "--cwd"];
    let mut rest = args.after_options(with_value);
    if let Some((command, after)) = rest.split_first()
        && matches!(command.to_str(), Some("run" | "serve" | "x" | "task"))
    {
        rest = Args::new(after).after_options(with_value);
    }
    if let Some(entry) = rest.first() {
        package::add(search, Path::new(entry));
    }
}

fn add_node_path(search: &mut Search<'_>) {
    let folders = super::value(&search.launch.env, "NODE_PATH").unwrap_or_default();
    for folder in std::env::split_paths(folders).filter(|folder| folder.is_absolute()) {
        search.add(&folder, Why::Program);
    }
}

/// The package that is run, which subcommands and their options come before.
fn first_operand<'a>(args: &Args<'a>) -> Option<&'a OsStr> {
    let with_value = &["-p", "--package", "--prefix", "-C", "--dir", "--cwd", "-w", "--workspace"];
    let rest = args.after_options(with_value);
    let (first, after) = rest.split_first()?;
    if matches!(first.to_str(), Some("exec" | "x" | "dlx")) {
        return Args::new(after).operand(with_value);
    }
    Some(first)
}

fn is_path(arg: &OsStr) -> bool {
    let bytes = arg.as_encoded_bytes();
    [&b"/"[..], b"./", b"../", b"file:"].iter().any(|start| bytes.starts_with(start))
}

fn is_prefix(folder: &Path) -> bool {
    folder.join("bin/node").is_file() && folder.join("lib/node_modules").is_dir()
}
