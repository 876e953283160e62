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
    let revoked = if asked.all {
        all(&front, out).await?
    } else {
        let meant = match numbers(&asked.grants) {
            Some(meant) => meant,
            None => meant(&front.client.view().await?, &asked.grants)?,
        };
        for grant in &meant {
            front.client.revoke(*grant).await?;
        }
        Some(meant)
    };
    if out.json {
        out.json(&json!({ "revoked": revoked }))?;
    } else if let Some(revoked) = revoked {
        out.said_with("cli-revoked", &[("count", revoked.len().into())])?;
    } else {
        out.said("cli-revoked-all")?;
    }
    Ok(Exit::Done)
}

/// Takes all back, whether or not what there is can be told; which they were is only for JSON.
async fn all(front: &Front, out: &Out) -> Result<Option<Vec<u32>>, Failure> {
    if !out.json {
        return front.client.revoke_all().await.map(|()| None);
    }
    // Both are on their way before either is answered.
    let (view, revoked) = tokio::join!(front.client.view(), front.client.revoke_all());
    revoked?;
    Ok(view.ok().map(|view| view.grants.iter().map(|grant| grant.id).collect()))
}

/// Grants that are all named by number: nothing has to be looked up, whatever else there is.
fn numbers(names: &[String]) -> Option<Vec<u32>> {
    let numbers: Option<Vec<_>> = names.iter().map(|name| number(name).ok()).collect();
    let mut numbers = numbers?;
    numbers.sort_unstable();
    numbers.dedup();
    Some(numbers)
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
