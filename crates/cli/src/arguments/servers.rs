use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use paddock_control::view::{EnvEntry, Restart, ServerDraft};

use super::{NetworkArg, Wait, values};

#[derive(Debug, Subcommand)]
pub(crate) enum Servers {
    Add(Add),
    Edit(Edit),
    Import {
        #[arg(value_name = "FILE")]
        from: String,
    },
    Remove {
        #[arg(value_name = "SERVER")]
        server: String,
    },
    Show {
        #[arg(value_name = "SERVER")]
        server: String,
    },
    Trust {
        #[arg(value_name = "SERVER")]
        server: String,
        #[arg(long, value_name = "DESTINATION", conflicts_with = "no_wait")]
        without: Vec<String>,
        #[command(flatten)]
        wait: Wait,
    },
    Distrust {
        #[arg(value_name = "SERVER")]
        server: String,
    },
    Start {
        #[arg(value_name = "SERVER")]
        server: String,
    },
    Stop {
        #[arg(value_name = "SERVER")]
        server: String,
    },
    Restart {
        #[arg(value_name = "SERVER")]
        server: String,
    },
    Propose {
        #[arg(value_name = "SERVER")]
        server: String,
    },
    Set(Box<Settings>),
    Log {
        #[arg(value_name = "SERVER")]
        server: String,
        #[arg(short, long)]
        follow: bool,
        #[arg(long, value_name = "SESSION")]
        session: Option<u32>,
    },
    Tools {
        #[arg(value_name = "SERVER")]
        server: String,
    },
    Call {
        #[arg(value_name = "SERVER")]
        server: String,
        #[arg(value_name = "TOOL")]
        tool: String,
        #[arg(value_name = "JSON", default_value = "{}", hide_default_value = true)]
        arguments: String,
    },
    Resources {
        #[arg(value_name = "SERVER")]
        server: String,
    },
    Read {
        #[arg(value_name = "SERVER")]
        server: String,
        #[arg(value_name = "ADDRESS")]
        address: String,
        #[arg(value_name = "NAME=VALUE", value_parser = values::pair, conflicts_with = "follow")]
        values: Vec<values::Pair>,
        #[arg(short, long)]
        follow: bool,
    },
    Prompts {
        #[arg(value_name = "SERVER")]
        server: String,
    },
    Prompt {
        #[arg(value_name = "SERVER")]
        server: String,
        #[arg(value_name = "PROMPT")]
        prompt: String,
        #[arg(value_name = "NAME=VALUE", value_parser = values::pair)]
        values: Vec<values::Pair>,
    },
    Suggest {
        #[arg(value_name = "SERVER")]
        server: String,
        #[arg(value_name = "PROMPT|TEMPLATE")]
        of: String,
        #[arg(value_name = "NAME=START", value_parser = values::pair)]
        typed: values::Pair,
        #[arg(value_name = "NAME=VALUE", value_parser = values::pair)]
        values: Vec<values::Pair>,
    },
    Messages(Messages),
}

/// What to show of the messages that went to and from a server.
#[derive(Debug, Args)]
pub(crate) struct Messages {
    #[arg(value_name = "SERVER")]
    pub(crate) server: String,
    #[arg(long, value_name = "TEXT", default_value = "", hide_default_value = true)]
    pub(crate) text: String,
    #[arg(long)]
    pub(crate) errors: bool,
    #[arg(long, value_name = "NUMBER", value_parser = values::number)]
    pub(crate) before: Option<u32>,
    #[arg(
        long,
        value_name = "NUMBER",
        value_parser = values::number,
        conflicts_with_all = ["text", "errors", "before", "json"]
    )]
    pub(crate) script: Option<u32>,
}

/// A new server.
#[derive(Debug, Args)]
pub(crate) struct Add {
    #[arg(value_name = "NAME")]
    pub(crate) name: String,
    #[command(flatten)]
    pub(crate) draft: Draft,
}

/// What becomes of a server.
#[derive(Debug, Args)]
pub(crate) struct Edit {
    #[arg(value_name = "NAME")]
    pub(crate) name: String,
    #[arg(long, value_name = "NAME")]
    pub(crate) rename: Option<String>,
    #[arg(long, value_name = "NAME")]
    pub(crate) unset: Vec<String>,
    #[command(flatten)]
    pub(crate) draft: Draft,
}

impl Edit {
    /// A variable that is to go and is not there.
    pub(crate) fn unknown_variable(&self, was: &ServerDraft) -> Option<&str> {
        let is_there = |name: &String| {
            was.secrets.contains(name) || was.env.iter().any(|entry| entry.name == *name)
        };
        self.unset.iter().find(|name| !is_there(name)).map(String::as_str)
    }

    /// What this makes of a server: what is not named stays. `typed` are the values of secrets.
    pub(crate) fn applied(&self, mut was: ServerDraft, typed: Vec<EnvEntry>) -> ServerDraft {
        was.env.retain(|entry| !self.unset.contains(&entry.name));
        was.secrets.retain(|name| !self.unset.contains(name));
        if let Some(name) = &self.rename {
            was.name.clone_from(name);
        }
        self.draft.applied(was, typed)
    }
}

/// A server as it is typed.
#[derive(Debug, Args)]
pub(crate) struct Draft {
    #[arg(long, value_name = "NAME=VALUE", value_parser = values::pair)]
    env: Vec<values::Pair>,
    #[arg(long, value_name = "NAME")]
    pub(crate) secret: Vec<String>,
    #[arg(long, value_name = "NAME")]
    not_secret: Vec<String>,
    #[arg(long, value_name = "DIR")]
    cwd: Option<PathBuf>,
    #[arg(last = true, value_name = "COMMAND")]
    command: Vec<String>,
}

impl Draft {
    /// What this makes of a server. `typed` are the values of `secret`.
    pub(crate) fn applied(&self, mut draft: ServerDraft, typed: Vec<EnvEntry>) -> ServerDraft {
        if let Some((program, args)) = self.command.split_first() {
            draft.program.clone_from(program);
            draft.args = args.to_vec();
        }
        let replaced = |name: &String| {
            self.env.iter().any(|pair| pair.name == *name)
                || typed.iter().any(|entry| entry.name == *name)
        };
        draft.env.retain(|entry| !replaced(&entry.name));
        draft.secrets.retain(|name| !replaced(name));
        let env = self.env.iter().cloned();
        draft.env.extend(env.map(|pair| EnvEntry { name: pair.name, value: pair.value }));
        let secret = typed.iter().map(|entry| (entry.name.clone(), true));
        let not_secret = self.not_secret.iter().map(|name| (name.clone(), false));
        draft.said.extend(secret.chain(not_secret));
        draft.env.extend(typed);
        if let Some(cwd) = &self.cwd {
            draft.cwd = (!cwd.as_os_str().is_empty()).then(|| values::absolute(cwd));
        }
        draft
    }
}

#[derive(Debug, Args)]
pub(crate) struct Settings {
    #[arg(value_name = "SERVER")]
    pub(crate) server: String,
    #[arg(long, value_name = "on|off", hide_possible_values = true)]
    pub(crate) enforced: Option<OnOff>,
    #[arg(long, value_name = "off|ask|open", hide_possible_values = true)]
    pub(crate) network: Option<NetworkArg>,
    #[arg(long, value_name = "on|off", hide_possible_values = true)]
    pub(crate) ask_first: Option<OnOff>,
    #[arg(long, value_name = "WHEN", hide_possible_values = true)]
    pub(crate) restart: Option<RestartArg>,
    #[arg(long, value_name = "on|off", hide_possible_values = true)]
    pub(crate) on_demand: Option<OnOff>,
    #[arg(long, value_name = "TIME|never", value_parser = values::minutes_or_never)]
    pub(crate) stop_when_idle: Option<values::OrNever>,
    #[arg(long, value_name = "SECONDS|never", value_parser = values::seconds_or_never)]
    pub(crate) keep_alive: Option<values::OrNever>,
    #[arg(long, value_name = "SIZE|none", value_parser = values::memory_or_none)]
    pub(crate) memory: Option<values::OrNone>,
    #[arg(long, value_name = "COUNT", value_parser = values::count)]
    pub(crate) processes: Option<u32>,
    #[arg(long, value_name = "SIZE|none", value_parser = values::most_sent)]
    pub(crate) most_sent: Option<values::MostSent>,
    #[arg(long, value_name = "on|off", hide_possible_values = true)]
    pub(crate) listen: Option<OnOff>,
    #[arg(long, value_name = "COUNT", value_parser = values::count)]
    pub(crate) requests_an_hour: Option<u32>,
    #[arg(long, value_name = "COUNT", value_parser = values::count)]
    pub(crate) tokens_a_day: Option<u32>,
    #[command(flatten)]
    pub(crate) wait: Wait,
}

impl Settings {
    /// Whether it says nothing of how the server is kept to its folders.
    pub(crate) fn leaves_confinement(&self) -> bool {
        self.enforced.is_none() && self.network.is_none() && self.ask_first.is_none()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum OnOff {
    On,
    Off,
}

impl OnOff {
    pub(crate) fn is_on(self) -> bool {
        self == Self::On
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum RestartArg {
    OnFailure,
    Never,
    Always,
}

impl From<RestartArg> for Restart {
    fn from(when: RestartArg) -> Self {
        match when {
            RestartArg::OnFailure => Self::OnFailure,
            RestartArg::Never => Self::Never,
            RestartArg::Always => Self::Always,
        }
    }
}
