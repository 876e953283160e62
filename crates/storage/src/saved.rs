//! What is saved, as rows.

mod grants;
mod servers;

use std::collections::{BTreeMap, BTreeSet};

use paddock_core::{Change, Command, Pause, Provider, Saved, ServerId, TokensByHour};
use rusqlite::{Connection, OptionalExtension, Row, Transaction, named_params, params};

use crate::column::{Column, get, get_optional};
use crate::schema::VERSION;
use crate::seal::seal_of;
use crate::{answers, remembered};
use grants::put_grant;
pub(crate) use grants::{grant, guarded, lifetime, lifetime_columns};
use servers::{put_server, server};

/// Reads all that is saved.
///
/// # Errors
/// A row that is not exactly what was once written of a server or grant.
pub(crate) fn load(connection: &Connection) -> rusqlite::Result<Saved> {
    Ok(Saved {
        servers: rows(connection, "SELECT * FROM servers ORDER BY id", server)?,
        grants: rows(connection, "SELECT * FROM grants ORDER BY id", grant)?,
        providers: rows(connection, "SELECT * FROM providers ORDER BY id", provider)?,
        spent: spent(connection)?,
        stand_ins: stand_ins(connection)?,
        paused: paused(connection)?,
        paused_apps: paused_apps(connection)?,
        used: Vec::new(),
        ended: Vec::new(),
        ended_destinations: Vec::new(),
        missed: Vec::new(),
        next_id: connection.query_row("SELECT next_id FROM state", [], |row| row.get(0))?,
    })
}

pub(crate) fn apply(transaction: &Transaction<'_>, change: &Change) -> rusqlite::Result<()> {
    remembered::follow(transaction, change)?;
    match change {
        Change::PutServer(server) => {
            put_server(transaction, server)?;
            let trusted = server.trusted.as_ref().map(|trusted| trusted.fingerprint);
            answers::forget_others(transaction, server.id, trusted)
        }
        Change::RemoveServer(id) => {
            remove(transaction, "DELETE FROM remembered WHERE server = ?1", id.0)?;
            remove(transaction, "DELETE FROM grants WHERE server = ?1", id.0)?;
            remove(transaction, "DELETE FROM spent WHERE server = ?1", id.0)?;
            remove(transaction, "DELETE FROM servers WHERE id = ?1", id.0)
        }
        Change::PutGrant(grant) => put_grant(transaction, grant),
        Change::RemoveGrant(id) => remove(transaction, "DELETE FROM grants WHERE id = ?1", id.0),
        Change::PutProvider(provider) => put_provider(transaction, provider),
        Change::RemoveProvider(id) => {
            remove(transaction, "DELETE FROM providers WHERE id = ?1", id.0)
        }
        Change::PutSpent(server, tokens) => put_spent(transaction, *server, tokens),
        Change::SetStandIn(app, on) => set_stand_in(transaction, app, *on),
        Change::SetPause(paused) => set_pause(transaction, *paused),
        Change::SetAppPause(app, paused) => set_app_pause(transaction, app, *paused),
        Change::Remember(what) => remembered::remember(transaction, what),
        Change::Forget(what) => remembered::forget(transaction, *what),
        // Done once the records of the commit are there.
        Change::ForgetActivity => Ok(()),
    }
}

/// Whether `change` takes values of an environment away, which may be secrets.
pub(crate) fn drops_values(
    transaction: &Transaction<'_>,
    change: &Change,
) -> rusqlite::Result<bool> {
    let server = match change {
        Change::RemoveServer(_) => return Ok(true),
        Change::PutServer(server) => server,
        Change::PutGrant(_)
        | Change::RemoveGrant(_)
        | Change::PutProvider(_)
        | Change::RemoveProvider(_)
        | Change::PutSpent(..)
        | Change::SetStandIn(..)
        | Change::SetPause(_)
        | Change::SetAppPause(..)
        | Change::Remember(_)
        | Change::Forget(_)
        | Change::ForgetActivity => return Ok(false),
    };
    let kept: Option<Column<BTreeMap<String, String>>> = transaction
        .prepare_cached("SELECT env FROM servers WHERE id = ?1 AND env IS NOT NULL")?
        .query_row([Column(server.id)], |row| row.get(0))
        .optional()?;
    let Command::Custom(custom) = &server.command else { return Ok(kept.is_some()) };
    let kept = kept.map(|column| column.0).unwrap_or_default();
    Ok(kept.iter().any(|(name, value)| custom.env.get(name) != Some(value)))
}

/// Keeps that `id` was given; returns whether it is larger than all before.
pub(crate) fn keep_id(transaction: &Transaction<'_>, id: u32) -> rusqlite::Result<bool> {
    let updated = transaction
        .prepare_cached("UPDATE state SET next_id = ?1 WHERE next_id < ?1")?
        .execute([i64::from(id) + 1])?;
    Ok(updated > 0)
}

/// Writes the seal of what is saved now.
pub(crate) fn seal(transaction: &Transaction<'_>) -> rusqlite::Result<()> {
    let seal = seal_of(&load(transaction)?, VERSION, &[]);
    transaction.prepare_cached("UPDATE state SET seal = ?1")?.execute([seal])?;
    Ok(())
}

/// Whether `saved` is what was sealed last, by a build that wrote `version`.
pub(crate) fn is_sealed(
    connection: &Connection,
    saved: &Saved,
    version: u32,
) -> rusqlite::Result<bool> {
    let seal: Option<Option<[u8; 32]>> =
        connection.query_row("SELECT seal FROM state", [], |row| row.get(0)).optional()?;
    let reads = rows(connection, "SELECT * FROM servers ORDER BY id", |row| get(row, "reads"))?;
    Ok(seal.flatten() == Some(seal_of(saved, version, &reads)))
}

/// What servers were let read without a grant, up to version 5.
pub(crate) fn forget_reads(transaction: &Transaction<'_>) -> rusqlite::Result<()> {
    transaction.execute("UPDATE servers SET reads = X''", [])?;
    Ok(())
}

fn put_provider(transaction: &Transaction<'_>, provider: &Provider) -> rusqlite::Result<()> {
    transaction
        .prepare_cached(
            "INSERT INTO providers (id, name, api, url, preferred, has_key, allowed)
             VALUES (:id, :name, :api, :url, :preferred, :has_key, :allowed)
             ON CONFLICT (id) DO UPDATE SET
                 name = excluded.name,
                 api = excluded.api,
                 url = excluded.url,
                 preferred = excluded.preferred,
                 has_key = excluded.has_key,
                 allowed = excluded.allowed",
        )?
        .execute(named_params! {
            ":id": Column(provider.id),
            ":name": provider.name,
            ":api": Column(provider.api),
            ":url": provider.url,
            ":preferred": provider.preferred,
            ":has_key": Column(provider.has_key),
            ":allowed": Column(provider.allowed),
        })?;
    Ok(())
}

fn provider(row: &Row<'_>) -> rusqlite::Result<Provider> {
    Ok(Provider {
        id: get(row, "id")?,
        name: row.get("name")?,
        api: get(row, "api")?,
        url: row.get("url")?,
        preferred: row.get("preferred")?,
        has_key: get(row, "has_key")?,
        allowed: get(row, "allowed")?,
    })
}

fn put_spent(
    transaction: &Transaction<'_>,
    server: ServerId,
    tokens: &TokensByHour,
) -> rusqlite::Result<()> {
    remove(transaction, "DELETE FROM spent WHERE server = ?1", server.0)?;
    let mut insert = transaction
        .prepare_cached("INSERT INTO spent (server, hour, tokens) VALUES (?1, ?2, ?3)")?;
    for (hour, tokens) in tokens {
        insert.execute((Column(server), hour, Column(*tokens)))?;
    }
    Ok(())
}

fn spent(connection: &Connection) -> rusqlite::Result<Vec<(ServerId, TokensByHour)>> {
    let mut spent = BTreeMap::<ServerId, TokensByHour>::new();
    for (server, hour, tokens) in rows(connection, "SELECT * FROM spent", spent_in_an_hour)? {
        spent.entry(server).or_default().insert(hour, tokens);
    }
    Ok(spent.into_iter().collect())
}

fn spent_in_an_hour(row: &Row<'_>) -> rusqlite::Result<(ServerId, i64, u64)> {
    Ok((get(row, "server")?, row.get("hour")?, get(row, "tokens")?))
}

fn set_stand_in(transaction: &Transaction<'_>, app: &str, on: bool) -> rusqlite::Result<()> {
    let sql = if on {
        "INSERT INTO stand_ins (app) VALUES (?1) ON CONFLICT DO NOTHING"
    } else {
        "DELETE FROM stand_ins WHERE app = ?1"
    };
    transaction.prepare_cached(sql)?.execute([app])?;
    Ok(())
}

fn stand_ins(connection: &Connection) -> rusqlite::Result<BTreeSet<String>> {
    let apps = rows(connection, "SELECT app FROM stand_ins", |row| row.get("app"))?;
    Ok(apps.into_iter().collect())
}

fn set_pause(transaction: &Transaction<'_>, paused: Option<Pause>) -> rusqlite::Result<()> {
    transaction.execute("DELETE FROM pause", [])?;
    if let Some(Pause { until }) = paused {
        transaction.execute("INSERT INTO pause (until) VALUES (?1)", [until.map(Column)])?;
    }
    Ok(())
}

fn set_app_pause(
    transaction: &Transaction<'_>,
    app: &str,
    paused: Option<Pause>,
) -> rusqlite::Result<()> {
    transaction.execute("DELETE FROM paused_apps WHERE app = ?1", [app])?;
    if let Some(Pause { until }) = paused {
        let until = until.map(Column);
        transaction.execute("INSERT INTO paused_apps VALUES (?1, ?2)", params![app, until])?;
    }
    Ok(())
}

fn paused_apps(connection: &Connection) -> rusqlite::Result<BTreeMap<String, Pause>> {
    let pause = |row: &Row<'_>| Ok((row.get("app")?, Pause { until: get_optional(row, "until")? }));
    Ok(rows(connection, "SELECT * FROM paused_apps ORDER BY app", pause)?.into_iter().collect())
}

fn paused(connection: &Connection) -> rusqlite::Result<Option<Pause>> {
    let paused = rows(connection, "SELECT until FROM pause", |row| get_optional(row, "until"))?;
    Ok(paused.first().map(|until| Pause { until: *until }))
}

fn remove(transaction: &Transaction<'_>, sql: &str, id: u32) -> rusqlite::Result<()> {
    transaction.prepare_cached(sql)?.execute([id])?;
    Ok(())
}

pub(crate) fn rows<T>(
    connection: &Connection,
    sql: &str,
    read: fn(&Row<'_>) -> rusqlite::Result<T>,
) -> rusqlite::Result<Vec<T>> {
    connection.prepare_cached(sql)?.query_map([], read)?.collect()
}
