//! A server that is given as a command, and that Paddock may not have yet.

use std::io::{IsTerminal as _, stdin, stdout};
use std::path::{Path, absolute};
use std::time::Duration;

use paddock_control::view::{Code, Failure, RunView, ServerDraft, View};
use tokio::time::{Instant, timeout_at};

use super::run;
use crate::exit::Exit;
use crate::front::Front;
use crate::out::Out;

/// How long another who adds the same at the same time may take.
const PATIENCE: Duration = Duration::from_secs(10);
/// What a program without a name of its own is called.
const NAMELESS: &str = "server";

/// The name of the server with this command. One that Paddock does not have is added: stopped, and
/// not trusted.
pub(super) async fn server(
    command: &[String],
    name: Option<&str>,
    out: &Out,
) -> Result<String, Failure> {
    let draft = draft(command)?;
    let server = found_or_added(&draft, name).await?;
    // Only who typed this is asked here. To an app, its calls say what they wait for.
    let typed = stdin().is_terminal() && stdout().is_terminal();
    if typed
        && needs_trust(&server).await?
        && run::trust(&server, &[], false, out).await? != Exit::Done
    {
        return Err(Failure::new(Code::CliNotConsented));
    }
    Ok(server)
}

async fn found_or_added(draft: &ServerDraft, name: Option<&str>) -> Result<String, Failure> {
    let mut front = Front::open(true).await?;
    let until = Instant::now() + PATIENCE;
    let mut view = front.client.view().await?;
    loop {
        if let Some(known) = known(&front, &view, draft, name).await? {
            return Ok(known);
        }
        let name = name.map_or_else(|| free_name(&view, &draft.program), ToOwned::to_owned);
        let added = front.client.add_server(ServerDraft { name: name.clone(), ..draft.clone() });
        let Err(failure) = added.await else { return Ok(name) };
        if failure.code != Code::DraftNameTaken || has_name(&view, &name) {
            return Err(failure);
        }
        // Somebody else adds it: it is shown once it is kept.
        let next = timeout_at(until, front.next_view(view.sequence)).await;
        view = *next.map_err(|_| failure)??;
    }
}

fn has_name(view: &View, name: &str) -> bool {
    view.servers.iter().any(|server| is_same_name(&server.name, name))
}

/// A program that is named by a path is the same wherever the app works.
fn draft(command: &[String]) -> Result<ServerDraft, Failure> {
    let (program, args) =
        command.split_first().ok_or_else(|| Failure::new(Code::DraftEmptyProgram))?;
    let program = match absolute(program) {
        Ok(path) if program.contains('/') => path.to_string_lossy().into_owned(),
        _ => program.clone(),
    };
    Ok(ServerDraft { program, args: args.to_vec(), ..ServerDraft::default() })
}

/// The name of the server that has just this command; with `name`, no other is meant.
async fn known(
    front: &Front,
    view: &View,
    draft: &ServerDraft,
    name: Option<&str>,
) -> Result<Option<String>, Failure> {
    for server in view.servers.iter().filter(|server| !server.bundled) {
        if name.is_some_and(|name| !is_same_name(name, &server.name)) {
            continue;
        }
        let has = front.client.server_draft(server.id).await?;
        if is_same_command(&has, draft) {
            return Ok(Some(has.name));
        }
    }
    Ok(None)
}

fn is_same_command(has: &ServerDraft, draft: &ServerDraft) -> bool {
    *has == ServerDraft { name: has.name.clone(), ..draft.clone() }
}

fn is_same_name(one: &str, other: &str) -> bool {
    one.to_lowercase() == other.to_lowercase()
}

/// A name from that of the program, which no server has.
fn free_name(view: &View, program: &str) -> String {
    let stem = Path::new(program).file_stem().and_then(|stem| stem.to_str()).unwrap_or(NAMELESS);
    // What begins so is a number.
    let stem = Some(stem.trim_start_matches('#')).filter(|it| !it.is_empty()).unwrap_or(NAMELESS);
    let is_free = |name: &String| !has_name(view, name);
    let numbered = (2..).map(|number| format!("{stem} {number}"));
    let mut names = std::iter::once(stem.to_owned()).chain(numbered);
    names.find(is_free).unwrap_or_default()
}

async fn needs_trust(name: &str) -> Result<bool, Failure> {
    let view = Front::open(false).await?.client.view().await?;
    let server = view.servers.iter().find(|server| server.name == name);
    // What was just added is still looked up.
    Ok(server.is_some_and(|it| {
        it.command.fingerprint.is_none() || matches!(it.state, RunView::NeedsTrust { .. })
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_named_by_a_path_is_the_same_everywhere() {
        let command = |program: &str| vec![program.to_owned(), "-x".to_owned()];
        assert_eq!(draft(&command("npx")).unwrap().program, "npx");
        assert_eq!(draft(&command("/opt/notes")).unwrap().program, "/opt/notes");
        let here = std::env::current_dir().unwrap().join("notes");
        assert_eq!(draft(&command("./notes")).unwrap().program, here.to_string_lossy());
        assert_eq!(draft(&[]).unwrap_err().code, Code::DraftEmptyProgram);
    }

    #[test]
    fn variables_and_folder_are_part_of_a_command() {
        let plain = draft(&["npx".to_owned()]).unwrap();
        let named = ServerDraft { name: "notes".to_owned(), ..plain.clone() };
        assert!(is_same_command(&named, &plain));
        let elsewhere = ServerDraft { cwd: Some("/srv".to_owned()), ..named.clone() };
        assert!(!is_same_command(&elsewhere, &plain));
        let more = ServerDraft { args: vec!["-y".to_owned()], ..named };
        assert!(!is_same_command(&more, &plain));
    }
}
