//! What the command line asks for. The README lists it.

use std::path::PathBuf;
use std::str::FromStr;

use serde_json::Value;

use crate::misbehaviour::Bad;

#[derive(Debug, Default)]
pub(crate) struct Args {
    pub(crate) revision: Option<String>,
    pub(crate) speaks: Speaks,
    pub(crate) supported: Option<Vec<String>>,
    pub(crate) discover: Option<Discover>,
    pub(crate) locks_era: bool,
    pub(crate) start_after: Option<PathBuf>,
    pub(crate) offers: Offers,
    pub(crate) no_tools: bool,
    pub(crate) tools: Vec<Value>,
    pub(crate) icons: Option<String>,
    pub(crate) page_size: Option<usize>,
    pub(crate) ttl: i64,
    pub(crate) ask_roots: AskRoots,
    pub(crate) ask_on_call: bool,
    pub(crate) wait_for: Option<PathBuf>,
    pub(crate) record: Option<PathBuf>,
    pub(crate) grandchildren: usize,
    pub(crate) pids: Option<PathBuf>,
    pub(crate) bad: Vec<Bad>,
}

/// Which eras it understands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Speaks {
    #[default]
    Legacy,
    Modern,
    Both,
}

/// What becomes of `server/discover`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Discover {
    Answer,
    Refuse(i64),
    /// Refused with the list of what is supported.
    Unsupported,
    Silent,
    /// Answered when `initialize` has come.
    Late,
    /// It is more than it bears.
    Exit(i32),
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

/// What is offered beside tools.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a capability of the schema")]
pub(crate) struct Offers {
    pub(crate) resources: bool,
    pub(crate) prompts: bool,
    pub(crate) completions: bool,
    pub(crate) logging: bool,
    pub(crate) tasks: bool,
}

#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("cannot use argument {0:?}")]
pub(crate) struct BadArgument(pub(crate) String);

impl Args {
    pub(crate) fn parse(args: impl IntoIterator<Item = String>) -> Result<Self, BadArgument> {
        let mut parsed = Self::default();
        let mut args = args.into_iter();
        while let Some(arg) = args.next() {
            let mut value = || args.next().ok_or_else(|| BadArgument(arg.clone()));
            match arg.as_str() {
                "--revision" => parsed.revision = Some(value()?),
                "--era" => parsed.speaks = value()?.parse()?,
                "--supported" => {
                    parsed.supported = Some(value()?.split(',').map(str::to_owned).collect());
                }
                "--discover" => parsed.discover = Some(value()?.parse()?),
                "--locks-era" => parsed.locks_era = true,
                "--start-after" => parsed.start_after = Some(value()?.into()),
                "--offers" => parsed.offers = value()?.parse()?,
                "--no-tools" => parsed.no_tools = true,
                "--tool" => parsed.tools.push(json(&value()?)?),
                "--icons" => parsed.icons = Some(value()?),
                "--page-size" => parsed.page_size = Some(number(&value()?)?),
                "--ttl" => parsed.ttl = number(&value()?)?,
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

impl FromStr for Speaks {
    type Err = BadArgument;

    fn from_str(word: &str) -> Result<Self, BadArgument> {
        Ok(match word {
            "legacy" => Self::Legacy,
            "modern" => Self::Modern,
            "both" => Self::Both,
            _ => return Err(BadArgument(word.into())),
        })
    }
}

impl FromStr for Discover {
    type Err = BadArgument;

    fn from_str(word: &str) -> Result<Self, BadArgument> {
        Ok(match word.split_once(':').unwrap_or((word, "")) {
            ("refuse", code) => Self::Refuse(number(code)?),
            ("answer", "") => Self::Answer,
            ("unsupported", "") => Self::Unsupported,
            ("silent", "") => Self::Silent,
            ("late", "") => Self::Late,
            ("exit", code) => Self::Exit(number(code)?),
            _ => return Err(BadArgument(word.into())),
        })
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

impl FromStr for Offers {
    type Err = BadArgument;

    fn from_str(words: &str) -> Result<Self, BadArgument> {
        let mut offers = Self::default();
        for word in words.split(',') {
            let all = word == "all";
            let mut known = all;
            for (name, offer) in [
                ("resources", &mut offers.resources),
                ("prompts", &mut offers.prompts),
                ("completions", &mut offers.completions),
                ("logging", &mut offers.logging),
                ("tasks", &mut offers.tasks),
            ] {
                known |= word == name;
                *offer |= all || word == name;
            }
            if !known {
                return Err(BadArgument(words.into()));
            }
        }
        Ok(offers)
    }
}

pub(crate) fn number<N: FromStr>(text: &str) -> Result<N, BadArgument> {
    text.parse().map_err(|_| BadArgument(text.into()))
}

fn json(text: &str) -> Result<Value, BadArgument> {
    serde_json::from_str(text).map_err(|_| BadArgument(text.into()))
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
    fn offers_are_named_or_all() {
        let offers = parse("--offers prompts,logging").unwrap().offers;
        assert_eq!(offers, Offers { prompts: true, logging: true, ..Offers::default() });
        assert!(parse("--offers all").unwrap().offers.tasks);
    }

    #[test]
    fn a_typing_mistake_is_an_error() {
        for line in [
            "--bad garbag",
            "--bad garbage:1",
            "--bad long-line:x",
            "--record",
            "wait",
            "--era old",
            "--discover refuse",
            "--offers promps",
            "--tool {",
        ] {
            assert!(parse(line).is_err(), "{line}");
        }
    }

    #[test]
    fn the_readme_lists_every_option() {
        let readme = include_str!("../README.md");
        let source = include_str!("args.rs");
        let options =
            source.lines().filter_map(|line| line.trim().strip_prefix("\"--")?.split('"').next());
        let mut seen = 0;
        for option in options.filter(|option| !option.contains(' ')) {
            assert!(readme.contains(&format!("| `--{option}")), "{option}");
            seen += 1;
        }
        assert!(seen >= 19, "{seen}");
    }
}
