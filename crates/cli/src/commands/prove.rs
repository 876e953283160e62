use paddock_control::view::{Failure, ProveDraft, ProvedView};
use serde_json::json;

use super::proved::report;
use crate::arguments::Prove;
use crate::exit::Exit;
use crate::front::Front;
use crate::names;
use crate::out::Out;

/// Shows that a boundary holds: that of a server, or of the bundled one and of a command.
pub(super) async fn prove(asked: &Prove, out: &Out) -> Result<Exit, Failure> {
    let front = Front::open(false).await?;
    let mut all = Vec::new();
    if let Some(name) = &asked.server {
        let id = names::server(&front.client.view().await?, name)?.id;
        told(front.client.prove(id).await?, &mut all, out)?;
    } else {
        let tier = asked.tier.map(Into::into);
        told(front.client.prove_command(None, tier).await?, &mut all, out)?;
        if let Some(draft) = draft(&asked.command)? {
            told(front.client.prove_command(Some(draft), tier).await?, &mut all, out)?;
        }
    }
    let holds = all.iter().all(|proved| proved.holds);
    if out.json {
        out.json(&json!({ "holds": holds, "proved": all }))?;
    } else {
        out.said(if holds { "cli-holds" } else { "cli-leaks" })?;
    }
    Ok(if holds { Exit::Done } else { Exit::No })
}

/// Each is told of as soon as it is done.
fn told(proved: ProvedView, all: &mut Vec<ProvedView>, out: &Out) -> Result<(), Failure> {
    if !out.json {
        out.line(report(&proved, out))?;
    }
    all.push(proved);
    Ok(())
}

fn draft(command: &[String]) -> Result<Option<ProveDraft>, Failure> {
    let Some((program, args)) = command.split_first() else { return Ok(None) };
    let cwd = std::env::current_dir().map_err(Failure::internal)?;
    let cwd = cwd.to_string_lossy().into_owned();
    Ok(Some(ProveDraft { program: program.clone(), args: args.to_vec(), cwd }))
}
