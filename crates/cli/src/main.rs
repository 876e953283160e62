//! `paddock`: shows on the command line what the operating system can enforce, and that it does.

mod arguments;
mod prove;
mod report;
mod system;

use std::io::{self, Write as _};
use std::process::ExitCode;

use paddock_front::Strings;
use paddock_host::Places;
use paddock_host::view::Failure;

use crate::arguments::Asked;

/// Exit code where nothing could be shown or enforced.
const NOTHING: u8 = 2;

fn main() -> ExitCode {
    let strings = Strings::load();
    match arguments::parse(std::env::args_os()) {
        Ok(Asked::Help) => {
            _ = writeln!(io::stdout(), "{}", strings.say("cli-help"));
            ExitCode::SUCCESS
        }
        Ok(Asked::Prove(asked)) => prove::run(&asked, &strings),
        Ok(Asked::System(format)) => system::run(format, &strings),
        Err(error) => {
            let reason = error.to_string();
            let said = strings.say_with("cli-bad-arguments", &[("reason", reason.into())]);
            _ = writeln!(io::stderr(), "{said}\n\n{}", strings.say("cli-help"));
            ExitCode::from(NOTHING)
        }
    }
}

fn block_on<T>(work: impl Future<Output = Result<T, Failure>>) -> Result<T, Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.map_err(Failure::internal)?.block_on(work)
}

fn places() -> Result<Places, Failure> {
    let found = paddock_front::find();
    found
        .map(|found| found.host)
        .ok_or_else(|| Failure::internal("this account has no home folder"))
}
