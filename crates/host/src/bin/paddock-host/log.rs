//! The host's own log: a file in the folder of the data, and standard error where a person reads it.

use std::fs::File;
use std::io::{self, IsTerminal as _};
use std::path::Path;
use std::sync::Mutex;

use tracing_subscriber::EnvFilter;
use tracing_subscriber::fmt::writer::BoxMakeWriter;

/// From this size on, in bytes, the log is begun anew at the next start; one old one is kept.
const LONGEST: u64 = 1 << 20;

/// Begins to log; `PADDOCK_LOG` says how much.
pub(crate) fn begin(data: &Path) {
    let filter =
        EnvFilter::try_from_env("PADDOCK_LOG").unwrap_or_else(|_| "warn,paddock=info".into());
    let file = if io::stderr().is_terminal() { None } else { open(data).ok() };
    let writer = match file {
        Some(file) => BoxMakeWriter::new(Mutex::new(file)),
        None => BoxMakeWriter::new(io::stderr),
    };
    tracing_subscriber::fmt().with_env_filter(filter).with_ansi(false).with_writer(writer).init();
}

fn open(data: &Path) -> io::Result<File> {
    std::fs::create_dir_all(data)?;
    let path = data.join("host.log");
    if path.metadata().is_ok_and(|kept| kept.len() > LONGEST) {
        std::fs::rename(&path, data.join("host.log.old"))?;
    }
    File::options().create(true).append(true).open(path)
}
