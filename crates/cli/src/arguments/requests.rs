use clap::{Args, Subcommand};

use super::{AccessArg, Lifetime, values};

#[derive(Debug, Subcommand)]
pub(crate) enum Requests {
    Show {
        #[arg(value_name = "REQUEST", value_parser = values::number)]
        request: u32,
    },
    Answer(Answer),
    Deny {
        #[arg(value_name = "REQUEST", value_parser = values::number)]
        request: u32,
        #[arg(long)]
        block: bool,
    },
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
