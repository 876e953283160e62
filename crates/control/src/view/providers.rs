//! Where language models are reached.

pub use paddock_core::ProviderApi;
use serde::{Deserialize, Serialize};
use specta::Type;

use super::Failure;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ProviderView {
    pub id: u32,
    pub name: String,
    pub api: ProviderApi,
    pub url: String,
    /// It is reached on this machine only.
    pub local: bool,
    pub key: KeyView,
    pub state: ProviderState,
    /// Models it offers, when it was asked.
    pub models: Vec<String>,
    /// The model to use where no hint of a server names another.
    pub preferred: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum KeyView {
    None,
    /// In the keyring of the desktop.
    Kept,
    /// There is no keyring here: it is forgotten when the host ends.
    UntilQuit,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase", tag = "kind")]
pub enum ProviderState {
    /// Nothing is sent there: no person agreed to its address.
    NotAllowed,
    /// It was not asked yet.
    Unknown,
    Asking,
    Ready,
    Failed {
        reason: Failure,
    },
}

#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ProviderDraft {
    pub name: String,
    pub api: ProviderApi,
    pub url: String,
    /// A new key; empty takes the key away, absent leaves it as it is.
    pub key: Option<String>,
    pub preferred: Option<String>,
}

impl std::fmt::Debug for ProviderDraft {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ProviderDraft")
            .field("name", &self.name)
            .field("api", &self.api)
            .field("url", &self.url)
            .finish_non_exhaustive()
    }
}
