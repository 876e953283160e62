use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use paddock_control::view::{Access, LifetimeChoice};

use super::{Wait, values};

#[derive(Debug, Args)]
pub(crate) struct Grant {
    #[arg(value_name = "PATH")]
    pub(crate) path: PathBuf,
    #[arg(value_name = "SERVER")]
    pub(crate) server: String,
    #[arg(long)]
    pub(crate) repository: bool,
    #[arg(long, value_name = "ACCESS", default_value = "read")]
    #[arg(hide_default_value = true, hide_possible_values = true)]
    pub(crate) access: AccessArg,
    #[command(flatten)]
    pub(crate) lifetime: Lifetime,
    #[command(flatten)]
    pub(crate) wait: Wait,
}

impl Grant {
    /// As it is where nothing more is said.
    pub(crate) fn to_read(path: &Path, server: &str) -> Self {
        Self {
            path: path.to_owned(),
            server: server.to_owned(),
            repository: false,
            access: AccessArg::Read,
            lifetime: Lifetime::default(),
            wait: Wait::default(),
        }
    }
}

#[derive(Debug, Args)]
pub(crate) struct SetAccess {
    #[arg(value_name = "GRANT")]
    pub(crate) grant: String,
    #[arg(value_name = "ACCESS", hide_possible_values = true)]
    pub(crate) access: AccessArg,
    #[command(flatten)]
    pub(crate) wait: Wait,
}

#[derive(Debug, Args)]
pub(crate) struct Extend {
    #[arg(value_name = "GRANT")]
    pub(crate) grant: String,
    #[command(flatten)]
    pub(crate) lifetime: Lifetime,
    #[command(flatten)]
    pub(crate) wait: Wait,
}

#[derive(Debug, Args)]
pub(crate) struct Revoke {
    #[arg(value_name = "GRANT", required_unless_present = "all")]
    pub(crate) grants: Vec<String>,
    #[arg(long, conflicts_with = "grants")]
    pub(crate) all: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum AccessArg {
    Read,
    Write,
    Commit,
    WriteAll,
}

impl From<AccessArg> for Access {
    fn from(access: AccessArg) -> Self {
        match access {
            AccessArg::Read => Self::Read,
            AccessArg::Write => Self::WriteGuarded,
            AccessArg::Commit => Self::WriteCommits,
            AccessArg::WriteAll => Self::ReadWrite,
        }
    }
}

#[derive(Clone, Copy, Debug, Default, Args)]
#[group(multiple = false)]
pub(crate) struct Lifetime {
    #[arg(long = "for", value_name = "TIME", value_parser = values::minutes)]
    time: Option<u32>,
    #[arg(long)]
    this_run: bool,
    #[arg(long)]
    until_midnight: bool,
    #[arg(long)]
    always: bool,
}

impl Lifetime {
    /// What was chosen; `None` if nothing was.
    pub(crate) fn chosen(self) -> Option<LifetimeChoice> {
        match self.time {
            Some(minutes) => Some(LifetimeChoice::For { minutes }),
            None if self.this_run => Some(LifetimeChoice::ThisRun),
            None if self.until_midnight => Some(LifetimeChoice::UntilMidnight),
            None if self.always => Some(LifetimeChoice::Always),
            None => None,
        }
    }
}
