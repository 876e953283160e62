//! What `--help` says, and what is said of arguments that make no sense: all from the catalogue.

mod groups;

use std::ffi::OsString;
use std::io::{self, Write as _};

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command, CommandFactory as _, FromArgMatches as _};
use paddock_control::view::{Code, Failure};
use paddock_front::{Language, Strings};

use crate::arguments::Line;
use crate::exit::Exit;
use crate::help::groups::Shown;

/// The longest line of help, in columns.
const WIDTH: usize = 100;

/// What is said instead of doing anything.
#[derive(Debug)]
pub(crate) struct Said {
    text: String,
    exit: Exit,
}

impl Said {
    /// Help was asked for and goes where results go; what is wrong goes elsewhere.
    pub(crate) fn print(&self) -> Exit {
        let text = self.text.trim_end();
        if self.exit == Exit::Done {
            _ = writeln!(io::stdout(), "{text}");
        } else {
            _ = writeln!(io::stderr(), "{text}");
        }
        self.exit
    }
}

/// Takes the program's own name first, as [`std::env::args_os`] yields it. The catalogue is read
/// only if something is to be said.
pub(crate) fn parse(args: impl IntoIterator<Item = OsString>) -> Result<Line, Said> {
    let args: Vec<_> = args.into_iter().collect();
    if let Ok(line) = Line::read(&args) {
        return Ok(line);
    }
    let words = Strings::of(Language::of_account());
    let mut command = worded(&words);
    let parsed = command.try_get_matches_from_mut(&args);
    parsed.and_then(|mut matches| Line::from_arg_matches_mut(&mut matches)).map_err(|error| {
        #[expect(clippy::wildcard_enum_match_arm, reason = "all else is wrong")]
        match error.kind() {
            ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
                Said { text: error.render().to_string(), exit: Exit::Done }
            }
            ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
                Said { text: error.render().to_string(), exit: Exit::Usage }
            }
            _ => Said { text: wrong(&error, &words), exit: Exit::Usage },
        }
    })
}

/// The help of a command such as `servers add`; of none, what is needed often; of `all`, every one.
///
/// # Errors
/// There is no such command.
pub(crate) fn of(path: &[String], words: &Strings) -> Result<String, Failure> {
    let mut whole = worded(words);
    if path == ["all"] {
        return Ok(groups::listed(whole, Shown::All, words).render_help().to_string());
    }
    let mut command = &mut whole;
    for name in path {
        let sub = command.find_subcommand_mut(name);
        command = sub.ok_or_else(|| Failure::new(Code::CliUnknownPage).with("name", name))?;
    }
    Ok(command.render_help().to_string())
}

/// The whole command, with the words of the catalogue.
pub(crate) fn worded(words: &Strings) -> Command {
    let command = with_words(Line::command(), "", words);
    let mut command = groups::listed(command, Shown::Often, words);
    // What is global is put into each command, with its words.
    command.build();
    command
}

fn with_words(command: Command, path: &str, words: &Strings) -> Command {
    let about = words.say(&format!("cli-about{path}"));
    let (first, rest) = about.split_once('\n').unwrap_or((&about, ""));
    let rest = rest.trim().to_owned();
    let usage = words.say("cli-usage-heading");
    let template = format!("{{about}}\n\n{usage} {{usage}}\n\n{{all-args}}{{after-help}}");
    // With a heading of ours, clap would sort them by name.
    let mut place = 0;
    let mut in_order = |arg: Arg| {
        place += 1;
        if arg.is_positional() { arg.display_order(place) } else { arg }
    };
    let mut command = command
        .about(first.to_owned())
        .help_template(template)
        .subcommand_help_heading(words.say("cli-heading-commands"))
        .max_term_width(WIDTH)
        .mut_args(|arg| in_order(arg_with_words(arg, path, words)))
        .mut_subcommands(|sub| {
            let path = format!("{path}-{}", sub.get_name());
            with_words(sub, &path, words)
        });
    if !rest.is_empty() {
        command = command.after_help(rest);
    }
    command
}

fn arg_with_words(arg: Arg, path: &str, words: &Strings) -> Arg {
    let heading = if arg.is_positional() { "cli-heading-arguments" } else { "cli-heading-options" };
    let id = arg_id(&arg, path, words);
    arg.help_heading(words.say(heading)).help(words.say(&id))
}

/// An argument's own words, or those that it shares with others of its name.
fn arg_id(arg: &Arg, path: &str, words: &Strings) -> String {
    let name =
        arg.get_long().map_or_else(|| arg.get_id().as_str().replace('_', "-"), str::to_owned);
    let own = format!("cli-arg{path}-{name}");
    if words.knows(&own) { own } else { format!("cli-arg-{name}") }
}

/// What is wrong with the arguments.
fn wrong(error: &clap::Error, words: &Strings) -> String {
    let of = |kind| error.get(kind).map(text).unwrap_or_default();
    let argument = of(ContextKind::InvalidArg);
    #[expect(clippy::wildcard_enum_match_arm, reason = "clap says what it may say besides")]
    let (id, value) = match error.kind() {
        ErrorKind::UnknownArgument => ("cli-unknown-argument", String::new()),
        ErrorKind::InvalidSubcommand => ("cli-unknown-command", of(ContextKind::InvalidSubcommand)),
        ErrorKind::InvalidValue if of(ContextKind::InvalidValue).is_empty() => {
            ("cli-no-value", String::new())
        }
        ErrorKind::InvalidValue | ErrorKind::ValueValidation => {
            ("cli-wrong-value", of(ContextKind::InvalidValue))
        }
        ErrorKind::ArgumentConflict => ("cli-conflict", of(ContextKind::PriorArg)),
        ErrorKind::MissingRequiredArgument => ("cli-missing", String::new()),
        ErrorKind::MissingSubcommand => ("cli-missing-command", String::new()),
        ErrorKind::InvalidUtf8 => ("cli-no-text", String::new()),
        _ => ("cli-bad-arguments", error.kind().to_string()),
    };
    let values = [("argument", argument.into()), ("value", value.into())];
    let mut said = words.say_with(id, &values);
    if let Some(hint) = hint(error, words) {
        said.push(' ');
        said.push_str(&hint);
    }
    let usage = of(ContextKind::Usage);
    if let Some(usage) = usage.split_once(' ').map(|(_, usage)| usage.trim()) {
        said = format!("{said}\n\n{} {usage}", words.say("cli-usage-heading"));
    }
    format!("{said}\n{}", words.say("cli-see-help"))
}

/// What was probably meant, or what there is to choose from.
fn hint(error: &clap::Error, words: &Strings) -> Option<String> {
    let source = std::error::Error::source(error).map(ToString::to_string);
    if let Some(id) = source.filter(|id| words.knows(id)) {
        return Some(words.say(&id));
    }
    let suggested =
        [ContextKind::SuggestedSubcommand, ContextKind::SuggestedArg, ContextKind::SuggestedValue];
    let suggested = suggested.iter().find_map(|kind| error.get(*kind)).map(text);
    if let Some(suggested) = suggested.filter(|it| !it.is_empty()) {
        return Some(words.say_with("cli-did-you-mean", &[("names", suggested.into())]));
    }
    let valid = error.get(ContextKind::ValidValue).map(text).filter(|it| !it.is_empty())?;
    Some(words.say_with("cli-one-of", &[("names", valid.into())]))
}

fn text(value: &ContextValue) -> String {
    match value {
        ContextValue::String(text) => text.clone(),
        ContextValue::Strings(texts) => texts.join(", "),
        ContextValue::StyledStr(text) => text.to_string(),
        ContextValue::StyledStrs(texts) => {
            texts.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
        }
        ContextValue::Number(number) => number.to_string(),
        ContextValue::Bool(_) | ContextValue::None | _ => String::new(),
    }
}

#[cfg(test)]
mod tests;
