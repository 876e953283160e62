//! What servers offer besides tools: resources and prompts.

use paddock_control::view::{
    Code, Completing, CompletingOf, ContentView, Failure, MessageView, NamedValue, PromptView,
    PromptedView, ResourcesView, RoleView, View,
};
use paddock_core::text::shown;
use serde_json::json;

use super::servers::named;
use super::tools::{CALL, first_line, or_cancelled, part_text};
use crate::arguments::values::Pair;
use crate::exit::Exit;
use crate::front::Front;
use crate::out::{Out, Tone, while_read};
use crate::table::Table;

pub(super) async fn resources(name: &str, out: &Out) -> Result<Exit, Failure> {
    let (front, id) = named(name, false).await?;
    let offered = front.client.resources(id).await?;
    if out.json {
        out.json(&offered)?;
    } else if offered.resources.is_empty() && offered.templates.is_empty() {
        out.said("cli-no-resources")?;
    } else {
        out.line(listed(&offered, out).written(out))?;
    }
    Ok(Exit::Done)
}

fn listed(offered: &ResourcesView, out: &Out) -> Table {
    let heads = ["cli-head-address", "cli-head-name", "cli-head-about"];
    let mut table = Table::new(heads.map(|id| out.say(id)));
    let resources = offered.resources.iter().map(|it| (&it.shown, &it.name, &it.description));
    let templates = offered.templates.iter().map(|it| (&it.shown, &it.name, &it.description));
    for (address, name, about) in resources.chain(templates) {
        table.row([shown(address).into(), shown(name).into(), first_line(about.as_deref()).into()]);
    }
    table
}

/// Reads a resource, or a template with its variables filled in.
pub(super) async fn read(
    name: &str,
    address: &str,
    values: &[Pair],
    out: &Out,
) -> Result<Exit, Failure> {
    let (front, id) = named(name, false).await?;
    let (client, address) = (&front.client, address.to_owned());
    let content = if values.is_empty() {
        or_cancelled(client, client.read_resource(id, address, CALL)).await?
    } else {
        or_cancelled(client, client.read_template(id, address, named_values(values), CALL)).await?
    };
    if out.json {
        out.json(&content)?;
    } else {
        out.line(content_text(&content, out))?;
    }
    Ok(Exit::Done)
}

/// Reads a resource, and again whenever the server says that it changed, until it is interrupted.
pub(super) async fn follow(name: &str, address: &str, out: &Out) -> Result<Exit, Failure> {
    let (mut front, id) = named(name, true).await?;
    // Somebody else may follow it, in the window.
    let followed_before = changes(&front.client.view().await?, id, address).is_ok();
    front.client.follow_resource(id, address.to_owned(), true).await?;
    let ended = tokio::select! {
        ended = while_read(read_again(&mut front, id, address, out)) => ended,
        _ = tokio::signal::ctrl_c() => Ok(Exit::Done),
    };
    if !followed_before {
        // Where the server or the host has gone, nothing is followed.
        drop(front.client.follow_resource(id, address.to_owned(), false).await);
    }
    ended
}

async fn read_again(front: &mut Front, id: u32, address: &str, out: &Out) -> Result<Exit, Failure> {
    let mut view = front.client.view().await?;
    loop {
        let known = changes(&view, id, address)?;
        let content = front.client.read_resource(id, address.to_owned(), CALL).await?;
        if out.json {
            out.json_line(&content)?;
        } else {
            out.line(content_text(&content, out))?;
        }
        while changes(&view, id, address)? == known {
            view = *front.next_view(view.sequence).await?;
        }
    }
}

/// How often a resource that is followed changed.
fn changes(view: &View, id: u32, address: &str) -> Result<u32, Failure> {
    let server = view.servers.iter().find(|it| it.id == id);
    let followed = server.and_then(|it| it.followed.iter().find(|it| it.uri == address));
    followed.map(|it| it.changes).ok_or_else(|| Failure::new(Code::ServerNotRunning))
}

fn content_text(content: &ContentView, out: &Out) -> String {
    let parts: Vec<_> = content.parts.iter().map(|part| part_text(part, out)).collect();
    parts.join("\n")
}

pub(super) async fn prompts(name: &str, out: &Out) -> Result<Exit, Failure> {
    let (front, id) = named(name, false).await?;
    let prompts = front.client.prompts(id).await?;
    if out.json {
        out.json(&json!({ "prompts": prompts }))?;
    } else if prompts.is_empty() {
        out.said("cli-no-prompts")?;
    } else {
        let heads = ["cli-head-prompt", "cli-head-values", "cli-head-about"];
        let mut table = Table::new(heads.map(|id| out.say(id)));
        for prompt in &prompts {
            let about = prompt.description.as_deref().or(prompt.title.as_deref());
            let row = [shown(&prompt.name), values_of(prompt), first_line(about)];
            table.row(row.map(Into::into));
        }
        out.line(table.written(out))?;
    }
    Ok(Exit::Done)
}

/// The names of its arguments; those that can be left out in brackets.
fn values_of(prompt: &PromptView) -> String {
    let named = prompt.arguments.iter().map(|it| {
        let name = shown(&it.name);
        if it.required { name } else { format!("[{name}]") }
    });
    named.collect::<Vec<_>>().join(" ")
}

/// Fills in a prompt.
pub(super) async fn prompt(
    name: &str,
    prompt: &str,
    values: &[Pair],
    out: &Out,
) -> Result<Exit, Failure> {
    let (front, id) = named(name, false).await?;
    let asked = front.client.prompt(id, prompt.to_owned(), named_values(values), CALL);
    let prompted = or_cancelled(&front.client, asked).await?;
    if out.json {
        out.json(&prompted)?;
    } else {
        out.line(prompted_text(&prompted, out))?;
    }
    Ok(Exit::Done)
}

fn prompted_text(prompted: &PromptedView, out: &Out) -> String {
    let messages: Vec<_> = prompted.messages.iter().map(|it| message_text(it, out)).collect();
    messages.join("\n\n")
}

fn message_text(message: &MessageView, out: &Out) -> String {
    let role = out.say(match message.role {
        RoleView::User => "cli-role-user",
        RoleView::Assistant => "cli-role-assistant",
    });
    let parts = message.parts.iter().map(|part| part_text(part, out));
    let role = out.paint(Tone::Faint, &role);
    std::iter::once(role).chain(parts).collect::<Vec<_>>().join("\n")
}

/// What a server suggests for a value that begins so, of a prompt or a template.
pub(super) async fn suggest(
    name: &str,
    of: String,
    typed: Pair,
    values: &[Pair],
    out: &Out,
) -> Result<Exit, Failure> {
    let (front, id) = named(name, false).await?;
    // Only an address has variables in it.
    let of = if of.contains('{') {
        CompletingOf::Template { template: of }
    } else {
        CompletingOf::Prompt { name: of }
    };
    let Pair { name: argument, value } = typed;
    let completing = Completing { of, argument, value, others: named_values(values) };
    let suggested = front.client.complete(id, completing).await?;
    if out.json {
        out.json(&json!({ "values": suggested }))?;
    } else if suggested.is_empty() {
        out.said("cli-no-suggestions")?;
    } else {
        suggested.iter().try_for_each(|it| out.line(shown(it)))?;
    }
    Ok(Exit::Done)
}

fn named_values(values: &[Pair]) -> Vec<NamedValue> {
    let named = values.iter().cloned();
    named.map(|Pair { name, value }| NamedValue { name, value }).collect()
}
