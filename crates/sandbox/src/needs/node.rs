use std::ffi::{OsStr, OsString};
use std::path::Path;

use super::command::Args;
use super::package::{self, PACKAGE};
use super::{Search, Why, modules, settings, system};

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
    let options = args.options(WITH_VALUE);
    for loaded in options.values(LOADED).into_iter().map(Path::new).filter(|it| it.is_absolute()) {
        package::add(search, loaded);
    }
    let evaluates =
        |arg: &OsString| matches!(arg.to_str(), Some("-e" | "--eval" | "-p" | "--print"));
    if options.all.iter().any(evaluates) {
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

/// Options of package runners that are followed by a value.
const RUNNERS_WITH_VALUE: &[&str] = &[
    "-p",
    "--package",
    "--prefix",
    "-C",
    "--dir",
    "--cwd",
    "-w",
    "--workspace",
    "-c",
    "--call",
    "--registry",
    "--cache",
    "--userconfig",
    "--loglevel",
    "--filter",
    "-F",
];

/// Options that name the folder to start in.
const STARTED_IN: &[&str] = &["--prefix", "-C", "--dir", "--cwd"];

/// `npx`, `npm exec`, `npm run` and others: they run what the package they are started in has, or
/// what they fetch into the server's home.
pub(super) fn add_package_runner(search: &mut Search<'_>, runner: &str, args: &Args<'_>) {
    settings::add_registry(search);
    let mut options = vec![args.options(RUNNERS_WITH_VALUE)];
    let mut rest = args.after_options(RUNNERS_WITH_VALUE);
    let mut is_script = false;
    if matches!(runner, "npm" | "pnpm" | "yarn" | "bun")
        && let Some((command, after)) = rest.split_first()
    {
        is_script = !matches!(command.to_str(), Some("exec" | "x" | "dlx"));
        let after = Args::new(after);
        options.push(after.options(RUNNERS_WITH_VALUE));
        rest = after.after_options(RUNNERS_WITH_VALUE);
    }
    let values = |names: &[&str]| -> Vec<_> {
        options.iter().flat_map(|options| options.values(names)).collect()
    };
    let cwd = search.launch.cwd.clone();
    let run = rest.first().map(OsString::as_os_str).filter(|_| !is_script);
    let packages = values(&["-p", "--package"]).into_iter().chain(run);
    for package in packages.filter(|package| is_path(package)) {
        let plain = package.to_str().and_then(|text| text.strip_prefix("file:"));
        let folder = cwd.join(plain.map_or(package, OsStr::new));
        if search.has_file(&folder.join(PACKAGE)) && package::add_folder(search, &folder) {
            modules::add(search, &folder, "");
        }
    }
    let named = values(STARTED_IN).pop().map(|folder| cwd.join(folder));
    add_package_around(search, &named.unwrap_or(cwd), is_script, run);
}

/// What a runner started in `folder` uses of the package there: its scripts may use all of it, and
/// what is run of its packages nothing else.
fn add_package_around(
    search: &mut Search<'_>,
    folder: &Path,
    is_script: bool,
    run: Option<&OsStr>,
) {
    let Some(folder) = search.believed(folder).filter(|folder| !search.reserved.holds(folder))
    else {
        return;
    };
    if is_script {
        let package = if search.has_file(&folder.join(PACKAGE)) {
            Some(folder.clone())
        } else {
            package::marked(search, &folder)
        };
        if !package.is_some_and(|package| package::add_folder(search, &package)) {
            return;
        }
    }
    let run = run.and_then(OsStr::to_str).unwrap_or_default();
    modules::add(search, &folder, &format!("\"{run}\""));
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
        package::add_named(search, &folder, Why::Program);
    }
}

fn is_path(arg: &OsStr) -> bool {
    let bytes = arg.as_encoded_bytes();
    let starts = [&b"/"[..], b"./", b"../", b"file:"];
    bytes == b"." || bytes == b".." || starts.iter().any(|start| bytes.starts_with(start))
}

fn is_prefix(folder: &Path) -> bool {
    folder.join("bin/node").is_file() && folder.join("lib/node_modules").is_dir()
}
