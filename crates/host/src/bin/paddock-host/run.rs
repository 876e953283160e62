//! The program from start to end.

use std::ffi::OsString;
use std::io::Write as _;
use std::os::unix::process::CommandExt as _;
use std::process::{Command, ExitCode};
use std::sync::Arc;

use paddock_control::{READY, Whereabouts};
use paddock_host::fronts::{Door, Fronts};
use paddock_host::view::{Code, Failure};
use paddock_host::{Host, Keyring, Outside, Places, Proxied, Proxy, System, Tier};

use crate::life::Life;
use crate::{detach, life, log};

/// `EX_UNAVAILABLE` of `sysexits.h`.
const UNAVAILABLE: u8 = 69;
/// `EX_USAGE`.
const USAGE: u8 = 64;

pub(crate) fn main() -> ExitCode {
    let life = match std::env::args().nth(1).as_deref() {
        None => Life::WhileNeeded,
        Some("--stay") => Life::UntilQuit,
        Some("--version") => {
            say(concat!("paddock-host ", env!("CARGO_PKG_VERSION")));
            return ExitCode::SUCCESS;
        }
        Some(_) => return ExitCode::from(USAGE),
    };
    detach::leave_descriptors();
    detach::leave_signals();
    match in_own_time_zone().and_then(|()| run(life)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            tracing::error!(code = %failure.code, details = ?failure.details, "the host can't run");
            say(&serde_json::to_string(&failure).unwrap_or_default());
            ExitCode::from(UNAVAILABLE)
        }
    }
}

/// What the time zone of the starter is called for the program that goes on without it.
const ZONE_OF_SERVERS: &str = "PADDOCK_SERVERS_TZ";

/// A day ends at midnight where the computer is. A starter with another time zone would give servers
/// a new day. They still get its zone.
fn in_own_time_zone() -> Result<(), Failure> {
    let Some(zone) = std::env::var_os("TZ") else { return Ok(()) };
    let mut own = std::env::args_os();
    let name = own.next().unwrap_or_default();
    let program = std::env::current_exe().map_err(Failure::internal)?;
    #[expect(clippy::disallowed_methods, reason = "it becomes itself, and launches nothing")]
    let mut again = Command::new(program);
    again.arg0(name).args(own).env_remove("TZ").env(ZONE_OF_SERVERS, zone);
    Err(Failure::internal(again.exec()))
}

/// What servers may be given of this process's environment.
fn environment() -> Vec<(OsString, OsString)> {
    let named = |(name, value): (OsString, OsString)| {
        let is_zone = name == ZONE_OF_SERVERS;
        (if is_zone { "TZ".into() } else { name }, value)
    };
    std::env::vars_os().map(named).collect()
}

fn run(life: Life) -> Result<(), Failure> {
    let places =
        Whereabouts::find().ok_or_else(|| Failure::internal("this account has no home folder"))?;
    detach::leave_session();
    log::begin(&places.data);
    settle();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .map_err(Failure::internal)?;
    let served = runtime.block_on(serve(places, life));
    // A thread may wait for a disk that never answers.
    runtime.shutdown_background();
    served
}

/// Before anything is spawned: keepers are where the host is.
fn settle() {
    match paddock_supervisor::settle_in_group() {
        Ok(()) => tracing::info!("servers have control groups of their own"),
        Err(why) => tracing::info!(%why, "servers have no control groups of their own"),
    }
}

async fn serve(whereabouts: Whereabouts, life: Life) -> Result<(), Failure> {
    let fronts = Fronts::default();
    let handle = tokio::runtime::Handle::current();
    let host = Host::start_when_free(places(&whereabouts), fronts.clone(), &handle).await?;
    let door = Door::open(&whereabouts.data, &whereabouts.programs)
        .map_err(|error| Failure::new(Code::HostFailed).with("reason", error))?;
    let serving = tokio::spawn(door.serve(host.clone(), fronts.clone()));
    say(READY);
    detach::leave_output();
    life::wait(life, &host, &fronts).await;
    fronts.say_bye();
    host.quit().await;
    serving.abort();
    Ok(())
}

fn places(found: &Whereabouts) -> Places {
    Places {
        data: found.data.clone(),
        own: found.own.clone(),
        home: found.home.clone(),
        keeper: found.programs.keeper.clone(),
        files_server: found.programs.files_server.clone(),
        environment: environment(),
        best_tier: best_tier(),
        keyring: Keyring::of_the_system(),
        outside: outside(Proxy::of_the_environment()),
    }
}

/// The way that the person's own programs take.
fn outside(proxy: Option<Proxy>) -> Arc<dyn Outside> {
    match proxy {
        Some(Proxy { url, except }) => Arc::new(Proxied::new(Arc::new(System), &url, &except)),
        None => Arc::new(System),
    }
}

/// The best way to enforce grants that may be used, for trying a lesser one that this system has.
fn best_tier() -> Option<Tier> {
    std::env::var("PADDOCK_BEST_TIER").ok()?.parse().ok()
}

fn say(line: &str) {
    let mut output = std::io::stdout().lock();
    let _ = writeln!(output, "{line}").and_then(|()| output.flush());
}
