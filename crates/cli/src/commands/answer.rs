//! Answers to what servers ask. They are given by a person, at the terminal or in the window.

use paddock_control::Push;
use paddock_control::view::{
    Code, Failure, FieldKind, FormView, RequestDetail, RequestPhase, RequestView, SamplingEdit,
    View,
};
use paddock_core::text::{shown, shown_lines};
use serde_json::{Map, Value, json};

use super::requests::{asked_in, text};
use super::tools::{json_object, standard_input};
use crate::arguments::{AnswerArgs, values::Pair};
use crate::consent::{confirmed, done};
use crate::exit::Exit;
use crate::front::{Front, gone};
use crate::names;
use crate::out::Out;

pub(super) async fn answer(asked: &AnswerArgs, out: &Out) -> Result<Exit, Failure> {
    let mut front = Front::open(true).await?;
    let view = front.client.view().await?;
    let request = find(&view, asked.request)?;
    let detail = front.client.request(request.id).await?;
    let question = about(&view, request, &detail, out);
    match &detail {
        RequestDetail::Url(_) => {
            let person = confirmed(&front, &question, out).await?;
            let address = person.agree_to_url(request.id).await?;
            if out.json {
                out.json(&json!({ "address": address }))?;
            } else {
                out.line(shown(&address))?;
            }
            Ok(Exit::Done)
        }
        RequestDetail::Form(form) => {
            let values = filled_in(asked, form)?.to_string();
            let question = format!("{question}\n\n{}\n{}", out.say("cli-answer"), shown(&values));
            let person = confirmed(&front, &question, out).await?;
            person.submit_form(request.id, values).await?;
            done(out)
        }
        RequestDetail::Sampling(_) if asked.model => {
            by_model(&mut front, asked, &question, out).await
        }
        RequestDetail::Sampling(_) => {
            let text = asked.text.as_deref().map(typed).transpose()?;
            if text.is_none() && request.phase != RequestPhase::Review {
                return Err(Failure::new(Code::CliNeedsAnswer));
            }
            let own = text.as_deref().map(shown_lines);
            let own = own.map(|own| format!("\n\n{}\n{own}", out.say("cli-answer")));
            let question = question + &own.unwrap_or_default();
            let person = confirmed(&front, &question, out).await?;
            person.deliver_answer(request.id, text).await?;
            done(out)
        }
    }
}

fn find(view: &View, id: u32) -> Result<&RequestView, Failure> {
    let found = view.requests.iter().find(|request| request.id == id);
    found.ok_or_else(|| Failure::new(Code::UnknownRequest))
}

fn about(view: &View, request: &RequestView, detail: &RequestDetail, out: &Out) -> String {
    let server = names::server_name(view, request.server).unwrap_or_default();
    let title = out.say_with("cli-answer-title", &[("server", server.into())]);
    let of = request.of.as_ref().map(|of| format!("\n{}", asked_in(of, out))).unwrap_or_default();
    format!("{title}{of}\n\n{}", text(detail, out))
}

fn typed(text: &str) -> Result<String, Failure> {
    if text == "-" { standard_input() } else { Ok(text.to_owned()) }
}

/// Sends the request to a model, shows what it writes, and leaves it for review.
async fn by_model(
    front: &mut Front,
    asked: &AnswerArgs,
    question: &str,
    out: &Out,
) -> Result<Exit, Failure> {
    let person = confirmed(front, question, out).await?;
    person.send_sampling(asked.request, SamplingEdit::default()).await?;
    loop {
        match front.pushed.next().await {
            Some(Push::Grew(grown)) if grown.request == asked.request && !out.json => {
                out.piece(&shown_lines(&grown.text))?;
            }
            Some(Push::View(view)) => match &find(&view, asked.request)?.phase {
                RequestPhase::Waiting | RequestPhase::Answering => {}
                RequestPhase::Failed { reason } => return Err(reason.clone()),
                RequestPhase::Review => break,
            },
            Some(Push::Unshown(failure)) => return Err(failure),
            Some(Push::Bye) | None => return Err(gone()),
            Some(Push::Grew(_) | Push::Log(_) | Push::Progress(_) | Push::Notify(_)) => {}
        }
    }
    if out.json {
        out.json(&front.client.request(asked.request).await?)?;
    } else {
        out.line(format!("\n{}", out.say_with("cli-review", &[("id", asked.request.into())])))?;
    }
    Ok(Exit::Done)
}

fn filled_in(asked: &AnswerArgs, form: &FormView) -> Result<Value, Failure> {
    if let Some(values) = &asked.values {
        return json_object(values);
    }
    let mut object = Map::new();
    for Pair { name, value } in &asked.fields {
        let field = form.fields.iter().find(|field| field.name == *name);
        let field = field.ok_or_else(|| no_field(name, form))?;
        object.insert(name.clone(), field_value(&field.kind, value));
    }
    if object.is_empty() {
        Err(Failure::new(Code::CliNeedsAnswer))
    } else {
        Ok(Value::Object(object))
    }
}

fn no_field(name: &str, form: &FormView) -> Failure {
    let names = names::joined(form.fields.iter().map(|field| field.name.clone()));
    Failure::new(Code::CliNoField).with("name", name).with("names", names)
}

/// A value as its field wants it; what does not fit is refused by the host.
fn field_value(kind: &FieldKind, typed: &str) -> Value {
    let json = || serde_json::from_str(typed).unwrap_or_else(|_| Value::from(typed));
    match kind {
        FieldKind::Text { .. } | FieldKind::Choice { .. } => typed.into(),
        FieldKind::Number { .. } | FieldKind::Boolean => json(),
        FieldKind::Choices { .. } => {
            typed.split(',').filter(|it| !it.is_empty()).map(Value::from).collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_have_the_kind_that_is_wanted() {
        let number = FieldKind::Number { minimum: None, maximum: None, integer: true };
        let choices = FieldKind::Choices { options: vec![], min_items: None, max_items: None };
        assert_eq!(field_value(&number, "7"), json!(7));
        assert_eq!(field_value(&FieldKind::Boolean, "true"), json!(true));
        assert_eq!(field_value(&FieldKind::Boolean, "maybe"), json!("maybe"));
        assert_eq!(field_value(&choices, "a,b"), json!(["a", "b"]));
        let text =
            FieldKind::Text { min_length: None, max_length: None, pattern: None, format: None };
        assert_eq!(field_value(&text, "7"), json!("7"));
    }
}
