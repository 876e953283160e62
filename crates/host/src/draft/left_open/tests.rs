use super::*;
use crate::view::AskedValue;

fn draft(program: &str, args: &[&str], env: &[(&str, &str)]) -> ServerDraft {
    let env =
        env.iter().map(|(name, value)| EnvEntry { name: (*name).into(), value: (*value).into() });
    ServerDraft {
        name: "n".into(),
        program: program.into(),
        args: args.iter().map(|&it| it.to_owned()).collect(),
        env: env.collect(),
        ..ServerDraft::default()
    }
}

fn said(asked: &AskedValue) -> String {
    let AskedValue { name, secret, usual, required, .. } = asked;
    let kind = if *secret { "secret" } else { "plain" };
    format!("{name} {kind} {}{}", usual.join(","), if *required { "!" } else { "" })
}

fn all(mut drafts: Vec<ServerDraft>) -> Vec<(ServerDraft, Vec<String>)> {
    let open = ask(drafts.iter_mut());
    let asks = |draft: &ServerDraft| Inputs::default().of(draft, &open).unwrap();
    drafts
        .into_iter()
        .map(|draft| {
            let asks = asks(&draft).iter().map(said).collect();
            (draft, asks)
        })
        .collect()
}

fn asked(program: &str, args: &[&str], env: &[(&str, &str)]) -> (ServerDraft, Vec<String>) {
    all(vec![draft(program, args, env)]).pop().unwrap()
}

fn value(name: &str, text: &str) -> (String, usize) {
    let (draft, asks) = asked("x", &[], &[(name, text)]);
    (draft.env[0].value.clone(), asks.len())
}

#[test]
fn variables_of_an_app_are_asked_for() {
    let env = [
        ("API_KEY", "${API_KEY}"),
        ("URL", "https://${env:host}/${LEVEL:-low}${MORE:-}"),
        ("W", "$WHOLE"),
        ("P", "$CLAUDE_PROJECT_DIR"),
        ("DB", "postgres://u:${DB_PASSWORD:-postgres}@h"),
        ("O", "${OPTIONAL:-}"),
    ];
    let (draft, asks) = asked("npx", &["--org=${ORG}", "${CLAUDE_PROJECT_DIR:-.}/a"], &env);
    assert_eq!(draft.args, ["--org=${input:env:ORG}", "${workspaceFolder}/a"]);
    let values: Vec<_> = draft.env.iter().map(|it| it.value.as_str()).collect();
    assert_eq!(
        values,
        [
            "${input:env:API_KEY}",
            "https://${input:env:host}/${input:env:LEVEL}",
            "${input:env:WHOLE}",
            "${workspaceFolder}",
            "postgres://u:${input:env:DB_PASSWORD}@h",
            "${input:env:OPTIONAL}",
        ]
    );
    let expected = [
        "ORG plain !",
        "API_KEY secret !",
        "host plain !",
        "LEVEL plain low",
        "WHOLE plain !",
        "DB_PASSWORD secret postgres",
        "OPTIONAL plain ",
    ];
    assert_eq!(asks, expected.map(|it| format!("env:{it}")));
}

#[test]
fn a_text_of_nothing_but_variables_is_read_in_time() {
    let many: Vec<_> = (0..60_000).map(|at| format!("${{A{at}}}")).collect();
    let (draft, asks) = asked("x", &[&many.concat()], &[]);
    assert_eq!(asks.len(), 200);
    assert!(draft.args[0].ends_with("${A59999}"));
    let (given, one) = ("$".repeat(500_000), "${A}".repeat(130_000));
    let (draft, asks) = asked("x", &[&one], &[("A", &given)]);
    assert_eq!((draft.args[0] == one, asks.len()), (true, 0));
}

#[test]
fn what_somebody_else_fills_in_stays() {
    for text in [
        "${HOME}/a",
        "$HOME",
        "${env:HOME}",
        "/opt/bin:${PATH}",
        "$PATH",
        "${PWD}",
        "${workspaceFolder}",
        "${roots}",
        "${root:a}",
        "${CLAUDE_PLUGIN_ROOT}/x",
        "$CLAUDE_PLUGIN_ROOT",
        "${fileDirname}",
        "a $NAME b",
        "$name",
        "${a b}",
        "${",
        "${}",
        "${env:}",
        "${input:none",
        "$",
        "${1}",
        "${XDG_DATA_HOME:-${HOME}/.local/share}",
        "${CLAUDE_PROJECT_DIR:-${PWD}}",
    ] {
        assert_eq!(value("V", text), (text.to_owned(), 0), "{text}");
    }
    // A server that is given the variable puts it in by itself.
    let header = "Authorization:${AUTH_HEADER}";
    let (draft, asks) = asked("npx", &[header], &[("AUTH_HEADER", "Bearer x")]);
    assert_eq!((draft.args[0].as_str(), asks.len()), (header, 0));
    for (program, args) in [
        ("sh", &["-c", "run ${PORT}"][..]),
        ("bash", &["-euo", "pipefail", "-c", "for F in *; do x ${F}; done"]),
        ("bash", &["-lc", "x ${F}"]),
        ("node", &["-e", "f(`${PORT}`)"]),
        ("node", &["--import", "tsx", "-e", "f(`${PORT}`)"]),
        ("node", &["--eval=f(`${PORT}`)"]),
        ("python3", &["-cprint('${X}')"]),
        ("npx", &["-c", "cmd ${X}"]),
        ("env", &["bash", "-c", "cmd ${X}"]),
    ] {
        let (draft, asks) = asked(program, args, &[]);
        assert_eq!(
            (&draft.args[..], asks.len()),
            (&args.iter().map(ToString::to_string).collect::<Vec<_>>()[..], 0)
        );
    }
}

#[test]
fn a_secret_is_asked_for_in_variables_only() {
    for args in [
        &["--api-key", "${FIRECRAWL}"][..],
        &["--api-key=${FIRECRAWL}"],
        &["--header", "Authorization: Bearer ${LINEAR}"],
        &["${API_TOKEN}"],
    ] {
        let (draft, asks) = asked("npx", args, &[]);
        assert_eq!((draft.args[args.len() - 1].as_str(), asks.len()), (args[args.len() - 1], 0));
    }
    // What is a secret for one server of a text is one for all.
    let one = draft("x", &[], &[("GITHUB_TOKEN", "${GH}")]);
    let other = draft("x", &["--x=${GH}"], &[]);
    let read = all(vec![other, one]);
    assert_eq!((read[0].0.args[0].as_str(), read[0].1.len()), ("--x=${GH}", 0));
    assert_eq!(read[1].1, ["env:GH secret !"]);
    // `mcp-remote` is given the variable, and puts it in by itself.
    let args = ["--header", "Authorization: Bearer ${AUTH_TOKEN}"];
    let (draft, asks) = asked("npx", &args, &[("AUTH_TOKEN", "${AUTH_TOKEN}")]);
    assert_eq!(
        (draft.args[1].as_str(), &asks[..]),
        (args[1], &["env:AUTH_TOKEN secret !".to_owned()][..])
    );
}

#[test]
fn what_is_to_be_replaced_is_asked_for() {
    for (name, text) in [
        ("V", "<YOUR_TOKEN>"),
        ("V", "<your token>"),
        ("V", " <x> "),
        ("V", "your-api-key"),
        ("V", "YOUR_API_KEY_HERE"),
        ("V", "API_KEY_HERE"),
        ("V", "[YOUR_KEY]"),
        ("V", "{YOUR_KEY}"),
        ("V", "REPLACE_ME"),
        ("KEY", "xoxb-your-bot-token"),
        ("KEY", "sk-..."),
        ("KEY", "ghp_xxxxXXXX"),
        ("TOKEN", "ntn_****"),
    ] {
        assert_eq!(
            value(name, text),
            ("${input:value:0/V}".replace("/V", &format!("/{name}")), 1),
            "{text}"
        );
    }
    for (name, text) in [
        ("V", ""),
        ("V", "<"),
        ("V", "<>"),
        ("V", "<a href=x>"),
        ("V", "<a><b>"),
        ("V", "<noreply@x.org>"),
        ("V", "yours"),
        ("V", "you@your-place.example"),
        ("V", "/your/path"),
        ("V", "https://your-place.example"),
        ("V", "Search your notes"),
        ("V", "bring-your-own"),
        ("V", "Loading..."),
        ("V", "exxxx"),
        ("KEY", "hexxxxagon"),
        ("KEY", "Bearer YOUR_TOKEN"),
    ] {
        assert_eq!(value(name, text), (text.to_owned(), 0), "{text}");
    }
    let env = [
        ("GITHUB_TOKEN", "<YOUR_TOKEN>"),
        ("TEAM", "your_team_id"),
        ("HOST}", "<your host, optional>"),
    ];
    let (_, asks) = asked("x", &[], &env);
    let expected = ["GITHUB%5FTOKEN secret !", "TEAM plain !", "HOST%7D plain "];
    assert_eq!(asks, expected.map(|it| format!("value:0/{it}")));
}

#[test]
fn a_blank_is_filled_in_for_its_server_alone() {
    let brave = draft("x", &[], &[("API_KEY", "<YOUR_KEY>")]);
    let read = all(vec![brave.clone(), brave]);
    assert_eq!(read[0].1, ["value:0/API%5FKEY secret !"]);
    assert_eq!(read[1].1, ["value:1/API%5FKEY secret !"]);
}
