//! Values of the view in words.

use paddock_control::view::{
    AccessView, AskedView, EnforcementView, FrontView, InForceView, LifetimeChoice, LifetimeView,
    NetworkMode, Outcome, ReachabilityView, RequestKind, RequestPhase, RetentionView, RunView,
    ScopeView, TierView, ToldView, ToolClaims, ToolRuleKind, VerdictView, WarningLevel,
    WarningView,
};
use paddock_core::text::shown;

use crate::out::{Out, Tone};
use crate::when;

pub(crate) fn access(access: AccessView, out: &Out) -> String {
    out.say(match access {
        AccessView::Read => "access-read",
        AccessView::WriteGuarded => "access-write-guarded",
        AccessView::WriteCommits => "access-write-commits",
        AccessView::ReadWrite => "access-read-write",
    })
}

pub(crate) fn chosen_lifetime(lifetime: LifetimeChoice, out: &Out) -> String {
    match lifetime {
        LifetimeChoice::OneHour => out.say("lifetime-one-hour"),
        LifetimeChoice::ThisRun => out.say("lifetime-this-run"),
        LifetimeChoice::UntilMidnight => out.say("lifetime-until-midnight"),
        LifetimeChoice::Always => out.say("lifetime-always"),
        LifetimeChoice::For { minutes } => {
            let values = [("hours", (minutes / 60).into()), ("minutes", (minutes % 60).into())];
            out.say_with("cli-lifetime-for", &values)
        }
    }
}

pub(crate) fn lifetime(lifetime: LifetimeView, out: &Out) -> String {
    match lifetime {
        LifetimeView::ThisRun => out.say("lifetime-this-run"),
        LifetimeView::Always => out.say("lifetime-always"),
        LifetimeView::Until { at } => {
            let values = [("time", when::when(at).into()), ("left", when::left(at, out).into())];
            out.say_with("cli-lifetime-until", &values)
        }
    }
}

pub(crate) fn reachability(reachability: ReachabilityView, out: &Out) -> String {
    out.say(match reachability {
        ReachabilityView::Reachable => "reach-ok",
        ReachabilityView::Missing => "reach-missing",
        ReachabilityView::Replaced => "reach-replaced",
        ReachabilityView::NotAFolder => "reach-not-a-folder",
        ReachabilityView::Denied => "reach-denied",
    })
}

pub(crate) fn state(state: &RunView, out: &Out) -> (String, Tone) {
    let (id, tone) = match state {
        RunView::Stopped => ("state-stopped", Tone::Faint),
        RunView::NeedsTrust { .. } => ("state-needs-trust", Tone::Caution),
        RunView::Asleep => ("state-asleep", Tone::Faint),
        RunView::Starting => ("state-starting", Tone::Plain),
        RunView::Running { .. } => ("state-running", Tone::Good),
        RunView::Stopping => ("state-stopping", Tone::Plain),
        RunView::Restarting { .. } => ("state-restarting", Tone::Caution),
        RunView::Failed { .. } => ("state-failed", Tone::Bad),
        RunView::Paused => ("state-paused", Tone::Faint),
    };
    (out.say(id), tone)
}

/// `known`: whether it was tried what this system can enforce.
pub(crate) fn in_force(server: &EnforcementView, known: bool, out: &Out) -> (String, Tone) {
    let said = |id, tone| (out.say(id), tone);
    match &server.in_force {
        InForceView::NotRunning => match (server.asked, server.supported) {
            (AskedView::Enforced, None) if !known => said("in-force-later", Tone::Faint),
            (AskedView::Advisory, _) => said("not-enforced", Tone::Caution),
            (AskedView::Enforced, None) => said("in-force-impossible", Tone::Bad),
            (AskedView::Enforced, Some(_)) => said("in-force-later", Tone::Faint),
        },
        InForceView::Enforced { tier } => (self::tier(*tier).to_owned(), Tone::Good),
        InForceView::Changing => said("in-force-changing", Tone::Plain),
        InForceView::Restarting => said("in-force-restarting", Tone::Plain),
        InForceView::OpenHandles { count } => {
            (out.say_with("in-force-open", &[("count", (*count).into())]), Tone::Caution)
        }
        InForceView::Advisory => said("not-enforced", Tone::Caution),
        InForceView::Failed { .. } => said("in-force-failed", Tone::Bad),
    }
}

/// The name by which a tier is asked for.
pub(crate) fn tier(tier: TierView) -> &'static str {
    match tier {
        TierView::LiveMounts => "live-mounts",
        TierView::Landlock => "landlock",
    }
}

pub(crate) fn told(told: ToldView, out: &Out) -> String {
    out.say(match told {
        ToldView::Told => "servers-told-told",
        ToldView::Waiting => "servers-told-waiting",
        ToldView::WaitingForCall => "servers-told-waiting-for-call",
        ToldView::NeverAsked => "servers-told-never-asked",
        ToldView::NotRunning => "servers-told-not-running",
    })
}

pub(crate) fn request_kind(kind: RequestKind, out: &Out) -> String {
    out.say(match kind {
        RequestKind::Sampling => "requests-sampling",
        RequestKind::Form => "requests-form",
        RequestKind::Url => "requests-url",
    })
}

pub(crate) fn request_phase(phase: &RequestPhase, out: &Out) -> (String, Tone) {
    let (id, tone) = match phase {
        RequestPhase::Waiting => ("cli-request-waiting", Tone::Caution),
        RequestPhase::Answering => ("requests-answering", Tone::Plain),
        RequestPhase::Failed { .. } => ("requests-failed", Tone::Bad),
        RequestPhase::Review => ("requests-review", Tone::Caution),
    };
    (out.say(id), tone)
}

pub(crate) fn scope(scope: ScopeView, out: &Out) -> String {
    out.say(match scope {
        ScopeView::AllFolders => "scope-all",
        ScopeView::WhereAppWorks => "scope-where-app-works",
    })
}

pub(crate) fn rule(rule: ToolRuleKind, out: &Out) -> String {
    out.say(match rule {
        ToolRuleKind::Allowed => "rule-allowed",
        ToolRuleKind::Ask => "rule-ask",
        ToolRuleKind::Off => "rule-off",
    })
}

pub(crate) fn network(mode: NetworkMode, out: &Out) -> String {
    out.say(match mode {
        NetworkMode::Off => "network-mode-off",
        NetworkMode::Ask => "network-mode-ask",
        NetworkMode::Open => "network-mode-open",
    })
}

/// What a server claims that a tool does.
pub(crate) fn claims(claims: Option<&ToolClaims>, out: &Out) -> String {
    let said = |claim: Option<bool>, yes, no| claim.map(|it| out.say(if it { yes } else { no }));
    let reads = claims.and_then(|it| it.read_only);
    let destroys = claims.and_then(|it| it.destructive);
    let reads = said(reads, "held-call-claim-read-only", "held-call-claim-changes");
    let destroys = said(destroys, "held-call-claim-destructive", "held-call-claim-harmless");
    let words = crate::names::joined(reads.into_iter().chain(destroys));
    if words.is_empty() {
        return out.say("held-call-claims-none");
    }
    let claims = out.say_with("held-call-claims", &[("claims", words.into())]);
    format!("{claims} {}", out.say("held-call-unproved"))
}

pub(crate) fn verdict(verdict: &VerdictView, out: &Out) -> (String, Tone) {
    let said = |id, tone| (out.say(id), tone);
    match (verdict.outcome, &verdict.folder) {
        (Outcome::AllowedRead, _) => said("check-read", Tone::Good),
        (Outcome::AllowedWriteGuarded, _) => said("check-write-guarded", Tone::Good),
        (Outcome::AllowedReadGuarded, _) => said("check-read-guarded", Tone::Good),
        (Outcome::AllowedReadWrite, _) => said("check-read-write", Tone::Good),
        (Outcome::NeededToRun, _) => said("check-needed", Tone::Plain),
        (Outcome::Withheld, _) => said("check-withheld", Tone::Caution),
        (Outcome::Outside, None) => said("check-outside", Tone::Plain),
        (Outcome::Outside, Some(folder)) => {
            let values = [("folder", shown(folder).into())];
            (out.say_with("check-outside-near", &values), Tone::Plain)
        }
        (Outcome::NotEnforced, _) => said("check-not-enforced", Tone::Caution),
        (Outcome::NotAPath, _) => said("check-not-a-path", Tone::Bad),
    }
}

/// A warning with its level, and how bad it is.
pub(crate) fn warning(warning: &WarningView, out: &Out) -> (String, Tone) {
    let (level, tone) = match warning.level {
        WarningLevel::Note => ("consent-level-note", Tone::Plain),
        WarningLevel::Amber => ("consent-level-amber", Tone::Caution),
        WarningLevel::Red => ("consent-level-red", Tone::Bad),
        WarningLevel::Refused => ("consent-level-refused", Tone::Bad),
    };
    let id = format!("warning-{}", warning.code);
    let words = if out.words().knows(&id) {
        let subject = warning.subject.as_deref().map(shown).unwrap_or_default();
        out.say_with(&id, &[("subject", subject.into())])
    } else {
        out.say_with("warning-unknown", &[("code", shown(&warning.code).into())])
    };
    (format!("{}: {words}", out.say(level)), tone)
}

/// Who asked for something that waits.
pub(crate) fn by(front: &FrontView, out: &Out) -> String {
    match front {
        FrontView::Window => out.say("cli-by-window"),
        FrontView::Program { path, parent: None } => shown(path),
        FrontView::Program { path, parent: Some(parent) } => {
            let values = [("path", shown(path).into()), ("parent", shown(parent).into())];
            out.say_with("cli-by-program", &values)
        }
    }
}

/// Bytes in a unit that fits.
pub(crate) fn size(bytes: f64) -> String {
    let units = ["B", "kB", "MB", "GB"];
    let mut size = bytes.max(0.0);
    let mut unit = 0;
    while size >= 1000.0 && unit + 1 < units.len() {
        size /= 1000.0;
        unit += 1;
    }
    if unit == 0 || size >= 10.0 {
        format!("{size:.0} {}", units[unit])
    } else {
        format!("{size:.1} {}", units[unit])
    }
}

/// How long what happened is kept.
pub(crate) fn retention(keep: RetentionView, out: &Out) -> String {
    let values = [("days", keep.days.into()), ("megabytes", keep.megabytes.into())];
    let id = if keep.paths { "retention-with-paths" } else { "retention-without-paths" };
    out.say_with(id, &values)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_short() {
        for (bytes, words) in [(0.0, "0 B"), (999.0, "999 B"), (1500.0, "1.5 kB")] {
            assert_eq!(size(bytes), words);
        }
        assert_eq!(size(48_000_000.0), "48 MB");
    }

    #[test]
    fn a_warning_without_words_is_still_a_warning() {
        let unheard = WarningView {
            level: WarningLevel::Red,
            code: "brand-new".into(),
            subject: Some("x\x1b[2J".into()),
        };
        let (words, tone) = warning(&unheard, &Out::new(false));
        assert!(words.starts_with("Danger") && words.contains("brand-new"), "{words}");
        assert_eq!(tone, Tone::Bad);
    }
}
