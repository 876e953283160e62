//! What ended and what was missed, as rows.

use paddock_core::network::Destination;
use paddock_core::{
    Access, Change, Ended, EndedDestination, Forgotten, Grant, MISSED, Missed, MissedWhy, OfApp,
    Remembered, Request, RequestId, RequestKind, Saved, Server, ServerId, Time,
};
use rusqlite::{Connection, Row, Transaction, named_params, params};

use crate::column::{Column, get};
use crate::saved::{grant, lifetime, lifetime_columns, rows};

/// Reads all of it into `saved`, the newest first.
pub(crate) fn load(connection: &Connection, saved: &mut Saved) -> rusqlite::Result<()> {
    saved.ended = rows(connection, "SELECT * FROM ended ORDER BY at DESC, id", ended)?;
    let destinations = "SELECT * FROM ended_destinations ORDER BY at DESC, id";
    saved.ended_destinations = rows(connection, destinations, destination)?;
    saved.missed = rows(connection, "SELECT * FROM missed ORDER BY id DESC", missed)?;
    Ok(())
}

/// Removes the rows that nothing here wrote like this. None of them gives anything, so each costs
/// itself only.
pub(crate) fn drop_damaged(transaction: &Transaction<'_>) -> rusqlite::Result<()> {
    drop_damaged_of(
        transaction,
        "ended",
        "guarded NOT IN (0, 1) OR commits NOT IN (0, 1)",
        |row| ended(row).map(drop),
    )?;
    drop_damaged_of(transaction, "ended_destinations", "0", |row| destination(row).map(drop))?;
    drop_damaged_of(transaction, "missed", "folder IS NOT NULL AND app IS NULL", |row| {
        missed(row).map(drop)
    })
}

/// `other` is what else the schema of `table` forbids and `read` lets pass.
fn drop_damaged_of(
    transaction: &Transaction<'_>,
    table: &str,
    other: &str,
    read: fn(&Row<'_>) -> rusqlite::Result<()>,
) -> rusqlite::Result<()> {
    let sql = format!(
        "SELECT *, rowid AS row, id > 4294967294 OR server NOT IN (SELECT id FROM servers)
             OR {other} AS forbidden FROM {table}"
    );
    let mut damaged = Vec::<i64>::new();
    let mut statement = transaction.prepare(&sql)?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let forbidden: Option<bool> = row.get("forbidden")?;
        if forbidden != Some(false) || read(row).is_err() {
            damaged.push(row.get("row")?);
        }
    }
    let mut delete = transaction.prepare(&format!("DELETE FROM {table} WHERE rowid = ?1"))?;
    damaged.into_iter().try_for_each(|row| delete.execute([row]).map(drop))
}

/// Keeps what is remembered of a server that is there.
pub(crate) fn remember(
    transaction: &Transaction<'_>,
    remembered: &Remembered,
) -> rusqlite::Result<()> {
    match remembered {
        Remembered::Ended(ended) => put_ended(transaction, ended),
        Remembered::Destination(ended) => put_destination(transaction, ended),
        Remembered::Missed(missed) => put_missed(transaction, missed),
    }
}

pub(crate) fn forget(transaction: &Transaction<'_>, what: Forgotten) -> rusqlite::Result<()> {
    match what {
        Forgotten::Ended(id) => {
            transaction.execute("DELETE FROM ended WHERE id = ?1", [id.0])?;
            transaction.execute("DELETE FROM ended_destinations WHERE id = ?1", [id.0])?;
        }
        Forgotten::Missed(id) => {
            transaction.execute("DELETE FROM missed WHERE id = ?1", [id])?;
        }
    }
    Ok(())
}

/// What is given, or said otherwise, has not ended any more.
pub(crate) fn follow(transaction: &Transaction<'_>, change: &Change) -> rusqlite::Result<()> {
    if let Change::PutGrant(grant) = change {
        let identity = grant.root.identity;
        transaction
            .prepare_cached(
                "DELETE FROM ended WHERE server = ?1 AND path = ?2
                     AND device = ?3 AND inode = ?4 AND born IS ?5",
            )?
            .execute(params![
                Column(grant.server),
                Column(grant.root.path.clone()),
                Column(identity.device),
                Column(identity.inode),
                identity.born
            ])?;
    }
    if let Change::PutServer(server) = change {
        forget_said(transaction, server)?;
    }
    Ok(())
}

/// All that is older, whatever of it there is.
pub(crate) fn trim(connection: &Connection, oldest: Time) -> rusqlite::Result<()> {
    for table in ["ended", "ended_destinations", "missed"] {
        let sql = format!("DELETE FROM {table} WHERE at < ?1");
        connection.prepare_cached(&sql)?.execute([oldest.0])?;
    }
    Ok(())
}

fn forget_said(transaction: &Transaction<'_>, server: &Server) -> rusqlite::Result<()> {
    let of_server = "SELECT * FROM ended_destinations WHERE server = ?1";
    let ended: Vec<_> = transaction
        .prepare_cached(of_server)?
        .query_map([Column(server.id)], destination)?
        .collect::<Result<_, _>>()?;
    let said = &server.destinations;
    let is_said = |to: &Destination| said.allowed.contains_key(to) || said.never.contains(to);
    for it in ended.iter().filter(|it| is_said(&it.to)) {
        forget(transaction, Forgotten::Ended(it.id))?;
    }
    Ok(())
}

fn put_ended(transaction: &Transaction<'_>, ended: &Ended) -> rusqlite::Result<()> {
    let Grant { id, root, server, access, granted_at, .. } = &ended.grant;
    let (lifetime, until) = lifetime_columns(ended.grant.lifetime);
    transaction
        .prepare_cached(
            "INSERT OR REPLACE INTO ended
                 (id, server, path, device, inode, born, access, guarded, commits, lifetime,
                  until, granted_at, at, why)
             SELECT :id, :server, :path, :device, :inode, :born, :access, :guarded, :commits,
                 :lifetime, :until, :granted_at, :at, :why
             WHERE EXISTS (SELECT 1 FROM servers WHERE id = :server)",
        )?
        .execute(named_params! {
            ":id": Column(*id),
            ":server": Column(*server),
            ":path": Column(root.path.clone()),
            ":device": Column(root.identity.device),
            ":inode": Column(root.identity.inode),
            ":born": root.identity.born,
            ":access": Column(*access),
            ":guarded": access.guards(),
            ":commits": *access == Access::WriteCommits,
            ":lifetime": lifetime,
            ":until": until,
            ":granted_at": Column(*granted_at),
            ":at": Column(ended.at),
            ":why": Column(ended.why),
        })?;
    Ok(())
}

fn ended(row: &Row<'_>) -> rusqlite::Result<Ended> {
    Ok(Ended { grant: grant(row)?, at: get(row, "at")?, why: get(row, "why")? })
}

fn put_destination(
    transaction: &Transaction<'_>,
    ended: &EndedDestination,
) -> rusqlite::Result<()> {
    let (lifetime, until) = lifetime_columns(ended.lifetime);
    transaction
        .prepare_cached(
            "INSERT OR REPLACE INTO ended_destinations
                 (id, server, destination, lifetime, until, at)
             SELECT ?1, ?2, ?3, ?4, ?5, ?6 WHERE EXISTS (SELECT 1 FROM servers WHERE id = ?2)",
        )?
        .execute(params![
            Column(ended.id),
            Column(ended.server),
            ended.to.to_string(),
            lifetime,
            until,
            Column(ended.at)
        ])?;
    Ok(())
}

fn destination(row: &Row<'_>) -> rusqlite::Result<EndedDestination> {
    let text: String = row.get("destination")?;
    let to = text.parse().map_err(|_| rusqlite::Error::InvalidQuery)?;
    Ok(EndedDestination {
        id: get(row, "id")?,
        server: get(row, "server")?,
        to,
        lifetime: lifetime(row)?,
        at: get(row, "at")?,
    })
}

fn put_missed(transaction: &Transaction<'_>, missed: &Missed) -> rusqlite::Result<()> {
    let Request { kind, summary, of, .. } = &missed.request;
    let server = missed.request.server();
    transaction
        .prepare_cached(
            "INSERT OR REPLACE INTO missed (id, server, at, kind, summary, why, app, folder)
             SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8
             WHERE EXISTS (SELECT 1 FROM servers WHERE id = ?2)",
        )?
        .execute(params![
            missed.id,
            Column(server),
            Column(missed.at),
            Column(*kind),
            summary,
            Column(missed.why),
            of.as_ref().map(|of| &of.app),
            of.as_ref().and_then(|of| of.folder.as_ref()),
        ])?;
    transaction
        .prepare_cached(
            "DELETE FROM missed WHERE server = ?1 AND id <= (
                 SELECT id FROM missed WHERE server = ?1 ORDER BY id DESC LIMIT 1 OFFSET ?2)",
        )?
        .execute(params![Column(server), i64::try_from(MISSED).unwrap_or(i64::MAX)])?;
    Ok(())
}

fn missed(row: &Row<'_>) -> rusqlite::Result<Missed> {
    let server: ServerId = get(row, "server")?;
    let app: Option<String> = row.get("app")?;
    let folder = row.get("folder")?;
    let kind: RequestKind = get(row, "kind")?;
    let why: MissedWhy = get(row, "why")?;
    Ok(Missed {
        id: row.get("id")?,
        request: Request {
            id: RequestId(0),
            session: server.own(),
            kind,
            summary: row.get("summary")?,
            during: None,
            tokens: 0,
            of: app.map(|app| OfApp { app, folder }),
        },
        at: get(row, "at")?,
        why,
        again: 0,
    })
}
