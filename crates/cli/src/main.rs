//! `paddock`: everything that can be done in the window, on the command line.

mod arguments;
mod commands;
mod consent;
mod exit;
mod front;
mod generate;
mod help;
mod names;
mod out;
#[cfg(test)]
mod reach;
mod shell;
mod table;
mod when;
mod words;

use std::process::ExitCode;

use paddock_control::view::Failure;

use crate::exit::Exit;
use crate::out::Out;

fn main() -> ExitCode {
    let line = match help::parse(std::env::args_os()) {
        Ok(line) => line,
        Err(said) => return said.print().into(),
    };
    let out = Out::new(line.json);
    let done = commands::run(line.verb, &out);
    match done {
        Ok(exit) => exit.into(),
        Err(failure) => {
            out.failed(&failure);
            Exit::from(&failure).into()
        }
    }
}

/// Runs what speaks with the host, on this thread.
fn block_on<T>(work: impl Future<Output = Result<T, Failure>>) -> Result<T, Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.map_err(Failure::internal)?.block_on(work)
}
