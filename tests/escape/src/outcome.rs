use std::io;
use std::path::PathBuf;

use rustix::io::Errno;
use serde::{Deserialize, Serialize};

/// What a probe brought back from where it may not go.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Evidence {
    /// What was read; worth something if the secret is in it.
    Bytes(String),
    /// A file that was made, changed or removed, as the host names it.
    Wrote(PathBuf),
    /// A word that somebody outside must have heard.
    Heard(String),
    /// The number of a file that must not even be known to exist.
    Inode(u64),
    /// Something that the kernel would have refused to somebody kept.
    Did(String),
}

/// How a probe ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "outcome", content = "detail")]
pub enum Outcome {
    Escaped(Evidence),
    /// By this error, or whatever else stopped it.
    Blocked(String),
    /// The probe needs something that is not on this system.
    NotApplicable(String),
}

/// A line that the probing program prints.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Said {
    pub probe: String,
    #[serde(flatten)]
    pub outcome: Outcome,
}

/// Why a probe brought nothing back.
#[derive(Clone, Debug)]
pub enum Failed {
    Errno(Errno),
    Otherwise(String),
    NotApplicable(String),
}

pub type Tried = Result<Evidence, Failed>;

impl Failed {
    pub fn because(why: impl Into<String>) -> Self {
        Self::Otherwise(why.into())
    }

    pub fn lacking(what: impl Into<String>) -> Self {
        Self::NotApplicable(what.into())
    }
}

impl From<Errno> for Failed {
    fn from(errno: Errno) -> Self {
        Self::Errno(errno)
    }
}

impl From<io::Error> for Failed {
    fn from(error: io::Error) -> Self {
        Errno::from_io_error(&error).map_or_else(|| Self::because(error.to_string()), Self::Errno)
    }
}

impl From<Tried> for Outcome {
    fn from(tried: Tried) -> Self {
        match tried {
            Ok(evidence) => Self::Escaped(evidence),
            Err(Failed::Errno(errno)) => Self::Blocked(errno.to_string()),
            Err(Failed::Otherwise(why)) => Self::Blocked(why),
            Err(Failed::NotApplicable(why)) => Self::NotApplicable(why),
        }
    }
}
