use clap::Args;

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
