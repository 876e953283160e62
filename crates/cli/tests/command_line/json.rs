//! `docs/cli-json.md` says what programs read: what is really written is compared with it.

use std::fmt::Write as _;
use std::path::PathBuf;

use serde_json::Value;

use crate::fake_host::FakeHost;
use crate::program::run;
use crate::sample;

fn page() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/cli-json.md")
}

/// With `UPDATE_DOCS=1`, the examples are written anew.
#[test]
fn the_page_shows_what_is_written() {
    let text = std::fs::read_to_string(page()).unwrap();
    let (mut now, mut examples) = (String::new(), 0);
    let mut sections = text.split("\n## `paddock ");
    now.push_str(sections.next().unwrap());
    for section in sections {
        let (command, rest) = section.split_once('`').unwrap();
        let (before, rest) = rest.split_once("```json\n").unwrap();
        let (_, after) = rest.split_once("```\n").unwrap();
        let example = written(command);
        _ = write!(now, "\n## `paddock {command}`{before}```json\n{example}\n```\n{after}");
        examples += 1;
    }
    assert!(examples > 15, "{examples}");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(page(), now).unwrap();
    } else {
        assert_eq!(now, text, "run this test with UPDATE_DOCS=1, and read what changed");
    }
}

fn written(command: &str) -> String {
    let mut view =
        if command.starts_with("models") { sample::with_provider() } else { sample::view() };
    view.paused = None;
    let host = FakeHost::start(view, true);
    if command.starts_with("consents") {
        run(&host.world, &["access", "12", "write", "--no-wait"]);
        run(&host.world, &["grant", "/home/ann/work", "files", "--no-wait"]);
    }
    if command == "apps" {
        crate::apps::put_example(&host.world);
    }
    let home = host.world.home().to_str().unwrap().to_owned();
    let writes_or_reads = command.starts_with("servers import") || command.contains("--export");
    let command =
        if writes_or_reads { command.replace("/home/ann", &home) } else { command.into() };
    if command.starts_with("servers import") {
        std::fs::write(host.world.home().join("servers.json"), "{}").unwrap();
    }
    let args: Vec<_> = ["--json"].into_iter().chain(command.split(' ')).collect();
    let ended = run(&host.world, &args);
    let text = if ended.out.is_empty() { &ended.err } else { &ended.out };
    let text = &text.replace(&home, "/home/ann");
    let mut value: Value = serde_json::from_str(text)
        .unwrap_or_else(|error| panic!("{command}: {error}: {text}{}", ended.err));
    same_everywhere(&mut value);
    serde_json::to_string_pretty(&value).unwrap()
}

/// Puts something in place of what differs from one computer to another.
fn same_everywhere(value: &mut Value) {
    if let Some(kernel) = value.get_mut("kernel") {
        *kernel = "Linux 6.18 (x86_64)".into();
    }
    if let Some(Value::Array(findings)) = value.get_mut("findings") {
        findings.truncate(1);
        for finding in findings {
            finding["ok"] = true.into();
            finding["words"] = "paddock-host is /usr/lib/paddock/paddock-host".into();
        }
    }
}

#[test]
fn what_is_wrong_is_read_by_programs_too() {
    let host = FakeHost::start(sample::view(), true);
    let ended = run(&host.world, &["servers", "show", "flies", "--json"]);
    assert_eq!((ended.code, ended.out.as_str()), (66, ""));
    let failure: Value = serde_json::from_str(&ended.err).unwrap();
    assert_eq!(failure["failure"]["code"], "cli-unknown-server-near");
    assert_eq!(failure["failure"]["details"]["names"], "Files");
    let status: Value = serde_json::from_str(&run(&host.world, &["status", "--json"]).out).unwrap();
    assert_eq!(status["notices"][0]["failure"]["details"]["path"], "/x");
}
