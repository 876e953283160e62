//! What is done wrong on purpose, apart from answers.

use std::io::{self, Write};
use std::process;
use std::str::FromStr;
use std::thread;

use serde_json::Value;

use crate::args::{Args, BadArgument, number};
use crate::grandchildren;
use crate::output::Output;
use crate::presets;
use crate::reply::request;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Bad {
    ExitAtOnce(i32),
    FloodStderr,
    NeverReads,
    IgnoresTerm,
    NeverAnswers,
    NeverAnswersMethod(String),
    UnsupportedRevision,
    AsksBeforeInitialized,
    ExitAfterInit,
    LongInfo,
    ClosesStdoutLivesOn,
    FloodStdout,
    FloodRequests,
    FloodAsks,
    LongLine(usize),
    NullId,
    DeepJson,
    Garbage,
    JsonLogs,
    AnswersTwice,
    WrongIds,
    Batch,
    IgnoresEof,
    NoResultType,
    EndlessPages,
    IgnoresTasks,
}

impl FromStr for Bad {
    type Err = BadArgument;

    fn from_str(word: &str) -> Result<Self, BadArgument> {
        Ok(match word.split_once(':').unwrap_or((word, "")) {
            ("exit-at-once", code) => Self::ExitAtOnce(number(code)?),
            ("long-line", bytes) => Self::LongLine(number(bytes)?),
            ("never-answers", "") => Self::NeverAnswers,
            ("never-answers", method) => Self::NeverAnswersMethod(method.into()),
            ("flood-stderr", "") => Self::FloodStderr,
            ("never-reads", "") => Self::NeverReads,
            ("ignores-term", "") => Self::IgnoresTerm,
            ("unsupported-revision", "") => Self::UnsupportedRevision,
            ("asks-before-initialized", "") => Self::AsksBeforeInitialized,
            ("exit-after-init", "") => Self::ExitAfterInit,
            ("long-info", "") => Self::LongInfo,
            ("closes-stdout-lives-on", "") => Self::ClosesStdoutLivesOn,
            ("flood-stdout", "") => Self::FloodStdout,
            ("flood-requests", "") => Self::FloodRequests,
            ("flood-asks", "") => Self::FloodAsks,
            ("null-id", "") => Self::NullId,
            ("deep-json", "") => Self::DeepJson,
            ("garbage", "") => Self::Garbage,
            ("json-logs", "") => Self::JsonLogs,
            ("answers-twice", "") => Self::AnswersTwice,
            ("wrong-ids", "") => Self::WrongIds,
            ("batch", "") => Self::Batch,
            ("ignores-eof", "") => Self::IgnoresEof,
            ("no-result-type", "") => Self::NoResultType,
            ("endless-pages", "") => Self::EndlessPages,
            ("ignores-tasks", "") => Self::IgnoresTasks,
            _ => return Err(BadArgument(word.into())),
        })
    }
}

/// Before anything is read.
pub(crate) fn at_start(args: &Args) -> io::Result<()> {
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

/// When the handshake is over, whichever era it was of.
pub(crate) fn once_ready(args: &Args, output: &Output) -> io::Result<()> {
    for bad in &args.bad {
        if let Bad::LongLine(bytes) = bad {
            output.pour(&notice(&format!("\"{}\"", "x".repeat(*bytes))))?;
        }
    }
    if args.is(&Bad::DeepJson) {
        const DEPTH: usize = 100_000;
        output.pour(&notice(&("[".repeat(DEPTH) + &"]".repeat(DEPTH))))?;
    }
    if args.is(&Bad::NullId) {
        output.send(&question(&Value::Null))?;
    }
    if args.is(&Bad::FloodStdout) {
        let (output, line) = (output.clone(), notice("\"again\""));
        thread::spawn(move || while output.pour(&line).is_ok() {});
    }
    if args.is(&Bad::FloodRequests) {
        flood(output, "roots/list", None);
    }
    if args.is(&Bad::FloodAsks) {
        let ask = presets::long_sample();
        flood(output, "sampling/createMessage", ask.get("params").cloned());
    }
    Ok(())
}

/// Lives until it is killed.
pub(crate) fn live_on() -> ! {
    loop {
        thread::park();
    }
}

fn notice(data: &str) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","method":"notifications/message","params":{{"level":"info","data":{data}}}}}"#
    )
}

/// Asks without end, under new ids.
fn flood(output: &Output, method: &'static str, params: Option<Value>) {
    let output = output.clone();
    let mut ids = 1_000_000u64..;
    let ask = move |id: u64| output.pour(&request(&id.into(), method, params.as_ref()).to_string());
    thread::spawn(move || ids.try_for_each(ask));
}

fn question(id: &Value) -> String {
    request(id, "roots/list", None).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_readme_lists_every_bad_mode() {
        let readme = include_str!("../README.md");
        let listed = readme.split("| `--bad` |").nth(1).unwrap();
        let modes = listed.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next());
        let mut seen = 0;
        for mode in modes {
            let word = mode.replace("CODE", "1").replace("BYTES", "1");
            assert!(word.parse::<Bad>().is_ok(), "{mode}");
            seen += 1;
        }
        assert_eq!(seen, 26);
    }
}
