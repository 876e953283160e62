//! Values of the view in words.

use paddock_control::view::{
    Access, Asked, EnforcementView, FrontView, HeldByView, InForceView, LifetimeChoice,
    LifetimeView, LimitsView, NetworkChoice, Outcome, ReachabilityView, RequestKind, RequestPhase,
    RetentionView, RunView, Scope, SendingView, ServerView, Tier, TodayView, ToldView, ToolClaims,
    ToolRule, VerdictView, Warning, WarningLevel,
};
use paddock_core::text::shown;

use crate::out::{Out, Tone};
use crate::when;

/// Its name to read; `--tier` takes another.
pub(crate) fn tier(tier: Tier, out: &Out) -> String {
    out.say(match tier {
        Tier::LiveMounts => "tier-live-mounts",
        Tier::Landlock => "tier-landlock",
    })
}

pub(crate) fn access(access: Access, out: &Out) -> String {
    out.say(match access {
        Access::Read => "access-read",
        Access::WriteGuarded => "access-write-guarded",
        Access::WriteCommits => "access-write-commits",
        Access::ReadWrite => "access-read-write",
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
            let values =
                [("time", when::when(at, out).into()), ("left", when::left(at, out).into())];
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
        ReachabilityView::NextStart => "reach-next-start",
        ReachabilityView::NotLetIn => "reach-not-let-in",
    })
}

/// Why a folder that ended can't be given again.
pub(crate) fn lost(why: ReachabilityView, out: &Out) -> String {
    out.say(match why {
        ReachabilityView::Replaced => "wish-all-again-replaced",
        ReachabilityView::NotAFolder => "wish-all-again-not-a-folder",
        ReachabilityView::Denied => "wish-all-again-denied",
        ReachabilityView::Missing
        | ReachabilityView::Reachable
        | ReachabilityView::NextStart
        | ReachabilityView::NotLetIn => "wish-all-again-missing",
    })
}

pub(crate) fn state(state: &RunView, out: &Out) -> (String, Tone) {
    let (id, tone) = match state {
        RunView::Stopped => ("state-stopped", Tone::Faint),
        RunView::NeedsTrust { .. } => ("state-needs-trust", Tone::Caution),
        RunView::Asleep => ("state-asleep", Tone::Faint),
        RunView::Starting { .. } => ("state-starting", Tone::Plain),
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
            (Asked::Enforced, None) if !known => said("in-force-later", Tone::Faint),
            (Asked::Advisory, _) => said("not-enforced", Tone::Caution),
            (Asked::Enforced, None) => said("in-force-impossible", Tone::Bad),
            (Asked::Enforced, Some(_)) => said("in-force-later", Tone::Faint),
        },
        InForceView::Starting if server.asked == Asked::Advisory => {
            said("not-enforced", Tone::Caution)
        }
        InForceView::Starting => said("in-force-starting", Tone::Plain),
        InForceView::Enforced { tier: of } => (tier(*of, out), Tone::Good),
        InForceView::Changing => said("in-force-changing", Tone::Plain),
        InForceView::Restarting => said("in-force-restarting", Tone::Plain),
        InForceView::OpenHandles { count } => {
            (out.say_with("in-force-open", &[("count", (*count).into())]), Tone::Caution)
        }
        InForceView::Advisory => said("not-enforced", Tone::Caution),
        InForceView::Failed { .. } => said("in-force-failed", Tone::Bad),
    }
}

/// The most memory of a server, and what holds it.
pub(crate) fn memory_limit(limits: &LimitsView, out: &Out) -> String {
    let Some(mebibytes) = limits.memory else { return out.say("limits-memory-none") };
    let (id, count) = if mebibytes.is_multiple_of(1024) {
        ("limits-memory-gb", mebibytes / 1024)
    } else {
        ("limits-memory-mb", mebibytes)
    };
    held(&out.say_with(id, &[("count", count.into())]), limits.memory_held, out)
}

/// The most processes of a server, and what holds it.
pub(crate) fn process_limit(limits: &LimitsView, out: &Out) -> String {
    let count = out.say_with("limits-processes-count", &[("count", limits.processes.into())]);
    held(&count, limits.processes_held, out)
}

/// How much a server may send in a day, and what it has sent.
pub(crate) fn most_sent(server: &ServerView, out: &Out) -> String {
    let sending = &server.sending;
    let limit = sending
        .most
        .map_or_else(|| out.say("limits-sent-none"), |most| out.words().exact_size(most));
    let mut sentences = vec![today(sending.today, out)];
    sentences.push(Some(if server.network == NetworkChoice::Open {
        out.say("limits-sent-open")
    } else if sending.counted {
        out.say_with("limits-sent-so-far", &[("size", out.words().size(sending.sent).into())])
    } else {
        out.say("limits-sent-uncounted")
    }));
    let one_after_the_other = |first: String, then: String| {
        out.say_with("sentences", &[("first", first.into()), ("then", then.into())])
    };
    let held = sentences.into_iter().flatten().reduce(one_after_the_other).unwrap_or_default();
    out.say_with("cli-limits-shown", &[("limit", limit.into()), ("held", held.into())])
}

fn today(today: Option<TodayView>, out: &Out) -> Option<String> {
    Some(match today? {
        TodayView::UpTo { kilobytes: count } => {
            out.say_with("limits-sent-today", &[("size", kilobytes(count, out).into())])
        }
        TodayView::Unlimited => out.say("limits-sent-today-unlimited"),
        TodayView::Stopped => out.say("limits-sent-today-stopped"),
    })
}

pub(crate) fn kilobytes(count: u32, out: &Out) -> String {
    out.words().size(f64::from(count) * 1000.0)
}

/// What a server may send today, as a person is asked about it.
pub(crate) fn up_to(today: TodayView, out: &Out) -> String {
    match today {
        TodayView::UpTo { kilobytes: count } => {
            out.say_with("sending-up-to", &[("size", out.words().exact_size(count).into())])
        }
        TodayView::Unlimited => out.say("sending-unlimited"),
        TodayView::Stopped => out.say("sending-stopped"),
    }
}

/// The same of what holds now.
pub(crate) fn sends_now(sending: &SendingView, out: &Out) -> String {
    match (sending.today, sending.most) {
        (Some(today), _) => up_to(today, out),
        (None, Some(most)) => up_to(TodayView::UpTo { kilobytes: most }, out),
        (None, None) => up_to(TodayView::Unlimited, out),
    }
}

/// What a server may send in a day, as a person is asked about it.
pub(crate) fn a_day(most: Option<u32>, out: &Out) -> String {
    most.map_or_else(|| out.say("limits-sent-none"), |most| out.words().exact_size(most))
}

fn held(limit: &str, by: HeldByView, out: &Out) -> String {
    let held = out.say(match by {
        HeldByView::Group => "limits-held-group",
        HeldByView::Namespace => "limits-held-namespace",
        HeldByView::Process => "limits-held-process",
        HeldByView::Nothing => "limits-held-nothing",
    });
    out.say_with("cli-limits-shown", &[("limit", limit.to_owned().into()), ("held", held.into())])
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
        RequestKind::Call => "requests-call",
        RequestKind::Access => "requests-held",
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

pub(crate) fn scope(scope: Scope, out: &Out) -> String {
    out.say(match scope {
        Scope::AllFolders => "scope-all",
        Scope::WhereAppWorks => "scope-where-app-works",
    })
}

pub(crate) fn rule(rule: ToolRule, out: &Out) -> String {
    out.say(match rule {
        ToolRule::Allowed => "rule-allowed",
        ToolRule::Ask => "rule-ask",
        ToolRule::Off => "rule-off",
    })
}

pub(crate) fn network(mode: NetworkChoice, out: &Out) -> String {
    out.say(match mode {
        NetworkChoice::Off => "network-mode-off",
        NetworkChoice::Ask => "network-mode-ask",
        NetworkChoice::Open => "network-mode-open",
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
        (Outcome::OwnHome, _) => said("check-own-home", Tone::Plain),
        (Outcome::Withheld, _) => said("check-withheld", Tone::Caution),
        (Outcome::NextStart, _) => said("check-next-start", Tone::Caution),
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
pub(crate) fn warning(warning: &Warning, out: &Out) -> (String, Tone) {
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
        out.say_with("warning-unknown", &[("code", shown(warning.code.as_str()).into())])
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

/// How long what happened is kept.
pub(crate) fn retention(keep: RetentionView, out: &Out) -> String {
    let values = [("days", keep.days.into()), ("megabytes", keep.megabytes.into())];
    let id = match keep {
        RetentionView { arguments: true, .. } => "retention-with-arguments",
        RetentionView { paths: true, .. } => "retention-with-paths",
        RetentionView { .. } => "retention-without-paths",
    };
    out.say_with(id, &values)
}

#[cfg(test)]
mod tests {
    use paddock_control::view::WarningCode;

    use super::*;

    #[test]
    fn a_warning_without_words_is_still_a_warning() {
        let unheard = Warning {
            level: WarningLevel::Red,
            code: WarningCode::Unknown("brand-new".into()),
            subject: Some("x\x1b[2J".into()),
        };
        let (words, tone) = warning(&unheard, &Out::new(false));
        assert!(words.starts_with("Danger") && words.contains("brand-new"), "{words}");
        assert_eq!(tone, Tone::Bad);
    }
}
