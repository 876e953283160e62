//! A scriptable MCP server for tests of the host. The README lists what it can do.

mod args;
mod asks;
mod era;
mod grandchildren;
mod lists;
mod misbehaviour;
mod network;
mod output;
mod presets;
mod prompts;
mod reply;
mod resources;
mod server;
mod subscriptions;
mod tasks;
mod tools;
mod waits;

use std::env;
use std::io::{self, BufRead, Write};
use std::process::ExitCode;

use args::Args;
use misbehaviour::{Bad, live_on};
use output::Output;
use server::Server;

fn main() -> ExitCode {
    let run = Args::parse(env::args().skip(1)).map_err(io::Error::other).and_then(run);
    if let Err(error) = &run
        && error.kind() != io::ErrorKind::BrokenPipe
    {
        let _ = writeln!(io::stderr(), "fake server: {error}");
        return ExitCode::from(2);
    }
    ExitCode::SUCCESS
}

fn run(args: Args) -> io::Result<()> {
    misbehaviour::at_start(&args)?;
    if args.grandchildren > 0 {
        grandchildren::spawn(args.grandchildren, args.pids.as_deref())?;
    }
    if args.is(&Bad::NeverReads) {
        live_on();
    }
    if let Some(file) = &args.start_after {
        waits::until_there(file);
    }
    let ignores_eof = args.is(&Bad::IgnoresEof);
    let output = Output::new(args.record.as_deref())?;
    let mut server = Server::new(args, output.clone());
    for line in io::stdin().lock().lines() {
        server.receive(&line?)?;
    }
    output.note_end()?;
    if ignores_eof {
        live_on();
    }
    Ok(())
}
