//! What tools and models give.

use serde::{Deserialize, Serialize};
use specta::Type;

use super::Hint;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct CallView {
    pub is_error: bool,
    pub parts: Vec<PartView>,
    /// Structured content, as indented JSON text.
    pub structured: Option<String>,
    /// How the structured content differs from what the tool promised.
    pub broken_promise: Option<String>,
    /// What may help where it failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hint: Option<Hint>,
    #[specta(type = u32)]
    pub milliseconds: f64,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase", tag = "kind")]
pub enum PartView {
    Text {
        text: String,
    },
    Image {
        mime_type: String,
        base64: String,
    },
    Audio {
        mime_type: String,
        base64: String,
    },
    /// A resource, by its address. It is followed only when the person asks for it.
    Link {
        uri: String,
        /// The address, safe to show.
        shown: String,
        name: String,
        description: Option<String>,
        mime_type: Option<String>,
    },
    /// A resource, with what it holds.
    Resource {
        shown: String,
        mime_type: Option<String>,
        text: Option<String>,
        /// A picture in it.
        image: Option<String>,
        /// Bytes of what is not text.
        size: u32,
    },
    /// The model wants a tool called.
    ToolUse {
        name: String,
        json: String,
    },
    /// What a tool gave to the model.
    ToolResult {
        is_error: bool,
        parts: Vec<PartView>,
    },
    /// Anything else, as indented JSON text.
    Other {
        label: String,
        json: String,
    },
}
