use std::io::{self, Write as _};
use std::process::ExitCode;

use paddock_core::{Command, Confinement, CustomCommand};
use paddock_front::Strings;
use paddock_host::view::{Failure, ProvedView};
use paddock_host::{Capabilities, Places, Subject, Tier, prove, survey, system};

use crate::arguments::Prove;
use crate::report::report;
use crate::{NOTHING, block_on, places};

const LEAK: u8 = 1;

/// Proves the boundary around the bundled server, and around the command if there is one.
pub(crate) fn run(asked: &Prove, strings: &Strings) -> ExitCode {
    match block_on(show(asked, strings)) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(LEAK),
        Err(failure) => {
            _ = writeln!(io::stderr(), "{}", strings.failure(&failure));
            ExitCode::from(if failure.code == "leaks" { LEAK } else { NOTHING })
        }
    }
}

/// Whether all of it holds.
async fn show(asked: &Prove, strings: &Strings) -> Result<bool, Failure> {
    let places = places()?;
    let tier = choose(asked.tier, &survey(&places.keeper).await, strings)?;
    let proved = match subjects(asked)?.as_slice() {
        subjects if asked.json => prove_all(subjects, &places, tier, |_| {}).await?,
        subjects => {
            let print = |proved: &ProvedView| {
                _ = writeln!(io::stdout(), "{}", report(proved, tier, strings));
            };
            prove_all(subjects, &places, tier, print).await?
        }
    };
    let holds = proved.iter().all(|proved| proved.holds);
    if asked.json {
        let json = serde_json::to_string_pretty(&proved).map_err(Failure::internal)?;
        _ = writeln!(io::stdout(), "{json}");
    } else {
        let said = if holds { "cli-holds" } else { "cli-leaks" };
        _ = writeln!(io::stdout(), "{}", strings.say(said));
    }
    Ok(holds)
}

/// Each is told of as soon as it is done.
async fn prove_all(
    subjects: &[Subject],
    places: &Places,
    tier: Tier,
    tell: impl Fn(&ProvedView),
) -> Result<Vec<ProvedView>, Failure> {
    let mut all = Vec::new();
    for subject in subjects {
        let proved = prove(places, tier, subject).await?;
        tell(&proved);
        all.push(proved);
    }
    Ok(all)
}

fn choose(asked: Option<Tier>, here: &Capabilities, strings: &Strings) -> Result<Tier, Failure> {
    match asked.or_else(|| here.best()) {
        Some(tier) if here.works(tier) => Ok(tier),
        wanted => {
            let missing = missing(wanted, here, strings);
            Err(Failure::new("prove-no-tier").with("missing", missing))
        }
    }
}

/// What is lacking for the tier that is wanted, or for any.
fn missing(wanted: Option<Tier>, here: &Capabilities, strings: &Strings) -> String {
    let tiers = here.tiers.iter().zip(system(Some(here)).tiers);
    let wanted = tiers.filter(|((tier, _), _)| wanted.is_none_or(|it| it == *tier));
    let missing = wanted.filter_map(|((tier, _), state)| {
        let facility = strings.say(&format!("facility-{}", state.lacking?));
        Some(format!("{tier}: {facility}"))
    });
    missing.collect::<Vec<_>>().join(" ")
}

fn subjects(asked: &Prove) -> Result<Vec<Subject>, Failure> {
    let subject = |name: &str, command| Subject {
        name: name.to_owned(),
        command,
        confinement: Confinement::default(),
        trusted: None,
    };
    let mut subjects = vec![subject("paddock-files", Command::Bundled)];
    if let Some((program, args)) = asked.command.split_first() {
        let cwd = std::env::current_dir().map_err(Failure::internal)?;
        let custom = CustomCommand {
            program: program.clone(),
            args: args.to_vec(),
            cwd: Some(cwd),
            ..CustomCommand::default()
        };
        subjects.push(subject(program, Command::Custom(custom)));
    }
    Ok(subjects)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tier_that_does_not_work_is_not_replaced_by_another() {
        let strings = Strings::load();
        let here =
            Capabilities { tiers: vec![(Tier::Landlock, Ok(()))], ..Capabilities::default() };
        assert_eq!(choose(None, &here, &strings), Ok(Tier::Landlock));
        let refused = choose(Some(Tier::LiveMounts), &here, &strings).unwrap_err();
        assert_eq!(refused.code, "prove-no-tier");
        assert!(choose(None, &Capabilities::default(), &strings).is_err());
    }
}
