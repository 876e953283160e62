//! Settings above a script of JavaScript or TypeScript by which what runs it finds other code.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use paddock_core::Footprint;

use super::lookups::{interpreter, is_one_of};
use super::package::is_for_node;
use super::{executable, name, python, without_climbing};

/// A package's name and its `exports`, by which it finds itself, and what imports stand for.
const SETTINGS: &[&str] =
    &["bunfig.toml", "deno.json", "deno.jsonc", "jsconfig.json", "package.json", "tsconfig.json"];

/// Programs that read them, or run one that does.
const RUN_BY: &[&str] = &[
    "bun", "bunx", "deno", "node", "nodejs", "nodemon", "npm", "npx", "pnpm", "pnpx", "ts-node",
    "tsx", "yarn",
];

/// What of the programs that are `called` by the words of a command may lead each of its scripts to.
pub(super) fn settings<'a>(
    mut called: impl Iterator<Item = &'a str>,
    words: impl Iterator<Item = &'a str>,
    footprint: &Footprint,
    cwd: Option<&Path>,
) -> Vec<PathBuf> {
    let is_called = called.any(|name| is_one_of(name, RUN_BY));
    let is_script = |entry: &&PathBuf| {
        let runs_itself = **entry == footprint.program && may_be_script(entry);
        is_for_node(entry) && (entry.extension().is_some() || is_called || runs_itself)
    };
    let entries = footprint.entries.iter().map(|entry| &entry.file.path).filter(is_script);
    // A script of `node …/ts-node/dist/bin.js` is known by its word alone.
    let named = words.filter(|_| is_called).filter_map(|word| script(word, cwd));
    let scripts: BTreeSet<_> = entries.cloned().chain(named).collect();
    let folders: BTreeSet<_> = scripts.iter().flat_map(|script| above(script)).collect();
    folders.iter().flat_map(|folder| SETTINGS.iter().map(|file| folder.join(file))).collect()
}

/// Whether a program without an ending may be one. What can't be read may be anything.
fn may_be_script(program: &Path) -> bool {
    let of_python = || interpreter(program).is_some_and(|name| python::is_interpreter(&name));
    !executable::is_native(program) && !of_python()
}

fn script(word: &str, cwd: Option<&Path>) -> Option<PathBuf> {
    let path = Path::new(word.strip_prefix("file://").unwrap_or(word));
    path.extension().filter(|_| is_for_node(path))?;
    let path = if path.is_absolute() { path.to_path_buf() } else { cwd?.join(path) };
    Some(without_climbing(&path))
}

fn above(script: &Path) -> impl Iterator<Item = &Path> {
    script.ancestors().skip(1).filter(|folder| name(folder) != "node_modules")
}

#[cfg(test)]
mod tests {
    use paddock_core::{Entry, ResolvedProgram};

    use super::*;

    fn of(command: &str, program: &str, entry: &str, cwd: Option<&str>) -> Vec<PathBuf> {
        let file = ResolvedProgram { path: entry.into(), size: 1, changed: 1 };
        let entries = vec![Entry { file, content: None }];
        let footprint = Footprint { program: program.into(), entries, ..Footprint::default() };
        let words = || command.split(' ');
        let called = words().map(|word| name(Path::new(word)));
        settings(called, words().skip(1), &footprint, cwd.map(Path::new))
    }

    #[test]
    fn settings_are_looked_for_in_every_folder_above_a_script() {
        for command in ["node", "bun run", "deno run -A", "tsx", "timeout 5 ts-node", "node22"] {
            let found = of(command, "/usr/bin/x", "/w/mcp/server.ts", None);
            for file in SETTINGS {
                for folder in ["/w/mcp", "/w", "/"] {
                    assert!(found.contains(&Path::new(folder).join(file)), "{command} {file}");
                }
            }
            assert_eq!(found.len(), 3 * SETTINGS.len(), "{command}");
        }
        let found = of("node", "/usr/bin/node", "/w/node_modules/a/x.js", None);
        assert!(found.contains(&"/w/package.json".into()));
        assert!(!found.contains(&"/w/node_modules/package.json".into()));
    }

    #[test]
    fn a_script_that_only_the_command_names_counts() {
        let has = |command: &str, cwd: Option<&str>, file: &str| {
            of(command, "/usr/bin/node", "/n/ts-node/dist/bin.js", cwd).contains(&file.into())
        };
        let cwd = Some("/v/here");
        assert!(has("node /n/ts-node/dist/bin.js -T /w/mcp/server.ts", None, "/w/tsconfig.json"));
        assert!(has("node bin.js ../there/server.ts", cwd, "/v/there/tsconfig.json"));
        assert!(has("deno run file:///w/server.ts", None, "/w/deno.json"));
        assert!(!has("node bin.js server.ts", None, "/v/here/tsconfig.json"));
        assert!(!has("node bin.js /w/notes.md", cwd, "/w/package.json"));
        assert!(!has("other /w/a.ts", cwd, "/w/package.json"));
    }

    #[test]
    fn a_script_without_an_ending_counts_where_it_may_be_one() {
        let count = |command: &str, program: &str, entry: &str| {
            !of(command, program, entry, None).is_empty()
        };
        assert!(count("node /w/bin/server", "/usr/bin/node", "/w/bin/server"));
        assert!(count("/w/bin/server", "/w/bin/server", "/w/bin/server"));
        assert!(!count("python3 /w/bin/server", "/usr/bin/python3", "/w/bin/server"));
        assert!(!count("python3 /w/a.py", "/usr/bin/python3", "/w/a.py"));
        let folder = tempfile::tempdir().unwrap();
        for (begins, counts) in [
            ("#!/usr/bin/env node\n", true),
            ("#!/bin/sh\nexec node x\n", true),
            ("#!/w/.venv/bin/python3\n", false),
            ("#!/usr/bin/env -S python3 -u\n", false),
            ("\x7fELF", false),
        ] {
            let program = folder.path().join("server");
            std::fs::write(&program, begins).unwrap();
            let program = program.to_str().unwrap();
            assert_eq!(count(program, program, program), counts, "{begins:?}");
        }
    }
}
