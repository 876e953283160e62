use std::ffi::OsString;

use lexopt::prelude::{Long, Short, Value, ValueExt as _};
use paddock_host::Tier;

/// What the command line asks for.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Asked {
    Help,
    Prove(Prove),
    System(Format),
}

/// How what was found is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Format {
    #[default]
    Text,
    Json,
    Markdown,
}

#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Prove {
    /// Instead of the best one that works.
    pub(crate) tier: Option<Tier>,
    pub(crate) json: bool,
    /// A program and its arguments.
    pub(crate) command: Vec<String>,
}

const TIERS: [Tier; 2] = [Tier::LiveMounts, Tier::Landlock];

/// Takes the program's own name first, as [`std::env::args_os`] yields it.
pub(crate) fn parse(args: impl IntoIterator<Item = OsString>) -> Result<Asked, lexopt::Error> {
    let mut parser = lexopt::Parser::from_iter(args);
    match parser.next()? {
        None | Some(Short('h') | Long("help")) => Ok(Asked::Help),
        Some(Value(verb)) if verb == "prove" => parse_prove(&mut parser),
        Some(Value(verb)) if verb == "system" => parse_system(&mut parser),
        Some(other) => Err(other.unexpected()),
    }
}

fn parse_prove(parser: &mut lexopt::Parser) -> Result<Asked, lexopt::Error> {
    let mut prove = Prove::default();
    while let Some(arg) = parser.next()? {
        match arg {
            Short('h') | Long("help") => return Ok(Asked::Help),
            Long("tier") => prove.tier = Some(parser.value()?.parse_with(tier)?),
            Long("json") => prove.json = true,
            Value(program) => {
                prove.command.push(program.string()?);
                for arg in parser.raw_args()? {
                    prove.command.push(arg.string()?);
                }
            }
            Short(_) | Long(_) => return Err(arg.unexpected()),
        }
    }
    Ok(Asked::Prove(prove))
}

fn parse_system(parser: &mut lexopt::Parser) -> Result<Asked, lexopt::Error> {
    let mut format = Format::default();
    while let Some(arg) = parser.next()? {
        match arg {
            Short('h') | Long("help") => return Ok(Asked::Help),
            Long("json") => format = Format::Json,
            Long("markdown") => format = Format::Markdown,
            Short(_) | Long(_) | Value(_) => return Err(arg.unexpected()),
        }
    }
    Ok(Asked::System(format))
}

fn tier(name: &str) -> Result<Tier, String> {
    let known = TIERS.into_iter().find(|tier| tier.to_string() == name);
    known.ok_or_else(|| TIERS.map(|tier| tier.to_string()).join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(args: &[&str]) -> Result<Asked, lexopt::Error> {
        parse(std::iter::once("paddock").chain(args.iter().copied()).map(OsString::from))
    }

    #[test]
    fn everything_after_the_command_is_the_commands() {
        let asked = parsed(&["prove", "--json", "--", "npx", "--json", "-h"]).unwrap();
        let command = ["npx", "--json", "-h"].map(str::to_owned).to_vec();
        assert_eq!(asked, Asked::Prove(Prove { tier: None, json: true, command }));
    }

    #[test]
    fn a_tier_is_named_as_it_is_shown() {
        for tier in TIERS {
            let asked = parsed(&["prove", "--tier", &tier.to_string()]).unwrap();
            assert_eq!(asked, Asked::Prove(Prove { tier: Some(tier), ..Prove::default() }));
        }
        let said = parsed(&["prove", "--tier", "none"]).unwrap_err().to_string();
        assert!(said.contains("live-mounts"), "{said}");
    }

    #[test]
    fn what_a_system_can_do_is_written_as_text_unless_asked_otherwise() {
        for (args, format) in [
            (&["system"][..], Format::Text),
            (&["system", "--json"], Format::Json),
            (&["system", "--markdown"], Format::Markdown),
        ] {
            assert_eq!(parsed(args).unwrap(), Asked::System(format));
        }
    }

    #[test]
    fn what_is_not_understood_is_not_done() {
        let senseless =
            [["grant", "x"], ["prove", "--teir"], ["--json", "prove"], ["system", "prove"]];
        for args in senseless {
            assert!(parsed(&args).is_err(), "{args:?}");
        }
    }
}
