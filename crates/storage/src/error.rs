//! Why the storage could not do what it was asked to.

use std::io;

use rusqlite::ErrorCode;

/// Why the database was not opened. It is as it was.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    #[error("database is in use by another process")]
    Busy {
        /// Number of that process, where it can be told.
        pid: Option<u32>,
    },
    #[error("database can't be written: its folder or a file in it is read-only")]
    ReadOnly,
    #[error("database can't be written: the disk is full")]
    Full,
    #[error("database is of version {found}, newer than {known}, the last one known here")]
    Newer { found: u32, known: u32 },
    #[error("database can't be reached: {0}")]
    Io(#[source] io::Error),
    #[error("database can't be opened: {0}")]
    Failed(#[source] rusqlite::Error),
}

impl From<io::Error> for OpenError {
    fn from(error: io::Error) -> Self {
        match Fault::of_io(&error) {
            Fault::Full => Self::Full,
            Fault::ReadOnly => Self::ReadOnly,
            Fault::Busy | Fault::Other => Self::Io(error),
        }
    }
}

impl From<rusqlite::Error> for OpenError {
    fn from(error: rusqlite::Error) -> Self {
        match Fault::of(&error) {
            Fault::Full => Self::Full,
            Fault::ReadOnly => Self::ReadOnly,
            Fault::Busy => Self::Busy { pid: None },
            Fault::Other => Self::Failed(error),
        }
    }
}

/// Why a commit was not kept: nothing of it was.
#[derive(Debug, thiserror::Error)]
pub enum CommitError {
    #[error("change was not kept: the disk is full")]
    Full,
    #[error("change was not kept: the database is read-only")]
    ReadOnly,
    #[error("change was not kept: {0}")]
    Failed(#[source] rusqlite::Error),
}

impl From<rusqlite::Error> for CommitError {
    fn from(error: rusqlite::Error) -> Self {
        match Fault::of(&error) {
            Fault::Full => Self::Full,
            Fault::ReadOnly => Self::ReadOnly,
            Fault::Busy | Fault::Other => Self::Failed(error),
        }
    }
}

/// Why the audit could not be read.
#[derive(Debug, thiserror::Error)]
#[error("audit can't be read: {0}")]
pub struct ReadError(#[from] rusqlite::Error);

/// Why an export ended early.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    #[error(transparent)]
    Read(#[from] ReadError),
    #[error("audit can't be written out: {0}")]
    Write(#[source] io::Error),
}

enum Fault {
    Full,
    ReadOnly,
    Busy,
    Other,
}

impl Fault {
    fn of(error: &rusqlite::Error) -> Self {
        match error.sqlite_error_code() {
            Some(ErrorCode::DiskFull) => Self::Full,
            Some(ErrorCode::ReadOnly) => Self::ReadOnly,
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Self::Busy,
            _ => Self::Other,
        }
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "the list is not ours and may grow")]
    fn of_io(error: &io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => Self::Full,
            io::ErrorKind::ReadOnlyFilesystem | io::ErrorKind::PermissionDenied => Self::ReadOnly,
            _ => Self::Other,
        }
    }
}
