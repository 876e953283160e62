//! Where language models are reached.

use serde::{Deserialize, Serialize};
use specta::Type;

/// Number of a provider; never given twice, to a server or a grant neither.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ProviderId(pub u32);

/// A service that answers for language models.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Provider {
    pub id: ProviderId,
    pub name: String,
    pub api: ProviderApi,
    pub url: String,
    /// The model to use where no hint of a server names another.
    pub preferred: Option<String>,
    /// There is a key for it, which is kept elsewhere.
    pub has_key: bool,
    /// A person agreed that what servers ask is sent to its address.
    pub allowed: bool,
}

/// The language a provider speaks.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Type,
)]
#[serde(rename_all = "camelCase")]
pub enum ProviderApi {
    /// Chat completions, as OpenAI, Ollama, llama.cpp, vLLM and LM Studio speak them.
    OpenAi,
    Anthropic,
}
