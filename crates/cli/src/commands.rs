//! What is done for each command.

mod activity;
mod allow;
mod answer;
mod apps;
mod attempts;
mod check;
mod consents;
mod destinations;
mod doctor;
mod edit;
mod folders;
mod given;
mod grant;
mod import;
mod install;
mod log;
mod messages;
mod missed;
mod models;
mod offers;
mod own;
mod prove;
mod proved;
mod requests;
mod revoke;
mod run;
mod sending;
mod server;
mod servers;
mod sessions;
mod shim;
mod status;
mod system;
mod tools;
mod usage;

use paddock_control::view::Failure;

use crate::arguments::{Apps, Here, OfHost, Resume, Verb};
use crate::exit::Exit;
use crate::out::Out;
use crate::{block_on, generate, help};

/// Does what was asked for.
pub(crate) fn run(verb: Verb, out: &Out) -> Result<Exit, Failure> {
    match verb {
        Verb::Here(Here::Help { command }) => out.piece(&help::of(&command, out.words())?)?,
        Verb::Here(Here::Completions { shell }) => generate::completions(shell, out)?,
        Verb::Here(Here::Man { command }) => generate::man(&command, out)?,
        Verb::Here(Here::Generate { dir }) => generate::write_to(&dir, out)?,
        Verb::Here(Here::Apps { verb: None }) => apps::list(out)?,
        Verb::Here(Here::Apps { verb: Some(Apps::Ask(asked)) }) => {
            return block_on(apps::stand_in(&asked, out));
        }
        Verb::Here(Here::Disconnect(asked)) => {
            return block_on(apps::disconnect(&asked, out));
        }
        Verb::Here(Here::Run(asked)) => return Ok(shim::run(asked, out)),
        Verb::Here(Here::Host { stay }) => {
            if let Some(exit) = block_on(own::runs_already(stay, out))? {
                return Ok(exit);
            }
            own::host(stay)?;
        }
        Verb::OfHost(asked) => return block_on(ask(asked, out)),
    }
    Ok(Exit::Done)
}

async fn ask(asked: OfHost, out: &Out) -> Result<Exit, Failure> {
    match asked {
        OfHost::Status { clear } => status::show(clear, out).await,
        OfHost::Servers { verb } => servers::run(verb, out).await,
        OfHost::Sessions => sessions::list(out).await,
        OfHost::End(asked) => sessions::end(&asked, out).await,
        OfHost::Narrow(asked) => sessions::narrow(&asked, out).await,
        OfHost::Scope(asked) => usage::scope(&asked, out).await,
        OfHost::Rules(asked) => usage::rules(&asked, out).await,
        OfHost::Changed(asked) => usage::changed(&asked, out).await,
        OfHost::Destinations(asked) => destinations::list(&asked, out).await,
        OfHost::Allow(asked) => destinations::allow(&asked, out).await,
        OfHost::Deny(asked) => destinations::deny(&asked, out).await,
        OfHost::Forget(asked) => destinations::forget(&asked, out).await,
        OfHost::Connect(asked) => apps::connect(&asked, out).await,
        OfHost::Install(asked) => install::install(&asked, out).await,
        OfHost::Folders(asked) => folders::list(&asked, out).await,
        OfHost::Grant(asked) => grant::grant(&asked, out).await,
        OfHost::Access(asked) => grant::access(&asked, out).await,
        OfHost::Extend(asked) => grant::extend(&asked, out).await,
        OfHost::Again(asked) => grant::again(&asked, out).await,
        OfHost::Revoke(asked) => revoke::revoke(&asked, out).await,
        OfHost::Pause { app: None, time, .. } => own::pause(time, out).await,
        OfHost::Pause { app: Some(app), ahead, time } => {
            sessions::pause(&app, ahead, time, out).await
        }
        OfHost::Resume(Resume { app: None, wait }) => own::resume(wait.no_wait, out).await,
        OfHost::Resume(Resume { app: Some(app), wait }) => {
            sessions::resume(&app, wait.no_wait, out).await
        }
        OfHost::Requests { verb } => requests::run(verb, out).await,
        OfHost::Consents { verb } => consents::run(verb, out).await,
        OfHost::Check { paths, server } => check::check(&paths, server.as_deref(), out).await,
        OfHost::Activity(asked) => activity::show(&asked, out).await,
        OfHost::Models { verb } => models::run(verb, out).await,
        OfHost::Settings(asked) => own::settings(&asked, out).await,
        OfHost::Prove(asked) => prove::prove(&asked, out).await,
        OfHost::System { markdown } => system::show(markdown, out).await,
        OfHost::Doctor => doctor::show(out).await,
        OfHost::TerminalConsent { on, wait } => {
            own::terminal_consent(on.is_on(), wait.no_wait, out).await
        }
        OfHost::KeyringOnly { on, wait } => own::keyring_only(on.is_on(), wait.no_wait, out).await,
        OfHost::Quit => own::quit(out).await,
    }
}

/// Says that no host runs, where that is the answer.
fn nothing_runs(out: &Out) -> Result<Exit, Failure> {
    if out.json {
        out.json(&serde_json::json!({ "running": false }))?;
    } else {
        out.said("cli-not-running")?;
    }
    Ok(Exit::Done)
}
