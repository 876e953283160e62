use clap::{Args, ValueEnum};
use paddock_control::view::NetworkChoice;

use super::{Lifetime, Wait};

/// Where servers may connect.
#[derive(Debug, Args)]
pub(crate) struct Destinations {
    #[arg(value_name = "SERVER")]
    pub(crate) server: Option<String>,
}

/// A destination of a server.
#[derive(Debug, Args)]
pub(crate) struct OfServer {
    #[arg(value_name = "SERVER")]
    pub(crate) server: String,
    #[arg(value_name = "DESTINATION")]
    pub(crate) destination: String,
}

#[derive(Debug, Args)]
pub(crate) struct Allow {
    #[command(flatten)]
    pub(crate) of: OfServer,
    #[command(flatten)]
    pub(crate) lifetime: Lifetime,
    #[command(flatten)]
    pub(crate) wait: Wait,
}

#[derive(Debug, Args)]
pub(crate) struct Forget {
    #[command(flatten)]
    pub(crate) of: OfServer,
    #[command(flatten)]
    pub(crate) wait: Wait,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum NetworkArg {
    Off,
    Ask,
    #[value(alias = "on")]
    Open,
}

impl From<NetworkArg> for NetworkChoice {
    fn from(mode: NetworkArg) -> Self {
        match mode {
            NetworkArg::Off => Self::Off,
            NetworkArg::Ask => Self::Ask,
            NetworkArg::Open => Self::Open,
        }
    }
}
