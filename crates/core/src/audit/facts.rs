//! What a record says besides, as facts: kept as text that stays the same for exports, searches and
//! databases of before, and read back by code, so that each front says it in the person's language.

use super::Action;
use crate::closed_codes;

/// A part of what a record says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    pub said: FactSaid,
    pub number: Option<u64>,
}

/// What a fact says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FactSaid {
    Code(FactCode),
    /// A destination, or the name of a model: the same in every language.
    Text(String),
    /// What is said of something that has a name or a path.
    Of(FactCode, String),
}

macro_rules! facts {
    ($($name:ident = $code:literal, $text:literal;)*) => {
        closed_codes! {
            /// Its code is what fronts translate.
            pub enum FactCode { $($name = $code,)* }
        }

        impl FactCode {
            /// As it is kept; `#` is its number.
            fn text(self) -> &'static str {
                match self { $(Self::$name => $text,)* }
            }
        }
    };
}

facts! {
    ForThisRun = "for-this-run", "for this run";
    ForATime = "for-a-time", "for a time";
    Always = "always", "always";
    EveryDestination = "every-destination", "all";
    AnyBytesADay = "any-bytes-a-day", "any number of bytes a day";
    BytesADay = "bytes-a-day", "# bytes a day";
    BytesToday = "bytes-today", "# bytes today";
    NoLimitToday = "no-limit-today", "no limit today";
    NothingMoreToday = "nothing-more-today", "nothing more today";
    Processes = "processes", "# processes";
    AnyMemory = "any-memory", "any memory";
    Memory = "memory", "# MiB of memory";
    RestartsOnFailure = "restarts-on-failure", "restarts on failure";
    NeverRestarts = "never-restarts", "never restarts";
    AlwaysRestarts = "always-restarts", "always restarts";
    Pinged = "pinged", "pinged every # s";
    OnDemand = "on-demand", "starts on demand";
    StopsWhenIdle = "stops-when-idle", "stops after # min idle";
    RequestsAnHour = "requests-an-hour", "# requests an hour";
    TokensADay = "tokens-a-day", "# tokens a day";
    Muted = "muted", "muted";
    AllFolders = "all-folders", "all folders";
    WhereTheAppWorks = "where-the-app-works", "only where the app works";
    AllRevoked = "all-revoked", "all access revoked";
    Open = "open", "# open";
    Blocked = "blocked", "# blocked";
    Days = "days", "# days";
    Megabytes = "megabytes", "# MB";
    WithPaths = "with-paths", "with paths";
    WithoutPaths = "without-paths", "without paths";
    WithArguments = "with-arguments", "with arguments";
    WithoutArguments = "without-arguments", "without arguments";
    ByHand = "by-hand", "by hand";
    Tokens = "tokens", "# tokens";
    RuleAllowed = "rule-allowed", "allowed";
    RuleAsk = "rule-ask", "ask first";
    RuleOff = "rule-off", "off";
    NoRule = "no-rule", "no rule";
    ForApp = "for-app", "for";
    AskedInItsPlace = "asked-in-its-place", "asked in its place";
    NotAskedInItsPlace = "not-asked-in-its-place", "not asked in its place";
    ChangedToolsWait = "changed-tools-wait", "calls of changed tools wait";
    ChangedToolsNotHeld = "changed-tools-not-held", "changed tools are not held";
    Enforced = "enforced", "enforced";
    NotEnforced = "not-enforced", "not enforced";
    NetworkOff = "network-off", "network off";
    NetworkAsks = "network-asks", "network asks";
    NetworkOpen = "network-open", "network open";
    AsksFirst = "asks-first", "asks first";
    Leaks = "leaks", "leaks";
    TakenBack = "taken-back", "the server took it back";
    CallEnded = "call-ended", "the call ended";
    ServerEnded = "server-ended", "the server ended";
    TooOften = "too-often", "asked too often";
    OverBudget = "over-budget", "over the budget";
    NoStandIn = "no-stand-in", "not asked for its app";
}

impl FactCode {
    /// As it is kept.
    pub fn said(self) -> String {
        self.text().to_owned()
    }

    /// As it is kept, with its number.
    pub fn of(self, number: u64) -> String {
        self.text().replacen('#', &number.to_string(), 1)
    }

    /// What is kept, read back.
    fn read(self, part: &str) -> Option<Fact> {
        let number = match self.text().split_once('#') {
            None => (part == self.text()).then_some(None)?,
            Some((before, after)) => {
                let number = part.strip_prefix(before)?.strip_suffix(after)?;
                let is_plain = number.bytes().all(|byte| byte.is_ascii_digit());
                Some(number.parse().ok().filter(|_| is_plain)?)
            }
        };
        Some(Fact { said: FactSaid::Code(self), number })
    }
}

/// What the text of a record of this kind may be made of, and whether other words stand between.
fn parts(action: Action) -> Option<(&'static [FactCode], bool)> {
    use FactCode as F;
    const DESTINATIONS: &[FactCode] = &[F::ForThisRun, F::ForATime, F::Always, F::EveryDestination];
    const LIMITS: &[FactCode] =
        &[F::Processes, F::AnyMemory, F::Memory, F::AnyBytesADay, F::BytesADay];
    const SENDING: &[FactCode] = &[F::BytesToday, F::NoLimitToday, F::NothingMoreToday];
    const LIFECYCLE: &[FactCode] = &[
        F::RestartsOnFailure,
        F::NeverRestarts,
        F::AlwaysRestarts,
        F::Pinged,
        F::OnDemand,
        F::StopsWhenIdle,
    ];
    const KEPT: &[FactCode] = &[
        F::Days,
        F::Megabytes,
        F::WithPaths,
        F::WithoutPaths,
        F::WithArguments,
        F::WithoutArguments,
    ];
    const CONFINEMENT: &[FactCode] =
        &[F::Enforced, F::NotEnforced, F::NetworkOff, F::NetworkAsks, F::NetworkOpen, F::AsksFirst];
    const MISSED: &[FactCode] = &[
        F::TakenBack,
        F::CallEnded,
        F::ServerEnded,
        F::TooOften,
        F::OverBudget,
        F::Muted,
        F::NoStandIn,
    ];
    const WITH_TEXTS: &[(&[Action], &[FactCode])] = &[
        (
            &[
                Action::DestinationAllowed,
                Action::DestinationDenied,
                Action::DestinationRevoked,
                Action::DestinationExpired,
                Action::DestinationRunEnded,
                Action::Connected,
                Action::ConnectionRefused,
                Action::ConnectionCut,
            ],
            DESTINATIONS,
        ),
        (
            &[Action::SamplingSent, Action::SamplingDelivered, Action::SamplingAutomatic],
            &[F::ByHand, F::Tokens],
        ),
    ];
    const ALONE: &[(&[Action], &[FactCode])] = &[
        (&[Action::LimitsChanged], LIMITS),
        (&[Action::SendingHeld, Action::SendingAllowed, Action::SendingStopped], SENDING),
        (&[Action::LifecycleChanged], LIFECYCLE),
        (&[Action::AskingChanged], &[F::RequestsAnHour, F::TokensADay, F::Muted]),
        (&[Action::ScopeChanged], &[F::AllFolders, F::WhereTheAppWorks]),
        (&[Action::ServerStopped], &[F::AllRevoked]),
        (&[Action::ConfinementChanged], CONFINEMENT),
        (&[Action::RequestMissed], MISSED),
        (&[Action::ToolsAccepted], &[F::ChangedToolsWait, F::ChangedToolsNotHeld]),
        (&[Action::Proven, Action::ProofFailed], &[F::Open, F::Blocked]),
        (&[Action::RetentionChanged], KEPT),
        (&[Action::ElicitationAnswered, Action::UrlVisited], &[F::ByHand]),
    ];
    let of = |table: &'static [(&[Action], &'static [FactCode])]| {
        table.iter().find(|(actions, _)| actions.contains(&action)).map(|(_, codes)| *codes)
    };
    of(WITH_TEXTS).map(|codes| (codes, true)).or_else(|| of(ALONE).map(|codes| (codes, false)))
}

/// What the text of a record says; nothing, where it is to be shown as it is.
pub fn facts(action: Action, detail: &str) -> Vec<Fact> {
    let read = if action == Action::ToolRuleChanged {
        tool_rule(detail)
    } else if action == Action::StandInChanged {
        stand_in(detail)
    } else if action == Action::ProofFailed {
        leaks(detail)
    } else {
        None
    };
    read.unwrap_or_else(|| of_parts(action, detail))
}

/// `TOOL: RULE` or `TOOL: RULE, for APP`. Tools and apps are called as others like: what could be read
/// in two ways is not read.
fn tool_rule(detail: &str) -> Option<Vec<Fact>> {
    use FactCode as F;
    let rules = [F::RuleAllowed, F::RuleAsk, F::RuleOff, F::NoRule];
    let mut readings = detail.match_indices(": ").filter_map(|(at, _)| {
        let (tool, said) = (&detail[..at], &detail[at + 2..]);
        rules.into_iter().find_map(|rule| {
            let behind = said.strip_prefix(rule.text())?;
            let app = match behind {
                "" => None,
                _ => Some(behind.strip_prefix(", for ")?),
            };
            let app = app.map(|app| said_of(F::ForApp, app));
            Some([said_of(rule, tool)].into_iter().chain(app).collect())
        })
    });
    let only = readings.next()?;
    readings.next().is_none().then_some(only)
}

/// `APP: WORDS`.
fn stand_in(detail: &str) -> Option<Vec<Fact>> {
    [FactCode::AskedInItsPlace, FactCode::NotAskedInItsPlace].into_iter().find_map(|code| {
        let app = detail.strip_suffix(code.text())?.strip_suffix(": ")?;
        Some(vec![said_of(code, app)])
    })
}

/// `N open, N blocked, leaks PATH, leaks PATH`.
fn leaks(detail: &str) -> Option<Vec<Fact>> {
    let (counts, paths) = detail.split_once(", leaks ")?;
    let counts = of_parts(Action::ProofFailed, counts);
    let paths = paths.split(", leaks ").map(|path| said_of(FactCode::Leaks, path));
    (!counts.is_empty()).then(|| counts.into_iter().chain(paths).collect())
}

fn said_of(code: FactCode, text: &str) -> Fact {
    Fact { said: FactSaid::Of(code, text.to_owned()), number: None }
}

fn of_parts(action: Action, detail: &str) -> Vec<Fact> {
    let Some((codes, has_texts)) = parts(action) else { return Vec::new() };
    let read = |part: &str| {
        let known = codes.iter().find_map(|code| code.read(part));
        let text = || Fact { said: FactSaid::Text(part.to_owned()), number: None };
        known.or_else(|| has_texts.then(text))
    };
    let parts = detail.split("; ").flat_map(|part| part.split(", "));
    parts.map(read).collect::<Option<_>>().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn codes(action: Action, detail: &str) -> Vec<String> {
        let written = |it: &Fact| match (&it.said, it.number) {
            (FactSaid::Code(code), None) => code.code().to_owned(),
            (FactSaid::Code(code), Some(number)) => format!("{} {number}", code.code()),
            (FactSaid::Text(text), _) => format!("\"{text}\""),
            (FactSaid::Of(code, text), _) => format!("{}({text})", code.code()),
        };
        facts(action, detail).iter().map(written).collect()
    }

    #[test]
    fn what_was_kept_before_reads_as_it_does_now() {
        for (action, detail, expected) in [
            (
                Action::DestinationAllowed,
                "a.test, b.test:22, always",
                "\"a.test\" \"b.test:22\" always",
            ),
            (
                Action::DestinationAllowed,
                "a.test, for a time; *, for this run",
                "\"a.test\" for-a-time \"*\" for-this-run",
            ),
            (Action::DestinationRevoked, "all", "every-destination"),
            (Action::ConnectionCut, "localhost:5432", "\"localhost:5432\""),
            (Action::SendingHeld, "5000000 bytes today", "bytes-today 5000000"),
            (Action::LimitsChanged, "64 processes, any memory", "processes 64 any-memory"),
            (
                Action::LifecycleChanged,
                "never restarts, pinged every 30 s",
                "never-restarts pinged 30",
            ),
            (
                Action::AskingChanged,
                "3 requests an hour, 0 tokens a day, muted",
                "requests-an-hour 3 tokens-a-day 0 muted",
            ),
            (Action::SamplingSent, "gpt, mini, 12 tokens", "\"gpt\" \"mini\" tokens 12"),
            (Action::Proven, "7 open, 9 blocked", "open 7 blocked 9"),
            (Action::ProofFailed, "7 open, 9 blocked", "open 7 blocked 9"),
            (
                Action::ProofFailed,
                "7 open, 9 blocked, leaks /a, 3 open, leaks /b",
                "open 7 blocked 9 leaks(/a, 3 open) leaks(/b)",
            ),
            (Action::ToolRuleChanged, "read: off", "rule-off(read)"),
            (Action::ToolRuleChanged, "a: b: ask first", "rule-ask(a: b)"),
            (
                Action::ToolRuleChanged,
                "read: allowed, for Claude Code",
                "rule-allowed(read) for-app(Claude Code)",
            ),
            (Action::ToolRuleChanged, "read: no rule, for x, y", "no-rule(read) for-app(x, y)"),
            (Action::StandInChanged, "Cursor: asked in its place", "asked-in-its-place(Cursor)"),
            (Action::StandInChanged, "x: not asked in its place", "not-asked-in-its-place(x)"),
            (Action::ToolsAccepted, "calls of changed tools wait", "changed-tools-wait"),
            (Action::RequestMissed, "over the budget", "over-budget"),
            (
                Action::ConfinementChanged,
                "not enforced, network asks, asks first",
                "not-enforced network-asks asks-first",
            ),
        ] {
            assert_eq!(codes(action, detail).join(" "), expected, "{detail}");
        }
    }

    #[test]
    fn what_says_something_else_is_shown_as_it_is() {
        for (action, detail) in [
            (Action::Proven, "7 open, 9 blocked, leaks /a, 3 open"),
            (Action::ToolCalled, "always"),
            (Action::LimitsChanged, "+4 processes, any memory"),
            (Action::ServerStopped, "all"),
            (Action::ToolsAccepted, "read, write"),
            (Action::ToolRuleChanged, "a: off, for x: allowed"),
            (Action::ToolRuleChanged, "a: offered"),
            (Action::StandInChanged, "asked in its place"),
            (Action::ProofFailed, "leaks /a"),
            (Action::LimitsChanged, ""),
        ] {
            assert_eq!(facts(action, detail), [], "{detail}");
        }
    }

    #[test]
    fn every_fact_reads_as_itself() {
        for code in FactCode::ALL {
            let has_number = code.text().contains('#');
            let written = if has_number { code.of(u64::MAX) } else { code.said() };
            let number = has_number.then_some(u64::MAX);
            assert_eq!(code.read(&written), Some(Fact { said: FactSaid::Code(*code), number }));
        }
    }
}
