use paddock_front::Language;

use super::*;

fn all(command: &Command, path: &str, visit: &mut dyn FnMut(&Command, &str)) {
    visit(command, path);
    for sub in command.get_subcommands() {
        all(sub, &format!("{path}-{}", sub.get_name()), visit);
    }
}

fn refused(args: &[&str]) -> Said {
    parse(std::iter::once("paddock").chain(args.iter().copied()).map(OsString::from)).unwrap_err()
}

#[test]
fn every_command_and_argument_has_words() {
    let words = Strings::of(Language::English);
    let mut wordless = Vec::new();
    all(&Line::command(), "", &mut |command, path| {
        let ids = command.get_arguments().map(|arg| arg_id(arg, path, &words));
        let ids = ids.chain([format!("cli-about{path}")]);
        wordless.extend(ids.filter(|id| !words.knows(id)));
    });
    assert!(wordless.is_empty(), "{wordless:#?}");
}

#[test]
fn help_fits_a_screen() {
    all(&worded(&Strings::of(Language::English)), "", &mut |command, path| {
        let help = command.clone().render_help().to_string();
        assert!(help.trim_end().lines().count() <= 40, "{path}:\n{help}");
        let longest = help.lines().map(|line| line.chars().count()).max().unwrap_or(0);
        assert!(longest <= WIDTH, "{path}:\n{help}");
        assert!(!help.contains("[possible values"), "{path}:\n{help}");
        for english in ["Options:", "Arguments:", "Commands:", "Usage:"] {
            assert!(help.matches(english).count() <= 1, "{path}:\n{help}");
        }
    });
}

#[test]
fn every_command_is_in_one_group() {
    let mut grouped: Vec<_> =
        groups::GROUPS.iter().flat_map(|(_, often, rest)| often.iter().chain(*rest)).collect();
    grouped.sort();
    let command = Line::command();
    let shown = command.get_subcommands().filter(|sub| !sub.is_hide_set());
    let mut all: Vec<_> = shown.map(Command::get_name).collect();
    all.sort_unstable();
    assert_eq!(grouped.into_iter().copied().collect::<Vec<_>>(), all);
}

#[test]
fn the_rest_is_one_word_away() {
    let words = Strings::of(Language::English);
    let help =
        |path: &[&str]| of(&path.iter().map(ToString::to_string).collect::<Vec<_>>(), &words);
    let (often, all) = (help(&[]).unwrap(), help(&["all"]).unwrap());
    assert!(often.contains("paddock help all") && !often.contains("keyring-only"), "{often}");
    assert!(all.contains("\n  keyring-only ") && all.contains("--json"), "{all}");
    assert!(all.lines().all(|line| line.chars().count() <= WIDTH), "{all}");
    assert!(help(&["servers", "add"]).unwrap().contains("--env"));
    assert_eq!(help(&["nothing"]).unwrap_err().code, Code::CliUnknownPage);
}

#[test]
fn arguments_are_listed_as_they_are_typed() {
    for (command, order) in [
        (&["servers", "add", "--help"][..], ["\n  <NAME>", "[COMMAND]"]),
        (&["servers", "call", "--help"], ["\n  <SERVER>", "\n  <TOOL>"]),
    ] {
        let help = refused(command).text;
        let [first, then] =
            order.map(|it| help.rfind(it).unwrap_or_else(|| panic!("{it}: {help}")));
        assert!(first < then, "{help}");
    }
}

#[test]
fn what_is_wrong_is_said_with_what_was_meant() {
    for (args, said) in [
        (&["grnat", "x"][..], "grant"),
        (&["prove", "--teir", "x"], "--tier"),
        (&["grant", "/x", "files", "--access", "own"], "write-all"),
        (&["grant", "/x", "files", "--for", "soon"], "1h30m"),
        (&["grant", "/x"], "SERVER"),
        (&["status", "echo"], "Unexpected argument: echo."),
        (&["activity", "-n", "-1"], "whole number"),
        (&["settings", "--keep-days", "#3"], "whole number"),
        (&["grant", "/x", "files", "--always", "--this-run"], "--this-run"),
    ] {
        let refused = refused(args);
        assert!(refused.text.contains(said), "{args:?}: {}", refused.text);
        assert!(!refused.text.contains("cli-"), "{}", refused.text);
        assert_eq!(refused.exit, Exit::Usage);
    }
}

#[test]
fn help_and_version_are_results() {
    for args in [&["--help"][..], &["grant", "-h"], &["--version"], &["servers", "add", "--help"]] {
        let said = refused(args);
        assert_eq!(said.exit, Exit::Done, "{args:?}");
        assert!(!said.text.contains("cli-"), "{}", said.text);
    }
    assert!(refused(&["--version"]).text.starts_with("paddock "));
    assert_eq!(refused(&[]).exit, Exit::Usage);
}

const CATALOGUE: &str = include_str!("../../../../ui/src/strings/en.ftl");

/// Every literal of the program's sources that is the id of a message.
fn asked_for() -> Vec<String> {
    let mut folders = vec![std::path::PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/src"))];
    let mut ids = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let source = std::fs::read_to_string(path).unwrap();
                ids.extend(source.split('"').skip(1).step_by(2).map(str::to_owned));
            }
        }
    }
    ids
}

#[test]
fn every_message_asked_for_is_there_and_none_is_idle() {
    let words = Strings::of(Language::English);
    let mut asked = asked_for();
    let code = |id: &str| id.starts_with("cli-") && words.knows(&format!("error-{id}"));
    let is_id = |id: &str| {
        id.strip_prefix("cli-").is_some_and(|rest| {
            !rest.is_empty() && rest.bytes().all(|it| it.is_ascii_lowercase() || it == b'-')
        })
    };
    // Of these, the rest is made up of what they are about.
    let begun = ["cli-about", "cli-arg", "cli-gap-", "cli-unknown-"];
    let missing: Vec<_> = asked
        .iter()
        .filter(|id| is_id(id) && !words.knows(id) && !code(id) && !begun.contains(&id.as_str()))
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
    all(&Line::command(), "", &mut |command, path| {
        asked.extend(command.get_arguments().map(|arg| arg_id(arg, path, &words)));
        asked.push(format!("cli-about{path}"));
    });
    let defined = CATALOGUE.lines().filter_map(|line| line.split_once(" =")).map(|(id, _)| id);
    let idle: Vec<_> = defined
        .filter(|id| id.starts_with("cli-") && !id.starts_with("cli-gap-"))
        .filter(|id| !asked.iter().any(|it| it == id))
        .collect();
    assert!(idle.is_empty(), "{idle:?}");
}

#[test]
fn what_can_be_chosen_is_listed_where_there_is_a_choice() {
    let free = refused(&["pause", "--app"]).text;
    assert!(free.starts_with("--app <NAME> needs a value.\n"), "{free}");
    let one_of = refused(&["servers", "set", "x", "--network"]).text;
    assert!(one_of.contains("off, ask, open"), "{one_of}");
}
