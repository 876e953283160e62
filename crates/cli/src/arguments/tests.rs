use paddock_control::view::{Access, EnvEntry, LifetimeChoice, ServerDraft};

use super::*;

fn parsed(line: &str) -> Result<OfHost, clap::Error> {
    let args = std::iter::once("paddock").chain(line.split(' '));
    Line::try_parse_from(args).map(|line| match line.verb {
        Verb::OfHost(asked) => asked,
        Verb::Here(here) => panic!("{here:?}"),
    })
}

#[test]
fn the_arguments_make_sense_together() {
    <Line as clap::CommandFactory>::command().debug_assert();
}

#[test]
fn what_an_app_launches_is_read_alone_as_it_is_with_all() {
    for line in [
        "run files --app Claude",
        "run --app Claude files",
        "run --app=Claude --name web -- npx -y web --json -h",
        "run --app Claude -- npx",
        "run --json files --app Claude",
        "run files --app Claude --help",
        "run files",
        "run files --app Claude -- npx",
        "run --app Claude --name web files",
        "run -h",
        "run",
        "--json run files --app Claude",
        "status",
    ] {
        let args: Vec<OsString> = format!("paddock {line}").split(' ').map(Into::into).collect();
        let (quick, whole) = (Line::read(&args), Line::try_parse_from(&args));
        let is_whole = ["run files --app Claude", "run --app Claude -- npx"].contains(&line);
        assert!(!is_whole || Line::of_app(&args).is_some(), "{line}");
        let said = |read: clap::error::Result<Line>| match read {
            Ok(line) => format!("{line:?}"),
            Err(error) => error.to_string(),
        };
        assert_eq!(said(quick), said(whole), "{line}");
    }
}

#[test]
fn everything_after_the_dashes_is_the_commands() {
    let OfHost::Prove(prove) = parsed("prove --json -- npx --json -h").unwrap() else { panic!() };
    assert_eq!(prove.command, ["npx", "--json", "-h"]);
    let add = parsed("servers add web --env A=1 --cwd /w -- npx -y web --help").unwrap();
    let OfHost::Servers { verb: Some(Servers::Add(add)) } = add else { panic!() };
    let draft = add.draft.applied(ServerDraft::default(), Vec::new());
    let env = vec![EnvEntry { name: "A".into(), value: "1".into() }];
    assert_eq!((add.name.as_str(), draft.program.as_str()), ("web", "npx"));
    assert_eq!((draft.args.len(), draft.env, draft.cwd), (3, env, Some("/w".into())));
    for of_edit in ["servers add web --rename x -- npx", "servers add web --unset A -- npx"] {
        assert!(parsed(of_edit).is_err(), "{of_edit}");
    }
}

#[test]
fn an_edit_leaves_what_it_does_not_name() {
    let was = ServerDraft {
        name: "web".into(),
        program: "npx".into(),
        args: vec!["web".into()],
        env: vec![EnvEntry { name: "A".into(), value: "1".into() }],
        cwd: Some("/w".into()),
        secrets: vec!["B".into(), "C".into(), "D".into()],
        ..ServerDraft::default()
    };
    let edit =
        parsed("servers edit web --rename site --env A=3 --unset B --secret C --not-secret A")
            .unwrap();
    let OfHost::Servers { verb: Some(Servers::Edit(edit)) } = edit else { panic!() };
    let typed = vec![EnvEntry { name: "C".into(), value: "c".into() }];
    let now = edit.applied(was.clone(), typed.clone());
    let mut env = vec![EnvEntry { name: "A".into(), value: "3".into() }];
    env.extend(typed);
    let said = [("A".to_owned(), false), ("C".to_owned(), true)].into();
    let secrets = vec!["D".into()];
    assert_eq!(now, ServerDraft { name: "site".into(), env, secrets, said, ..was });
}

#[test]
fn a_grant_says_what_and_for_how_long() {
    for (line, access, lifetime) in [
        ("grant /x files", Access::Read, None),
        (
            "grant /x files --access write --this-run",
            Access::WriteGuarded,
            Some(LifetimeChoice::ThisRun),
        ),
        ("grant /x files --access commit", Access::WriteCommits, None),
        ("grant /x files --for 1h30m", Access::Read, Some(LifetimeChoice::For { minutes: 90 })),
        (
            "grant /x files --access write-all --always",
            Access::ReadWrite,
            Some(LifetimeChoice::Always),
        ),
    ] {
        let OfHost::Grant(grant) = parsed(line).unwrap() else { panic!() };
        assert_eq!((Access::from(grant.access), grant.lifetime.chosen()), (access, lifetime));
    }
    for senseless in
        ["grant /x files --always --for 1h", "grant /x files --yes", "revoke", "revoke 3 --all"]
    {
        assert!(parsed(senseless).is_err(), "{senseless}");
    }
}

#[test]
fn no_argument_consents() {
    let mut flags = Vec::new();
    let command = <Line as clap::CommandFactory>::command();
    let mut commands = vec![&command];
    while let Some(command) = commands.pop() {
        // What is connected still waits for consent.
        if command.get_name() == "connect" {
            continue;
        }
        flags.extend(command.get_arguments().filter_map(|arg| arg.get_long()));
        commands.extend(command.get_subcommands());
    }
    let consents = ["yes", "force", "assume-yes", "agree", "confirm", "no-confirm", "typed"];
    assert!(flags.iter().all(|flag| !consents.contains(flag)), "{flags:?}");
}

#[test]
fn an_app_is_given_a_server_or_a_command_and_not_both() {
    let run = |line: &str| {
        let line = Line::try_parse_from(std::iter::once("paddock").chain(line.split(' ')))?;
        let Verb::Here(Here::Run(run)) = line.verb else { panic!("{line:?}") };
        Ok::<_, clap::Error>(run)
    };
    assert_eq!(run("run notes --app x").unwrap().server.as_deref(), Some("notes"));
    let given = run("run --app x --name notes -- npx -y notes --app y").unwrap();
    assert_eq!((given.server, given.name.as_deref()), (None, Some("notes")));
    assert_eq!(given.command, ["npx", "-y", "notes", "--app", "y"]);
    for senseless in [
        "run --app x",
        "run notes",
        "run notes --app x -- npx",
        "run notes --app x --name other",
        "run -- npx",
    ] {
        assert!(run(senseless).is_err(), "{senseless}");
    }
}
