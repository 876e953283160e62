use paddock_control::view::{
    Asked, Confinement, EnvEntry, Failure, LimitsChoice, SamplingLimits, ServerDraft, ServerView,
    View,
};
use paddock_core::text::shown;
use serde_json::json;

use super::{edit, import, log, messages, offers, run as running, server, tools};
use crate::arguments::values::{OrNone, Waiting};
use crate::arguments::{Add, OnOff, Servers, Settings};
use crate::consent::{Terminal, confirmed, done, done_or_settled};
use crate::exit::Exit;
use crate::front::Front;
use crate::names;
use crate::out::Out;
use crate::table::{Cell, Table};
use crate::words;

pub(super) async fn run(verb: Option<Servers>, out: &Out) -> Result<Exit, Failure> {
    match verb {
        None => list(out).await,
        Some(Servers::Add(asked)) => add(&asked, out).await,
        Some(Servers::Edit(asked)) => edit::edit(&asked, out).await,
        Some(Servers::Import { from }) => import::import(&from, out).await,
        Some(Servers::Propose { server }) => propose(&server, out).await,
        Some(Servers::Remove { server }) => {
            let (front, id) = named(&server, false).await?;
            front.client.remove_server(id).await?;
            done(out)
        }
        Some(Servers::Show { server }) => server::show(&server, out).await,
        Some(Servers::Trust { server, without, wait }) => {
            running::trust(&server, &without, wait.no_wait, out).await
        }
        Some(Servers::Distrust { server }) => {
            let (front, id) = named(&server, false).await?;
            front.client.withdraw_trust(id).await?;
            done(out)
        }
        Some(Servers::Start { server }) => running::start(&server, out).await,
        Some(Servers::Stop { server }) => running::stop(&server, out).await,
        Some(Servers::Restart { server }) => running::restart(&server, out).await,
        Some(Servers::Set(settings)) => set(&settings, out).await,
        Some(Servers::Log { server, follow, session }) => {
            log::show(&server, session, follow, out).await
        }
        Some(Servers::Tools { server }) => tools::list(&server, out).await,
        Some(Servers::Call { server, tool, arguments }) => {
            tools::call(&server, &tool, &arguments, out).await
        }
        Some(Servers::Resources { server }) => offers::resources(&server, out).await,
        Some(Servers::Read { server, address, follow: true, .. }) => {
            offers::follow(&server, &address, out).await
        }
        Some(Servers::Read { server, address, values, .. }) => {
            offers::read(&server, &address, &values, out).await
        }
        Some(Servers::Prompts { server }) => offers::prompts(&server, out).await,
        Some(Servers::Prompt { server, prompt, values }) => {
            offers::prompt(&server, &prompt, &values, out).await
        }
        Some(Servers::Suggest { server, of, typed, values }) => {
            offers::suggest(&server, of, typed, &values, out).await
        }
        Some(Servers::Messages(asked)) => messages::show(&asked, out).await,
    }
}

/// A connection, and the server of that name.
pub(super) async fn named(name: &str, watches: bool) -> Result<(Front, u32), Failure> {
    let front = Front::open(watches).await?;
    let id = names::server(&front.client.view().await?, name)?.id;
    Ok((front, id))
}

async fn list(out: &Out) -> Result<Exit, Failure> {
    let view = Front::open(false).await?.client.view().await?;
    if out.json {
        out.json(&json!({ "servers": view.servers }))?;
    } else if view.servers.is_empty() {
        out.said("cli-no-servers")?;
    } else {
        out.line(table(&view, out).written(out))?;
    }
    Ok(Exit::Done)
}

fn table(view: &View, out: &Out) -> Table {
    let heads =
        ["cli-head-id", "cli-head-server", "cli-head-state", "cli-head-kept", "cli-head-command"];
    let mut table = Table::new(heads.map(|id| out.say(id)));
    for server in &view.servers {
        let (state, tone) = words::state(&server.state, out);
        let (kept, kept_tone) = words::in_force(&server.enforcement, view.system.known, out);
        table.row([
            format!("#{}", server.id).into(),
            shown(&server.name).into(),
            Cell::toned(state, tone),
            Cell::toned(kept, kept_tone),
            command(server, out).into(),
        ]);
    }
    table
}

fn command(server: &ServerView, out: &Out) -> String {
    if server.bundled { out.say("servers-bundled") } else { shown(&server.command.line) }
}

async fn add(asked: &Add, out: &Out) -> Result<Exit, Failure> {
    let typed = typed(&asked.draft.secret, out).await?;
    let front = Front::open(false).await?;
    let named = ServerDraft { name: asked.name.clone(), ..ServerDraft::default() };
    let id = front.client.add_server(asked.draft.applied(named, typed)).await?;
    let folders = front.client.named_folders(id).await?;
    if out.json {
        out.json(&json!({ "server": id, "folders": folders }))?;
    } else {
        said_added(id, &asked.name, &folders, out)?;
    }
    note_secrets(&front.client.view().await?, id, out);
    Ok(Exit::Done)
}

/// Says of which values no keyring is the keeper.
pub(super) fn note_secrets(view: &View, id: u32, out: &Out) {
    let server = view.servers.iter().find(|server| server.id == id);
    let in_file = server.map(|server| &server.command.in_file).filter(|names| !names.is_empty());
    if let Some(names) = in_file {
        let names = names::joined(names.iter().map(shown));
        out.note(&out.say_with("servers-env-in-file", &[("names", names.into())]));
    }
}

/// Says that a server was added, which folders its command names, and how to be asked about them.
pub(super) fn said_added(
    id: u32,
    name: &str,
    folders: &[String],
    out: &Out,
) -> Result<(), Failure> {
    out.said_with("cli-added", &[("id", id.into()), ("server", shown(name).into())])?;
    if folders.is_empty() {
        return Ok(());
    }
    let count = folders.len().into();
    let names = names::joined(folders.iter().map(shown));
    out.said_with("unmet", &[("count", count), ("folders", names.into())])?;
    out.said_with("cli-propose", &[("id", id.into())])
}

/// Values of these variables, typed by a person.
pub(super) async fn typed(names: &[String], out: &Out) -> Result<Vec<EnvEntry>, Failure> {
    if names.is_empty() {
        return Ok(Vec::new());
    }
    let mut terminal = Terminal::open()?;
    let mut typed = Vec::new();
    for name in names {
        let text = out.say_with("cli-secret", &[("name", shown(name).into())]);
        let value = terminal.ask_secret(name, &text, &out.say("cli-secret-prompt")).await?;
        typed.push(EnvEntry { name: name.clone(), value });
    }
    Ok(typed)
}

async fn set(settings: &Settings, out: &Out) -> Result<Exit, Failure> {
    let mut front = Front::open(true).await?;
    let view = front.client.view().await?;
    let server = names::server(&view, &settings.server)?;
    let lifecycle = lifecycle(settings, server);
    if lifecycle != server.lifecycle {
        front.client.set_lifecycle(server.id, lifecycle).await?;
    }
    let limits = limits(settings, server);
    if limits != server.limits.choice() {
        front.client.set_limits(server.id, limits).await?;
    }
    match settings.listen.map(OnOff::is_on) {
        Some(true) if server.asking.muted => {
            // Only a person lets more be asked of them.
            let values = [("server", shown(&server.name).into())];
            let question = out.say_with("cli-listen-question", &values);
            confirmed(&front, &question, out).await?.set_muted(server.id, false).await?;
        }
        Some(false) => front.client.set_muted(server.id, true).await?,
        Some(true) | None => {}
    }
    let asking = sampling(settings, server);
    if asking != server.asking.limits {
        // Only a person lets more be asked of models.
        let values = [
            ("server", shown(&server.name).into()),
            ("requests", asking.requests_an_hour.into()),
            ("tokens", asking.tokens_a_day.into()),
        ];
        let question = out.say_with("cli-asking-question", &values);
        let person = confirmed(&front, &question, out).await?;
        person.set_sampling_limits(server.id, asking).await?;
    }
    if let Some(most) = settings.most_sent {
        let waits = front.client.set_most_sent(server.id, most.kilobytes()).await?;
        // One question after the other.
        let exit = done_or_settled(&mut front, &view, waits, settings.wait.no_wait, out).await?;
        if exit != Exit::Done || settings.leaves_confinement() {
            return Ok(exit);
        }
    }
    let (was, choice) = confinement(settings, server);
    let waits =
        if choice == was { None } else { front.client.set_confinement(server.id, choice).await? };
    done_or_settled(&mut front, &view, waits, settings.wait.no_wait, out).await
}

fn lifecycle(settings: &Settings, server: &ServerView) -> paddock_control::view::LifecycleView {
    let mut lifecycle = server.lifecycle;
    if let Some(restart) = settings.restart {
        lifecycle.restart = restart.into();
    }
    if let Some(on_demand) = settings.on_demand {
        lifecycle.on_demand = on_demand.is_on();
    }
    if let Some(idle) = settings.stop_when_idle {
        lifecycle.stop_when_idle = idle.after();
    }
    if let Some(seconds) = settings.keep_alive {
        lifecycle.keep_alive = seconds.after();
    }
    lifecycle
}

fn sampling(settings: &Settings, server: &ServerView) -> SamplingLimits {
    let was = server.asking.limits;
    SamplingLimits {
        requests_an_hour: settings.requests_an_hour.unwrap_or(was.requests_an_hour),
        tokens_a_day: settings.tokens_a_day.unwrap_or(was.tokens_a_day),
    }
}

/// Proposes the folders that a server's command names, and what it could not start without.
async fn propose(name: &str, out: &Out) -> Result<Exit, Failure> {
    let front = Front::open(false).await?;
    let view = front.client.view().await?;
    let server = names::server(&view, name)?;
    let mut picks = front.client.pick_named(server.id, true).await?;
    if server.missed.as_ref().is_some_and(|missed| missed.offer.is_some()) {
        picks.push(front.client.pick_missed(server.id).await?);
    }
    let which: Vec<_> = picks.into_iter().map(|pick| Waiting::Pick(pick).to_string()).collect();
    if out.json {
        out.json(&json!({ "proposed": which }))?;
    } else if which.is_empty() {
        out.said("cli-nothing-proposed")?;
    } else {
        out.said_with("cli-waits", &[("id", names::joined(which.clone()).into())])?;
    }
    Ok(if which.is_empty() { Exit::Done } else { Exit::Waits })
}

fn limits(settings: &Settings, server: &ServerView) -> LimitsChoice {
    let was = server.limits.choice();
    LimitsChoice {
        processes: settings.processes.unwrap_or(was.processes),
        memory: settings.memory.map_or(was.memory, OrNone::mebibytes),
    }
}

fn confinement(settings: &Settings, server: &ServerView) -> (Confinement, Confinement) {
    let was = Confinement {
        asked: server.enforcement.asked,
        network: server.network,
        ask_first: server.ask_first,
    };
    let enforced = settings.enforced.map(|it| match it {
        OnOff::On => Asked::Enforced,
        OnOff::Off => Asked::Advisory,
    });
    let choice = Confinement {
        asked: enforced.unwrap_or(was.asked),
        network: settings.network.map_or(was.network, Into::into),
        ask_first: settings.ask_first.map_or(was.ask_first, OnOff::is_on),
    };
    (was, choice)
}
