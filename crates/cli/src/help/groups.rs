//! The commands by what they are about: those that are needed often, or all.

use std::fmt::Write as _;

use clap::Command;
use paddock_front::Strings;
use unicode_width::UnicodeWidthStr as _;

/// What a group is called, what of it is needed often, and the rest of it.
pub(super) const GROUPS: [(&str, &[&str], &[&str]); 6] = [
    ("cli-group-now", &["status", "requests", "consents", "activity", "doctor"], &["system"]),
    (
        "cli-group-servers",
        &["servers", "install", "prove"],
        &["models", "scope", "rules", "changed"],
    ),
    ("cli-group-folders", &["folders", "grant", "revoke", "check"], &["access", "extend", "again"]),
    ("cli-group-network", &["destinations", "allow"], &["deny", "forget"]),
    ("cli-group-apps", &["apps", "connect"], &["disconnect", "sessions", "end", "narrow", "run"]),
    (
        "cli-group-paddock",
        &["pause", "resume", "settings", "quit"],
        &["terminal-consent", "keyring-only", "host", "completions", "man", "help"],
    ),
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shown {
    Often,
    All,
}

/// Its help lists its commands in groups.
pub(super) fn listed(command: Command, shown: Shown, words: &Strings) -> Command {
    let groups: Vec<_> =
        GROUPS.iter().map(|group| text_of(&command, *group, shown, words)).collect();
    let usage = words.say("cli-usage-heading");
    let options = words.say("cli-heading-options");
    let groups = groups.concat();
    let more = match shown {
        Shown::Often => format!("\n\n{}", words.say("cli-help-more")),
        Shown::All => String::new(),
    };
    command.help_template(format!(
        "{{about}}\n\n{usage} {{usage}}\n\n{groups}\n{options}:\n{{options}}{more}{{after-help}}"
    ))
}

fn text_of(
    command: &Command,
    (heading, often, rest): (&str, &[&str], &[&str]),
    shown: Shown,
    words: &Strings,
) -> String {
    let rest = if shown == Shown::All { rest } else { &[] };
    let width = GROUPS.iter().flat_map(|(_, often, rest)| often.iter().chain(*rest));
    let width = width.map(|name| name.width()).max().unwrap_or(0);
    let mut text = format!("{}:\n", words.say(heading));
    for name in often.iter().chain(rest) {
        let about = command.find_subcommand(name).and_then(Command::get_about);
        let about = about.map(ToString::to_string).unwrap_or_default();
        _ = writeln!(text, "  {name:width$}  {about}");
    }
    text
}
