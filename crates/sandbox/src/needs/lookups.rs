//! Where a program looks for more of itself outside of what is known to be needed: no server may put
//! anything there, whatever it is granted. Worked out from the command alone.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use paddock_core::Footprint;

use super::package::is_for_node;
use super::{name, python, without_climbing};

/// Variables that name folders in which libraries and modules are looked for.
const SEARCHED: &[&str] =
    &["CLASSPATH", "LD_LIBRARY_PATH", "NODE_PATH", "PATH", "PERL5LIB", "PYTHONPATH", "RUBYLIB"];

/// Programs that fetch what they run, and files where they start, or above, that say what and where
/// from.
const RUNNERS: &[(&[&str], &[&str])] = &[
    (
        &["npx", "npm", "pnpm", "pnpx", "yarn"],
        &[".npmrc", ".pnpmfile.cjs", ".yarnrc", ".yarnrc.yml", "node_modules/.bin"],
    ),
    (&["bun", "bunx"], &[".npmrc", "bunfig.toml", "node_modules/.bin"]),
    (&["uv", "uvx"], &["uv.toml", ".python-version", ".python-versions"]),
];

/// The places where something could be put that a program of these would run. `variables` are the
/// server's own; without `cwd` it starts in its own home.
pub fn lookups(
    program: &str,
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
    // One that is empty is where the server starts, as `ld.so(8)` has it.
    let searched = searched.filter_map(|folder| {
        let folder = if folder.is_absolute() { folder } else { cwd?.join(folder) };
        Some(without_climbing(&folder))
    });
    let runner = name(Path::new(program));
    let settings = RUNNERS.iter().filter(|(runners, _)| runners.contains(&runner));
    let settings = settings.flat_map(|(_, files)| *files).flat_map(|file| {
        cwd.into_iter().flat_map(Path::ancestors).map(move |folder| folder.join(file))
    });
    modules.chain(searched).chain(settings).collect()
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
        let found = lookups(program, &footprint, &variables, cwd.map(Path::new));
        found.into_iter().map(|path| path.to_str().unwrap().to_owned()).collect()
    }

    #[test]
    fn packages_are_looked_for_in_every_folder_above_a_script() {
        let expected = ["/w/mcp/src/node_modules", "/w/mcp/node_modules", "/w/node_modules"];
        let found = of("node", "/w/mcp/src/server.js", &[], None);
        assert_eq!(found[..3], expected);
        assert_eq!(found[3..], ["/node_modules"]);
        let found = of("node", "/w/node_modules/a/x.js", &[], None);
        assert_eq!(found, ["/w/node_modules/a/node_modules", "/w/node_modules", "/node_modules"]);
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
