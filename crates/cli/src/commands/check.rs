use std::path::PathBuf;

use paddock_control::view::{Code, Failure, Outcome, VerdictView};
use paddock_core::text::shown;
use serde::Serialize;
use serde_json::json;

use crate::arguments::values::absolute;
use crate::exit::Exit;
use crate::front::Front;
use crate::names;
use crate::out::Out;
use crate::table::{Cell, Table};
use crate::words;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Named<'a> {
    server_name: String,
    #[serde(flatten)]
    verdict: &'a VerdictView,
}

/// Says which servers may use these paths. The answer is no if some path is out of reach of all.
pub(super) async fn check(
    paths: &[PathBuf],
    server: Option<&str>,
    out: &Out,
) -> Result<Exit, Failure> {
    let paths: Vec<_> = paths.iter().map(|path| absolute(path)).collect();
    if paths.iter().any(|path| path.contains('\n')) {
        return Err(Failure::new(Code::CliPathLines));
    }
    let front = Front::open(false).await?;
    let view = front.client.view().await?;
    let id = server.map(|name| names::server(&view, name).map(|server| server.id)).transpose()?;
    let verdicts = front.client.check_paths(id, paths.join("\n")).await?;
    let name = |verdict: &VerdictView| {
        names::server_name(&view, verdict.server).unwrap_or_else(|| out.say("server-gone"))
    };
    if out.json {
        let named: Vec<_> =
            verdicts.iter().map(|verdict| Named { server_name: name(verdict), verdict }).collect();
        out.json(&json!({ "verdicts": named }))?;
    } else {
        let heads = ["cli-head-path", "cli-head-server", "cli-head-answer"];
        let mut table = Table::new(heads.map(|id| out.say(id)));
        for verdict in &verdicts {
            let (words, tone) = words::verdict(verdict, out);
            table.row([
                shown(&verdict.path).into(),
                name(verdict).into(),
                Cell::toned(words, tone),
            ]);
        }
        out.line(table.written(out))?;
    }
    Ok(if all_reached(&verdicts) { Exit::Done } else { Exit::No })
}

/// Whether each path is within reach of some server.
fn all_reached(verdicts: &[VerdictView]) -> bool {
    verdicts.iter().all(|asked| {
        let mut same = verdicts.iter().filter(|verdict| verdict.path == asked.path);
        same.any(|verdict| is_reached(verdict.outcome))
    })
}

fn is_reached(outcome: Outcome) -> bool {
    match outcome {
        Outcome::AllowedRead
        | Outcome::AllowedWriteGuarded
        | Outcome::AllowedReadGuarded
        | Outcome::AllowedReadWrite
        | Outcome::NeededToRun
        | Outcome::OwnHome
        | Outcome::NotEnforced => true,
        Outcome::Withheld | Outcome::NextStart | Outcome::Outside | Outcome::NotAPath => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_out_of_reach_of_all_is_a_no() {
        let verdict = |path: &str, server, outcome| VerdictView {
            path: path.into(),
            server,
            outcome,
            folder: None,
            grant: None,
        };
        let a = [verdict("/a", 1, Outcome::Outside), verdict("/a", 2, Outcome::AllowedRead)];
        assert!(all_reached(&a));
        let b = [a[0].clone(), a[1].clone(), verdict("/b", 1, Outcome::Withheld)];
        assert!(!all_reached(&b));
    }
}
