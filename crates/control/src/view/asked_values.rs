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

/// What a bundle would change of a server that runs from another of the same name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct UpdateView {
    pub server: u32,
    pub name: String,
    pub from: String,
    pub to: String,
    /// Who the one that it runs from says it is by; empty where that can't be read any more.
    pub author: String,
    pub step: UpdateStep,
    /// The command is not what the bundle made: somebody changed it, and what they changed goes.
    pub edited: bool,
    /// None where it stays.
    pub command: Option<ComparedView>,
    pub environment: Option<ComparedView>,
    pub asks: Vec<AskChange>,
    /// What was answered before and can be answered again.
    pub given: Vec<AnsweredValue>,
    /// What is asked for and stays as it is if nothing is answered: a secret that is kept.
    pub stays: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum UpdateStep {
    Newer,
    Older,
    /// Another bundle of the same version.
    Same,
    /// How the versions are written does not tell.
    Unclear,
    /// It is this very bundle, so there is nothing to update.
    Identical,
    /// By its own word it is by somebody else, or what the server runs from can't be read: it is not
    /// updated.
    Stranger,
}

/// Line by line, each cut to a length that can be read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ComparedView {
    pub before: Vec<String>,
    pub after: Vec<String>,
}

/// What is asked for otherwise than before.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct AskChange {
    pub title: String,
    pub kind: ValueKind,
    pub how: AskHow,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum AskHow {
    New,
    Changed,
    Gone,
}
