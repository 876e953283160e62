//! `docs/conformance.md` says what the table says. `npm run conformance` runs all of it and writes it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use serde::Deserialize;

use super::revision::Revision;
use super::{ROWS, Row};

/// Each area of the protocol, and how many things it asks of a host there.
const AREAS: &[(&str, u32)] = &[
    ("NEG", 3),
    ("LIF", 5),
    ("MSG", 2),
    ("STD", 6),
    ("TMO", 1),
    ("META", 2),
    ("RES", 1),
    ("MRTR", 3),
    ("ROOT", 6),
    ("SAM", 10),
    ("ELI", 7),
    ("CAN", 3),
    ("PRG", 1),
    ("PNG", 1),
    ("PAG", 1),
    ("LCH", 2),
    ("TSK", 1),
    ("SCH", 1),
    ("TOOL", 1),
    ("ERR", 1),
    ("ICON", 1),
    ("SEC", 1),
];

const BEFORE: &str = "\
<!-- Written by `npm run conformance`, which runs every test in it. -->

# What MCP asks of a host, and what shows it

Each row is something that a revision of the Model Context Protocol asks of a host. Each test speaks
with a scriptable server (`tests/fake-server`) that runs as a child, in every revision that has a
mark, and looks at what that server has heard, or at what the window would show. ✓: it passed.
✗: it failed. Where there is neither, that revision does not ask for it.

The tests are in `tests/flows/tests/flows/conformance`; each is one test a revision.
";

/// What the official suite plays, and where that is written down.
const OFFICIAL: [(&str, &str); 2] = [
    (
        "
# The official suite

What `@modelcontextprotocol/conformance` plays with a whole host as its client, which launches a
bridge to the suite’s HTTP servers as its child (`tests/official`).
",
        "scenarios.json",
    ),
    (
        "
# The official suite, of the files server

What it plays with `paddock-files` as its server, behind a bridge from HTTP. `relayed.test.mjs` plays all of
it once more through `paddock run`, as an app uses the server, and finds the same.
",
        "server-scenarios.json",
    ),
];

#[test]
fn the_page_is_what_the_table_says() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/conformance.md");
    let page = page();
    if std::env::var_os("UPDATE_DOCS").is_some() {
        fs::write(&path, &page).unwrap();
    }
    let written = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        written == page,
        "docs/conformance.md is stale, or names a failure: npm run conformance"
    );
}

#[test]
fn every_row_is_shown_by_tests_that_bear_its_name() {
    let mut missing: BTreeSet<String> = AREAS
        .iter()
        .flat_map(|(area, rows)| (1..=*rows).map(move |row| format!("{area}-{row}")))
        .collect();
    for row in ROWS {
        assert!(missing.remove(row.id), "{} is no row, or twice in the table", row.id);
        assert!(!row.checks.is_empty(), "{} has no test", row.id);
        let prefix = row.id.to_lowercase().replace('-', "_") + "_";
        for check in row.checks {
            assert!(check.name.starts_with(&prefix), "{} is not named {prefix}…", check.name);
            assert!(!check.revisions.is_empty(), "{} is run in no revision", check.name);
        }
    }
    assert!(missing.is_empty(), "nothing shows {missing:?}");
}

fn page() -> String {
    let mut page = BEFORE.to_owned();
    page.push_str("\n| Row | Level | It asks to | Shown by |");
    for revision in Revision::ALL {
        write!(page, " {} |", revision.date()).unwrap();
    }
    page.push_str("\n|---|---|---|---|");
    page.push_str(&":-:|".repeat(Revision::ALL.len()));
    page.push('\n');
    for row in ROWS {
        page.push_str(&lines(row));
    }
    for (title, file) in OFFICIAL {
        page.push_str(title);
        page.push_str(&Scenarios::read(file).lines());
    }
    page
}

fn lines(row: &Row) -> String {
    let mut lines = String::new();
    for (index, check) in row.checks.iter().enumerate() {
        let (id, level, what) =
            if index == 0 { (row.id, row.level, row.what) } else { ("", "", "") };
        write!(lines, "| {id} | {level} | {what} | `{}` |", check.name).unwrap();
        for revision in Revision::ALL {
            let mark = if check.revisions.contains(&revision) { '✓' } else { ' ' };
            write!(lines, " {mark} |").unwrap();
        }
        lines.push('\n');
    }
    lines
}

/// What is played of the official suite, and what is not.
#[derive(Debug, Deserialize)]
struct Scenarios {
    played: Vec<Played>,
    left: Vec<Left>,
}

#[derive(Debug, Deserialize)]
struct Played {
    scenario: String,
    revision: String,
    /// By check: why it does not hold.
    #[serde(default)]
    except: BTreeMap<String, String>,
}

#[derive(Debug, Deserialize)]
struct Left {
    scenarios: String,
    why: String,
}

impl Scenarios {
    fn read(name: &str) -> Self {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../official");
        serde_json::from_str(&fs::read_to_string(folder.join(name)).unwrap()).unwrap()
    }

    fn lines(&self) -> String {
        let mut revisions = BTreeMap::<&str, Vec<&str>>::new();
        let mut excepted = BTreeMap::<&str, &str>::new();
        for played in &self.played {
            revisions.entry(&played.scenario).or_default().push(&played.revision);
            excepted.extend(played.except.iter().map(|(check, why)| (&**check, &**why)));
        }
        let mut lines = "\n| Scenario | Played in |\n|---|---|\n".to_owned();
        for (scenario, revisions) in revisions {
            writeln!(lines, "| `{scenario}` | {} |", revisions.join(", ")).unwrap();
        }
        if !excepted.is_empty() {
            lines.push_str("\n| Check that is not met | Because |\n|---|---|\n");
        }
        for (check, why) in excepted {
            writeln!(lines, "| `{check}` | {why} |").unwrap();
        }
        lines.push_str("\n| Left out | Because |\n|---|---|\n");
        for left in &self.left {
            writeln!(lines, "| `{}` | {} |", left.scenarios, left.why).unwrap();
        }
        lines
    }
}
