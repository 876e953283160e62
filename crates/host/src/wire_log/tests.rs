use std::process::Command;

use super::*;

fn log() -> WireLog {
    let log = WireLog::default();
    log.begin_run(Launched::default(), Masks::default());
    log
}

fn page(log: &WireLog, filter: &WireFilter) -> Vec<u32> {
    log.page(filter).messages.iter().map(|it| it.number).collect()
}

fn all() -> WireFilter {
    WireFilter::default()
}

#[test]
fn an_answer_finds_its_request_and_not_the_other_sides() {
    let log = log();
    log.sent(br#"{"id":1,"method":"a"}"#);
    log.received(br#"{"id":1,"method":"roots/list"}"#);
    log.sent(br#"{"id":1,"result":{}}"#);
    log.received(br#"{"id":1,"result":{}}"#);
    log.received(br#"{"id":1,"result":{}}"#);
    let took: Vec<_> = log.page(&all()).messages.iter().map(|it| it.took.is_some()).collect();
    assert_eq!(took, [false, true, true, false, false]);
    let page = log.page(&all());
    let methods: Vec<_> = page.messages.iter().map(|it| it.method.as_deref()).collect();
    assert_eq!(methods, [None, Some("a"), Some("roots/list"), Some("roots/list"), Some("a")]);
}

#[test]
fn the_page_is_filtered() {
    let log = log();
    log.sent(br#"{"id":1,"method":"tools/call","params":{"name":"Echo"}}"#);
    log.received(br#"{"id":1,"result":{"isError" : true}}"#);
    log.received(br#"{"id":2,"error":{"code":1}}"#);
    log.received(b"garbage");
    log.received(br#"{"method":"notifications/message"}"#);
    assert_eq!(page(&log, &all()), [5, 4, 3, 2, 1]);
    let to = Some(Direction::ToServer);
    assert_eq!(page(&log, &WireFilter { direction: to, ..all() }), [1]);
    assert_eq!(page(&log, &WireFilter { errors_only: true, ..all() }), [4, 3, 2]);
    assert_eq!(page(&log, &WireFilter { text: " echo".into(), ..all() }), [1]);
    assert_eq!(page(&log, &WireFilter { text: "TOOLS/".into(), ..all() }), [2, 1]);
    assert_eq!(page(&log, &WireFilter { before: Some(3), ..all() }), [2, 1]);
}

#[test]
fn a_secret_is_neither_shown_nor_found() {
    let log = WireLog::default();
    log.begin_run(Launched::default(), Masks::new([("KEY", "open-sesame")], |_, _| true));
    log.sent(br#"{"method":"m","params":{"say":"open-sesame","password":"1234"}}"#);
    let text = &log.page(&all()).messages[0].text;
    assert_eq!(text, r#"{"method":"m","params":{"say":"***","password":"***"}}"#);
    assert!(page(&log, &WireFilter { text: "sesame".into(), ..all() }).is_empty());
    assert!(!log.script("it", 1).unwrap().contains("sesame"));
}

#[test]
fn a_flood_costs_no_more_than_its_bounds() {
    let log = log();
    let line = format!(r#"{{"method":"m","params":"{}"}}"#, "x".repeat(1 << 20));
    log.sent(br#"{"id":1,"method":"initialize"}"#);
    for _ in 0..600 {
        log.received(line.as_bytes());
    }
    let ring = log.ring();
    assert!(ring.bytes <= MOST_BYTES && ring.kept.len() < 300);
    drop(ring);
    let newest = &log.page(&all()).messages[0];
    assert!(newest.cut && newest.text.len() <= KEPT && newest.size > 1 << 20);
    for _ in 0..A_SECOND * 3 {
        log.received(b"{}");
    }
    let page = log.page(&all());
    let passed = 1 + 600 + A_SECOND * 3;
    let kept = u32::try_from(log.ring().kept.len()).unwrap();
    assert_eq!((page.messages.len(), page.more, page.dropped), (PAGE, true, passed - kept));
    let script = log.script("it", page.messages[0].number).unwrap();
    assert!(script.contains("initialize"), "how a run begins stays");
    assert!(script.contains("no longer kept"));
}

#[test]
fn nothing_in_a_script_takes_back_what_stands_before_it() {
    let log = WireLog::default();
    let launched = Launched { args: vec!["a\u{7f}b".into()], ..Launched::default() };
    log.begin_run(launched, Masks::default());
    let said = "{\"id\":\t\"\u{7f}\u{9b}2J\u{202e}\u{e0001}\"}";
    log.sent(said.as_bytes());
    let script = log.script("it", 1).unwrap();
    assert!(!script.contains(|c: char| c != '\n' && paddock_core::text::is_hidden(c)), "{script}");
    let line = script.lines().find(|line| line.contains("say '")).unwrap();
    let sent = line.trim().trim_start_matches("say '").trim_end_matches('\'');
    let read = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap();
    assert_eq!(read(sent), read(said));
}

#[test]
#[expect(clippy::disallowed_methods, reason = "a person starts a reproducer without the app")]
fn a_script_runs_and_says_the_same() {
    let folder = tempfile::Builder::new().prefix("it's a $(folder)").tempdir().unwrap();
    let heard = folder.path().join("heard");
    let launched = Launched {
        program: "/bin/sh".into(),
        args: [
            "-c",
            "cat > \"$1\"; printf '%s' \"$TOKEN\" > \"$1.token\"",
            "sh",
            &heard.display().to_string(),
        ]
        .map(Into::into)
        .into(),
        cwd: folder.path().to_path_buf(),
        env_names: vec!["TOKEN".into(), "not a name; touch hacked".into()],
    };
    let log = WireLog::default();
    log.begin_run(launched, Masks::default());
    let said = [
        r#"{"id":1,"method":"initialize"}"#,
        r#"{"id":2,"method":"a","params":"it's $(touch hacked) `touch hacked` \\n %s"}"#,
        r#"{"id":3,"method":"too late"}"#,
    ];
    log.sent(said[0].as_bytes());
    log.received(b"{}");
    log.sent(said[1].as_bytes());
    log.sent(said[2].as_bytes());
    let script = log.script("a\nname; touch hacked", 3).unwrap();

    let run = |script: &str, token: Option<&str>| {
        let mut shell = Command::new("/bin/sh");
        shell.args(["-c", script]).env("PAUSE", "0").env_remove("TOKEN").current_dir(folder.path());
        shell.envs(token.map(|token| ("TOKEN", token))).status().unwrap()
    };
    assert!(!run(&script, None).success(), "without its variables it says so");
    assert!(run(&script, Some("of mine")).success());
    let text = std::fs::read_to_string(&heard).unwrap();
    assert_eq!(text.lines().collect::<Vec<_>>(), said[..2]);
    let token = std::fs::read_to_string(folder.path().join("heard.token")).unwrap();
    assert_eq!(token, "of mine");
    assert!(!folder.path().join("hacked").exists());

    log.begin_run(Launched::default(), Masks::default());
    assert_eq!(log.script("it", 3), None, "another run");
}
