use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use super::command::Args;
use super::package::{self, PACKAGE};
use super::words::with_value;
use super::{Search, Why, modules, settings, system};

/// Options that name a file to load.
const LOADED: &[&str] = &["--experimental-loader", "--import", "--loader", "-r", "--require"];

/// How options begin that name what is run in other ways: files of variables or of options, a memory to
/// go on from, and what OpenSSL loads.
const LEADING: &[&str] = &[
    "--env-file",
    "--experimental-config-file",
    "--experimental-default-config-file",
    "--openssl-config",
    "--openssl-shared-config",
    "--snapshot-blob",
];

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
    let options = args.options(with_value::NODE);
    search.runs(options.all);
    let said = super::value(&search.launch.env, "NODE_OPTIONS").and_then(OsStr::to_str);
    let said: Vec<_> = said.unwrap_or_default().split_whitespace().map(OsString::from).collect();
    let said = Args::new(&said);
    let loaded = [options.values(LOADED), said.values(LOADED)].concat();
    let bare: Vec<_> = loaded.iter().filter(|file| !add_loaded(search, file)).collect();
    let is_led = |arg: &OsString| {
        let arg = arg.to_string_lossy();
        LEADING.iter().any(|start| arg.starts_with(start))
    };
    if options.all.iter().chain(said.all).any(is_led) {
        search.cannot_tell();
    }
    let evaluates = |arg: &OsString| {
        let arg = arg.to_string_lossy();
        let name = arg.split('=').next().unwrap_or_default();
        matches!(name, "-e" | "--eval" | "-p" | "--print" | "-pe")
    };
    let operand = args.operand(with_value::NODE);
    if options.all.iter().any(evaluates) {
        search.evaluates(options.all.iter().filter(|arg| evaluates(arg)));
        search.evaluates(operand);
        return search.cannot_tell();
    }
    let Some(entry) = operand else { return search.cannot_tell() };
    let Some(entry) = search.script(entry) else { return };
    if let Some(file) = file_of(search, &entry) {
        package::add(search, &file);
        search.expect(&file);
    } else {
        search.cannot_tell();
    }
    for module in bare {
        if !is_module_known(search, module) {
            search.cannot_tell();
        }
    }
}

/// The file that `entry` stands for: it may lack its ending, or be a package's folder.
fn file_of(search: &Search<'_>, entry: &Path) -> Option<PathBuf> {
    let with = |path: &Path, ending: &str| {
        let mut file = path.as_os_str().to_owned();
        file.push(ending);
        PathBuf::from(file)
    };
    let first = |path: &Path, endings: &[&str]| {
        let mut files = endings.iter().map(|ending| with(path, ending));
        files.find(|file| file.is_file())
    };
    let files = ["", ".js", ".mjs", ".cjs"];
    first(entry, &files).or_else(|| {
        let says = search.read_text(&entry.join(PACKAGE));
        let says = says.and_then(|text| serde_json::from_str::<serde_json::Value>(&text).ok());
        let main = says.as_ref().and_then(|says| says.get("main")?.as_str());
        let main = main.and_then(|main| {
            let main = entry.join(main);
            first(&main, &files).or_else(|| first(&main.join("index"), &files[1..2]))
        });
        main.or_else(|| first(&entry.join("index"), &files[1..2]))
    })
}

/// Adds a file that is loaded before the script. `false` for the name of a module.
fn add_loaded(search: &mut Search<'_>, file: &OsStr) -> bool {
    if !is_path(file) {
        return false;
    }
    let path = file.to_str().map_or(file, |it| {
        OsStr::new(it.strip_prefix("file://").or(it.strip_prefix("file:")).unwrap_or(it))
    });
    if let Some(path) = search.script(path) {
        package::add(search, &path);
        search.expect(&path);
    }
    true
}

/// Whether the module of that name is found in what is known to be needed.
fn is_module_known(search: &Search<'_>, module: &OsStr) -> bool {
    let depth = if module.as_encoded_bytes().starts_with(b"@") { 2 } else { 1 };
    let package: PathBuf = Path::new(module).components().take(depth).collect();
    let folders = search.cwd.ancestors().map(|folder| folder.join("node_modules").join(&package));
    !search.starts_anywhere()
        && folders.into_iter().find(|it| it.exists()).is_some_and(|it| search.is_known(&it))
}

/// Options that name the folder to start in.
const STARTED_IN: &[&str] = &["--prefix", "-C", "--dir", "--cwd"];

/// `npx`, `npm exec`, `npm run` and others: they run what the package they are started in has, or
/// what they fetch into the server's home.
pub(super) fn add_package_runner(search: &mut Search<'_>, runner: &str, args: &Args<'_>) {
    settings::add_registry(search);
    settings::add_registry_of(search, runner);
    let mut options = vec![args.options(with_value::PACKAGE_RUNNERS)];
    let mut rest = args.after_options(with_value::PACKAGE_RUNNERS);
    let mut is_script = false;
    if matches!(runner, "npm" | "pnpm" | "yarn" | "bun")
        && let Some((command, after)) = rest.split_first()
    {
        is_script = !matches!(command.to_str(), Some("exec" | "x" | "dlx"));
        let after = Args::new(after);
        options.push(after.options(with_value::PACKAGE_RUNNERS));
        rest = after.after_options(with_value::PACKAGE_RUNNERS);
    }
    let values = |names: &[&str]| -> Vec<_> {
        options.iter().flat_map(|options| options.values(names)).collect()
    };
    for options in &options {
        search.runs(options.all);
    }
    search.runs(rest.first());
    let calls: Vec<_> = values(&["-c", "--call"]).into_iter().map(OsStr::to_owned).collect();
    if !calls.is_empty() {
        search.evaluates(&calls);
        search.cannot_tell();
    }
    let cwd = search.cwd.clone();
    let run = rest.first().map(OsString::as_os_str).filter(|_| !is_script);
    let packages = values(&["-p", "--package"]).into_iter().chain(run);
    let packages: Vec<_> = packages.collect();
    if packages.is_empty() && !is_script {
        search.cannot_tell();
    }
    for package in packages.into_iter().filter(|package| is_path(package)) {
        let plain = package.to_str().and_then(|text| text.strip_prefix("file:"));
        let folder = cwd.join(plain.map_or(package, OsStr::new));
        if search.has_file(&folder.join(PACKAGE)) && package::add_folder(search, &folder) {
            modules::add(search, &folder, "");
            enter_package(search, &folder);
        } else {
            search.cannot_tell();
        }
    }
    let named = values(STARTED_IN).pop().map(|folder| cwd.join(folder));
    if is_script && named.is_none() && search.starts_anywhere() {
        search.cannot_tell();
    }
    add_package_around(search, &named.unwrap_or(cwd), is_script, run);
}

/// What a package's `package.json` says is run.
fn enter_package(search: &mut Search<'_>, folder: &Path) {
    let file = folder.join(PACKAGE);
    if let Some(real) = search.believed(&file) {
        search.enter(&real);
    }
    search.expect(&file);
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
        if is_script {
            search.cannot_tell();
        }
        return;
    };
    if is_script {
        let package = if search.has_file(&folder.join(PACKAGE)) {
            Some(folder.clone())
        } else {
            package::marked(search, &folder)
        };
        match package.filter(|package| package::add_folder(search, package)) {
            Some(package) => enter_package(search, &package),
            None => return search.cannot_tell(),
        }
    }
    let run = run.and_then(OsStr::to_str).unwrap_or_default();
    modules::add(search, &folder, &format!("\"{run}\""));
}

/// `deno run script`, `bun script`.
pub(super) fn add_other_runtime(search: &mut Search<'_>, args: &Args<'_>) {
    add_node_path(search);
    settings::add_registry(search);
    let mut rest = args.after_options(with_value::OTHER_RUNTIMES);
    if let Some((command, after)) = rest.split_first()
        && matches!(command.to_str(), Some("run" | "serve" | "x" | "task"))
    {
        rest = Args::new(after).after_options(with_value::OTHER_RUNTIMES);
    }
    let head = args.all.len() - rest.len();
    search.runs(&args.all[..head]);
    let Some(entry) = rest.first() else { return search.cannot_tell() };
    let fetched = ["npm:", "jsr:", "http:", "https:"];
    if entry.to_str().is_some_and(|it| fetched.iter().any(|start| it.starts_with(start))) {
        return search.runs([entry]);
    }
    let is_package = args.all.first().is_some_and(|it| it == "x") && !is_path(entry);
    let Some(script) = search.script(entry) else { return };
    package::add(search, &script);
    let loads = |arg: &OsString| {
        let arg = arg.to_string_lossy();
        let name = arg.split('=').next().unwrap_or_default();
        with_value::OTHER_RUNTIMES.contains(&name) || ["-e", "-p", "--eval"].contains(&name)
    };
    if args.all[..head].iter().any(loads) || !is_package && !script.is_file() {
        search.cannot_follow(args.all);
    } else if !is_package {
        search.expect(&script);
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
