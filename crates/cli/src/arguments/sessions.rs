use std::path::PathBuf;

use clap::Args;

use super::{Wait, values};

#[derive(Debug, Args)]
pub(crate) struct End {
    #[arg(value_name = "SESSION", value_parser = values::number, required_unless_present = "app")]
    pub(crate) sessions: Vec<u32>,
    #[arg(long, value_name = "NAME", conflicts_with = "sessions")]
    pub(crate) app: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct Narrow {
    #[arg(value_name = "SESSION", value_parser = values::number)]
    pub(crate) session: u32,
    #[arg(value_name = "FOLDER")]
    pub(crate) folder: PathBuf,
}

#[derive(Debug, Args)]
pub(crate) struct Resume {
    #[arg(long, value_name = "NAME")]
    pub(crate) app: Option<String>,
    #[command(flatten)]
    pub(crate) wait: Wait,
}
