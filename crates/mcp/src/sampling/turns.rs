//! The order in which tools are used and answered.

use std::collections::BTreeSet;

use super::{Content, Message, Role};
use crate::PayloadError;

/// A message of the assistant that uses tools is followed by one of the user that answers each of
/// them once and holds nothing else; results stand nowhere else.
pub(super) fn check(messages: &[Message]) -> Result<(), PayloadError> {
    let mut open = BTreeSet::new();
    for message in messages {
        let answered = results(message)?;
        if open != answered {
            return Err(PayloadError::new(
                "tool uses and the tool results of the next message do not match",
            ));
        }
        open = uses(message)?;
    }
    if open.is_empty() {
        return Ok(());
    }
    Err(PayloadError::new("tool uses of the last message have no tool results"))
}

fn results(message: &Message) -> Result<BTreeSet<&str>, PayloadError> {
    let mut answered = BTreeSet::new();
    for piece in &message.content {
        if let Content::ToolResult(result) = piece
            && !answered.insert(result.tool_use.as_str())
        {
            return Err(PayloadError::new("tool use is answered twice"));
        }
    }
    if answered.is_empty() {
        return Ok(answered);
    }
    if message.role == Role::Assistant {
        return Err(PayloadError::new("tool result in a message of the assistant"));
    }
    if answered.len() != message.content.len() {
        return Err(PayloadError::new("tool results are mixed with other content"));
    }
    Ok(answered)
}

fn uses(message: &Message) -> Result<BTreeSet<&str>, PayloadError> {
    let mut open = BTreeSet::new();
    for piece in &message.content {
        if let Content::ToolUse(tool_use) = piece
            && !open.insert(tool_use.id.as_str())
        {
            return Err(PayloadError::new("two tool uses have one id"));
        }
    }
    if !open.is_empty() && message.role == Role::User {
        return Err(PayloadError::new("tool use in a message of the user"));
    }
    Ok(open)
}
