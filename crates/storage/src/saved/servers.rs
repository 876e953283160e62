//! Servers, as rows.

use paddock_core::network::NetworkChoice;
use paddock_core::{
    Asking, Command, Confinement, CustomCommand, Lifecycle, Limits, ResolvedProgram,
    SamplingLimits, SeenCommand, Server, Trusted,
};
use rusqlite::{Row, Transaction, named_params};

use crate::column::{Column, get, get_optional};
use crate::sending;

pub(super) fn put_server(transaction: &Transaction<'_>, server: &Server) -> rusqlite::Result<()> {
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

pub(super) fn server(row: &Row<'_>) -> rusqlite::Result<Server> {
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
