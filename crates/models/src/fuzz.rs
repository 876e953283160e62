//! What a fuzzer throws at the answers of providers, and what it looks at in our questions.
#![expect(clippy::panic, reason = "a target fails by panicking")]

use crate::names::Names;
use crate::sse::Events;
use crate::{Completion, ModelError, Part, Prompt, ToolChoice, anthropic, openai};

/// Reads `data` as what a provider streams, in both languages.
///
/// # Panics
///
/// The answer depends on the pieces in which the bytes come, was not all shown as it came, or holds
/// a tool use whose input is no object.
pub fn stream(data: &[u8]) {
    for assemble in [openai_answer, anthropic_answer] {
        let whole = assemble(data, data.len().max(1));
        for size in [1, 5] {
            let pieces = assemble(data, size);
            assert_eq!(format!("{whole:?}"), format!("{pieces:?}"), "in pieces of {size}");
        }
        if let Ok((shown, answer)) = whole {
            check(&shown, &answer);
        }
    }
}

/// What goes to each provider for `prompt`, as JSON; none where it can't be said.
pub fn requests(prompt: &Prompt) -> [Option<Vec<u8>>; 2] {
    let names = Names::of(prompt);
    let limit = openai::request::Limit::MaxTokens;
    [
        openai::request::body(prompt, &names, limit).ok(),
        anthropic::request::body(prompt, &names).ok(),
    ]
}

fn check(shown: &str, answer: &Completion) {
    let mut texts = 0;
    for part in &answer.parts {
        match part {
            Part::Text(text) => texts += text.len(),
            Part::ToolUse { input, .. } => {
                let input: Result<serde_json::Value, _> = serde_json::from_str(input.get());
                assert!(input.map_or_else(|error| is_too_deep(&error), |input| input.is_object()));
            }
            Part::Image { .. } | Part::Audio { .. } | Part::ToolResult { .. } => {
                panic!("{part:?} in an answer")
            }
        }
    }
    assert_eq!(texts, shown.len(), "what was shown is not what was answered");
}

/// JSON of any depth is kept as text; only reading it whole has a limit.
fn is_too_deep(error: &serde_json::Error) -> bool {
    error.to_string().starts_with("recursion limit exceeded")
}

/// What is shown of an answer as it comes, and the answer.
type Read = Result<(String, Completion), ModelError>;

fn openai_answer(data: &[u8], size: usize) -> Read {
    let mut assembly = openai::answer::Assembly::default();
    let shown = each_event(data, size, |event| {
        (!assembly.is_done()).then(|| assembly.take(event)).transpose().map(Option::flatten)
    })?;
    let prompt = prompt();
    Ok((shown, assembly.finish(&prompt, &Names::of(&prompt))?))
}

fn anthropic_answer(data: &[u8], size: usize) -> Read {
    let mut assembly = anthropic::answer::Assembly::default();
    let shown = each_event(data, size, |event| {
        (!assembly.is_done()).then(|| assembly.take(event)).transpose().map(Option::flatten)
    })?;
    let prompt = prompt();
    Ok((shown, assembly.finish(&prompt, &Names::of(&prompt))?))
}

fn each_event(
    data: &[u8],
    size: usize,
    mut take: impl FnMut(&str) -> Result<Option<String>, ModelError>,
) -> Result<String, ModelError> {
    let (mut events, mut shown) = (Events::default(), String::new());
    for piece in data.chunks(size) {
        events.push(piece, |event| {
            shown.extend(take(event)?);
            Ok(())
        })?;
    }
    Ok(shown)
}

fn prompt() -> Prompt {
    Prompt {
        model: "m-1".to_owned(),
        system: None,
        messages: Vec::new(),
        max_tokens: 1,
        temperature: None,
        stop_sequences: Vec::new(),
        tools: Vec::new(),
        tool_choice: ToolChoice::Auto,
    }
}
