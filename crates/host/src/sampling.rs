//! Between a server that wants a model's answer and the model that gives it.

use paddock_core::text::shown;
use paddock_mcp::sampling::{
    Content, Message, Role, Sampling, SamplingAnswer, ToolChoice, ToolUse,
};
use paddock_models::{self as models, Completion, Part, Preferences, Prompt, ToolSpec};

use crate::view::{Code, Failure, SamplingEdit};

/// How often in one conversation a model may ask for tools before it is refused.
pub(crate) const MOST_ROUNDS: usize = 20;
/// Bytes of text a token has at the least, on average, in whatever language.
const BYTES_A_TOKEN: usize = 3;
/// What a picture or a sound costs, roughly.
const TOKENS_OF_MEDIA: usize = 1600;
/// Characters of a summary.
const SUMMARY: usize = 120;
/// Who wrote an answer that no model wrote.
const A_PERSON: &str = "human";

/// Rounds of tool use that a conversation has gone through.
pub(crate) fn rounds(wanted: &Sampling) -> usize {
    let uses_tools =
        |message: &&Message| message.content.iter().any(|it| matches!(it, Content::ToolUse(_)));
    wanted.messages.iter().filter(uses_tools).count()
}

/// What an answer may cost at the most, in and out.
pub(crate) fn cost(wanted: &Sampling) -> u32 {
    let system = wanted.system_prompt.as_ref().map_or(0, String::len);
    let tools: usize = wanted.tools.iter().map(|tool| tool.input_schema.get().len()).sum();
    let contents = wanted.messages.iter().flat_map(|message| &message.content);
    let said: usize = contents.map(size).sum();
    let tokens_in = (system + tools) / BYTES_A_TOKEN + said;
    u32::try_from(tokens_in).unwrap_or(u32::MAX).saturating_add(wanted.max_tokens)
}

/// In tokens.
fn size(content: &Content) -> usize {
    match content {
        Content::Text(text) => text.len() / BYTES_A_TOKEN,
        Content::Image { .. } | Content::Audio { .. } => TOKENS_OF_MEDIA,
        Content::ToolUse(tool) => tool.input.get().len() / BYTES_A_TOKEN,
        Content::ToolResult(result) => result.content.iter().map(size).sum(),
        Content::Other { json, .. } => json.get().len() / BYTES_A_TOKEN,
    }
}

/// Its last words, short and safe to show.
pub(crate) fn summary(wanted: &Sampling) -> String {
    let contents = wanted.messages.iter().rev().flat_map(|message| &message.content);
    let texts = contents.filter_map(|content| match content {
        Content::Text(text) => Some(text.as_str()),
        Content::Image { .. }
        | Content::Audio { .. }
        | Content::ToolUse(_)
        | Content::ToolResult(_)
        | Content::Other { .. } => None,
    });
    first_line(texts.chain(wanted.system_prompt.as_deref()).next().unwrap_or_default())
}

pub(crate) fn first_line(text: &str) -> String {
    let line = text.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
    // Spelling out what would not be seen makes it longer, so it is cut after that.
    let mut line = shown(line.chars().take(SUMMARY + 1).collect::<String>());
    if let Some((cut, _)) = line.char_indices().nth(SUMMARY) {
        line.truncate(cut);
        line.push('…');
    }
    line
}

pub(crate) fn preferences(wanted: &Sampling) -> Preferences {
    let preferences = &wanted.preferences;
    Preferences {
        hints: preferences.hints.clone(),
        cost: preferences.cost,
        speed: preferences.speed,
        intelligence: preferences.intelligence,
    }
}

/// Whether a person changed only what is there to be changed, and in bounds.
///
/// # Errors
/// It names a text that is not there, or asks for no tokens or a temperature that is none.
pub(crate) fn check_edit(wanted: &Sampling, edit: &SamplingEdit) -> Result<(), Failure> {
    let bad = |what: &str| Failure::new(Code::BadEdit).with("what", what);
    let is_text = |message: u32, part: u32| {
        let message = wanted.messages.get(message as usize);
        let part = message.and_then(|message| message.content.get(part as usize));
        matches!(part, Some(Content::Text(_)))
    };
    if !edit.texts.iter().all(|text| is_text(text.message, text.part)) {
        return Err(bad("text"));
    }
    if edit.max_tokens.is_some_and(|most| most == 0 || most > wanted.max_tokens) {
        return Err(bad("max-tokens"));
    }
    if edit.temperature.is_some_and(|it| !it.is_finite() || !(0.0..=2.0).contains(&it)) {
        return Err(bad("temperature"));
    }
    Ok(())
}

/// What a model is asked: what the server wants, as the person left it. Nothing is added to it.
pub(crate) fn prompt(wanted: &Sampling, edit: &SamplingEdit, model: String) -> Prompt {
    let system = edit.system_prompt.clone().or_else(|| wanted.system_prompt.clone());
    let mut messages: Vec<_> = wanted.messages.iter().map(message).collect();
    for text in &edit.texts {
        let message = messages.get_mut(text.message as usize);
        if let Some(part) = message.and_then(|message| message.parts.get_mut(text.part as usize)) {
            *part = Part::Text(text.text.clone());
        }
    }
    let tools = wanted.tools.iter().map(|tool| ToolSpec {
        name: tool.name.clone(),
        description: tool.description.clone(),
        input_schema: tool.input_schema.clone(),
    });
    Prompt {
        model,
        system: system.filter(|system| !system.is_empty()),
        messages,
        max_tokens: edit.max_tokens.unwrap_or(wanted.max_tokens).min(wanted.max_tokens),
        temperature: edit.temperature.or(wanted.temperature),
        stop_sequences: wanted.stop_sequences.clone(),
        tools: tools.collect(),
        tool_choice: match wanted.tool_choice {
            None | Some(ToolChoice::Auto) => models::ToolChoice::Auto,
            Some(ToolChoice::Required) => models::ToolChoice::Required,
            Some(ToolChoice::None) => models::ToolChoice::None,
        },
    }
}

fn message(message: &Message) -> models::Message {
    let role = match message.role {
        Role::User => models::Role::User,
        Role::Assistant => models::Role::Assistant,
    };
    models::Message { role, parts: message.content.iter().map(part).collect() }
}

fn part(content: &Content) -> Part {
    match content {
        Content::Text(text) => Part::Text(text.clone()),
        Content::Image { mime, data } => Part::Image { mime: mime.clone(), data: data.clone() },
        Content::Audio { mime, data } => Part::Audio { mime: mime.clone(), data: data.clone() },
        Content::ToolUse(tool) => Part::ToolUse {
            id: tool.id.clone(),
            name: tool.name.clone(),
            input: tool.input.clone(),
        },
        Content::ToolResult(result) => Part::ToolResult {
            id: result.tool_use.clone(),
            content: result.content.iter().map(part).collect(),
            is_error: result.is_error,
        },
        // No model knows it; what it says is text to each.
        Content::Other { json, .. } => Part::Text(json.get().to_owned()),
    }
}

/// The model's answer as the server gets it.
pub(crate) fn answer(answer: &Completion) -> SamplingAnswer {
    SamplingAnswer {
        model: answer.model.clone(),
        role: Role::Assistant,
        content: answer.parts.iter().filter_map(content).collect(),
        stop_reason: Some(answer.stop_reason.as_str().to_owned()),
    }
}

/// What a person wrote in place of the model's texts; what the model wants of tools stays.
pub(crate) fn instead(text: String, answer: Option<&Completion>) -> SamplingAnswer {
    let Some(written) = answer else {
        return SamplingAnswer {
            model: A_PERSON.to_owned(),
            role: Role::Assistant,
            content: vec![Content::Text(text)],
            stop_reason: Some("endTurn".to_owned()),
        };
    };
    let others = written.parts.iter().filter(|part| !matches!(part, Part::Text(_)));
    let text = (!text.is_empty()).then_some(Content::Text(text));
    let content = text.into_iter().chain(others.filter_map(content)).collect();
    SamplingAnswer { content, ..self::answer(written) }
}

/// All the texts of an answer, as a person reads them.
pub(crate) fn text_of(answer: &Completion) -> String {
    let texts = answer.parts.iter().filter_map(|part| match part {
        Part::Text(text) => Some(text.as_str()),
        Part::Image { .. }
        | Part::Audio { .. }
        | Part::ToolUse { .. }
        | Part::ToolResult { .. } => None,
    });
    texts.collect::<Vec<_>>().join("\n")
}

/// A piece of a model's answer; a model gives no results of tools.
pub(crate) fn content(part: &Part) -> Option<Content> {
    Some(match part {
        Part::Text(text) => Content::Text(text.clone()),
        Part::Image { mime, data } => Content::Image { mime: mime.clone(), data: data.clone() },
        Part::Audio { mime, data } => Content::Audio { mime: mime.clone(), data: data.clone() },
        Part::ToolUse { id, name, input } => Content::ToolUse(ToolUse {
            id: id.clone(),
            name: name.clone(),
            input: input.clone(),
            meta: None,
        }),
        Part::ToolResult { .. } => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_first_line_is_short_even_when_it_is_spelled_out() {
        let line = first_line(&"\u{7f}".repeat(500));
        assert!(line.starts_with("\\u{7f}") && line.ends_with('…'), "{line}");
        assert_eq!(line.chars().count(), SUMMARY + 1);
    }
}
