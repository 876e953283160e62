//! Whether a person is asked what servers ask, where an app can't be asked itself.

use paddock_apps::apps;
use paddock_control::view::Failure;
use paddock_core::text::shown;
use serde_json::json;

use crate::arguments::{OnOff, StandIn};
use crate::consent::{confirmed, done};
use crate::exit::Exit;
use crate::front::Front;
use crate::out::Out;

/// Says whether that is so, or changes it.
pub(in crate::commands) async fn stand_in(asked: &StandIn, out: &Out) -> Result<Exit, Failure> {
    let names = names(&asked.client);
    let Some(on) = asked.on.map(OnOff::is_on) else {
        let view = Front::open(false).await?.client.view().await?;
        let on = names.iter().any(|name| view.stand_ins.contains(name));
        if out.json {
            out.json(&json!({ "app": asked.client, "asks": on }))?;
        } else {
            out.said(if on { "cli-app-asks-here" } else { "cli-app-asks-itself" })?;
        }
        return Ok(Exit::Done);
    };
    let mut front = Front::open(false).await?;
    if on {
        // Only a person lets more be asked of them.
        let values = [("app", shown(&asked.client).into())];
        let question = out.say_with("cli-app-ask-question", &values);
        front.client = confirmed(&front, &question, out).await?;
    }
    for name in names {
        front.client.set_stand_in(name, on).await?;
    }
    done(out)
}

/// The names under which an app may be known: sessions are named by what its config says.
fn names(client: &str) -> Vec<String> {
    let lower = client.to_lowercase();
    let known = apps().find(|app| app.id == lower || app.name.to_lowercase() == lower);
    match known {
        Some(app) => vec![app.id.to_owned(), app.name.to_owned()],
        None => vec![client.to_owned()],
    }
}
