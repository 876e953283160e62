//! What the command line asks for. The README lists it.

use std::{path::PathBuf, str::FromStr};

#[derive(Debug, Default)]
pub(crate) struct Args {
    pub(crate) revision: Option<String>,
    pub(crate) no_tools: bool,
    pub(crate) ask_roots: AskRoots,
    pub(crate) ask_on_call: bool,
    pub(crate) wait_for: Option<PathBuf>,
    pub(crate) record: Option<PathBuf>,
    pub(crate) grandchildren: usize,
    pub(crate) pids: Option<PathBuf>,
    pub(crate) bad: Vec<Bad>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum AskRoots {
    #[default]
    Always,
    OnInitialized,
    OnListChanged,
    BeforeInitialized,
    Never,
}

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
    ClosesStdoutLivesOn,
    FloodStdout,
    FloodRequests,
    LongLine(usize),
    NullId,
    DeepJson,
    Garbage,
    JsonLogs,
    AnswersTwice,
    WrongIds,
    Batch,
    IgnoresEof,
}

#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("cannot use argument {0:?}")]
pub(crate) struct BadArgument(String);

impl Args {
    pub(crate) fn parse(args: impl IntoIterator<Item = String>) -> Result<Self, BadArgument> {
        let mut parsed = Self::default();
        let mut args = args.into_iter();
        while let Some(arg) = args.next() {
            let mut value = || args.next().ok_or_else(|| BadArgument(arg.clone()));
            match arg.as_str() {
                "--revision" => parsed.revision = Some(value()?),
                "--no-tools" => parsed.no_tools = true,
                "--ask-roots" => parsed.ask_roots = value()?.parse()?,
                "--ask-on-call" => parsed.ask_on_call = true,
                "--wait-for" => parsed.wait_for = Some(value()?.into()),
                "--record" => parsed.record = Some(value()?.into()),
                "--spawn-grandchildren" => parsed.grandchildren = number(&value()?)?,
                "--pids" => parsed.pids = Some(value()?.into()),
                "--bad" => parsed.bad.push(value()?.parse()?),
                _ => return Err(BadArgument(arg)),
            }
        }
        Ok(parsed)
    }

    pub(crate) fn is(&self, bad: &Bad) -> bool {
        self.bad.contains(bad)
    }
}

impl FromStr for AskRoots {
    type Err = BadArgument;

    fn from_str(word: &str) -> Result<Self, BadArgument> {
        Ok(match word {
            "always" => Self::Always,
            "on-initialized" => Self::OnInitialized,
            "on-list-changed" => Self::OnListChanged,
            "before-initialized" => Self::BeforeInitialized,
            "never" => Self::Never,
            _ => return Err(BadArgument(word.into())),
        })
    }
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
            ("closes-stdout-lives-on", "") => Self::ClosesStdoutLivesOn,
            ("flood-stdout", "") => Self::FloodStdout,
            ("flood-requests", "") => Self::FloodRequests,
            ("null-id", "") => Self::NullId,
            ("deep-json", "") => Self::DeepJson,
            ("garbage", "") => Self::Garbage,
            ("json-logs", "") => Self::JsonLogs,
            ("answers-twice", "") => Self::AnswersTwice,
            ("wrong-ids", "") => Self::WrongIds,
            ("batch", "") => Self::Batch,
            ("ignores-eof", "") => Self::IgnoresEof,
            _ => return Err(BadArgument(word.into())),
        })
    }
}

fn number<N: FromStr>(text: &str) -> Result<N, BadArgument> {
    text.parse().map_err(|_| BadArgument(text.into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Result<Args, BadArgument> {
        Args::parse(line.split_whitespace().map(str::to_owned))
    }

    #[test]
    fn several_bad_modes_are_combined() {
        let args = parse("--bad garbage --bad long-line:9 --bad never-answers:tools/call").unwrap();
        let never = Bad::NeverAnswersMethod("tools/call".into());
        assert_eq!(args.bad, [Bad::Garbage, Bad::LongLine(9), never]);
    }

    #[test]
    fn a_typing_mistake_is_an_error() {
        for line in ["--bad garbag", "--bad garbage:1", "--bad long-line:x", "--record", "wait"] {
            assert!(parse(line).is_err(), "{line}");
        }
    }

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
        assert_eq!(seen, 21);
    }
}
