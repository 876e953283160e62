//! A scriptable MCP server for tests of the host. The README lists what it can do.

mod args;
mod grandchildren;
mod output;
mod server;

use std::{
    env,
    io::{self, BufRead, Write},
    process::{self, ExitCode},
    thread,
};

use args::{Args, Bad};
use output::Output;
use server::{Server, live_on};

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
    misbehave_at_start(&args)?;
    if args.grandchildren > 0 {
        grandchildren::spawn(args.grandchildren, args.pids.as_deref())?;
    }
    if args.is(&Bad::NeverReads) {
        live_on();
    }
    let ignores_eof = args.is(&Bad::IgnoresEof);
    let output = Output::new(args.record.as_deref())?;
    let mut server = Server::new(args, output);
    for line in io::stdin().lock().lines() {
        server.receive(&line?)?;
    }
    if ignores_eof {
        live_on();
    }
    Ok(())
}

fn misbehave_at_start(args: &Args) -> io::Result<()> {
    for bad in &args.bad {
        if let Bad::ExitAtOnce(code) = bad {
            process::exit(*code);
        }
    }
    if args.is(&Bad::IgnoresTerm) {
        grandchildren::ignore_term()?;
    }
    if args.is(&Bad::FloodStderr) {
        thread::spawn(|| while writeln!(io::stderr(), "again and again and again").is_ok() {});
    }
    Ok(())
}
