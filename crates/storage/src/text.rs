//! Text of the system as JSON.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::column::path;

/// Text of the system, which need not be Unicode.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
pub(crate) enum Text {
    Unicode(String),
    Bytes(Vec<u8>),
}

impl Text {
    pub(crate) fn of(text: impl AsRef<Path>) -> Self {
        let text = text.as_ref();
        text.to_str()
            .map_or_else(|| Self::Bytes(path::to_bytes(text)), |it| Self::Unicode(it.into()))
    }

    pub(crate) fn into_path(self) -> Option<PathBuf> {
        match self {
            Self::Unicode(text) => Some(text.into()),
            Self::Bytes(bytes) => path::from_bytes(bytes),
        }
    }

    pub(crate) fn into_text(self) -> Option<OsString> {
        self.into_path().map(PathBuf::into_os_string)
    }
}
