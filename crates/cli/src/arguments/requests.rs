use clap::{Args, Subcommand};

use paddock_control::view::CallAnswer;

use super::{AccessArg, Lifetime, Wait, values};

#[derive(Debug, Subcommand)]
pub(crate) enum Requests {
    Show {
        #[arg(value_name = "REQUEST")]
        request: values::Asked,
    },
    Answer(Answer),
    Allow {
        #[arg(value_name = "CALL", value_parser = values::call)]
        call: u32,
        #[command(flatten)]
        how: AllowFor,
    },
    Grant(GrantPlace),
    Deny {
        #[arg(value_name = "REQUEST")]
        request: values::Asked,
        #[arg(long)]
        block: bool,
    },
}

/// How long a call is allowed.
#[derive(Clone, Copy, Debug, Args)]
#[group(multiple = false)]
pub(crate) struct AllowFor {
    #[arg(long)]
    session: bool,
    #[arg(long)]
    always: bool,
}

impl AllowFor {
    pub(crate) fn answer(self) -> CallAnswer {
        match self {
            Self { session: true, .. } => CallAnswer::Session,
            Self { always: true, .. } => CallAnswer::Always,
            Self { .. } => CallAnswer::Once,
        }
    }
}

/// A folder that an app works in, for the server that it uses.
#[derive(Debug, Args)]
pub(crate) struct GrantPlace {
    #[arg(value_name = "PLACE", value_parser = values::place)]
    pub(crate) place: u32,
    #[arg(long, value_name = "ACCESS", default_value = "read")]
    #[arg(hide_default_value = true, hide_possible_values = true)]
    pub(crate) access: AccessArg,
    #[command(flatten)]
    pub(crate) lifetime: Lifetime,
    #[command(flatten)]
    pub(crate) wait: Wait,
}

#[derive(Debug, Args)]
pub(crate) struct Answer {
    #[arg(value_name = "REQUEST", value_parser = values::number)]
    pub(crate) request: u32,
    #[arg(long, value_name = "TEXT", conflicts_with_all = ["values", "fields", "model"])]
    pub(crate) text: Option<String>,
    #[arg(long, value_name = "JSON", conflicts_with_all = ["fields", "model"])]
    pub(crate) values: Option<String>,
    #[arg(long = "field", value_name = "NAME=VALUE", value_parser = values::pair)]
    #[arg(conflicts_with = "model")]
    pub(crate) fields: Vec<values::Pair>,
    #[arg(long)]
    pub(crate) model: bool,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Consents {
    Show {
        #[arg(value_name = "ID")]
        which: values::Waiting,
    },
    Agree {
        #[arg(value_name = "ID")]
        which: values::Waiting,
        #[arg(long, value_name = "SERVER")]
        server: Option<String>,
        #[arg(long, value_name = "ACCESS", default_value = "read")]
        #[arg(hide_default_value = true, hide_possible_values = true)]
        access: AccessArg,
        #[command(flatten)]
        lifetime: Lifetime,
    },
    Dismiss {
        #[arg(value_name = "ID", required = true)]
        which: Vec<values::Waiting>,
    },
}
