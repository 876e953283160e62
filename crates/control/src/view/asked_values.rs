//! What a server's author wants to know before the server is added, and what packs a server.

use serde::{Deserialize, Serialize};
use specta::Type;

/// One value that is asked for: by a bundle, by an entry of a registry, or by the settings of another
/// app.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct AskedValue {
    /// By which it is answered. In a draft, `${input:NAME}` stands in its place.
    pub name: String,
    pub title: String,
    pub description: String,
    pub kind: ValueKind,
    pub required: bool,
    /// Several folders or files may be chosen.
    pub several: bool,
    /// It goes into the keyring, and is never shown again.
    pub secret: bool,
    /// What counts if nothing else is said; of a secret, nothing is told.
    pub usual: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase", tag = "kind")]
pub enum ValueKind {
    Text,
    Number,
    Boolean,
    Folder,
    File,
    /// A folder or a file.
    Path,
    Choice {
        options: Vec<String>,
    },
}

/// What a person answered; nothing where they left it empty.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct AnsweredValue {
    pub name: String,
    pub values: Vec<String>,
}

/// What a bundle says of itself. Nobody checked it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct BundleView {
    pub title: String,
    pub version: String,
    pub author: String,
    pub description: String,
    /// The command, with nothing filled in yet.
    pub line: String,
    pub asks: Vec<AskedValue>,
}
