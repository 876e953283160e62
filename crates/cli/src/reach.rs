//! Whatever a front can ask of the host can be asked here, or is listed with why not.

use std::path::Path;

/// What only a window asks, and why.
const NOT_HERE: [(&str, &str); 4] = [
    ("pick", "whoever types a folder types the server, too: pick_for"),
    ("introduce_servers", "`servers trust` and `servers propose` ask about one after the other"),
    ("grant_folders", "a terminal asks about one folder after the other"),
    ("granted_folder", "its path is listed, and there is no file manager to open it in"),
];

const COMMANDS: &str = include_str!("../../control/src/commands.rs");

/// The methods that ask: `Variant: method(`.
fn methods() -> Vec<&'static str> {
    let (_, listed) = COMMANDS.split_once("\ncommands! {").unwrap();
    let lines = listed.lines().filter_map(|line| line.strip_prefix("    ")?.split_once(": "));
    let asked = lines.filter(|(variant, _)| variant.bytes().all(|it| it.is_ascii_alphanumeric()));
    asked.filter_map(|(_, rest)| Some(rest.split_once('(')?.0)).collect()
}

fn sources(folder: &Path, into: &mut String) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, into);
        } else {
            let text = std::fs::read_to_string(path).unwrap();
            into.extend(text.chars().filter(|it| !it.is_whitespace()));
        }
    }
}

#[test]
fn everything_can_be_asked_here_or_is_listed() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut text = String::new();
    sources(&here.join("src"), &mut text);
    sources(&here.join("../front/src"), &mut text);
    let methods = methods();
    assert!(methods.len() > 80, "{methods:?}");
    // A connection is called `client`, or `person` where a person consents by it.
    let asks = ["client", "person"];
    let is_asked = |method: &str| asks.iter().any(|it| text.contains(&format!("{it}.{method}(")));
    let not_asked: Vec<_> = methods.into_iter().filter(|method| !is_asked(method)).collect();
    let listed = NOT_HERE.map(|(method, _)| method);
    let unlisted: Vec<_> = not_asked.iter().filter(|method| !listed.contains(method)).collect();
    assert!(unlisted.is_empty(), "no command asks for {unlisted:?}");
    assert!(NOT_HERE.iter().all(|(method, why)| !why.is_empty() && !is_asked(method)));
}
