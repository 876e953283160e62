//! What configs may look like: broken, doubled, unusual, remote, already through Paddock.

use std::collections::BTreeMap;

use crate::common::{World, adopted, read};
use paddock_apps::{
    AppError, Content, Entry, LeftWithApp, Level, Through, app, find, find_app, plan,
};

const CURSOR: &str = ".cursor/mcp.json";
const CODEX: &str = ".codex/config.toml";
const GOOSE: &str = ".config/goose/config.yaml";

fn one(id: &str, path: &str, text: &str) -> Entry {
    let world = World::new();
    world.put(path, text);
    world.entries(id).unwrap().into_iter().next().unwrap()
}

#[test]
fn a_file_that_does_not_parse_is_told_with_line_and_column() {
    for (id, path, text, line, column) in [
        ("cursor", CURSOR, "{\n  \"mcpServers\": {\n    é}\n}", 3, 5),
        ("cursor", CURSOR, "\u{feff}{\r\n\"a\": 1,\r\n\"b\" 2}", 3, 5),
        ("cursor", CURSOR, "{'a': 1}", 1, 2),
        ("cursor", CURSOR, "{\"a\": 1 \"b\": 2}", 1, 8),
        ("cursor", CURSOR, "[]", 1, 1),
        ("codex", CODEX, "# é\na = [1\n", 2, 7),
        ("codex", CODEX, "a = 1\na = 2\n", 2, 1),
        ("goose", GOOSE, "a: b\n c: d\n", 2, 3),
        ("goose", GOOSE, "- a\n", 1, 1),
        ("goose", GOOSE, "a: b\n---\nc: d\n", 3, 1),
    ] {
        let world = World::new();
        world.put(path, text);
        let error = world.entries(id).unwrap_err();
        let AppError::Broken { line: l, column: c, .. } = error else {
            panic!("{text}: {error:?}")
        };
        assert_eq!((l, c), (line, column), "{text}");
        let found = find_app(&world.places, app(id).unwrap(), None).unwrap();
        assert!(found.broken().is_some());
    }
}

#[test]
fn with_one_file_broken_nothing_of_the_app_is_written() {
    let good = r#"{"mcp": {"a": {"type": "local", "command": ["x"]}}}"#;
    let world = World::new();
    world.put(".config/opencode/opencode.json", good);
    let entries = world.commands("opencode");
    let broken = world.put(".config/opencode/opencode.jsonc", "{");
    assert_eq!(world.plan(&entries).unwrap_err(), AppError::AnotherBroken { file: broken });
}

#[test]
fn the_same_key_twice_is_told() {
    let twice = r#"{"mcpServers": {"a": {"command": "x"}}, "mcpServers": {}}"#;
    let world = World::new();
    world.put(CURSOR, twice);
    let second = twice.rfind("\"mcpServers\"").unwrap() + 1;
    assert_eq!(
        world.entries("cursor").unwrap_err(),
        AppError::Duplicate { line: 1, column: second }
    );

    world.put(
        CURSOR,
        "{\"mcpServers\": {\n\"a\": {\"command\": \"x\"},\n\"a\": {\"command\": \"y\"},
        \"b\": {\"command\": \"x\", \"command\": \"y\"}, \"c\": {\"command\": \"z\"}}}",
    );
    let entries = world.entries("cursor").unwrap();
    let line = |entry: &Entry| {
        let Content::Unreadable(AppError::Duplicate { line, .. }) = &entry.content else {
            return 0;
        };
        *line
    };
    assert_eq!(entries.iter().map(line).collect::<Vec<_>>(), [3, 3, 4, 0]);
    for entry in &entries[..3] {
        let error = world.plan(std::slice::from_ref(entry)).unwrap_err();
        assert!(matches!(error, AppError::Duplicate { .. }));
    }
    world.plan(&entries[3..]).unwrap();
}

#[test]
fn the_same_name_twice_in_a_list_is_told() {
    let text = "mcpServers:\n- name: a\n  command: x\n- name: a\n  command: y\n- command: z\n";
    let world = World::new();
    world.put(".continue/config.yaml", text);
    let entries = world.entries("continue").unwrap();
    assert!(entries[..2].iter().all(|it| matches!(it.content, Content::Unreadable(_))));
}

#[test]
fn what_is_written_in_an_unusual_way_is_not_edited() {
    for (id, path, text, line) in [
        ("codex", CODEX, "x = 1\n[mcp_servers]\na.command = \"x\"\n", 3),
        ("codex", CODEX, "mcp_servers.a.command = \"x\"\n", 1),
        (
            "codex",
            CODEX,
            "[mcp_servers.a]\ncommand = \"x\"\n[b]\n[mcp_servers.a.env]\nA = \"b\"",
            1,
        ),
        ("codex", CODEX, "mcp_servers = { a = { command = \"x\", env.A = \"b\" } }", 1),
        ("goose", GOOSE, "d: &d {A: b}\nextensions:\n  a:\n    cmd: x\n    envs: *d\n", 5),
        ("goose", GOOSE, "extensions:\n  a: &a\n    cmd: x\nb: *a\n", 2),
        ("codex", CODEX, "[mcp_servers.a.env]\nA = 'b'\n[mcp_servers.a]\ncommand = 'x'\n", 1),
        ("goose", GOOSE, "extensions:\n  a:\n    cmd: !!str x\n", 3),
        ("goose", GOOSE, "d: &d {cmd: x}\nextensions:\n  a:\n    <<: *d\n    cmd: y\n", 4),
    ] {
        let content = one(id, path, text).content;
        let Content::Unreadable(AppError::EntryUnusual { line: l, .. }) = content else {
            panic!("{text}: {content:?}")
        };
        assert_eq!(l, line, "{text}");
    }
}

#[test]
fn values_that_start_nothing_are_told() {
    for value in [
        "1",
        "[]",
        "{}",
        "{\"command\": 1.5e3, \"args\": {}}",
        "{\"command\": null}",
        "{\"command\": []}",
        "{\"command\": \"x\", \"args\": [null]}",
        "{\"command\": \"x\", \"env\": {\"A\": {}}}",
        "{\"command\": \"x\", \"env\": []}",
    ] {
        let entry = one("cursor", CURSOR, &format!("{{\"mcpServers\": {{\"a\": {value}}}}}"));
        assert!(matches!(entry.content, Content::Unreadable(_)), "{value}: {:?}", entry.content);
    }
}

#[test]
fn numbers_and_truth_values_are_what_was_written() {
    let entry = one(
        "cursor",
        CURSOR,
        r#"{"mcpServers": {"a": {"command": "x",
        "args": [1.50, true], "env": {"A": 10}, "disabled": true, "cwd": "/w"}}}"#,
    );
    let Content::Command(launch) = entry.content else { panic!() };
    assert_eq!(launch.args, ["1.50", "true"]);
    assert_eq!(launch.env["A"], "10");
    assert!(!launch.enabled);
    assert_eq!(launch.cwd.as_deref(), Some("/w"));
}

#[test]
fn servers_elsewhere_and_of_the_app_are_named_and_left_alone() {
    let world = World::new();
    world.put(GOOSE, "extensions:\n  a: {type: sse, uri: https://x}\n  b: {type: builtin}\n");
    let entries = world.entries("goose").unwrap();
    assert!(matches!(&entries[0].content, Content::Remote { url } if url == "https://x"));
    assert!(matches!(&entries[1].content, Content::Other { kind } if kind == "builtin"));
    for entry in entries {
        let error = world.plan(&[entry]).unwrap_err();
        assert!(matches!(error, AppError::EntryNoCommand { .. }));
    }
}

#[test]
fn what_an_extension_brings_is_named() {
    let text = r#"{"context_servers": {"a": {"source": "extension", "settings": {}}}}"#;
    let entry = one("zed", ".config/zed/settings.json", text);
    assert!(matches!(entry.content, Content::Other { kind } if kind == "extension"));
}

#[test]
fn what_goes_through_paddock_is_known_by_any_path() {
    for (command, args, app) in [
        ("paddock", r#"["run", "fs", "--app", "cursor"]"#, Some("cursor")),
        ("/usr/bin/paddock", r#"["run", "--app=zed", "fs"]"#, Some("zed")),
        ("paddock.exe", r#"["run", "fs"]"#, None),
    ] {
        let text =
            format!(r#"{{"mcpServers": {{"a": {{"command": "{command}", "args": {args}}}}}}}"#);
        let world = World::new();
        world.put(CURSOR, text);
        let entry = world.entries("cursor").unwrap().remove(0);
        let Content::Command(launch) = &entry.content else { panic!() };
        let through = Through { server: "fs".into(), app: app.map(str::to_owned) };
        assert_eq!(launch.through, Some(through));
        assert!(matches!(world.plan(&[entry]).unwrap_err(), AppError::EntryAlreadyThrough { .. }));
    }
    let Content::Command(launch) = one(
        "cursor",
        CURSOR,
        r#"{"mcpServers": {"a": {"command": "paddock", "args": ["grant", "x"]}}}"#,
    )
    .content
    else {
        panic!()
    };
    assert_eq!(launch.through, None);
}

#[test]
fn what_only_the_app_knows_is_told() {
    let entry = one(
        "vscode",
        ".config/Code/User/mcp.json",
        r#"{"servers": {"a": {
        "command": "x", "args": ["${input:key}", "${userHome}/x"], "envFile": "x",
        "env": {"A": "{env:B}", "C": "$D", "E": "$HOME/x", "F": "5$"}}}}"#,
    );
    let Content::Command(launch) = entry.content else { panic!() };
    let placeholder = |text: &str| LeftWithApp::Placeholder(text.to_owned());
    assert_eq!(
        launch.left,
        [
            LeftWithApp::File("x".into()),
            LeftWithApp::Needed("${input:key}".into()),
            placeholder("{env:B}"),
            placeholder("$D"),
        ]
    );
}

#[test]
fn what_would_be_given_a_placeholder_needs_its_app() {
    let vscode = |fields: &str| {
        let text = format!(r#"{{"servers": {{"a": {{"command": "x", {fields}}}}}}}"#);
        ("vscode", ".config/Code/User/mcp.json", text)
    };
    let gemini = (
        "gemini",
        ".gemini/settings.json",
        r#"{"mcpServers": {"a": {"command": "x", "env": {"KEY": "$KEY"}}}}"#.to_owned(),
    );
    for ((app, file, text), expected) in [
        (vscode(r#""args": ["${workspaceFolder}/a", "${userHome}", "${env:HOME}/b"]"#), None),
        (vscode(r#""cwd": "${workspaceFolder}", "envFile": "${workspaceFolder}/.env""#), None),
        (vscode(r#""env": {"KEY": "${input:key}"}"#), Some("${input:key}")),
        (vscode(r#""args": ["--token=${env:TOKEN}"]"#), Some("${env:TOKEN}")),
        (vscode(r#""args": ["${fileDirname}"]"#), Some("${fileDirname}")),
        (vscode(r#""args": ["${workspaceFolder:other}"]"#), Some("${workspaceFolder:other}")),
        (vscode(r#""env": {"KEY": "$KEY", "B": "{env:B}"}"#), None),
        (gemini, None),
    ] {
        let Content::Command(launch) = one(app, file, &text).content else { panic!("{text}") };
        assert_eq!(launch.needs_app(), expected, "{text}");
    }
    for (command, expected) in
        [("${workspaceFolder}/server", Some("${workspaceFolder}")), ("${userHome}/server", None)]
    {
        let text = format!(r#"{{"servers": {{"a": {{"command": "{command}"}}}}}}"#);
        let entry = one("vscode", ".config/Code/User/mcp.json", &text);
        let Content::Command(launch) = entry.content else { panic!("{text}") };
        assert_eq!(launch.needs_app(), expected);
    }
    let text = r#"{"servers": {"a": {"command": "sh", "args": ["-c", "echo ${X}"]}}}"#;
    let entry = one("vscode", ".config/Code/User/mcp.json", text);
    let Content::Command(launch) = entry.content else { panic!() };
    assert_eq!(launch.needs_app(), None);
}

/// What an entry's app would fill in, and a person is asked for: name, default, options, secret.
fn asked(
    (app, file): (&str, &str),
    text: &str,
) -> Vec<(String, Option<String>, Vec<String>, bool)> {
    let Content::Command(launch) = one(app, file, text).content else { panic!("{text}") };
    assert_eq!(launch.needs_app(), None, "{text}");
    let of = launch.asked_for().cloned();
    of.map(|it| (it.name, it.default, it.options, it.secret)).collect()
}

#[test]
fn what_its_app_asks_for_or_has_in_its_environment_can_be_asked_for() {
    let vscode = ("vscode", ".config/Code/User/mcp.json");
    let text = r#"{
      "inputs": [
        {"type": "promptString", "id": "org", "description": "Organization"},
        {"type": "promptString", "id": "key", "password": true, "default": "none"},
        {"type": "pickString", "id": "mode", "options": ["fast", {"label": "Slow", "value": "slow"}]},
        {"type": "command", "id": "run", "command": "evil"}],
      "servers": {"a": {
        "command": "npx", "args": ["${input:org}", "-${input:mode}", "${input:org}"],
        "env": {"KEY": "Bearer ${input:key}", "LANG": "${env:LANG}", "T": "${env:A_TOKEN}"}}}}"#;
    let plain = |name: &str, is_secret| (name.to_owned(), None, vec![], is_secret);
    assert_eq!(
        asked(vscode, text),
        [
            plain("org", false),
            ("mode".into(), None, vec!["fast".into(), "slow".into()], false),
            ("key".into(), Some("none".into()), vec![], true),
            plain("LANG", false),
            plain("A_TOKEN", true),
        ]
    );
    let claude = ("claude-code", ".claude.json");
    let text = r#"{"mcpServers": {"a": {"command": "x", "env": {"URL": "${URL:-https://x}/y"}}}}"#;
    assert_eq!(asked(claude, text), [("URL".into(), Some("https://x".into()), vec![], false)]);
    let opencode = ("opencode", ".config/opencode/opencode.json");
    let text = r#"{"mcp": {"a": {"command": ["x"], "environment": {"A": "{env:KEY}"}}}}"#;
    assert_eq!(asked(opencode, text), [plain("KEY", true)]);
    let gemini = ("gemini", ".gemini/settings.json");
    let text = r#"{"mcpServers": {"a": {"command": "x", "env": {"A": "$B"}}}}"#;
    assert_eq!(asked(gemini, text), [plain("B", false)]);
}

#[test]
fn what_is_run_and_a_secret_in_the_open_stay_with_the_app() {
    let inputs = r#""inputs": [
        {"type": "promptString", "id": "key", "password": true},
        {"type": "promptString", "id": "program"},
        {"type": "command", "id": "run", "command": "evil"}]"#;
    for (fields, expected) in [
        (r#""command": "x", "args": ["--key=${input:key}"]"#, "${input:key}"),
        (r#""command": "${input:program}""#, "${input:program}"),
        (r#""command": "${env:PROGRAM}""#, "${env:PROGRAM}"),
        (r#""command": "x", "args": ["${input:run}"]"#, "${input:run}"),
        (r#""command": "x", "args": ["${input:gone}"]"#, "${input:gone}"),
        (r#""command": "x", "env": {"A": "${command:x}"}"#, "${command:x}"),
    ] {
        let text = format!(r#"{{{inputs}, "servers": {{"a": {{{fields}}}}}}}"#);
        let entry = one("vscode", ".config/Code/User/mcp.json", &text);
        let Content::Command(launch) = entry.content else { panic!("{text}") };
        assert_eq!(launch.needs_app(), Some(expected), "{text}");
    }
    let command = r#""command": "${CLAUDE_PROJECT_DIR}/x""#;
    for (fields, expected) in [
        (command, "${CLAUDE_PROJECT_DIR}"),
        (r#""command": "x", "args": ["${CLAUDE_PLUGIN_ROOT}"]"#, "${CLAUDE_PLUGIN_ROOT}"),
        (r#""command": "node", "args": ["${CLAUDE_PROJECT_DIR}/x.js"]"#, "${CLAUDE_PROJECT_DIR}"),
        (
            r#""command": "env", "args": ["bash", "-c", "cd ${CLAUDE_PROJECT_DIR}"]"#,
            "${CLAUDE_PROJECT_DIR}",
        ),
    ] {
        let text = format!(r#"{{"mcpServers": {{"a": {{{fields}}}}}}}"#);
        let entry = one("claude-code", ".claude.json", &text);
        let Content::Command(launch) = entry.content else { panic!("{text}") };
        assert_eq!(launch.needs_app(), Some(expected), "{text}");
    }
}

#[test]
fn the_folder_that_claude_code_works_in_is_the_one_that_paddock_puts_there() {
    let text = r#"{"mcpServers": {"a": {"command": "x",
        "args": ["-y", "x", "--in=${CLAUDE_PROJECT_DIR}", "${CLAUDE_PROJECT_DIR:-.}/a"], "env": {"P": "${CLAUDE_PROJECT_DIR}"}}}}"#;
    let entry = one("claude-code", ".claude.json", text);
    let Content::Command(launch) = entry.content else { panic!() };
    assert_eq!((launch.needs_app(), &launch.left[..]), (None, &[][..]));
    let filled = launch.filled_in("claude-code", &BTreeMap::new());
    assert_eq!(filled.args, ["-y", "x", "--in=${workspaceFolder}", "${workspaceFolder}/a"]);
    assert_eq!(filled.env["P"], "${workspaceFolder}");
}

/// As the documentation of `mcp-remote` has it: what it is given a variable for, it fills in itself.
#[test]
fn what_a_server_or_a_shell_fills_in_itself_is_left_to_it() {
    let cursor = ("cursor", CURSOR);
    let claude = ("claude-code", ".claude.json");
    for (app, fields) in [
        (
            cursor,
            r#""args": ["--header", "Authorization:${AUTH_HEADER}"], "env": {"AUTH_HEADER": "x"}"#,
        ),
        (
            claude,
            r#""args": ["--header", "Authorization:${AUTH_HEADER}"], "env": {"AUTH_HEADER": "x"}"#,
        ),
        (claude, r#""args": ["$KEY", "${input:x}", "${env:X}"]"#),
        (cursor, r#""args": ["${API_KEY}"]"#),
        (("codex", CODEX), ""),
    ] {
        let text = match app.0 {
            "codex" => {
                "[mcp_servers.a]\ncommand = \"x\"\nargs = [\"${env:X}\", \"$Y\"]\n".to_owned()
            }
            _ => format!(r#"{{"mcpServers": {{"a": {{"command": "npx", {fields}}}}}}}"#),
        };
        assert_eq!(asked(app, &text), [], "{text}");
    }
    let text = r#"{"mcpServers": {"a": {"command": "sh", "args": ["-c", "x $KEY ${KEY}"],
        "env": {"KEY": "${API_KEY}"}}}}"#;
    assert_eq!(asked(claude, text), [("API_KEY".into(), None, vec![], true)]);
    let text = r#"{"inputs": [{"type": "promptString", "id": "x"}],
        "servers": {"a": {"command": "bash", "args": ["-c", "x ${input:x} ${y}"]}}}"#;
    let vscode = ("vscode", ".config/Code/User/mcp.json");
    assert_eq!(asked(vscode, text), [("x".into(), None, vec![], false)]);
}

#[test]
fn a_variable_is_found_wherever_its_app_puts_it_in() {
    let gemini = ("gemini", ".gemini/settings.json");
    let text = r#"{"mcpServers": {"a": {"command": "x", "args": ["--n=$DB_NAME", "$HOME/x"],
        "cwd": "/srv/$P", "env": {"A": "$DB", "B": "Bearer $API_KEY"}}}}"#;
    let names: Vec<_> = asked(gemini, text).into_iter().map(|it| (it.0, it.3)).collect();
    let expected = [("DB_NAME", false), ("P", false), ("DB", false), ("API_KEY", true)];
    assert_eq!(names, expected.map(|(name, is_secret)| (name.to_owned(), is_secret)));

    let Content::Command(launch) = one(gemini.0, gemini.1, text).content else { panic!() };
    let of = |id: &str, value: &str| (format!("env:{id}"), value.to_owned());
    let values = [of("DB", "$DB_NAME"), of("DB_NAME", "n"), of("P", "p"), of("API_KEY", "k")];
    let filled = launch.filled_in("gemini", &values.into());
    assert_eq!(filled.args, ["--n=n", "$HOME/x"]);
    assert_eq!(filled.cwd.as_deref(), Some("/srv/p"));
    assert_eq!(filled.env["A"], "$DB_NAME", "an answer is not read again");
    assert_eq!(filled.env["B"], "Bearer k");
}

#[test]
fn a_secret_is_one_by_where_it_stands_and_never_asked_for_into_words() {
    let vscode = ("vscode", ".config/Code/User/mcp.json");
    let inputs = r#""inputs": [{"type": "promptString", "id": "a"}, {"type": "promptString", "id": "api_key"}]"#;
    let of =
        |fields: &str| format!(r#"{{{inputs}, "servers": {{"s": {{"command": "x", {fields}}}}}}}"#);
    for fields in
        [r#""env": {"GITHUB_TOKEN": "${input:a}"}"#, r#""env": {"X": "${input:api_key}"}"#]
    {
        assert!(asked(vscode, &of(fields)).iter().all(|it| it.3), "{fields}");
    }
    for fields in [
        r#""args": ["--api-key", "${input:a}"]"#,
        r#""args": ["--token=${input:a}"]"#,
        r#""args": ["${input:api_key}"]"#,
        r#""args": ["-x", "${input:a}"], "env": {"GITHUB_TOKEN": "${input:a}"}"#,
    ] {
        let Content::Command(launch) = one(vscode.0, vscode.1, &of(fields)).content else {
            panic!()
        };
        assert!(launch.needs_app().is_some(), "{fields}");
    }
    let claude = r#"{"mcpServers": {"a": {"command": "x", "env": {"K": "${A:-sk-abcdefghijklmnop1234567890}"}}}}"#;
    assert!(asked(("claude-code", ".claude.json"), claude)[0].3, "by its default");
}

/// A project's config is anybody's.
#[test]
fn what_is_asked_for_has_bounds_and_is_what_it_looks_like() {
    let long = "x".repeat(2 << 20);
    let many: Vec<_> = (0..900)
        .map(|n| format!(r#""e{n}": {{"command": "x", "args": ["${{input:a}}"]}}"#))
        .collect();
    let of = |input: &str, servers: &str| {
        let world = World::new();
        let text = format!(r#"{{"inputs": [{input}], "servers": {{{servers}}}}}"#);
        world.put(".config/Code/User/mcp.json", &text);
        world.entries("vscode").unwrap()
    };
    let input = format!(
        r#"{{"type": "promptString", "id": "a", "description": "{long}", "default": "{long}"}}"#
    );
    let bytes: usize = of(&input, &many.join(",")).iter().map(|it| format!("{it:?}").len()).sum();
    assert!(bytes < 2 << 20, "{bytes}");

    let one = r#""e": {"command": "x", "args": ["${input:a}"]}"#;
    for options in [r#"["a\u202eb"]"#, "[]", "[1]", &format!(r#"["{long}"]"#)] {
        let input = format!(r#"{{"type": "pickString", "id": "a", "options": {options}}}"#);
        let [entry] = &*of(&input, one) else { panic!() };
        let Content::Command(launch) = &entry.content else { panic!() };
        assert_eq!(launch.needs_app(), Some("${input:a}"));
    }
    let input = r#"{"type": "pickString", "id": "a", "options": ["a", "a"], "default": "gone"}"#;
    let [entry] = &*of(input, one) else { panic!() };
    let Content::Command(launch) = &entry.content else { panic!() };
    let asked: Vec<_> =
        launch.asked_for().map(|it| (it.options.len(), it.default.clone())).collect();
    assert_eq!(asked, [(1, None)]);
}

#[test]
fn what_was_seen_is_told_by_what_is_asked_for_too() {
    let of = |input: &str, entry: &str| {
        let text = format!(
            r#"{{"inputs": [{{"id": "a", "type": "promptString"{input}}}], "servers": {{"e": {entry}}}}}"#
        );
        one("vscode", ".config/Code/User/mcp.json", &text).seen()
    };
    let entry = r#"{"command": "x", "env": {"A": "${input:a}"}}"#;
    assert_eq!(of("", entry), of("", entry));
    assert_ne!(of("", entry), of(r#", "password": true"#, entry));
    assert_ne!(of("", entry), of("", &entry.replace("\"x\"", "\"y\"")));
}

#[test]
fn names_that_are_no_arguments_are_refused() {
    let world = World::new();
    world.put(CURSOR, r#"{"mcpServers": {"-a": {"command": "x"}, "\u001b[2J": {"command": "x"}}}"#);
    for entry in world.commands("cursor") {
        let error = world.plan(std::slice::from_ref(&entry)).unwrap_err();
        assert!(matches!(error, AppError::BadServerName { .. }));
        // Under a name of Paddock's own it can be adopted, and what is shown is escaped.
        let mut wish = adopted(&entry, &[]);
        wish.server = "fs".into();
        let plan = plan(&world.places, Level::Person, &[wish]).unwrap();
        assert!(!plan.change.diff.contains('\u{1b}'));
    }
    let mut wish = adopted(&world.commands("cursor")[0], &[]);
    wish.server = "fs".into();
    wish.shim = "paddock".into();
    assert_eq!(plan(&world.places, Level::Person, &[wish]).unwrap_err(), AppError::BadShim);
}

#[test]
fn an_entry_that_changed_since_it_was_shown_is_not_adopted() {
    let world = World::new();
    world.put(CURSOR, r#"{"mcpServers": {"a": {"command": "x", "env": {"A": "1"}}}}"#);
    let shown = world.commands("cursor");
    world.put(CURSOR, r#"{"mcpServers": {"a": {"command": "x", "env": {"A": "2"}}}}"#);
    assert_eq!(world.plan(&shown).unwrap_err(), AppError::EntryChanged { name: "a".into() });
    world.put(CURSOR, r#"{"mcpServers": {"b": {"command": "x"}}}"#);
    assert_eq!(world.plan(&shown).unwrap_err(), AppError::EntryGone { name: "a".into() });
    let twice = [shown, world.commands("cursor")].concat();
    assert!(matches!(world.plan(&twice).unwrap_err(), AppError::EntryGone { .. }));
}

#[test]
fn files_of_a_project_need_their_own_question() {
    let world = World::new();
    let project = world.outside("project");
    std::fs::create_dir(&project).unwrap();
    let text = r#"{"mcpServers": {"a": {"command": "x"}}}"#;
    std::fs::write(project.join(".mcp.json"), text).unwrap();
    let found = find(&world.places, Some(&project));
    let ids: Vec<_> = found.iter().map(|found| found.app.id).collect();
    assert_eq!(ids, ["claude-code", "nanocoder"]);
    assert!(find(&world.places, None).is_empty());
    let file = &found[0].files[0];
    assert_eq!(file.file.project.as_ref(), Some(&project));
    let wish = adopted(&file.entries.as_ref().unwrap()[0], &[]);
    let refused = plan(&world.places, Level::Person, std::slice::from_ref(&wish)).unwrap_err();
    assert_eq!(refused, AppError::OfProject);
    let made = plan(&world.places, Level::Project, &[wish]).unwrap();
    world.write(&made.change).unwrap();
    world.given_back(&made);
    assert_eq!(read(&project.join(".mcp.json")), text);
}

#[test]
fn an_error_comes_with_what_its_words_name() {
    let name = || "n".to_owned();
    let errors = [
        AppError::Broken { line: 1, column: 1, reason: name() },
        AppError::Duplicate { line: 1, column: 1 },
        AppError::TooLarge { most: 1 },
        AppError::EntryUnusual { name: name(), line: 1, column: 1 },
        AppError::EntryGone { name: name() },
        AppError::EntryChanged { name: name() },
        AppError::LeadsOut { to: "/x".into() },
    ];
    assert!(errors.iter().all(|error| !error.details().is_empty()));
}

#[test]
fn too_many_entries_are_told() {
    let many: Vec<_> = (0..100_000).map(|number| format!("\"{number}\":1")).collect();
    let many = many.join(",");
    let world = World::new();
    world.put(CURSOR, format!("{{\"mcpServers\":{{{many}}}}}"));
    assert_eq!(world.entries("cursor").unwrap_err(), AppError::TooMany { most: 1000 });
}
