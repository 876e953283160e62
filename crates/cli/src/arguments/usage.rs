use clap::{Args, ValueEnum};
use paddock_control::view::{Scope, ToolRule};

use super::{OnOff, Wait};

/// Which folders apps get.
#[derive(Debug, Args)]
pub(crate) struct SetScope {
    #[arg(value_name = "SERVER")]
    pub(crate) server: String,
    #[arg(value_name = "all|app", hide_possible_values = true)]
    pub(crate) scope: Option<ScopeArg>,
    #[command(flatten)]
    pub(crate) wait: Wait,
}

/// What apps may call.
#[derive(Debug, Args)]
pub(crate) struct Rules {
    #[arg(value_name = "SERVER")]
    pub(crate) server: String,
    #[arg(value_name = "TOOL", requires = "rule")]
    pub(crate) tool: Option<String>,
    #[arg(value_name = "RULE", hide_possible_values = true)]
    pub(crate) rule: Option<RuleArg>,
    #[arg(long, value_name = "NAME")]
    pub(crate) app: Option<String>,
    #[command(flatten)]
    pub(crate) wait: Wait,
}

/// What becomes of tools that changed.
#[derive(Debug, Args)]
pub(crate) struct Changed {
    #[arg(value_name = "SERVER")]
    pub(crate) server: String,
    #[arg(long, conflicts_with = "hold")]
    pub(crate) accept: bool,
    #[arg(long, value_name = "on|off", hide_possible_values = true)]
    pub(crate) hold: Option<OnOff>,
    #[command(flatten)]
    pub(crate) wait: Wait,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ScopeArg {
    All,
    App,
}

impl From<ScopeArg> for Scope {
    fn from(scope: ScopeArg) -> Self {
        match scope {
            ScopeArg::All => Self::AllFolders,
            ScopeArg::App => Self::WhereAppWorks,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum RuleArg {
    Allowed,
    Ask,
    Off,
    None,
}

impl RuleArg {
    /// The rule to be made, or none.
    pub(crate) fn rule(self) -> Option<ToolRule> {
        match self {
            Self::Allowed => Some(ToolRule::Allowed),
            Self::Ask => Some(ToolRule::Ask),
            Self::Off => Some(ToolRule::Off),
            Self::None => None,
        }
    }
}
