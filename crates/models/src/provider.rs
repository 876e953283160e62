//! Where language models are reached.

use url::Url;

use crate::Key;

#[derive(Clone, Debug)]
pub struct Provider {
    pub api: Api,
    /// With or without the `/v1` at its end.
    pub base_url: Url,
    pub key: Option<Key>,
}

/// The language a provider speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Api {
    /// Chat completions, as OpenAI, Ollama, llama.cpp, vLLM and LM Studio speak them.
    OpenAi,
    /// Messages.
    Anthropic,
}
