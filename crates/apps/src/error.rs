//! What does not work with configs of apps.

use std::path::PathBuf;

use paddock_core::text::shown;
use thiserror::Error;

/// Why a config could not be read, planned for, written or given back. Nothing is lost by any of
/// them. A front has words for each, and must escape the texts before it shows
/// them ([`paddock_core::text::shown`]).
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum AppError {
    /// Of the file.
    #[error("line {line}, column {column}: {reason}")]
    Broken { line: usize, column: usize, reason: String },
    #[error("the same key twice in line {line}, column {column}")]
    Duplicate { line: usize, column: usize },
    #[error("larger than {most} bytes")]
    TooLarge { most: u64 },
    #[error("{most} entries or more")]
    TooMany { most: usize },
    #[error("not a regular file")]
    NotAFile,
    #[error("not UTF-8")]
    NotText,
    #[error("can not be read: {reason}")]
    Unreadable { reason: String },
    #[error("not there")]
    Gone,
    #[error("a link leads to {to}, which is outside of where the configs of this app belong")]
    LeadsOut { to: PathBuf },
    #[error("the file has {links} names")]
    HardLinked { links: u64 },
    #[error("the file or its folder is read-only")]
    ReadOnly,
    #[error("the file is somebody else's")]
    NotYours,
    #[error("another file of this app does not parse: {file}")]
    AnotherBroken { file: PathBuf },
    #[error("the file belongs to a project")]
    OfProject,
    #[error("an unknown app")]
    UnknownApp,
    #[error("entries of several files at once")]
    SeveralFiles,

    /// Of an entry.
    #[error("there is no entry {name}")]
    EntryGone { name: String },
    #[error("the entry {name} is no longer what was shown")]
    EntryChanged { name: String },
    #[error(
        "the entry {name} is written in a way that is not edited: line {line}, column {column}"
    )]
    EntryUnusual { name: String, line: usize, column: usize },
    #[error("the entry {name} starts no command")]
    EntryNoCommand { name: String },
    #[error("the entry {name} goes through Paddock already")]
    EntryAlreadyThrough { name: String },
    #[error("the entry {name} needs {placeholder}, which only its app can fill in")]
    EntryNeedsApp { name: String, placeholder: String },
    #[error("the entry {name} needs a value for {value}")]
    EntryAsks { name: String, value: String },
    #[error("the entry {name} runs {program}, which acts outside of any sandbox")]
    EntryActsElsewhere { name: String, program: String },
    #[error("the entry {name} is asked for twice")]
    EntryTwice { name: String },
    #[error("not a name that can be an argument: {name}")]
    BadServerName { name: String },
    #[error("not an absolute path in plain text")]
    BadShim,
    #[error("what was withheld of the entry {name} is not at hand")]
    SecretMissing { name: String },
    #[error("only its app knows where {path} is")]
    EnvFileElsewhere { path: String },
    #[error("no file of {most} bytes at the most that can be read: {path}")]
    EnvFileUnfit { path: PathBuf, most: u64 },
    #[error("line {line} of {path} sets no variable")]
    EnvFileLine { path: PathBuf, line: usize },

    /// Of writing.
    #[error("the edit would change more than the entries")]
    WouldDamage,
    #[error("the file changed meanwhile")]
    ChangedMeanwhile,
    #[error("there is another file at the place of the backup")]
    BackupExists,
    #[error("the backup could not be written: {reason}")]
    BackupFailed { reason: String },
    #[error("the file could not be written: {reason}")]
    WriteFailed { reason: String },
    #[error("writing is not supported on this system")]
    NotHere,
}

impl AppError {
    /// What belongs in its words, by name.
    pub fn details(&self) -> Vec<(&'static str, String)> {
        let path = |path: &PathBuf| path.to_string_lossy().into_owned();
        match self {
            Self::Broken { line, column, reason } => vec![
                ("line", line.to_string()),
                ("column", column.to_string()),
                ("reason", reason.clone()),
            ],
            Self::Duplicate { line, column } => {
                vec![("line", line.to_string()), ("column", column.to_string())]
            }
            Self::TooMany { most } => vec![("most", most.to_string())],
            Self::TooLarge { most } => vec![("most", (most >> 20).to_string())],
            Self::Unreadable { reason }
            | Self::BackupFailed { reason }
            | Self::WriteFailed { reason } => vec![("reason", reason.clone())],
            Self::LeadsOut { to } => vec![("path", path(to))],
            Self::HardLinked { links } => vec![("links", links.to_string())],
            Self::AnotherBroken { file } => vec![("path", path(file))],
            Self::EntryUnusual { name, line, column } => vec![
                ("name", name.clone()),
                ("line", line.to_string()),
                ("column", column.to_string()),
            ],
            Self::EntryNeedsApp { name, placeholder } => {
                vec![("name", name.clone()), ("placeholder", placeholder.clone())]
            }
            Self::EntryAsks { name, value } => {
                vec![("name", name.clone()), ("value", value.clone())]
            }
            Self::EntryActsElsewhere { name, program } => {
                vec![("name", name.clone()), ("program", program.clone())]
            }
            Self::EnvFileElsewhere { path } => vec![("path", shown(path))],
            Self::EnvFileUnfit { path, most } => {
                vec![("path", shown(path)), ("most", (most >> 10).to_string())]
            }
            Self::EnvFileLine { path, line } => {
                vec![("path", shown(path)), ("line", line.to_string())]
            }
            Self::EntryGone { name }
            | Self::EntryChanged { name }
            | Self::EntryNoCommand { name }
            | Self::EntryAlreadyThrough { name }
            | Self::EntryTwice { name }
            | Self::BadServerName { name }
            | Self::SecretMissing { name } => vec![("name", name.clone())],
            Self::NotAFile
            | Self::NotText
            | Self::Gone
            | Self::ReadOnly
            | Self::NotYours
            | Self::OfProject
            | Self::UnknownApp
            | Self::SeveralFiles
            | Self::BadShim
            | Self::WouldDamage
            | Self::ChangedMeanwhile
            | Self::BackupExists
            | Self::NotHere => Vec::new(),
        }
    }
}
