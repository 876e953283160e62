//! Why something was not done.

use std::io::{self, ErrorKind};

use crate::roots::Unreachable;

/// Why something was not done, in words for the person and the model that asked.
#[derive(Debug, thiserror::Error)]
pub enum Refused {
    #[error("no folder is granted to this server. Grant one in the host app to go on")]
    NothingGranted,
    #[error(
        "{path} is outside the folders granted to this server: {granted}. \
         Grant it in the host app to go on"
    )]
    Outside { path: String, granted: String },
    #[error(
        "{path} may be read but not written: {root} is granted for reading only. \
         Let this server write there in the host app to go on"
    )]
    ReadOnly { path: String, root: String },
    #[error(
        "{path} is a relative path, and it could be meant in any of the granted folders: {granted}. \
         Use an absolute path"
    )]
    Ambiguous { path: String, granted: String },
    #[error("this is not a path: {0}")]
    NotAPath(&'static str),
    #[error(
        "{path} holds {root}, a folder that is granted to this server, so it stays where it is"
    )]
    HoldsARoot { path: String, root: String },
    #[error("{path} is in the trash already. A person empties it")]
    InTheTrash { path: String },
    #[error(transparent)]
    Unreachable(#[from] Unreachable),
    #[error("cannot {verb} {path}: {}", cause(.source))]
    Failed { verb: &'static str, path: String, source: io::Error },
}

#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "the kinds are open-ended, and the others explain themselves"
)]
fn cause(error: &io::Error) -> String {
    match error.kind() {
        ErrorKind::NotFound => "there is no such file or folder".into(),
        ErrorKind::PermissionDenied => "the system does not permit it".into(),
        ErrorKind::AlreadyExists => "something is there already".into(),
        ErrorKind::IsADirectory => "it is a folder".into(),
        ErrorKind::NotADirectory => "it, or a part of its path, is not a folder".into(),
        ErrorKind::InvalidInput => "it is not a regular file".into(),
        ErrorKind::ReadOnlyFilesystem => "it is on a read-only file system".into(),
        ErrorKind::FileTooLarge => "there is too much in it".into(),
        ErrorKind::CrossesDevices => {
            "a folder cannot be moved from one file system, or granted folder, to another".into()
        }
        _ => error.to_string(),
    }
}
