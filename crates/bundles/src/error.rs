use std::io;

use thiserror::Error;

/// Why a bundle can't be used.
#[derive(Debug, Error)]
pub enum BundleError {
    #[error("can't be read or written: {0}")]
    Io(#[from] io::Error),
    #[error("is larger than {most} MiB")]
    TooLarge { most: u64 },
    #[error("is no ZIP file: {reason}")]
    NotZip { reason: String },
    #[error("holds more, or is packed tighter, than a server needs")]
    Bomb,
    #[error("holds {name}, which could land outside of its folder or is no plain file")]
    BadEntry { name: String },
    #[error("holds {name} twice")]
    Twice { name: String },
    #[error("has no manifest")]
    NoManifest,
    #[error("has a manifest that is not written as one: {reason}")]
    BadManifest { reason: String },
    #[error("has a manifest of version {version}")]
    UnknownVersion { version: String },
    #[error("is for other systems")]
    OtherSystem,
    #[error("needs a value for {setting}")]
    Missing { setting: String },
    #[error("can't take this value for {setting}")]
    BadValue { setting: String },
    #[error("would put the secret {setting} among the arguments of a command")]
    SecretArgument { setting: String },
}

impl BundleError {
    /// What the words of that code name.
    pub fn detail(&self) -> Option<(&'static str, String)> {
        match self {
            Self::Io(error) => Some(("reason", error.to_string())),
            Self::TooLarge { most } => Some(("most", most.to_string())),
            Self::NotZip { reason } | Self::BadManifest { reason } => {
                Some(("reason", reason.clone()))
            }
            Self::BadEntry { name } | Self::Twice { name } => Some(("name", name.clone())),
            Self::UnknownVersion { version } => Some(("version", version.clone())),
            Self::Missing { setting }
            | Self::BadValue { setting }
            | Self::SecretArgument { setting } => Some(("setting", setting.clone())),
            Self::Bomb | Self::NoManifest | Self::OtherSystem => None,
        }
    }
}
