//! What waits for a person's answer, as the window shows it. All of it is the server's word, or a
//! model's.

use paddock_core::text::{shown, shown_lines};
use paddock_core::{self as core, Account, Missed, OpenRequest, Phase, Provider, RequestId};
use paddock_mcp::elicitation::{self, AddressWarning, Choice, Field, Form, UrlRequest};
use paddock_mcp::sampling::{Content, Message, Role, ToolResult};
use paddock_models::{Completion, is_local};
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Value, json};

use crate::inbox::{Kept, ModelRun, Prompting};
use crate::models::{Models, Status, url as address};
use crate::view::{
    AnswerView, AskingView, FieldKind, FieldView, FormView, MessageView, MissedView, ModelChoice,
    OfAppView, OptionView, PartView, PrioritiesView, ProviderState, ProviderView, RequestPhase,
    RequestView, RoleView, SamplingView, TextFormat, ToolView, UrlView, UrlWarning,
};
use crate::{parts, sampling as model, tools};

pub(crate) fn request(open: &OpenRequest, kept: Option<&Kept>) -> RequestView {
    let request = &open.request;
    RequestView {
        id: request.id.0,
        server: request.server().0,
        at: super::time(open.at),
        kind: request.kind,
        summary: request.summary.clone(),
        during: request.during.clone(),
        phase: match open.phase {
            Phase::Waiting => RequestPhase::Waiting,
            Phase::Answering => RequestPhase::Answering,
            Phase::Failed => RequestPhase::Failed {
                reason: kept.and_then(Kept::failure).unwrap_or_else(super::unsaid),
            },
            Phase::Review => RequestPhase::Review,
        },
        of: request.of.as_ref().map(of_app),
    }
}

pub(crate) fn missed(missed: &Missed) -> MissedView {
    MissedView {
        id: missed.id,
        request: Some(missed.request.id.0).filter(|id| *id != 0),
        server: missed.request.server().0,
        at: super::time(missed.at),
        kind: missed.request.kind,
        summary: missed.request.summary.clone(),
        why: missed.why,
        again: missed.again,
        of: missed.request.of.as_ref().map(of_app),
    }
}

fn of_app(of: &core::OfApp) -> OfAppView {
    OfAppView { app: of.app.clone(), folder: of.folder.clone() }
}

pub(crate) fn asking(asking: &core::Asking, account: Account) -> AskingView {
    AskingView {
        limits: asking.limits,
        requests_this_hour: account.sampled,
        tokens_today: account.tokens,
        allowed_next: account.allowed_next,
        muted: asking.muted,
    }
}

pub(crate) fn sampling(
    id: RequestId,
    prompting: &Prompting,
    chosen: Option<(ModelChoice, Option<String>)>,
) -> SamplingView {
    let wanted = &prompting.wanted;
    let (chosen, hint) = chosen.unzip();
    SamplingView {
        system_prompt: wanted.system_prompt.as_deref().map(shown_lines),
        messages: wanted.messages.iter().map(message).collect(),
        include_context: wanted.include_context.as_ref().map(shown),
        tools: wanted.tools.iter().map(tool).collect(),
        tool_choice: wanted.tool_choice.map(|choice| choice.as_str().to_owned()),
        hints: wanted.preferences.hints.iter().map(shown).collect(),
        priorities: PrioritiesView {
            cost: wanted.preferences.cost,
            speed: wanted.preferences.speed,
            intelligence: wanted.preferences.intelligence,
        },
        max_tokens: wanted.max_tokens,
        temperature: wanted.temperature,
        stop_sequences: wanted.stop_sequences.iter().map(shown).collect(),
        chosen,
        chosen_by_hint: hint.flatten().map(shown),
        answer: match (&prompting.answer, &prompting.attempt) {
            (Some(answer), _) => Some(written(id, answer)),
            (None, Some(attempt)) => Some(being_written(id, attempt)),
            (None, None) => None,
        },
    }
}

/// These are never called from here, so their names are only to be read.
fn tool(tool: &paddock_mcp::Tool) -> ToolView {
    ToolView { name: shown(&tool.name), ..tools::tool(tool) }
}

fn written(id: RequestId, answer: &Completion) -> AnswerView {
    AnswerView {
        request: id.0,
        model: Some(shown(&answer.model)),
        parts: answer.parts.iter().filter_map(model::content).map(|it| part(&it)).collect(),
        stop_reason: Some(shown(answer.stop_reason.as_str())),
        tokens_in: answer.tokens_in,
        tokens_out: answer.tokens_out,
    }
}

fn being_written(id: RequestId, attempt: &ModelRun) -> AnswerView {
    let text = shown_lines(&attempt.text);
    AnswerView {
        request: id.0,
        model: attempt.model.as_ref().map(|choice| shown(&choice.model)),
        parts: if text.is_empty() { Vec::new() } else { vec![PartView::Text { text }] },
        stop_reason: None,
        tokens_in: None,
        tokens_out: None,
    }
}

fn message(message: &Message) -> MessageView {
    MessageView {
        role: match message.role {
            Role::User => RoleView::User,
            Role::Assistant => RoleView::Assistant,
        },
        parts: message.content.iter().map(part).collect(),
    }
}

/// One part for each piece, so that both are counted alike.
fn part(content: &Content) -> PartView {
    match content {
        Content::Text(text) => as_sent(&json!({ "type": "text", "text": text })),
        Content::Image { mime, data } => {
            as_sent(&json!({ "type": "image", "mimeType": mime, "data": data }))
        }
        Content::Audio { mime, data } => {
            as_sent(&json!({ "type": "audio", "mimeType": mime, "data": data }))
        }
        Content::ToolUse(tool) => {
            PartView::ToolUse { name: shown(&tool.name), json: parts::pretty(&tool.input) }
        }
        Content::ToolResult(ToolResult { content, is_error, .. }) => {
            PartView::ToolResult { is_error: *is_error, parts: content.iter().map(part).collect() }
        }
        Content::Other { json, .. } => parts::part(json),
    }
}

/// A `SamplingMessageContentBlock` of the schema.
fn as_sent(block: &Value) -> PartView {
    match to_raw_value(block) {
        Ok(raw) => parts::part(&raw),
        Err(error) => PartView::Other { label: "?".to_owned(), json: error.to_string() },
    }
}

pub(crate) fn form(form: &Form) -> FormView {
    FormView {
        message: shown_lines(&form.message),
        fields: form.fields.iter().map(field).collect(),
    }
}

fn field(field: &Field) -> FieldView {
    FieldView {
        name: field.name.clone(),
        title: shown(field.label()),
        description: field.description.as_deref().map(shown_lines),
        required: field.required,
        kind: field_kind(&field.kind),
        default: field
            .default
            .as_ref()
            .filter(|json| is_as_it_looks(json))
            .map(|json| json.get().to_owned()),
    }
}

/// What is filled in is not spelled out, as it would be sent so: it must be what it looks like.
fn is_as_it_looks(default: &RawValue) -> bool {
    serde_json::from_str::<String>(default.get()).map_or(true, |text| shown_lines(&text) == text)
}

fn field_kind(kind: &elicitation::FieldKind) -> FieldKind {
    match kind {
        elicitation::FieldKind::Text { min_length, max_length, pattern, format } => {
            FieldKind::Text {
                min_length: *min_length,
                max_length: *max_length,
                pattern: pattern.as_ref().map(|pattern| shown(&pattern.source)),
                format: format.map(text_format),
            }
        }
        elicitation::FieldKind::Number { minimum, maximum, integer } => {
            FieldKind::Number { minimum: *minimum, maximum: *maximum, integer: *integer }
        }
        elicitation::FieldKind::Boolean => FieldKind::Boolean,
        elicitation::FieldKind::Choice { options: choices } => {
            FieldKind::Choice { options: options(choices) }
        }
        elicitation::FieldKind::Choices { options: choices, min_items, max_items } => {
            FieldKind::Choices {
                options: options(choices),
                min_items: *min_items,
                max_items: *max_items,
            }
        }
    }
}

fn text_format(format: elicitation::TextFormat) -> TextFormat {
    match format {
        elicitation::TextFormat::Email => TextFormat::Email,
        elicitation::TextFormat::Uri => TextFormat::Uri,
        elicitation::TextFormat::Date => TextFormat::Date,
        elicitation::TextFormat::DateTime => TextFormat::DateTime,
    }
}

/// The values are sent back, so they stay what they are; what is shown is the title.
fn options(choices: &[Choice]) -> Vec<OptionView> {
    let option =
        |choice: &Choice| OptionView { value: choice.value.clone(), title: shown(&choice.title) };
    choices.iter().map(option).collect()
}

pub(crate) fn url(request: &UrlRequest) -> UrlView {
    let address = &request.address;
    UrlView {
        message: shown_lines(&request.message),
        before: shown(&address.before),
        domain: shown(&address.domain),
        after: shown(&address.after),
        unicode_domain: address.unicode_domain.as_ref().map(shown),
        warnings: address.warnings.iter().map(|it| url_warning(*it)).collect(),
    }
}

fn url_warning(warning: AddressWarning) -> UrlWarning {
    match warning {
        AddressWarning::Credentials => UrlWarning::Credentials,
        AddressWarning::MixedScripts => UrlWarning::MixedScripts,
        AddressWarning::Punycode => UrlWarning::Punycode,
        AddressWarning::Address => UrlWarning::Address,
        AddressWarning::NotHttps => UrlWarning::NotHttps,
        AddressWarning::Port => UrlWarning::Port,
    }
}

/// The names of models, as many as there is room for.
fn models_of(names: &[String]) -> Vec<String> {
    const ROOM: usize = 64 << 10;
    let mut room = ROOM;
    let shown = names.iter().map(shown);
    let fits = |name: &String| match room.checked_sub(name.len()) {
        Some(rest) => {
            room = rest;
            true
        }
        None => false,
    };
    shown.filter(fits).collect()
}

pub(crate) fn provider(provider: &Provider, models: &Models) -> ProviderView {
    let known = models.get(provider.id);
    ProviderView {
        id: provider.id.0,
        name: shown(&provider.name),
        api: provider.api,
        url: shown(&provider.url),
        local: address(&provider.url).is_ok_and(|address| is_local(&address)),
        key: models.key(provider),
        state: match known.map(|known| &known.status) {
            _ if !provider.allowed => ProviderState::NotAllowed,
            None | Some(Status::Unknown) => ProviderState::Unknown,
            Some(Status::Asking) => ProviderState::Asking,
            Some(Status::Ready) => ProviderState::Ready,
            Some(Status::Failed(reason)) => ProviderState::Failed { reason: reason.clone() },
        },
        models: known.map(|known| models_of(&known.models)).unwrap_or_default(),
        preferred: provider.preferred.as_ref().map(shown),
    }
}
