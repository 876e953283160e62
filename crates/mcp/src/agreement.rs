//! What was agreed in the handshake, and what it allows.

use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::value::RawValue;

use crate::{Era, Revision, ServerCapabilities};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Agreement {
    pub(crate) revision: Revision,
    pub(crate) tools: Offer,
    pub(crate) resources: Offer,
    pub(crate) prompts: Offer,
    /// Changes of a resource can be followed.
    pub(crate) subscribe: bool,
    pub(crate) completions: bool,
    pub(crate) logging: bool,
    pub(crate) tasks: TaskOffer,
}

/// Whether tools can be called as tasks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum TaskOffer {
    #[default]
    None,
    Lasting,
    Cancellable,
}

impl TaskOffer {
    pub(crate) fn is_some(self) -> bool {
        self != Self::None
    }

    pub(crate) fn can_be_cancelled(self) -> bool {
        self == Self::Cancellable
    }
}

/// A list that the server may have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Offer {
    #[default]
    None,
    Silent,
    /// Its changes are told.
    ListChanged,
}

impl Offer {
    pub(crate) fn is_some(self) -> bool {
        self != Self::None
    }
}

impl Agreement {
    pub(crate) fn new(
        revision: Revision,
        capabilities: Box<RawValue>,
    ) -> serde_json::Result<(Self, ServerCapabilities)> {
        let known: Known = serde_json::from_str(capabilities.get())?;
        let tasks = match revision.era() {
            Era::Legacy => known.tasks.map(Tasks::offer).unwrap_or_default(),
            Era::Modern => match known.extensions.and_then(|known| known.tasks) {
                Some(_) => TaskOffer::Cancellable,
                None => TaskOffer::None,
            },
        };
        let subscribe = known.resources.as_ref().is_some_and(|resources| resources.subscribe);
        let agreement = Self {
            revision,
            tools: known.tools.map(Listed::offer).unwrap_or_default(),
            resources: known.resources.map(Listed::offer).unwrap_or_default(),
            prompts: known.prompts.map(Listed::offer).unwrap_or_default(),
            subscribe,
            completions: known.completions.is_some(),
            logging: known.logging.is_some(),
            tasks,
        };
        let capabilities = ServerCapabilities {
            tools: agreement.tools.is_some(),
            resources: agreement.resources.is_some(),
            subscribe,
            prompts: agreement.prompts.is_some(),
            completions: agreement.completions,
            tasks: tasks.is_some(),
            logging: agreement.logging,
            raw: capabilities,
        };
        Ok((agreement, capabilities))
    }
}

#[derive(Deserialize)]
struct Known {
    tools: Option<Listed>,
    resources: Option<Listed>,
    prompts: Option<Listed>,
    completions: Option<IgnoredAny>,
    logging: Option<IgnoredAny>,
    tasks: Option<Tasks>,
    extensions: Option<Extensions>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Listed {
    #[serde(default)]
    list_changed: bool,
    #[serde(default)]
    subscribe: bool,
}

impl Listed {
    fn offer(self) -> Offer {
        if self.list_changed { Offer::ListChanged } else { Offer::Silent }
    }
}

#[derive(Deserialize)]
struct Tasks {
    #[serde(default)]
    requests: TaskRequests,
    cancel: Option<IgnoredAny>,
}

impl Tasks {
    fn offer(self) -> TaskOffer {
        match (self.requests.tools.call, self.cancel) {
            (None, _) => TaskOffer::None,
            (Some(_), None) => TaskOffer::Lasting,
            (Some(_), Some(_)) => TaskOffer::Cancellable,
        }
    }
}

#[derive(Default, Deserialize)]
struct TaskRequests {
    #[serde(default)]
    tools: ToolRequests,
}

#[derive(Default, Deserialize)]
struct ToolRequests {
    call: Option<IgnoredAny>,
}

#[derive(Deserialize)]
struct Extensions {
    #[serde(rename = "io.modelcontextprotocol/tasks")]
    tasks: Option<IgnoredAny>,
}
