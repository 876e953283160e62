use clap::{Args, Subcommand};

use super::OnOff;

#[derive(Debug, Subcommand)]
pub(crate) enum Apps {
    /// Whether the person is asked what servers ask in the sessions of an app that can't be asked.
    Ask(StandIn),
}

#[derive(Debug, Args)]
pub(crate) struct StandIn {
    #[arg(value_name = "APP")]
    pub(crate) client: String,
    #[arg(value_name = "on|off", hide_possible_values = true)]
    pub(crate) on: Option<OnOff>,
}

/// Entries of an app's configs.
#[derive(Debug, Args)]
pub(crate) struct OfApp {
    #[arg(value_name = "APP")]
    pub(crate) client: String,
    #[arg(value_name = "ENTRY")]
    pub(crate) entries: Vec<String>,
}

#[derive(Debug, Args)]
pub(crate) struct Connect {
    #[command(flatten)]
    pub(crate) of: OfApp,
    /// Not a consent: what is connected still waits to be trusted and granted folders.
    #[arg(long)]
    pub(crate) yes: bool,
}
