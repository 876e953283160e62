use clap::Args;

use super::values;

#[derive(Debug, Args)]
pub(crate) struct End {
    #[arg(value_name = "SESSION", value_parser = values::number, required_unless_present = "app")]
    pub(crate) sessions: Vec<u32>,
    #[arg(long, value_name = "NAME", conflicts_with = "sessions")]
    pub(crate) app: Option<String>,
}
