use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::process::ExitCode;

use paddock_front::Strings;
use paddock_host::view::{Failure, SystemView, TierStateView};
use paddock_host::{Capabilities, Gap, Tier, survey, system};

use crate::arguments::Format;
use crate::{NOTHING, block_on, places};

/// Shows what this system can enforce.
pub(crate) fn run(format: Format, strings: &Strings) -> ExitCode {
    let found = block_on(async {
        let here = survey(&places()?.keeper).await;
        Ok((written(&here, &kernel(), format, strings)?, here.best()))
    });
    match found {
        Ok((text, best)) => {
            _ = writeln!(io::stdout(), "{text}");
            best.map_or(ExitCode::from(NOTHING), |_| ExitCode::SUCCESS)
        }
        Err(failure) => {
            _ = writeln!(io::stderr(), "{}", strings.failure(&failure));
            ExitCode::from(NOTHING)
        }
    }
}

fn written(
    here: &Capabilities,
    kernel: &str,
    format: Format,
    strings: &Strings,
) -> Result<String, Failure> {
    let known = (!here.tiers.is_empty()).then_some(here);
    let found = Found { here, system: system(known), kernel, strings };
    match format {
        Format::Text => Ok(found.text()),
        Format::Json => found.json(),
        Format::Markdown => Ok(found.markdown()),
    }
}

/// Name and version of the kernel. What a distribution or a person added to the version is left out.
fn kernel() -> String {
    let release = std::fs::read_to_string("/proc/sys/kernel/osrelease").unwrap_or_default();
    let version = release.trim().split(['-', '+']).next().unwrap_or_default();
    let system = if cfg!(target_os = "linux") { "Linux" } else { std::env::consts::OS };
    format!("{system} {version} ({})", std::env::consts::ARCH).replace("  ", " ")
}

struct Found<'a> {
    here: &'a Capabilities,
    system: SystemView,
    kernel: &'a str,
    strings: &'a Strings,
}

impl Found<'_> {
    fn text(&self) -> String {
        let kernel = self.kernel.into();
        let mut text = self.strings.say_with("cli-system", &[("system", kernel)]);
        text.push('\n');
        if !self.here.tiers.is_empty() {
            text.push('\n');
        }
        let names = self.tiers().map(|(tier, _)| tier.to_string().len());
        let width = names.max().unwrap_or(0);
        for (tier, state) in self.tiers() {
            let (mark, tier) = (mark(state.works), tier.to_string());
            _ = writeln!(text, "  {mark} {tier:width$}  {}", self.state(state));
        }
        if self.here.best().is_none() {
            _ = write!(text, "\n{}", self.nothing());
            return text;
        }
        text.push('\n');
        for (has, words) in self.abilities() {
            _ = writeln!(text, "  {} {words}", mark(has));
        }
        if !self.here.gaps.is_empty() {
            _ = writeln!(text, "\n{}", self.gaps_are());
            for gap in &self.here.gaps {
                _ = writeln!(text, "  - {}", self.gap(*gap));
            }
        }
        text.truncate(text.trim_end().len());
        text
    }

    fn markdown(&self) -> String {
        let kernel = self.kernel.into();
        let mut text = self.strings.say_with("cli-system-printed", &[("system", kernel)]);
        let (way, state) = (self.strings.say("system-way"), self.strings.say("system-here"));
        _ = write!(text, "\n\n| {way} | {state} |\n|---|---|\n");
        for (tier, state) in self.tiers() {
            _ = writeln!(text, "| `{tier}` | {} |", self.state(state));
        }
        text.push('\n');
        if self.here.best().is_none() {
            text.push_str(&self.nothing());
            return text;
        }
        for (_, words) in self.abilities() {
            _ = writeln!(text, "- {words}");
        }
        if !self.here.gaps.is_empty() {
            _ = write!(text, "\n{}\n\n", self.gaps_are());
            for gap in &self.here.gaps {
                _ = writeln!(text, "- {}", self.gap(*gap));
            }
        }
        text.truncate(text.trim_end().len());
        text
    }

    fn json(&self) -> Result<String, Failure> {
        let mut found = serde_json::to_value(&self.system).map_err(Failure::internal)?;
        found["kernel"] = self.kernel.into();
        found["landlock"] = self.here.landlock.into();
        found["gaps"] = self.here.gaps.iter().map(|gap| code(*gap)).collect();
        serde_json::to_string_pretty(&found).map_err(Failure::internal)
    }

    fn tiers(&self) -> impl Iterator<Item = (Tier, &TierStateView)> {
        let names = self.here.tiers.iter().map(|(tier, _)| *tier);
        names.zip(&self.system.tiers)
    }

    fn state(&self, state: &TierStateView) -> String {
        if let Some(lacking) = &state.lacking {
            let what = self.strings.say(&format!("facility-{lacking}"));
            return self.strings.say_with("tier-lacks", &[("what", what.into())]);
        }
        let is_best = self.system.best == Some(state.tier);
        self.strings.say(if is_best { "cli-tier-best" } else { "tier-works" })
    }

    fn abilities(&self) -> [(bool, String); 4] {
        let either = |has, yes, no| (has, self.strings.say(if has { yes } else { no }));
        [
            either(self.system.held_folders_end, "system-held-end", "system-held-stay"),
            either(self.system.network_off, "system-network", "system-no-network"),
            either(self.system.abstract_sockets_kept, "system-sockets-kept", "system-sockets-open"),
            either(self.system.attempts, "system-attempts", "system-no-attempts"),
        ]
    }

    /// Why there is nothing: it does not work, or nobody could be asked.
    fn nothing(&self) -> String {
        let is_known = !self.here.tiers.is_empty();
        self.strings.say(if is_known { "cli-system-nothing" } else { "cli-system-unknown" })
    }

    fn gaps_are(&self) -> String {
        let tier = Tier::Landlock.to_string();
        self.strings.say_with("cli-system-gaps", &[("tier", tier.into())])
    }

    fn gap(&self, gap: Gap) -> String {
        self.strings.say(&format!("cli-gap-{}", code(gap)))
    }
}

fn mark(works: bool) -> char {
    if works { '✓' } else { '✗' }
}

fn code(gap: Gap) -> &'static str {
    match gap {
        Gap::Signals => "signals",
        Gap::CommandLines => "command-lines",
        Gap::Existence => "existence",
        Gap::Metadata => "metadata",
    }
}

#[cfg(test)]
mod tests {
    use paddock_host::{Facility, Lacking};

    use super::*;

    const GAPS: [Gap; 4] = [Gap::Signals, Gap::CommandLines, Gap::Existence, Gap::Metadata];

    fn here(live: Result<(), Lacking>, landlock: Result<(), Lacking>) -> Capabilities {
        Capabilities {
            tiers: vec![(Tier::LiveMounts, live), (Tier::Landlock, landlock)],
            landlock: 7,
            held_folders_end: live.is_ok(),
            network_off: true,
            abstract_sockets_kept: live.is_err(),
            attempts: false,
            gaps: GAPS.to_vec(),
        }
    }

    fn lacking(what: Facility) -> Result<(), Lacking> {
        Err(Lacking { what, errno: 1 })
    }

    fn shown(here: &Capabilities, format: Format) -> String {
        written(here, "Linux 6.2 (x86_64)", format, &Strings::load()).unwrap()
    }

    #[test]
    fn what_works_and_what_is_missing_is_said_of_each_tier() {
        let here = here(lacking(Facility::UserNamespace), Ok(()));
        for format in [Format::Text, Format::Markdown] {
            let text = shown(&here, format);
            let line = |name: &str| text.lines().find(|line| line.contains(name)).unwrap();
            assert!(text.contains("Linux 6.2"), "{text}");
            assert!(line("live-mounts").contains("Missing: namespaces"), "{text}");
            assert!(line("landlock").contains("is used"), "{text}");
            assert!(text.contains("cannot be seen") && text.contains("can be switched off"));
        }
    }

    #[test]
    fn that_sockets_without_a_path_are_open_is_said() {
        for format in [Format::Text, Format::Markdown] {
            assert!(shown(&here(Ok(()), Ok(())), format).contains("D-Bus"));
            let kept = here(lacking(Facility::Mount), Ok(()));
            assert!(shown(&kept, format).contains("out of reach"));
        }
    }

    #[test]
    fn every_gap_has_words_of_its_own() {
        let text = shown(&here(Ok(()), Ok(())), Format::Text);
        let gaps: Vec<_> = text.lines().filter(|line| line.starts_with("  - ")).collect();
        assert_eq!(gaps.len(), GAPS.len(), "{text}");
        assert!(!text.contains("cli-") && !text.contains("facility-"), "{text}");
    }

    #[test]
    fn where_nothing_works_nothing_is_promised() {
        let none = here(lacking(Facility::Mount), lacking(Facility::Landlock));
        for format in [Format::Text, Format::Markdown] {
            let text = shown(&none, format);
            assert!(!text.contains("is used") && !text.contains("switched off"), "{text}");
            assert!(text.contains("does not start"), "{text}");
            let unknown = shown(&Capabilities::default(), format);
            assert!(unknown.contains("paddock-sandbox"), "{unknown}");
        }
    }

    #[test]
    fn programs_read_the_same() {
        let here = here(lacking(Facility::Mount), Ok(()));
        let json: serde_json::Value = serde_json::from_str(&shown(&here, Format::Json)).unwrap();
        assert_eq!(json["best"], "landlock");
        assert_eq!(json["tiers"][0]["lacking"], "mount");
        assert_eq!((&json["networkOff"], &json["attempts"]), (&true.into(), &false.into()));
        assert_eq!(json["gaps"].as_array().unwrap().len(), GAPS.len());
        assert_eq!(json["landlock"], 7);
    }
}
