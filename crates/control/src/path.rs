//! Paths on the wire.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A path as the system has it: text, or bytes where it is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WirePath(pub PathBuf);

impl From<PathBuf> for WirePath {
    fn from(path: PathBuf) -> Self {
        Self(path)
    }
}

impl AsRef<Path> for WirePath {
    fn as_ref(&self) -> &Path {
        &self.0
    }
}

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Form {
    Text(String),
    Bytes(Vec<u8>),
}

impl Serialize for WirePath {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let form = match self.0.to_str() {
            Some(text) => Form::Text(text.to_owned()),
            None => Form::Bytes(self.0.as_os_str().as_encoded_bytes().to_vec()),
        };
        form.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for WirePath {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Self(match Form::deserialize(deserializer)? {
            Form::Text(text) => text.into(),
            Form::Bytes(bytes) => from_bytes(bytes).ok_or_else(|| {
                serde::de::Error::custom("a path in bytes is for systems that have them")
            })?,
        }))
    }
}

#[cfg(unix)]
#[expect(clippy::unnecessary_wraps, reason = "other systems have none")]
fn from_bytes(bytes: Vec<u8>) -> Option<PathBuf> {
    use std::os::unix::ffi::OsStringExt as _;
    Some(OsString::from_vec(bytes).into())
}

#[cfg(not(unix))]
fn from_bytes(_: Vec<u8>) -> Option<PathBuf> {
    None::<OsString>.map(Into::into)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn every_path_arrives_as_it_is() {
        for bytes in [b"/a/\xff\xfe".to_vec(), "/ä".into(), b"/plain".to_vec()] {
            let path = WirePath(from_bytes(bytes).unwrap());
            let written = serde_json::to_string(&path).unwrap();
            assert_eq!(serde_json::from_str::<WirePath>(&written).unwrap(), path);
        }
    }
}
