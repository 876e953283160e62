//! Where language models are reached, for servers that ask for their answers.

use paddock_control::view::{
    Code, Failure, KeyView, ProviderDraft, ProviderState, ProviderView, View,
};
use paddock_core::text::shown;
use serde_json::json;

use crate::arguments::{Models, Wait};
use crate::consent::{Terminal, done, done_or_settled};
use crate::exit::Exit;
use crate::front::{Front, gone};
use crate::out::{Out, Tone};
use crate::table::{Cell, Table};

pub(super) async fn run(verb: Option<Models>, out: &Out) -> Result<Exit, Failure> {
    match verb {
        None => list(out).await,
        Some(Models::Add { name, url, api, more, wait }) => {
            let key = typed_key(&name, more.key, out).await?;
            let api = api.unwrap_or_default().into();
            let draft = ProviderDraft { name, api, url, key, preferred: more.model };
            let mut front = Front::open(true).await?;
            let id = front.client.add_provider(draft).await?;
            allow(&mut front, id, wait, out).await
        }
        Some(Models::Edit { name, rename, url, no_key, more, wait }) => {
            let (mut front, provider) = named(&name).await?;
            let mut draft = draft_of(&provider);
            draft.name = rename.unwrap_or(draft.name);
            draft.url = url.unwrap_or(draft.url);
            draft.preferred = more.model.or(draft.preferred);
            draft.key =
                if no_key { Some(String::new()) } else { typed_key(&name, more.key, out).await? };
            front.client.edit_provider(provider.id, draft).await?;
            allow(&mut front, provider.id, wait, out).await
        }
        Some(Models::Check { name, wait }) => check(&name, wait, out).await,
        Some(Models::Remove { name }) => {
            let (front, provider) = named(&name).await?;
            front.client.remove_provider(provider.id).await?;
            done(out)
        }
    }
}

/// Has a person agree to its address, unless one did.
async fn allow(front: &mut Front, id: u32, wait: Wait, out: &Out) -> Result<Exit, Failure> {
    let before = front.client.view().await?;
    let waits = front.client.allow_provider(id).await?;
    done_or_settled(front, &before, waits, wait.no_wait, out).await
}

/// A provider as it would be typed into the window, before anything is changed of it.
fn draft_of(provider: &ProviderView) -> ProviderDraft {
    ProviderDraft {
        name: provider.name.clone(),
        api: provider.api,
        url: provider.url.clone(),
        key: None,
        preferred: provider.preferred.clone(),
    }
}

async fn list(out: &Out) -> Result<Exit, Failure> {
    let view = Front::open(false).await?.client.view().await?;
    if out.json {
        out.json(&json!({ "providers": view.providers }))?;
    } else if view.providers.is_empty() {
        out.said("cli-no-providers")?;
    } else {
        out.line(table(&view, out).written(out))?;
    }
    Ok(Exit::Done)
}

fn table(view: &View, out: &Out) -> Table {
    let heads = ["cli-head-name", "cli-head-address", "cli-head-key", "cli-head-models"];
    let mut table = Table::new(heads.map(|id| out.say(id)));
    for provider in &view.providers {
        let key = out.say(match provider.key {
            KeyView::None => "cli-key-none",
            KeyView::Kept => "cli-key-kept",
            KeyView::UntilQuit => "cli-key-until-quit",
        });
        let (models, tone) = models(provider, out);
        let [name, url] = [&provider.name, &provider.url].map(shown);
        table.row([name.into(), url.into(), key.into(), Cell::toned(models, tone)]);
    }
    table
}

fn models(provider: &ProviderView, out: &Out) -> (String, Tone) {
    match &provider.state {
        ProviderState::NotAllowed => (out.say("models-not-allowed"), Tone::Caution),
        ProviderState::Unknown | ProviderState::Asking => (out.say("models-unknown"), Tone::Faint),
        ProviderState::Ready => (shown(provider.models.join(", ")), Tone::Plain),
        ProviderState::Failed { reason } => (out.failure(reason), Tone::Bad),
    }
}

/// Asks a provider for its models, and waits for what it says.
async fn check(name: &str, wait: Wait, out: &Out) -> Result<Exit, Failure> {
    let (mut front, ProviderView { id, state, .. }) = named(name).await?;
    if state == ProviderState::NotAllowed {
        let allowed = allow(&mut front, id, wait, out).await?;
        if allowed != Exit::Done {
            return Ok(allowed);
        }
    }
    front.client.check_provider(id).await?;
    let checked = loop {
        let view = front.client.view().await?;
        let checked = view.providers.into_iter().find(|it| it.id == id).ok_or_else(gone)?;
        if !matches!(checked.state, ProviderState::Unknown | ProviderState::Asking) {
            break checked;
        }
        front.pushed.next().await.ok_or_else(gone)?;
    };
    if let ProviderState::Failed { reason } = checked.state {
        return Err(reason);
    }
    if out.json {
        out.json(&json!({ "models": checked.models }))?;
    } else {
        let models: Vec<_> = checked.models.iter().map(shown).collect();
        out.line(models.join("\n"))?;
    }
    Ok(Exit::Done)
}

async fn named(name: &str) -> Result<(Front, ProviderView), Failure> {
    let front = Front::open(true).await?;
    let provider = provider(&front.client.view().await?, name)?.clone();
    Ok((front, provider))
}

fn provider<'a>(view: &'a View, name: &str) -> Result<&'a ProviderView, Failure> {
    let found = view.providers.iter().find(|it| it.name == name);
    found.ok_or_else(|| Failure::new(Code::CliUnknownProvider).with("name", name))
}

/// A key that a person types, if it is asked for.
async fn typed_key(name: &str, asked: bool, out: &Out) -> Result<Option<String>, Failure> {
    if !asked {
        return Ok(None);
    }
    let text = out.say_with("cli-key", &[("name", shown(name).into())]);
    let prompt = out.say("cli-key-prompt");
    Terminal::open()?.ask_secret(name, &text, &prompt).await.map(Some)
}
