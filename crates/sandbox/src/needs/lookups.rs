//! Where a program looks for more of itself outside of what is known to be needed: no server may put
//! anything there, whatever it is granted. Worked out from the command alone.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use paddock_core::Footprint;

use super::nodes;
use super::package::is_for_node;
use super::reading::start_of;
use super::words::{INTERPRETERS, SHELLS};
use super::{executable, name, python, without_climbing};

/// Variables that name folders in which libraries and modules are looked for.
const SEARCHED: &[&str] = &[
    "CLASSPATH",
    "GEM_HOME",
    "GEM_PATH",
    "JULIA_LOAD_PATH",
    "LD_LIBRARY_PATH",
    "NODE_PATH",
    "PATH",
    "PERL5LIB",
    "PERLLIB",
    "PYTHONHOME",
    "PYTHONPATH",
    "PYTHONPYCACHEPREFIX",
    "PYTHONUSERBASE",
    "RUBYLIB",
    "R_LIBS",
    "R_LIBS_USER",
];

/// Programs that run, or fetch, what files say that are where they start, or above.
const RUNNERS: &[(&[&str], &[&str])] = &[
    (
        &["npx", "npm", "pnpm", "pnpx", "yarn"],
        &[
            ".npmrc",
            ".pnpmfile.cjs",
            ".pnpmfile.mjs",
            ".yarnrc",
            ".yarnrc.yml",
            "node_modules/.bin",
            "package.json",
            "pnpm-workspace.yaml",
        ],
    ),
    (&["bun", "bunx"], &[".npmrc", "bunfig.toml", "node_modules/.bin", "package.json"]),
    (&["deno"], &["deno.json", "deno.jsonc"]),
    (&["nodemon"], &["nodemon.json", "package.json"]),
    (&["ts-node", "tsx"], &["tsconfig.json"]),
    (&["uv", "uvx"], &["uv.toml", ".python-version", ".python-versions"]),
    (&["uv"], &[".venv", "pyproject.toml"]),
    (&["pipx"], &["__pypackages__"]),
    (&["go"], &["go.mod", "go.sum", "go.work", "vendor"]),
    (&["R", "Rscript"], &[".Rprofile", ".Renviron"]),
    (&["php"], &["php.ini", ".user.ini"]),
];

/// Interpreters that look for modules in all of the folder where they start: `./?.lua`, `./?.so` and
/// `./?/init.lua`, by any name.
const OF_ALL: &[&str] = &["lua", "luajit"];

/// Interpreters that run nothing that is where they start, unless they are told to.
const OF_THEIR_SCRIPT: &[&str] = &["dotnet", "java", "node", "nodejs", "perl", "ruby", "uvx"];

/// Options of Java that say where its classes are: without one, that is where it starts.
const CLASSES: &[&str] =
    &["-jar", "-cp", "-classpath", "--class-path", "-p", "--module-path", "-m", "--module"];

/// What an option of Python says of the folder in which it looks for compiled modules (`-X`).
const COMPILED: &str = "pycache_prefix=";

/// Programs that run what a project says, which is the one that they start in.
const OF_PROJECTS: &[&str] = &[
    "ant",
    "asdf",
    "bundle",
    "cargo",
    "composer",
    "direnv",
    "dotenv",
    "dotenvx",
    "gmake",
    "gradle",
    "hatch",
    "jbang",
    "just",
    "make",
    "mise",
    "mix",
    "mvn",
    "ninja",
    "nix",
    "nix-shell",
    "pdm",
    "pixi",
    "poetry",
    "rake",
    "rye",
    "sbt",
    "task",
];

/// What of [`RUNNERS`] only chooses a version, where it starts.
const OF_NO_FOLDER: &str = "uvx";

/// The places where something could be put that a program of these would run. `variables` are the
/// server's own; without `cwd` it starts in its own home.
pub fn lookups(
    (program, args): (&str, &[String]),
    footprint: &Footprint,
    variables: &[(String, String)],
    cwd: Option<&Path>,
) -> Vec<PathBuf> {
    let entries = footprint.entries.iter().map(|entry| &entry.file.path);
    let modules = entries.filter(|entry| is_for_node(entry)).flat_map(|entry| {
        let folders = entry.ancestors().skip(1).filter(|folder| name(folder) != "node_modules");
        folders.map(|folder| folder.join("node_modules"))
    });
    let searched = variables.iter().filter(|(name, _)| SEARCHED.contains(&name.as_str()));
    let searched = searched.filter(|(_, value)| !value.is_empty());
    let searched = searched.flat_map(|(_, value)| std::env::split_paths(value).collect::<Vec<_>>());
    let searched = searched.chain(compiled(args));
    // One that is empty is where the server starts, as `ld.so(8)` has it.
    let searched = searched.filter_map(|folder| {
        let folder = if folder.is_absolute() { folder } else { cwd?.join(folder) };
        Some(without_climbing(&folder))
    });
    let starts: Vec<_> = cwd.map(|cwd| starts(args, cwd)).unwrap_or_default();
    let settings = RUNNERS
        .iter()
        .filter(|(runners, _)| called(program, args).any(|name| is_one_of(name, runners)));
    let settings = settings.flat_map(|(_, files)| *files).flat_map(|file| {
        starts.iter().flat_map(|start| start.ancestors()).map(move |folder| folder.join(file))
    });
    let of_all = called(program, args).any(|name| is_one_of(name, OF_ALL));
    let all = starts.iter().filter(|_| of_all).cloned();
    let nodes = nodes::settings(called(program, args), pieces_of(args), footprint, cwd);
    modules.chain(searched).chain(settings).chain(all).chain(nodes).collect()
}

/// Folders of compiled modules, behind whatever wraps Python.
fn compiled(args: &[String]) -> impl Iterator<Item = PathBuf> {
    // `=` parts them in a shell's text, so each is looked for in the whole of it.
    let values = args.iter().flat_map(|arg| arg.split(COMPILED).skip(1));
    values.filter_map(|rest| {
        let is_end = |c: char| c.is_whitespace() || "\"'`;&|()".contains(c);
        rest.trim_start_matches(['"', '\'']).split(is_end).next().map(PathBuf::from)
    })
}

/// Whether files where it starts could have it run something else. What is not known to leave alone
/// what is there counts as led, if it is given a script.
pub fn is_led_by_its_folder(program: &str, args: &[String], footprint: &Footprint) -> bool {
    let is = |known: &[&str]| called(program, args).any(|name| is_one_of(name, known));
    let has = |known: &[&str]| args.iter().any(|arg| known.iter().any(|it| arg.starts_with(it)));
    called(program, args).any(is_led)
        || is(&["java"]) && !has(CLASSES)
        || is(&["dotnet"]) && !args.iter().any(is_assembly)
        || interpreter(&footprint.program).is_some_and(|it| is_led(&it) || !leaves_alone(&it))
        || !called(program, args).any(leaves_alone) && is_given_script(args, footprint)
}

fn is_assembly(arg: &String) -> bool {
    Path::new(arg).extension() == Some(OsStr::new("dll"))
}

fn is_led(name: &str) -> bool {
    let is_runner = RUNNERS.iter().any(|(runners, _)| is_one_of(name, runners));
    let is_interpreter = is_one_of(name, INTERPRETERS) && !leaves_alone(name);
    name != OF_NO_FOLDER && (is_runner || is_interpreter || is_one_of(name, OF_PROJECTS))
}

fn leaves_alone(name: &str) -> bool {
    python::is_interpreter(name) || is_one_of(name, OF_THEIR_SCRIPT) || SHELLS.contains(&name)
}

/// Whether it is called so, or so with a version: `lua5.4`.
pub(super) fn is_one_of(name: &str, known: &[&str]) -> bool {
    let plain = name.trim_end_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | '-'));
    known.contains(&name) || known.contains(&plain)
}

/// The name of what interprets a script by its `#!` line.
pub(super) fn interpreter(program: &Path) -> Option<String> {
    let start = start_of(program, executable::LINE_LIMIT)?;
    let line = start.strip_prefix(b"#!")?.split(|byte| *byte == b'\n').next()?;
    let line = String::from_utf8_lossy(line);
    let is_own = |word: &&str| word.starts_with('-') || word.contains('=');
    let mut words = line.split_whitespace();
    let first = words.next().map(|word| name(Path::new(word)))?;
    let run = if first == "env" { words.find(|word| !is_own(word)) } else { Some(first) };
    run.map(|word| name(Path::new(word)).to_owned()).or(Some(first.to_owned()))
}

/// Whether one of the words names a file of what is needed that is no program by itself.
fn is_given_script(args: &[String], footprint: &Footprint) -> bool {
    let is_entry = |path: &Path| {
        let mut entries = footprint.entries.iter().map(|entry| &entry.file.path);
        entries.any(|entry| *entry != footprint.program && entry.file_name() == path.file_name())
    };
    let is_script = |arg: &String| {
        let path = Path::new(arg);
        is_entry(path)
            || path.is_absolute()
                && footprint.holds(path)
                && path.is_file()
                && !executable::is_native(path)
    };
    args.iter().any(is_script)
}

/// The names of all that may be called by a command, behind whatever wraps it: rather one too many.
fn called<'a>(program: &'a str, args: &'a [String]) -> impl Iterator<Item = &'a str> {
    [program].into_iter().chain(pieces_of(args)).map(|it| name(Path::new(it)))
}

fn pieces_of(args: &[String]) -> impl Iterator<Item = &str> {
    args.iter().flat_map(|arg| pieces(arg))
}

/// What may be words of a shell's text.
fn pieces(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| c.is_whitespace() || "\"'`;&|()=".contains(c))
}

/// Where a command may start what it runs, by what it says itself.
fn starts(args: &[String], cwd: &Path) -> Vec<PathBuf> {
    let pieces: Vec<_> = pieces_of(args).collect();
    let enters = |word: &str| {
        let folders =
            ["cd", "-C", "--chdir", "--cwd", "--dir", "--directory", "--prefix", "--project"];
        folders.contains(&word)
    };
    let entered = pieces.windows(2).filter(|pair| enters(pair[0])).map(|pair| pair[1]);
    let entered = entered.map(|folder| without_climbing(&cwd.join(folder)));
    [cwd.to_path_buf()].into_iter().chain(entered).collect()
}

/// Whether Python is to look for modules in neither the folder of its script nor the one that it starts
/// in: what is there is no part of the program, and somebody else may be allowed to write it.
pub fn needs_safe_path(footprint: &Footprint, args: &[OsString], cwd: &Path) -> bool {
    let program = name(&footprint.program);
    if program != "uv" && !python::is_interpreter(program) {
        return false;
    }
    let is_named =
        |entry: &Path| args.iter().any(|arg| Path::new(arg).file_name() == entry.file_name());
    let is_script = |entry: &Path| entry.extension() == Some(OsStr::new("py")) && is_named(entry);
    match footprint.entries.last() {
        Some(entry) if is_script(&entry.file.path) => {
            entry.file.path.parent().is_some_and(|folder| !footprint.reads(folder))
        }
        // Its module is found there and nowhere else.
        Some(entry) if entry.file.path.starts_with(cwd) => false,
        Some(_) | None => python::is_interpreter(program) && !footprint.reads(cwd),
    }
}

#[cfg(test)]
mod tests {
    use paddock_core::{Entry, Need, Part, ResolvedProgram};

    use super::*;

    fn footprint(program: &str, entry: &str, parts: &[&str]) -> Footprint {
        let file = ResolvedProgram { path: entry.into(), size: 1, changed: 1 };
        let part = |path: &&str| Part { path: path.into(), need: Need::Program, own: None };
        Footprint {
            program: program.into(),
            entries: vec![Entry { file, content: None }],
            parts: parts.iter().map(part).collect(),
            ..Footprint::default()
        }
    }

    fn of(
        program: &str,
        entry: &str,
        variables: &[(&str, &str)],
        cwd: Option<&str>,
    ) -> Vec<String> {
        let variables: Vec<_> =
            variables.iter().map(|(name, value)| ((*name).into(), (*value).into())).collect();
        let footprint = footprint(program, entry, &[]);
        let mut words = program.split(' ').map(str::to_owned);
        let program = words.next().unwrap();
        let args: Vec<_> = words.collect();
        let found = lookups((&program, &args), &footprint, &variables, cwd.map(Path::new));
        found.into_iter().map(|path| path.to_str().unwrap().to_owned()).collect()
    }

    #[test]
    fn packages_are_looked_for_in_every_folder_above_a_script() {
        let modules = |entry: &str| {
            let mut found = of("node", entry, &[], None);
            found.retain(|path| path.ends_with("/node_modules"));
            found
        };
        let expected =
            ["/w/mcp/src/node_modules", "/w/mcp/node_modules", "/w/node_modules", "/node_modules"];
        assert_eq!(modules("/w/mcp/src/server.js"), expected);
        let expected = ["/w/node_modules/a/node_modules", "/w/node_modules", "/node_modules"];
        assert_eq!(modules("/w/node_modules/a/x.js"), expected);
        assert!(of("python3", "/w/server.py", &[], None).is_empty());
    }

    #[test]
    fn libraries_are_looked_for_where_a_variable_says() {
        let variables =
            [("LD_LIBRARY_PATH", "lib:/opt/x:"), ("DATA_DIR", "/d"), ("NODE_PATH", "../m")];
        let found = of("server", "/w/a.py", &variables, Some("/w/here"));
        assert_eq!(found, ["/w/here/lib", "/opt/x", "/w/here", "/w/m"]);
        // It starts in a home of its own.
        assert_eq!(of("server", "/w/a.py", &variables, None), ["/opt/x"]);
        let compiled = [("PYTHONPYCACHEPREFIX", "/c"), ("PYTHONHOME", "/p"), ("R_LIBS", "/r:/s")];
        assert_eq!(of("server", "/w/a.py", &compiled, None), ["/c", "/p", "/r", "/s"]);
    }

    #[test]
    fn compiled_modules_are_looked_for_where_an_option_of_python_says() {
        for (command, expected) in [
            ("python3 -X pycache_prefix=/c server.py", "/c"),
            ("python3 -Xpycache_prefix=/c server.py", "/c"),
            ("timeout 5 python3 -X pycache_prefix=c server.py", "/w/here/c"),
            ("sh -c exec\tpython3\t-X\t'pycache_prefix=/c'\tx.py", "/c"),
            ("sh -c exec\tpython3\t-X\tpycache_prefix='/c'\tx.py", "/c"),
        ] {
            assert_eq!(of(command, "/w/a.py", &[], Some("/w/here")), [expected], "{command}");
        }
    }

    #[test]
    fn a_runner_is_told_what_to_fetch_by_files_where_it_starts() {
        let found = of("/usr/bin/npx", "/w/a.py", &[], Some("/w/here"));
        for file in ["/w/here/.npmrc", "/w/.npmrc", "/w/here/node_modules/.bin"] {
            assert!(found.iter().any(|path| path == file), "{file}: {found:?}");
        }
        assert!(of("npx", "/w/a.py", &[], None).is_empty());
        assert!(of("uvx", "/w/a.py", &[], Some("/w")).contains(&"/w/uv.toml".to_owned()));
        assert!(of("other", "/w/a.py", &[], Some("/w")).is_empty());
    }

    #[test]
    fn a_runner_is_found_behind_what_wraps_it() {
        let has = |command: &str, file: &str| {
            of(command, "/w/a.py", &[], Some("/w/here")).contains(&file.to_owned())
        };
        for command in ["timeout 5 npx x", "env A=1 npx x", "sh -c exec;npx x", "/opt/npx"] {
            assert!(has(command, "/w/here/.npmrc"), "{command}");
        }
        assert!(has("env -C ../there npx x", "/w/there/node_modules/.bin"));
        assert!(has("bash -c cd ./there&&npx x", "/w/here/there/.npmrc"));
        assert!(has("npx -y tsx x.ts", "/w/tsconfig.json"));
        assert!(has("uv run /w/a.py", "/w/here/.venv") && has("uv run x", "/w/pyproject.toml"));
        assert!(!has("uvx x", "/w/here/.venv"), "it knows no project");
        assert!(has("go run x", "/w/go.work") && has("pipx run x", "/w/here/__pypackages__"));
    }

    #[test]
    fn who_reads_what_to_run_where_it_starts_is_told() {
        let is_led = |program: &str, args: &[&str]| {
            let args: Vec<_> = args.iter().map(|arg| (*arg).to_owned()).collect();
            is_led_by_its_folder(program, &args, &Footprint::default())
        };
        for (program, args) in [
            ("npx", &["-y", "server"][..]),
            ("/bin/sh", &["-c", "exec npx -y server"]),
            ("timeout", &["5", "/opt/bin/bunx", "server"]),
            ("uv", &["run", "/w/a.py"]),
            ("uv", &["run", "server"]),
            ("env", &["A=1", "poetry", "run", "server"]),
            ("npm", &["start"]),
            ("make", &["server"]),
            ("node_modules/.bin/tsx", &["/w/a.ts"]),
            ("pipx", &["run", "server"]),
            ("go", &["run", "example.com/server@v1"]),
            ("lua", &["/w/server.lua"]),
            ("lua5.4", &["/w/server.lua"]),
            ("timeout", &["5", "luajit", "/w/server.lua"]),
            ("Rscript", &["/w/server.R"]),
            ("php8.2", &["/w/server.php"]),
            ("elixir", &["/w/server.exs"]),
            ("java", &["Main"]),
            ("dotnet", &["run"]),
            ("task", &["server"]),
            ("nix-shell", &["--run", "server"]),
            ("mise", &["exec", "--", "server"]),
            ("direnv", &["exec", ".", "server"]),
            ("asdf", &["exec", "server"]),
            ("dotenvx", &["run", "--", "server"]),
            ("jbang", &["server.java"]),
            ("mix", &["run"]),
            ("sbt", &["run"]),
            ("ant", &["run"]),
            ("gmake", &["server"]),
        ] {
            assert!(is_led(program, args), "{program} {args:?}");
        }
        for (program, args) in [
            ("node", &["/w/a.js"][..]),
            ("python3", &["/w/a.py"]),
            ("uvx", &["server"]),
            ("ruby3.1", &["/w/a.rb"]),
            ("perl", &["/w/a.pl"]),
            ("java", &["-jar", "/w/a.jar"]),
            ("dotnet", &["/w/a.dll"]),
            ("/w/bin/server", &["--stdio"]),
        ] {
            assert!(!is_led(program, args), "{program} {args:?}");
        }
    }

    #[test]
    fn an_interpreter_that_is_not_known_counts_as_led() {
        let world = tempfile::tempdir().unwrap();
        let is_led = |program: &str, first: &str, args: &[&str]| {
            let path = |name: &str| world.path().join(name).to_str().unwrap().to_owned();
            std::fs::write(path(program), first).unwrap();
            std::fs::write(path("script"), "text").unwrap();
            let entry = path("script");
            let mut footprint = footprint(&path(program), &entry, &[&entry]);
            footprint.entries.retain(|_| !args.is_empty());
            let args: Vec<_> = args.iter().map(|arg| path(arg)).collect();
            is_led_by_its_folder(&path(program), &args, &footprint)
        };
        for first in ["#!/usr/bin/env lua\n", "#!/opt/x/tcl", "#! /usr/bin/env -S A=1 uv run\n"] {
            assert!(is_led("server", first, &[]), "{first}");
        }
        for first in
            ["#!/usr/bin/env node\n", "#!/bin/sh -e\n", "#!/w/.venv/bin/python3\n", "\x7fELF"]
        {
            assert!(!is_led("server", first, &[]), "{first}");
        }
        assert!(is_led("odd", "\x7fELF", &["script"]));
        assert!(!is_led("odd", "\x7fELF", &["data"]));
        assert!(!is_led("node", "\x7fELF", &["script"]));
    }

    #[test]
    fn what_an_interpreter_looks_for_where_it_starts_is_no_others() {
        let has = |command: &str, file: &str| {
            of(command, "/w/a.py", &[], Some("/w/here")).contains(&file.to_owned())
        };
        assert!(has("lua5.4 /w/a.lua", "/w/here") && !has("lua /w/a.lua", "/w"));
        assert!(has("Rscript /w/a.R", "/w/here/.Rprofile") && has("php a.php", "/w/here/php.ini"));
        assert!(has("npx --cwd ../there x", "/w/there/package.json"));
        assert!(has("npx --prefix=/p x", "/p/package.json") && has("bunx x", "/w/package.json"));
        assert!(!has("ruby /w/a.rb", "/w/here"));
    }

    #[test]
    fn python_looks_for_modules_only_in_what_is_its_program() {
        let safe = |program: &str, entry: &str, parts: &[&str], args: &[&str], cwd: &str| {
            let args: Vec<_> = args.iter().map(OsString::from).collect();
            needs_safe_path(&footprint(program, entry, parts), &args, cwd.as_ref())
        };
        let python = "/usr/bin/python3";
        assert!(safe(python, "/w/server.py", &["/w/server.py"], &["server.py"], "/w"));
        assert!(!safe(python, "/w/mcp/server.py", &["/w/mcp"], &["/w/mcp/server.py"], "/w"));
        assert!(safe(python, "/v/lib/m/__main__.py", &["/v"], &["-m", "m"], "/w"));
        assert!(!safe(python, "/v/lib/m/__main__.py", &["/v", "/w"], &["-m", "m"], "/w"));
        assert!(!safe(python, "/w/m/__main__.py", &["/w/m"], &["-m", "m"], "/w"));
        assert!(safe("/usr/bin/uv", "/w/a.py", &["/w/a.py"], &["run", "a.py"], "/w"));
        assert!(!safe("/usr/bin/node", "/w/a.js", &["/w/a.js"], &["a.js"], "/w"));
    }
}
