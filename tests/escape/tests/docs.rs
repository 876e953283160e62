//! `docs/escape-suite.md` says what the table says. `UPDATE_DOCS=1` writes it.
#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use paddock_escape::table::{Bare, Kept, PROBES, Phase, Probe};
use paddock_escape::ways::{WAYS, Way};

const BEFORE: &str = "\
<!-- Written by `UPDATE_DOCS=1 cargo test -p paddock-escape --test docs`. -->

# Ways out that are tried

Each line is something that a server tries, started without a sandbox and in each tier, as root and as
an ordinary user, with the network open and off. What must come of it is kept in
`tests/escape/src/table.rs`; the suite fails when anything else comes of it, better or worse. A probe
counts as out when the harness, outside, has seen it: the secret's bytes, a file changed, a word heard.

Without a sandbox a probe *gets out*, or it says what it needs for that; so it is known to bite. In a
tier it is *blocked*, or it gets out for a reason that is given below.
";

const WAYS_BEFORE: &str = "
## Out of a network by destinations

The probes above run there too. These run where every name is allowed, and one address, at the very
ports that they try: what keeps them in is the decision, not a port that nobody listens at. The same
ways lead out where this computer is allowed.

| Way | It tries to | No sandbox | By destinations |
|---|---|---|---|
";

/// Cases that no probe stands for.
const FOUND: &str = include_str!("found.md");

#[test]
fn the_page_is_what_the_table_says() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/escape-suite.md");
    let page = page();
    if std::env::var_os("UPDATE_DOCS").is_some() {
        fs::write(&path, &page).unwrap();
    }
    let written = fs::read_to_string(&path).unwrap();
    assert!(written == page, "docs/escape-suite.md is stale: run this test with UPDATE_DOCS=1");
}

#[test]
fn names_are_given_once() {
    let mut names: Vec<_> = PROBES.iter().map(|probe| probe.name).collect();
    names.sort_unstable();
    let count = names.len();
    names.dedup();
    assert_eq!(names.len(), count);
}

fn page() -> String {
    let mut reasons = Vec::new();
    let mut page = BEFORE.to_owned();
    for (phase, title) in [
        (Phase::Start, "From the start"),
        (Phase::Revoked, "After a folder was taken back, and another made read-only"),
    ] {
        write!(page, "\n## {title}\n\n").unwrap();
        page.push_str("| Probe | It tries to | No sandbox | Landlock | Live mounts |\n");
        page.push_str("|---|---|---|---|---|\n");
        for probe in PROBES.iter().filter(|probe| probe.phase == phase) {
            page.push_str(&row(probe, &mut reasons));
        }
    }
    page.push_str(WAYS_BEFORE);
    for Way { name, tries, bare, .. } in WAYS {
        writeln!(page, "| `{name}` | {tries} | {} | blocked |", without(*bare)).unwrap();
    }
    page.push_str(FOUND);
    page.push_str("\n## What gets out, and why\n\n");
    for (index, reason) in reasons.iter().enumerate() {
        writeln!(page, "{}. {}", index + 1, sentence(reason)).unwrap();
    }
    page
}

fn row(probe: &Probe, reasons: &mut Vec<&'static str>) -> String {
    let Probe { name, tries, bare, landlock, live, .. } = probe;
    let bare = without(*bare);
    let landlock = outcome(*landlock, reasons);
    let live = outcome(*live, reasons);
    format!("| `{name}` | {} | {bare} | {landlock} | {live} |\n", tries.replace('|', "\\|"))
}

fn without(bare: Bare) -> String {
    match bare {
        Bare::Escapes => "gets out".to_owned(),
        Bare::AsRoot => "gets out as root".to_owned(),
        Bare::BesideRoot => "gets out where root has left such a program".to_owned(),
        Bare::Depends(what) => format!("needs {what}"),
        Bare::Blocked(why) => format!("blocked: {why}"),
    }
}

fn outcome(kept: Kept, reasons: &mut Vec<&'static str>) -> String {
    let mut number = |reason| {
        let known = reasons.iter().position(|known| *known == reason);
        known.unwrap_or_else(|| {
            reasons.push(reason);
            reasons.len() - 1
        }) + 1
    };
    match kept {
        Kept::Blocked => "blocked".into(),
        Kept::StartsAnew => "starts anew".into(),
        Kept::Residual(why) => format!("**gets out** ({})", number(why)),
        Kept::AsUser(why) => format!("**gets out** unless root runs it ({})", number(why)),
        Kept::WhileNetworkOpen(why) => {
            format!("**gets out** while the network is open ({})", number(why))
        }
    }
}

fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    format!("{}{}.", first.map(String::from).unwrap_or_default(), letters.as_str())
}
