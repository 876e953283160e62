//! What can be asked for on the command line. What each means is said in the catalogue.

mod access;
mod apps;
mod models;
mod network;
mod requests;
mod servers;
mod sessions;
mod usage;
pub(crate) mod values;

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{ArgAction, Args, Command, FromArgMatches as _, Parser, Subcommand, ValueEnum};
use paddock_control::view::{Action, ActivityFormat, RecordOutcome, Tier};

pub(crate) use access::{AccessArg, Extend, Grant, Lifetime, Revoke, SetAccess};
pub(crate) use apps::{Apps, Connect, OfApp, StandIn};
pub(crate) use models::Models;
pub(crate) use network::{Allow, Destinations, Forget, NetworkArg, OfServer};
pub(crate) use requests::{AllowFor, AnswerArgs, Consents, GrantFor, Requests};
pub(crate) use servers::{Add, Edit, Messages, OnOff, Servers, Settings};
pub(crate) use sessions::{End, Narrow, Resume};
pub(crate) use usage::{Changed, Rules, SetScope};

#[derive(Debug, Parser)]
#[command(
    name = "paddock",
    version,
    disable_help_flag = true,
    disable_version_flag = true,
    disable_help_subcommand = true,
    arg_required_else_help = true
)]
pub(crate) struct Line {
    #[command(subcommand)]
    pub(crate) verb: Verb,
    #[arg(long, global = true)]
    pub(crate) json: bool,
    #[arg(short, long, global = true, action = ArgAction::Help)]
    help: Option<bool>,
    #[arg(short = 'V', long, action = ArgAction::Version)]
    version: Option<bool>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Verb {
    #[command(flatten)]
    OfHost(OfHost),
    #[command(flatten)]
    Here(Here),
}

/// What the host does.
#[derive(Debug, Subcommand)]
pub(crate) enum OfHost {
    Status {
        #[arg(long)]
        clear: bool,
    },
    Servers {
        #[command(subcommand)]
        verb: Option<Servers>,
    },
    Sessions,
    End(End),
    Narrow(Narrow),
    Scope(SetScope),
    Rules(Rules),
    Changed(Changed),
    Destinations(Destinations),
    Allow(Allow),
    Deny(OfServer),
    Forget(Forget),
    Connect(Connect),
    Install(Install),
    #[command(alias = "grants")]
    Folders(Folders),
    Grant(Grant),
    Access(SetAccess),
    Extend(Extend),
    Again(Again),
    Revoke(Revoke),
    Pause {
        #[arg(long, value_name = "NAME")]
        app: Option<String>,
        #[arg(long, requires = "app")]
        ahead: bool,
        #[arg(long = "for", value_name = "TIME", value_parser = values::minutes)]
        time: Option<u32>,
    },
    Resume(Resume),
    Requests {
        #[command(subcommand)]
        verb: Option<Requests>,
    },
    Consents {
        #[command(subcommand)]
        verb: Option<Consents>,
    },
    Check {
        #[arg(required = true, value_name = "PATH")]
        paths: Vec<PathBuf>,
        #[arg(long, value_name = "SERVER")]
        server: Option<String>,
    },
    Activity(Activity),
    Models {
        #[command(subcommand)]
        verb: Option<Models>,
    },
    Settings(OwnSettings),
    Prove(Prove),
    System {
        #[arg(long, conflicts_with = "json")]
        markdown: bool,
    },
    Doctor,
    TerminalConsent {
        #[arg(value_name = "on|off", hide_possible_values = true)]
        on: OnOff,
        #[command(flatten)]
        wait: Wait,
    },
    KeyringOnly {
        #[arg(value_name = "on|off", hide_possible_values = true)]
        on: OnOff,
        #[command(flatten)]
        wait: Wait,
    },
    Quit,
}

/// What this program does by itself.
#[derive(Debug, Subcommand)]
pub(crate) enum Here {
    Apps {
        #[command(subcommand)]
        verb: Option<Apps>,
    },
    Disconnect(OfApp),
    Run(Run),
    Host {
        #[arg(long)]
        stay: bool,
    },
    Help {
        #[arg(value_name = "COMMAND")]
        command: Vec<String>,
    },
    Completions {
        #[arg(value_name = "SHELL", hide_possible_values = true)]
        shell: Shell,
    },
    Man {
        #[arg(value_name = "COMMAND")]
        command: Vec<String>,
    },
    #[command(hide = true)]
    Generate {
        #[arg(value_name = "DIR")]
        dir: PathBuf,
    },
}

/// A server that is packed in a file.
#[derive(Debug, Args)]
pub(crate) struct Install {
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    #[arg(long)]
    pub(crate) update: bool,
}

impl Line {
    /// Takes the program's own name first.
    pub(crate) fn read(args: &[OsString]) -> clap::error::Result<Self> {
        Self::of_app(args).map_or_else(|| Self::try_parse_from(args), Ok)
    }

    /// What an app launches, read alone: setting up what reads all commands takes a millisecond.
    fn of_app(args: &[OsString]) -> Option<Self> {
        let own = args.get(1..)?;
        own.first().filter(|verb| *verb == "run")?;
        let command = Run::augment_args(Command::new("run").disable_help_flag(true));
        let matches = command.try_get_matches_from(own).ok()?;
        let run = Run::from_arg_matches(&matches).ok()?;
        let verb = Verb::Here(Here::Run(run));
        Some(Self { verb, json: false, help: None, version: None })
    }
}

/// A server for an AI app: one that Paddock has, or a command.
#[derive(Debug, Args)]
pub(crate) struct Run {
    #[arg(value_name = "SERVER", required_unless_present = "command")]
    pub(crate) server: Option<String>,
    #[arg(long, value_name = "NAME")]
    pub(crate) app: String,
    #[arg(long, value_name = "NAME", conflicts_with = "server")]
    pub(crate) name: Option<String>,
    #[arg(last = true, value_name = "COMMAND", conflicts_with = "server")]
    pub(crate) command: Vec<String>,
}

/// Whether to wait for the person.
#[derive(Clone, Copy, Debug, Default, Args)]
pub(crate) struct Wait {
    #[arg(long)]
    pub(crate) no_wait: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Folders {
    #[arg(long, value_name = "SERVER")]
    pub(crate) server: Option<String>,
    #[arg(long)]
    pub(crate) ended: bool,
    #[arg(long, requires = "ended")]
    pub(crate) clear: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Again {
    #[arg(value_name = "ENDED", value_parser = values::number, required_unless_present = "all")]
    pub(crate) ended: Vec<u32>,
    #[arg(long, conflicts_with = "ended")]
    pub(crate) all: bool,
    #[command(flatten)]
    pub(crate) wait: Wait,
}

#[derive(Debug, Args)]
pub(crate) struct Activity {
    #[arg(long, value_name = "SERVER")]
    pub(crate) server: Option<String>,
    #[arg(long, value_name = "APP")]
    pub(crate) app: Option<String>,
    #[arg(long, value_name = "TOOL")]
    pub(crate) tool: Option<String>,
    #[arg(long, value_name = "RESULT", hide_possible_values = true)]
    pub(crate) result: Option<Came>,
    #[arg(
        long = "kind",
        value_name = "KIND",
        value_delimiter = ',',
        hide_possible_values = true,
        value_parser = values::kind()
    )]
    pub(crate) kinds: Vec<Action>,
    #[arg(long, value_name = "TEXT", default_value = "", hide_default_value = true)]
    pub(crate) text: String,
    #[arg(long, value_name = "TIME", value_parser = values::since)]
    pub(crate) since: Option<values::Since>,
    #[arg(long, value_name = "TIME", value_parser = values::since, conflicts_with = "follow")]
    pub(crate) until: Option<values::Since>,
    #[arg(
        short = 'n',
        long,
        value_name = "COUNT",
        allow_negative_numbers = true,
        value_parser = values::count
    )]
    pub(crate) count: Option<u32>,
    #[arg(short, long, conflicts_with = "export")]
    pub(crate) follow: bool,
    #[arg(long, value_name = "FILE", conflicts_with = "count")]
    pub(crate) export: Option<PathBuf>,
    #[arg(long, value_name = "jsonl|csv", requires = "export", hide_possible_values = true)]
    pub(crate) format: Option<Format>,
    #[arg(
        long,
        conflicts_with_all = [
            "server", "app", "tool", "result", "kinds", "text", "since", "until", "count",
            "follow", "export",
        ]
    )]
    pub(crate) delete: bool,
    #[command(flatten)]
    pub(crate) wait: Wait,
}

/// What came of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Came {
    Done,
    Blocked,
    Failed,
}

impl From<Came> for RecordOutcome {
    fn from(came: Came) -> Self {
        match came {
            Came::Done => Self::Done,
            Came::Blocked => Self::Blocked,
            Came::Failed => Self::Failed,
        }
    }
}

/// How records are written into a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    Jsonl,
    Csv,
}

impl From<Format> for ActivityFormat {
    fn from(format: Format) -> Self {
        match format {
            Format::Jsonl => Self::JsonLines,
            Format::Csv => Self::Csv,
        }
    }
}

/// Settings of Paddock itself; without any they are shown.
#[derive(Debug, Args)]
pub(crate) struct OwnSettings {
    #[arg(long, value_name = "DAYS", value_parser = values::count)]
    pub(crate) keep_days: Option<u32>,
    #[arg(long, value_name = "MB", value_parser = values::count)]
    pub(crate) keep_megabytes: Option<u32>,
    #[arg(long, value_name = "on|off", hide_possible_values = true)]
    pub(crate) keep_paths: Option<OnOff>,
    #[arg(long, value_name = "on|off", hide_possible_values = true)]
    pub(crate) keep_arguments: Option<OnOff>,
    #[command(flatten)]
    pub(crate) wait: Wait,
}

#[derive(Debug, Args)]
pub(crate) struct Prove {
    #[arg(value_name = "SERVER", conflicts_with_all = ["command", "tier"])]
    pub(crate) server: Option<String>,
    #[arg(long, value_name = "TIER", hide_possible_values = true, value_parser = values::tier())]
    pub(crate) tier: Option<Tier>,
    #[arg(last = true, value_name = "COMMAND")]
    pub(crate) command: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Shell {
    Bash,
    Zsh,
    Fish,
}

impl From<Shell> for clap_complete::Shell {
    fn from(shell: Shell) -> Self {
        match shell {
            Shell::Bash => Self::Bash,
            Shell::Zsh => Self::Zsh,
            Shell::Fish => Self::Fish,
        }
    }
}

#[cfg(test)]
mod tests;
