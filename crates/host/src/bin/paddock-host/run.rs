//! The program from start to end.

use std::io::Write as _;
use std::process::ExitCode;
use std::sync::Arc;

use paddock_control::{READY, Whereabouts};
use paddock_host::fronts::{Door, Fronts};
use paddock_host::view::Failure;
use paddock_host::{Host, Keyring, Places, System, Tier};

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
    match run(life) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            tracing::error!(code = failure.code, details = ?failure.details, "the host can't run");
            say(&serde_json::to_string(&failure).unwrap_or_default());
            ExitCode::from(UNAVAILABLE)
        }
    }
}

fn run(life: Life) -> Result<(), Failure> {
    let places =
        Whereabouts::find().ok_or_else(|| Failure::internal("this account has no home folder"))?;
    detach::leave_session();
    log::begin(&places.data);
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

async fn serve(whereabouts: Whereabouts, life: Life) -> Result<(), Failure> {
    let fronts = Fronts::default();
    let handle = tokio::runtime::Handle::current();
    let host = Host::start_when_free(places(&whereabouts), fronts.clone(), &handle).await?;
    let door = Door::open(&whereabouts.data, &whereabouts.programs)
        .map_err(|error| Failure::new("host-failed").with("reason", error))?;
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
        environment: std::env::vars_os().collect(),
        best_tier: best_tier(),
        keyring: Keyring::of_the_system(),
        outside: Arc::new(System),
    }
}

/// The best way to enforce grants that may be used, for trying a lesser one that this system has.
fn best_tier() -> Option<Tier> {
    let named = std::env::var("PADDOCK_BEST_TIER").ok()?;
    [Tier::LiveMounts, Tier::Landlock].into_iter().find(|tier| tier.to_string() == named)
}

fn say(line: &str) {
    let mut output = std::io::stdout().lock();
    let _ = writeln!(output, "{line}").and_then(|()| output.flush());
}
