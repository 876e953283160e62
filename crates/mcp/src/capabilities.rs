//! What Paddock declares to servers that it can do.

use serde_json::{Value, json};

use crate::Era;

/// As a server of this era is told; with roots, if it is offered any. Revisions without modes read
/// `elicitation` as one that allows forms.
pub(crate) fn declared(era: Era, roots: bool) -> Value {
    let mut declared = json!({
        "sampling": {"tools": {}},
        "elicitation": {"form": {}, "url": {}},
    });
    if roots {
        declared["roots"] = match era {
            Era::Legacy => json!({"listChanged": true}),
            Era::Modern => json!({}),
        };
    }
    if era == Era::Modern {
        declared["extensions"] = json!({"io.modelcontextprotocol/tasks": {}});
    }
    declared
}
