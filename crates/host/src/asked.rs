//! What servers ask of the person, read before anybody is asked.
//!
//! That is done on the task of the server's own run: what takes long to read holds up nobody else.

use paddock_core::RequestKind;
use paddock_mcp::elicitation::{Elicitation, ElicitationModes};
use paddock_mcp::sampling::{Sampling, SamplingTools};
use paddock_mcp::{AskContent as What, AskReply, PayloadError, Revision};

use crate::inbox::{Content, Prompting};
use crate::sampling;

/// JSON-RPC's `Internal error`.
const INTERNAL: i64 = -32603;

/// What a server asked for, under the name that whoever brought it has for it.
#[derive(Debug)]
pub(crate) struct Brought<Id> {
    pub(crate) ask: Id,
    pub(crate) revision: Revision,
    /// Bytes of it, as it was sent.
    pub(crate) bytes: usize,
    pub(crate) content: Content,
    pub(crate) kind: RequestKind,
    /// Its first words, safe to show.
    pub(crate) summary: String,
    /// What it may cost at the most, in and out.
    pub(crate) tokens: u32,
    /// The tool, prompt or resource in whose call it was asked, where an app's relay knows it.
    pub(crate) during: Option<String>,
}

/// Why something can't be put before a person, for the server's author.
#[derive(Debug)]
pub(crate) struct Unfit {
    code: i64,
    pub(crate) message: String,
}

impl<Id> Brought<Id> {
    /// # Errors
    /// It is not what the protocol says it should be, or a conversation without end.
    pub(crate) fn read(ask: Id, what: &What, revision: Revision) -> Result<Self, Unfit> {
        let (What::Sampling(params) | What::Elicitation(params)) = what;
        // Both came with one revision.
        let is_newer = revision >= Revision::V2025_11_25;
        let (content, summary, tokens) = match what {
            What::Sampling(params) => {
                let tools =
                    if is_newer { SamplingTools::Declared } else { SamplingTools::Undeclared };
                let wanted = Sampling::parse(params, tools)?;
                if sampling::rounds(&wanted) > sampling::MOST_ROUNDS {
                    return Err(Unfit::new("the model asked for tools too often in a row"));
                }
                let (summary, tokens) = (sampling::summary(&wanted), sampling::cost(&wanted));
                (Content::Sampling(Box::new(Prompting::new(wanted))), summary, tokens)
            }
            What::Elicitation(params) => {
                let modes =
                    if is_newer { ElicitationModes::FormAndUrl } else { ElicitationModes::Form };
                let content = match Elicitation::parse(params, modes)? {
                    Elicitation::Form(form) => Content::Form { form, filled: None },
                    Elicitation::Url(url) => Content::Url(url),
                };
                let summary = sampling::first_line(content.message());
                (content, summary, 0)
            }
        };
        let (kind, bytes) = (content.kind(), params.get().len());
        Ok(Self { ask, revision, bytes, content, kind, summary, tokens, during: None })
    }
}

impl Unfit {
    pub(crate) fn new(message: &str) -> Self {
        Self { code: INTERNAL, message: message.to_owned() }
    }

    pub(crate) fn reply(self) -> AskReply {
        AskReply::Error { code: self.code, message: self.message }
    }
}

impl From<PayloadError> for Unfit {
    fn from(error: PayloadError) -> Self {
        Self { code: error.code(), message: error.message().to_owned() }
    }
}
