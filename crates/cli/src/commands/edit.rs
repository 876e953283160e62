use paddock_control::view::{Code, Failure, View};
use paddock_core::text::shown;

use super::own::already_so;
use super::servers::{named, note_secrets, typed};
use crate::arguments::Edit;
use crate::consent::{confirmed, done};
use crate::exit::Exit;
use crate::out::Out;
use crate::shell::argument;

pub(super) async fn edit(asked: &Edit, out: &Out) -> Result<Exit, Failure> {
    let (front, id) = named(&asked.name, false).await?;
    let was = front.client.server_draft(id).await?;
    if let Some(variable) = asked.unknown_variable(&was) {
        let failure = Failure::new(Code::CliNoVariable).with("server", shown(&was.name));
        return Err(failure.with("name", shown(variable)));
    }
    let typed = typed(&asked.draft.secret, out).await?;
    let name = was.name.clone();
    let edited = asked.applied(was.clone(), typed);
    if edited == was {
        return already_so(out);
    }
    if edited.name == name {
        front.client.edit_server(id, edited).await?;
    } else {
        // Apps start it by its name.
        let names = [("server", shown(&name).into()), ("name", shown(&edited.name).into())];
        let question = out.say_with("cli-renames", &names);
        confirmed(&front, &question, out).await?.edit_server(id, edited).await?;
    }
    let view = front.client.view().await?;
    note_secrets(&view, id, out);
    told_edited(&view, id, out)
}

/// Says that it is done, and that a command which is another one now is to be trusted first.
fn told_edited(view: &View, id: u32, out: &Out) -> Result<Exit, Failure> {
    let server = view.servers.iter().find(|server| server.id == id);
    match server.filter(|server| !server.bundled && !server.command.trusted) {
        Some(server) if !out.json => {
            let name = shown(&server.name);
            let values = [("server", name.as_str().into()), ("argument", argument(&name).into())];
            out.said_with("cli-edited", &values).map(|()| Exit::Done)
        }
        Some(_) | None => done(out),
    }
}
