use paddock_control::view::{Code, Failure, View};
use serde_json::json;

use crate::arguments::Revoke;
use crate::arguments::values::number;
use crate::exit::Exit;
use crate::front::Front;
use crate::names;
use crate::out::Out;

/// Takes folders back. What is granted for good is so without a host, too: one is started to end it.
pub(super) async fn revoke(asked: &Revoke, out: &Out) -> Result<Exit, Failure> {
    let front = Front::open(false).await?;
    let view = front.client.view().await?;
    let revoked = if asked.all {
        front.client.revoke_all().await?;
        view.grants.iter().map(|grant| grant.id).collect()
    } else {
        let meant = meant(&view, &asked.grants)?;
        for grant in &meant {
            front.client.revoke(*grant).await?;
        }
        meant
    };
    if out.json {
        out.json(&json!({ "revoked": revoked }))?;
    } else if asked.all {
        out.said("cli-revoked-all")?;
    } else {
        out.said_with("cli-revoked", &[("count", revoked.len().into())])?;
    }
    Ok(Exit::Done)
}

/// Grants by number, or a path and perhaps the server it is taken from.
fn meant(view: &View, names: &[String]) -> Result<Vec<u32>, Failure> {
    let mut meant = Vec::new();
    if let [path, name] = names
        && number(path).is_err()
        && let Ok(server) = names::server(view, name)
    {
        let of_server = names::grants(view, path)?.into_iter().filter(|it| it.server == server.id);
        meant.extend(of_server.map(|grant| grant.id));
        if meant.is_empty() {
            return Err(Failure::new(Code::CliUnknownGrant).with("name", format!("{path} {name}")));
        }
        return Ok(meant);
    }
    for name in names {
        meant.extend(names::grants(view, name)?.iter().map(|grant| grant.id));
    }
    meant.sort_unstable();
    meant.dedup();
    Ok(meant)
}
