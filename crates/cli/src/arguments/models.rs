use clap::{Args, Subcommand, ValueEnum};
use paddock_control::view::ProviderApi;

use super::Wait;

#[derive(Debug, Subcommand)]
pub(crate) enum Models {
    Add {
        #[arg(value_name = "NAME")]
        name: String,
        #[arg(long, value_name = "URL")]
        url: String,
        #[arg(long, value_name = "openai|anthropic", hide_possible_values = true)]
        api: Option<ApiArg>,
        #[command(flatten)]
        more: ProviderArgs,
        #[command(flatten)]
        wait: Wait,
    },
    Edit {
        #[arg(value_name = "NAME")]
        name: String,
        #[arg(long, value_name = "NAME")]
        rename: Option<String>,
        #[arg(long, value_name = "URL")]
        url: Option<String>,
        #[arg(long, conflicts_with = "key")]
        no_key: bool,
        #[command(flatten)]
        more: ProviderArgs,
        #[command(flatten)]
        wait: Wait,
    },
    Check {
        #[arg(value_name = "NAME")]
        name: String,
        #[command(flatten)]
        wait: Wait,
    },
    Remove {
        #[arg(value_name = "NAME")]
        name: String,
    },
}

#[derive(Debug, Args)]
pub(crate) struct ProviderArgs {
    /// The key is typed, and nobody sees it.
    #[arg(long)]
    pub(crate) key: bool,
    #[arg(long, value_name = "MODEL")]
    pub(crate) model: Option<String>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum ApiArg {
    #[default]
    Openai,
    Anthropic,
}

impl From<ApiArg> for ProviderApi {
    fn from(api: ApiArg) -> Self {
        match api {
            ApiArg::Openai => Self::OpenAi,
            ApiArg::Anthropic => Self::Anthropic,
        }
    }
}
