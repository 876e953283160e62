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
        let tier = asked.tier;
        told(front.client.prove_command(None, tier).await?, &mut all, out)?;
        if let Some(draft) = draft(&asked.command)? {
            told(front.client.prove_command(Some(draft), tier).await?, &mut all, out)?;
        }
    }
    let holds = all.iter().all(|proved| proved.holds);
    if out.json {
        out.json(&json!({ "holds": holds, "proved": all }))?;
    } else {
        out.said(verdict(&all))?;
    }
    Ok(if holds { Exit::Done } else { Exit::No })
}

/// A command that was asked nothing may be no server at all: what is shown then is its boundary.
fn verdict(all: &[ProvedView]) -> &'static str {
    let spoke = |it: &ProvedView| it.lines.iter().any(|line| line.by_tool);
    if !all.iter().all(|proved| proved.holds) {
        "cli-leaks"
    } else if all.iter().all(spoke) {
        "cli-holds"
    } else {
        "cli-holds-unasked"
    }
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

#[cfg(test)]
mod tests {
    use paddock_control::view::{FindingView, Probe, ProvedLine, Reach, Tier};

    use super::*;

    fn proved(holds: bool, by_tool: bool) -> ProvedView {
        let finding = FindingView {
            path: "/x".into(),
            expected: Reach::Nothing,
            found: Reach::Nothing,
            blocked_by: None,
        };
        let line = ProvedLine {
            what: Probe::Outside.into(),
            server: "x".into(),
            by_tool,
            finding,
            ok: holds,
        };
        ProvedView {
            tier: Tier::Landlock,
            holds,
            sockets_open: false,
            lines: vec![line],
            passages: Vec::new(),
            alone: Vec::new(),
        }
    }

    #[test]
    fn what_was_never_asked_is_not_said_to_be_in_order() {
        assert_eq!(verdict(&[proved(true, true)]), "cli-holds");
        assert_eq!(verdict(&[proved(true, true), proved(true, false)]), "cli-holds-unasked");
        assert_eq!(verdict(&[proved(false, true), proved(true, false)]), "cli-leaks");
    }
}
