//! What happened is asked for as it is written.

use paddock_control::Command;
use paddock_control::view::{Action, ActivityFilter, RecordOutcome};

use crate::fake_host::FakeHost;
use crate::program::{paddock, run};
use crate::sample;

/// What the host was asked to look for.
fn looked_for(args: &[&str]) -> ActivityFilter {
    let host = FakeHost::start(sample::view(), true);
    let ended = run(&host.world, args);
    assert_eq!(ended.code, 0, "{args:?}: {}", ended.err);
    let asked = host.asked();
    let mut filters = asked.iter().filter_map(|(_, command)| {
        if let Command::Activity { filter } | Command::ExportActivity { filter, .. } = command {
            Some(filter.clone())
        } else {
            None
        }
    });
    filters.next().unwrap()
}

#[test]
fn every_filter_reaches_the_host_and_an_export_takes_the_same() {
    let filters = [
        "--app",
        "Claude Code",
        "--server",
        "files",
        "--tool",
        "read",
        "--result",
        "failed",
        "--since",
        "2026-11-22",
        "--until",
        "2026-11-23",
    ];
    let listed = looked_for(&[&["activity"][..], &filters].concat());
    assert_eq!(listed.app.as_deref(), Some("Claude Code"));
    assert_eq!((listed.server, listed.tool.as_deref()), (Some(1), Some("read")));
    assert_eq!(listed.outcome, Some(RecordOutcome::Failed));
    let (since, until) = (listed.since.unwrap(), listed.until.unwrap());
    assert!(since < until, "{listed:?}");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("out.csv");
    let export = ["activity", "--export", file.to_str().unwrap()];
    assert_eq!(looked_for(&[&export[..], &filters].concat()), listed);
}

#[test]
fn an_export_goes_to_standard_output_too_and_leaves_nothing_behind() {
    let host = FakeHost::start(sample::view(), true);
    let data = host.world.home().join("data/paddock");
    let before = std::fs::read_dir(&data).unwrap().count();
    let ended = run(&host.world, &["activity", "--export", "-", "--format", "csv"]);
    assert_eq!((ended.code, ended.out.as_str()), (0, "{}\n{}\n"), "{}", ended.err);
    assert_eq!(std::fs::read_dir(&data).unwrap().count(), before);
    let without = run(&host.world, &["activity", "--format", "csv"]);
    assert!(without.code == 64 && without.err.contains("--export"), "{}", without.err);
}

#[test]
fn what_filters_and_what_deletes_exclude_each_other() {
    let host = FakeHost::start(sample::view(), true);
    for filter in [["--app", "x"], ["--tool", "x"], ["--result", "done"], ["--until", "2h"]] {
        let ended = run(&host.world, &[&["activity", "--delete"], &filter[..]].concat());
        assert_eq!(ended.code, 64, "{filter:?}: {}", ended.out);
    }
    let wrong = run(&host.world, &["activity", "--result", "perhaps"]);
    assert!(wrong.code == 64 && wrong.err.contains("blocked"), "{}", wrong.err);
}

#[test]
fn a_kind_that_is_none_is_refused_with_what_was_meant() {
    let known = looked_for(&["activity", "--kind", "granted,tool-called"]);
    assert_eq!(known.kinds, [Action::Granted, Action::ToolCalled]);
    let host = FakeHost::start(sample::view(), true);
    for wrong in ["tool-caled", "granted,tool-caled"] {
        let ended = run(&host.world, &["activity", "--kind", wrong, "--export", "out.csv"]);
        assert_eq!(ended.code, 64, "{wrong}: {}", ended.out);
        assert!(ended.err.contains("tool-called"), "{}", ended.err);
    }
    assert!(host.asked().is_empty(), "nothing is exported");
    let completions = run(&host.world, &["completions", "bash"]).out;
    assert!(completions.contains("tool-called"));
}

#[test]
fn what_follows_ends_with_its_reader() {
    let host = FakeHost::start(sample::view(), true);
    for args in [&["activity", "--follow"][..], &["servers", "log", "files", "--follow"]] {
        let mut command = paddock(&host.world, args);
        let mut child = command.stdout(std::process::Stdio::piped()).spawn().unwrap();
        let mut out = std::io::BufReader::new(child.stdout.take().unwrap());
        std::io::BufRead::read_line(&mut out, &mut String::new()).unwrap();
        drop(out);
        assert!(child.wait().unwrap().success(), "{args:?}");
    }
}

#[test]
fn the_lines_of_one_session_are_shown_alone() {
    let host = FakeHost::start(sample::view(), true);
    let lines =
        |args: &[&str]| run(&host.world, &[&["servers", "log", "files"], args].concat()).out;
    assert!(lines(&[]).contains("message, session 3 (Claude Code)"), "{}", lines(&[]));
    assert_eq!(lines(&["--session", "3"]), lines(&[]));
    assert_eq!(lines(&["--session", "4"]), "");
}
