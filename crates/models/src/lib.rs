//! Language models: which one to ask, how to ask it, and where its key is kept.
//!
//! This is the only crate that opens connections to other machines, and only to the addresses of
//! [`Provider`]s that the person set up.

mod anthropic;
mod choose;
mod client;
mod error;
mod failure;
#[doc(hidden)]
pub mod fuzz;
mod http;
mod key;
mod keyring;
mod local;
mod names;
mod openai;
mod prompt;
mod provider;
mod proxy;
mod resolve;
mod sse;
mod tool_input;

pub use crate::choose::{Candidate, Chosen, Preferences, choose};
pub use crate::client::{Client, ClientOptions, TimeOuts};
pub use crate::error::ModelError;
pub use crate::key::Key;
pub use crate::keyring::{Kept, Keyring, KeyringError};
pub use crate::local::is_local;
pub use crate::prompt::{
    Completion, Message, Part, Prompt, Role, StopReason, ToolChoice, ToolSpec,
};
pub use crate::provider::{Api, Provider};
pub use crate::proxy::Proxy;
