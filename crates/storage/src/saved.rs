//! What is saved, as rows.

use std::collections::{BTreeMap, BTreeSet};

use paddock_core::network::NetworkChoice;
use paddock_core::{
    Access, Asking, Change, Command, Confinement, CustomCommand, Grant, Identity, Lifecycle,
    Lifetime, Limits, Pause, Provider, ResolvedProgram, Root, SamplingLimits, Saved, SeenCommand,
    Server, ServerId, Time, TokensByHour, Trusted,
};
use rusqlite::{Connection, OptionalExtension, Row, Transaction, named_params, params};

use crate::column::{Column, get, get_optional};
use crate::schema::VERSION;
use crate::seal::seal_of;
use crate::{answers, remembered, sending};

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

fn put_server(transaction: &Transaction<'_>, server: &Server) -> rusqlite::Result<()> {
    let custom = match &server.command {
        Command::Bundled => None,
        Command::Custom(custom) => Some(custom),
    };
    let seen = server.trusted.as_ref().and_then(|trusted| trusted.seen.as_ref());
    transaction
        .prepare_cached(
            "INSERT INTO servers
                 (id, name, program, args, env, cwd, trusted, wanted, asked, network, ask_first,
                  seen_program, seen_args, seen_env, seen_env_paths, seen_cwd, seen_path,
                  seen_size, seen_changed, footprint, era, restart, keep_alive, stop_when_idle, on_demand,
                  requests_an_hour, tokens_a_day, muted, usage, destinations, secrets,
                  processes, memory, most_sent, sent_said, sent_said_bytes, sent_said_until)
             VALUES
                 (:id, :name, :program, :args, :env, :cwd, :trusted, :wanted, :asked, :network,
                  :ask_first, :seen_program, :seen_args, :seen_env, :seen_env_paths, :seen_cwd,
                  :seen_path, :seen_size, :seen_changed, :footprint, :era, :restart, :keep_alive, :stop_when_idle,
                  :on_demand, :requests_an_hour, :tokens_a_day, :muted, :usage, :destinations,
                  :secrets, :processes, :memory, :most_sent, :sent_said, :sent_said_bytes,
                  :sent_said_until)
             ON CONFLICT (id) DO UPDATE SET
                 name = excluded.name,
                 program = excluded.program,
                 args = excluded.args,
                 env = excluded.env,
                 cwd = excluded.cwd,
                 trusted = excluded.trusted,
                 wanted = excluded.wanted,
                 asked = excluded.asked,
                 network = excluded.network,
                 ask_first = excluded.ask_first,
                 seen_program = excluded.seen_program,
                 seen_args = excluded.seen_args,
                 seen_env = excluded.seen_env,
                 seen_env_paths = excluded.seen_env_paths,
                 seen_cwd = excluded.seen_cwd,
                 seen_path = excluded.seen_path,
                 seen_size = excluded.seen_size,
                 seen_changed = excluded.seen_changed,
                 footprint = excluded.footprint,
                 era = excluded.era,
                 restart = excluded.restart,
                 keep_alive = excluded.keep_alive,
                 stop_when_idle = excluded.stop_when_idle,
                 on_demand = excluded.on_demand,
                 requests_an_hour = excluded.requests_an_hour,
                 tokens_a_day = excluded.tokens_a_day,
                 muted = excluded.muted,
                 usage = excluded.usage,
                 destinations = excluded.destinations,
                 secrets = excluded.secrets,
                 processes = excluded.processes,
                 memory = excluded.memory,
                 most_sent = excluded.most_sent,
                 sent_said = excluded.sent_said,
                 sent_said_bytes = excluded.sent_said_bytes,
                 sent_said_until = excluded.sent_said_until",
        )?
        .execute(named_params! {
            ":id": Column(server.id),
            ":name": server.name,
            ":program": custom.map(|custom| &custom.program),
            ":args": custom.map(|custom| Column(custom.args.clone())),
            ":env": custom.map(|custom| Column(custom.env.clone())),
            ":cwd": custom.and_then(|custom| custom.cwd.clone()).map(Column),
            ":trusted": server.trusted.as_ref().map(|trusted| Column(trusted.fingerprint)),
            ":wanted": Column(server.wanted),
            ":asked": Column(server.confinement.asked),
            ":network": Column(server.confinement.network == NetworkChoice::Open),
            ":ask_first": Column(server.confinement.ask_first),
            ":seen_program": seen.map(|seen| &seen.program),
            ":seen_args": seen.map(|seen| Column(seen.args.clone())),
            ":seen_env": seen.map(|seen| Column(seen.env_names.clone())),
            ":seen_env_paths": Column(seen.map(|seen| seen.env_values.clone()).unwrap_or_default()),
            ":seen_cwd": seen.and_then(|seen| seen.cwd.clone()).map(Column),
            ":seen_path": seen.map(|seen| Column(seen.resolved.path.clone())),
            ":seen_size": seen.map(|seen| Column(seen.resolved.size)),
            ":seen_changed": seen.map(|seen| seen.resolved.changed),
            ":footprint": seen.map(|seen| Column(&seen.footprint)),
            ":era": server.era().map(Column),
            ":restart": Column(server.lifecycle.restart),
            ":keep_alive": server.lifecycle.keep_alive.map(Column),
            ":stop_when_idle": server.lifecycle.stop_when_idle.map(Column),
            ":on_demand": Column(server.lifecycle.on_demand),
            ":requests_an_hour": server.asking.limits.requests_an_hour,
            ":tokens_a_day": server.asking.limits.tokens_a_day,
            ":muted": Column(server.asking.muted),
            ":usage": Column(&server.usage),
            ":destinations": Column(server),
            ":secrets": Column(custom.unwrap_or(&CustomCommand::default())),
            ":processes": server.limits.processes,
            ":memory": server.limits.memory,
            ":most_sent": server.sending.most.map(sending::number),
            ":sent_said": server.sending.said.map(|said| sending::kind(said.ceiling)),
            ":sent_said_bytes": server.sending.said.and_then(|said| sending::bytes(said.ceiling)),
            ":sent_said_until": server.sending.said.map(|said| Column(said.until)),
        })?;
    Ok(())
}

fn server(row: &Row<'_>) -> rusqlite::Result<Server> {
    let command = match row.get("program")? {
        None => Command::Bundled,
        Some(program) => {
            let (secrets, said) = get(row, "secrets")?;
            Command::Custom(CustomCommand {
                program,
                args: get(row, "args")?,
                env: get(row, "env")?,
                secrets,
                said,
                cwd: get_optional(row, "cwd")?,
            })
        }
    };
    let Column((asks, destinations)) = row.get("destinations")?;
    Ok(Server {
        id: get(row, "id")?,
        name: row.get("name")?,
        command,
        trusted: trusted(row)?,
        wanted: get(row, "wanted")?,
        confinement: Confinement {
            asked: get(row, "asked")?,
            network: match (get(row, "network")?, asks) {
                (true, _) => NetworkChoice::Open,
                (false, true) => NetworkChoice::Ask,
                (false, false) => NetworkChoice::Off,
            },
            ask_first: get(row, "ask_first")?,
        },
        lifecycle: Lifecycle {
            restart: get(row, "restart")?,
            keep_alive: get_optional(row, "keep_alive")?,
            on_demand: get(row, "on_demand")?,
            stop_when_idle: get_optional(row, "stop_when_idle")?,
        },
        limits: Limits { processes: row.get("processes")?, memory: row.get("memory")? },
        sending: sending::read(row)?,
        asking: Asking {
            limits: SamplingLimits {
                requests_an_hour: row.get("requests_an_hour")?,
                tokens_a_day: row.get("tokens_a_day")?,
            },
            muted: get(row, "muted")?,
        },
        usage: get(row, "usage")?,
        destinations,
    })
}

fn trusted(row: &Row<'_>) -> rusqlite::Result<Option<Trusted>> {
    let Some(fingerprint) = get_optional(row, "trusted")? else { return Ok(None) };
    let seen = match row.get("seen_program")? {
        None => None,
        Some(program) => Some(SeenCommand {
            program,
            args: get(row, "seen_args")?,
            env_names: get(row, "seen_env")?,
            env_values: get(row, "seen_env_paths")?,
            cwd: get_optional(row, "seen_cwd")?,
            resolved: ResolvedProgram {
                path: get(row, "seen_path")?,
                size: get(row, "seen_size")?,
                changed: row.get("seen_changed")?,
            },
            footprint: get_optional(row, "footprint")?.unwrap_or_default(),
        }),
    };
    Ok(Some(Trusted { fingerprint, seen, era: get_optional(row, "era")? }))
}

fn put_provider(transaction: &Transaction<'_>, provider: &Provider) -> rusqlite::Result<()> {
    transaction
        .prepare_cached(
            "INSERT INTO providers (id, name, api, url, preferred, has_key)
             VALUES (:id, :name, :api, :url, :preferred, :has_key)
             ON CONFLICT (id) DO UPDATE SET
                 name = excluded.name,
                 api = excluded.api,
                 url = excluded.url,
                 preferred = excluded.preferred,
                 has_key = excluded.has_key",
        )?
        .execute(named_params! {
            ":id": Column(provider.id),
            ":name": provider.name,
            ":api": Column(provider.api),
            ":url": provider.url,
            ":preferred": provider.preferred,
            ":has_key": Column(provider.has_key),
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

pub(crate) fn lifetime_columns(lifetime: Lifetime) -> (&'static str, Option<Column<Time>>) {
    match lifetime {
        Lifetime::ThisRun => ("this-run", None),
        Lifetime::Until(end) => ("until", Some(Column(end))),
        Lifetime::Always => ("always", None),
    }
}

fn put_grant(transaction: &Transaction<'_>, grant: &Grant) -> rusqlite::Result<()> {
    let (lifetime, until) = lifetime_columns(grant.lifetime);
    transaction
        .prepare_cached(
            "INSERT INTO grants
                 (id, server, path, device, inode, born, access, guarded, commits, lifetime,
                  until, granted_at)
             VALUES
                 (:id, :server, :path, :device, :inode, :born, :access, :guarded, :commits,
                  :lifetime, :until, :granted_at)
             ON CONFLICT (id) DO UPDATE SET
                 server = excluded.server,
                 path = excluded.path,
                 device = excluded.device,
                 inode = excluded.inode,
                 born = excluded.born,
                 access = excluded.access,
                 guarded = excluded.guarded,
                 commits = excluded.commits,
                 lifetime = excluded.lifetime,
                 until = excluded.until,
                 granted_at = excluded.granted_at",
        )?
        .execute(named_params! {
            ":id": Column(grant.id),
            ":server": Column(grant.server),
            ":path": Column(grant.root.path.clone()),
            ":device": Column(grant.root.identity.device),
            ":inode": Column(grant.root.identity.inode),
            ":born": grant.root.identity.born,
            ":access": Column(grant.access),
            ":guarded": grant.access.guards(),
            ":commits": grant.access == Access::WriteCommits,
            ":lifetime": lifetime,
            ":until": until,
            ":granted_at": Column(grant.granted_at),
        })?;
    Ok(())
}

pub(crate) fn grant(row: &Row<'_>) -> rusqlite::Result<Grant> {
    let identity =
        Identity { device: get(row, "device")?, inode: get(row, "inode")?, born: row.get("born")? };
    Ok(Grant {
        id: get(row, "id")?,
        root: Root { path: get(row, "path")?, identity },
        server: get(row, "server")?,
        access: guarded(get(row, "access")?, row)?,
        lifetime: lifetime(row)?,
        granted_at: get(row, "granted_at")?,
    })
}

/// What three columns say together.
pub(crate) fn guarded(access: Access, row: &Row<'_>) -> rusqlite::Result<Access> {
    Ok(match (access, row.get("guarded")?, row.get("commits")?) {
        (Access::ReadWrite, true, true) => Access::WriteCommits,
        (Access::ReadWrite, true, false) => Access::WriteGuarded,
        (access, _, _) => access,
    })
}

pub(crate) fn lifetime(row: &Row<'_>) -> rusqlite::Result<Lifetime> {
    let lifetime: String = row.get("lifetime")?;
    match (lifetime.as_str(), get_optional(row, "until")?) {
        ("this-run", None) => Ok(Lifetime::ThisRun),
        ("until", Some(end)) => Ok(Lifetime::Until(end)),
        ("always", None) => Ok(Lifetime::Always),
        _ => Err(rusqlite::Error::InvalidColumnType(
            row.as_ref().column_index("lifetime")?,
            lifetime,
            rusqlite::types::Type::Text,
        )),
    }
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
