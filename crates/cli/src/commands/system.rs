use std::fmt::Write as _;

use paddock_control::view::{Failure, Gap, Open, SystemView, Tier, TierStateView};
use paddock_core::text::shown;
use unicode_width::UnicodeWidthStr as _;

use crate::exit::Exit;
use crate::front::Front;
use crate::out::Out;
use crate::words;

/// Shows what this system can enforce.
pub(super) async fn show(markdown: bool, out: &Out) -> Result<Exit, Failure> {
    let view = Front::open(true).await?.surveyed().await?;
    let found = Found { system: &view.system, kernel: &kernel(), out };
    if out.json {
        out.json(&found.json()?)?;
    } else {
        out.line(if markdown { found.markdown() } else { found.text() })?;
    }
    Ok(view.system.best.map_or(Exit::Unavailable, |_| Exit::Done))
}

/// Name and version of the kernel. What a distribution or a person added to the version is left out.
pub(super) fn kernel() -> String {
    let release = std::fs::read_to_string("/proc/sys/kernel/osrelease").unwrap_or_default();
    let version = release.trim().split(['-', '+']).next().unwrap_or_default();
    let system = if cfg!(target_os = "linux") { "Linux" } else { std::env::consts::OS };
    format!("{system} {version} ({})", std::env::consts::ARCH).replace("  ", " ")
}

pub(super) struct Found<'a> {
    pub(super) system: &'a SystemView,
    pub(super) kernel: &'a str,
    pub(super) out: &'a Out,
}

impl Found<'_> {
    pub(super) fn text(&self) -> String {
        let kernel = self.kernel.into();
        let mut text = self.out.say_with("cli-system", &[("system", kernel)]);
        text.push('\n');
        let tiers = &self.system.tiers;
        if !tiers.is_empty() {
            text.push('\n');
        }
        let names: Vec<_> = tiers.iter().map(|state| words::tier(state.tier, self.out)).collect();
        let width = names.iter().map(|name| name.width()).max().unwrap_or(0);
        for (state, name) in tiers.iter().zip(&names) {
            let gap = " ".repeat(width - name.width() + 2);
            _ = writeln!(text, "  {} {name}{gap}{}", mark(state.works), self.state(state));
        }
        if self.system.best.is_none() {
            _ = write!(text, "\n{}", self.nothing());
            return text;
        }
        text.push('\n');
        for (has, words) in self.abilities() {
            _ = writeln!(text, "  {} {words}", mark(has));
        }
        // The last two of them.
        if !self.system.processes_limited || !self.system.memory_together {
            _ = writeln!(text, "    {}", self.out.say("cli-system-group"));
        }
        if let Some((is_usable, words)) = self.proxy() {
            _ = writeln!(text, "  {} {words}", mark(is_usable));
        }
        if !self.system.gaps.is_empty() {
            _ = writeln!(text, "\n{}", self.gaps_are());
            for gap in &self.system.gaps {
                _ = writeln!(text, "  - {}", self.gap(gap));
            }
        }
        text.truncate(text.trim_end().len());
        text
    }

    fn markdown(&self) -> String {
        let kernel = self.kernel.into();
        let mut text = self.out.say_with("cli-system-printed", &[("system", kernel)]);
        let (way, state) = (self.out.say("system-way"), self.out.say("system-here"));
        _ = write!(text, "\n\n| {way} | {state} |\n|---|---|\n");
        for state in &self.system.tiers {
            let name = words::tier(state.tier, self.out);
            _ = writeln!(text, "| {name} | {} |", self.state(state));
        }
        text.push('\n');
        if self.system.best.is_none() {
            text.push_str(&self.nothing());
            return text;
        }
        for (_, words) in self.abilities() {
            _ = writeln!(text, "- {words}");
        }
        if let Some((_, words)) = self.proxy() {
            _ = writeln!(text, "- {words}");
        }
        if !self.system.gaps.is_empty() {
            _ = write!(text, "\n{}\n\n", self.gaps_are());
            for gap in &self.system.gaps {
                _ = writeln!(text, "- {}", self.gap(gap));
            }
        }
        text.truncate(text.trim_end().len());
        text
    }

    fn json(&self) -> Result<serde_json::Value, Failure> {
        let mut found = serde_json::to_value(self.system).map_err(Failure::internal)?;
        found["kernel"] = self.kernel.into();
        Ok(found)
    }

    fn state(&self, state: &TierStateView) -> String {
        if let Some(lacking) = &state.lacking {
            let what = self.out.worded("facility-", lacking);
            return self.out.say_with("tier-lacks", &[("what", what.into())]);
        }
        let is_best = self.system.best == Some(state.tier);
        self.out.say(if is_best { "cli-tier-best" } else { "tier-works" })
    }

    fn abilities(&self) -> [(bool, String); 7] {
        let either = |has, yes, no| (has, self.out.say(if has { yes } else { no }));
        [
            either(self.system.held_folders_end, "system-held-end", "system-held-stay"),
            either(self.system.network_off, "system-network", "system-no-network"),
            either(self.system.destinations, "system-destinations", "system-no-destinations"),
            either(self.system.abstract_sockets_kept, "system-sockets-kept", "system-sockets-open"),
            either(self.system.attempts, "system-attempts", "system-no-attempts"),
            either(self.system.processes_limited, "system-processes", "system-no-processes"),
            either(self.system.memory_together, "system-memory-together", "system-memory-each"),
        ]
    }

    /// What leads out of this network, if not every connection does by itself.
    fn proxy(&self) -> Option<(bool, String)> {
        let words = match &self.system.proxy.as_ref()?.address {
            Some(address) => {
                (true, self.out.say_with("system-proxy", &[("address", shown(address).into())]))
            }
            None => (false, self.out.say("system-proxy-unusable")),
        };
        Some(words)
    }

    /// Why there is nothing: it does not work, or nobody could be asked.
    fn nothing(&self) -> String {
        self.out.say(if self.system.known { "cli-system-nothing" } else { "cli-system-unknown" })
    }

    fn gaps_are(&self) -> String {
        let tier = words::tier(Tier::Landlock, self.out);
        self.out.say_with("cli-system-gaps", &[("tier", tier.into())])
    }

    fn gap(&self, gap: &Open<Gap>) -> String {
        self.out.worded("cli-gap-", gap)
    }
}

pub(super) fn mark(works: bool) -> char {
    if works { '✓' } else { '✗' }
}

#[cfg(test)]
mod tests {
    use paddock_control::view::ProxyView;

    use paddock_control::view::Facility;

    use super::*;

    fn here(live: Option<Facility>, landlock: Option<Facility>) -> SystemView {
        let state = |tier, lacking: Option<Facility>| TierStateView {
            tier,
            works: lacking.is_none(),
            lacking: lacking.map(Into::into),
        };
        let best = match (live, landlock) {
            (None, _) => Some(Tier::LiveMounts),
            (Some(_), None) => Some(Tier::Landlock),
            (Some(_), Some(_)) => None,
        };
        SystemView {
            known: true,
            best,
            tiers: vec![state(Tier::LiveMounts, live), state(Tier::Landlock, landlock)],
            held_folders_end: live.is_none(),
            network_off: true,
            destinations: live.is_none(),
            abstract_sockets_kept: live.is_some(),
            processes_limited: live.is_none(),
            memory_together: false,
            attempts: false,
            landlock: 7,
            gaps: Gap::ALL.iter().map(|gap| (*gap).into()).collect(),
            proxy: None,
        }
    }

    fn shown(system: &SystemView, markdown: bool) -> String {
        let out = Out::new(false);
        let found = Found { system, kernel: "Linux 6.2 (x86_64)", out: &out };
        if markdown { found.markdown() } else { found.text() }
    }

    #[test]
    fn what_works_and_what_is_missing_is_said_of_each_tier() {
        let here = here(Some(Facility::UserNamespace), None);
        for markdown in [false, true] {
            let text = shown(&here, markdown);
            let line = |name: &str| text.lines().find(|line| line.contains(name)).unwrap();
            assert!(text.contains("Linux 6.2"), "{text}");
            assert!(line("Live mounts").contains("Missing: namespaces"), "{text}");
            assert!(line("Landlock").contains("is used"), "{text}");
            assert!(text.contains("cannot be seen") && text.contains("can be switched off"));
        }
    }

    #[test]
    fn that_sockets_without_a_path_are_open_is_said() {
        for markdown in [false, true] {
            assert!(shown(&here(None, None), markdown).contains("D-Bus"));
            assert!(shown(&here(Some(Facility::Mount), None), markdown).contains("out of reach"));
        }
    }

    #[test]
    fn a_proxy_is_named_and_one_that_cannot_be_used_too() {
        let behind = |address: Option<&str>| {
            let proxy = Some(ProxyView { address: address.map(str::to_owned) });
            SystemView { proxy, ..here(None, None) }
        };
        for markdown in [false, true] {
            let text = shown(&behind(Some("http://proxy.example:3128")), markdown);
            assert!(text.contains("http://proxy.example:3128"), "{text}");
            assert!(shown(&behind(None), markdown).contains("HTTPS_PROXY"));
            assert!(!shown(&here(None, None), markdown).contains("proxy"));
        }
    }

    #[test]
    fn every_gap_has_words_of_its_own() {
        let text = shown(&here(None, None), false);
        let gaps: Vec<_> = text.lines().filter(|line| line.starts_with("  - ")).collect();
        assert_eq!(gaps.len(), Gap::ALL.len(), "{text}");
        assert!(!text.contains("cli-") && !text.contains("facility-"), "{text}");
    }

    #[test]
    fn where_nothing_works_nothing_is_promised() {
        let none = here(Some(Facility::Mount), Some(Facility::Landlock));
        for markdown in [false, true] {
            let text = shown(&none, markdown);
            assert!(!text.contains("is used") && !text.contains("switched off"), "{text}");
            assert!(text.contains("does not start"), "{text}");
            let unknown = shown(&SystemView::default(), markdown);
            assert!(unknown.contains("paddock-sandbox"), "{unknown}");
        }
    }
}
