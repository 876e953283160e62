//! What keeps servers to their folders, as the window shows it.

use std::path::Path;

use paddock_core::text::shown;
use paddock_core::{
    Command, Coverage, Enforcement, Footprint, Need, Part, RunState, Server, SessionId, Why,
};
use paddock_supervisor::{Arrival, Capabilities, Finding, LONGEST_HOLD, Passage, Reach, Tier, Way};

use super::{Showing, brief, time};
use crate::attempts::Tried;
use crate::runtime::{Current, Runtime};
use crate::view::{
    ArrivalView, AttemptView, Code, EnforcementView, Failure, FindingView, InForceView, OwnView,
    PassageView, ProofView, ReadableView, ReadableWhy, SystemView, TierStateView, WayView,
};

impl Showing<'_> {
    pub(super) fn enforcement_of(
        &self,
        server: &Server,
        session: SessionId,
        runtime: &Runtime,
    ) -> EnforcementView {
        let supported = self.capabilities.as_ref().and_then(Capabilities::best);
        let confined = runtime.confined.as_ref();
        let in_use = confined.and_then(|it| it.launch.policy.as_ref()).map(|it| it.tier);
        let starts = self.state.run(session) == Some(RunState::Starting);
        let in_force = match self.state.enforcement(session) {
            None if starts => InForceView::Starting,
            state => in_force(state, in_use, runtime),
        };
        EnforcementView { asked: server.confinement.asked, supported, in_force }
    }
}

fn in_force(state: Option<Enforcement>, tier: Option<Tier>, runtime: &Runtime) -> InForceView {
    match (state, tier) {
        (Some(Enforcement::Enforced(_)), Some(tier)) => InForceView::Enforced { tier },
        (Some(Enforcement::Changing | Enforcement::Enforced(_)), _) => InForceView::Changing,
        (Some(Enforcement::Restarting), _) => InForceView::Restarting,
        (Some(Enforcement::OpenHandles(count)), _) => InForceView::OpenHandles { count },
        (Some(Enforcement::Advisory(_)), _) => InForceView::Advisory,
        (Some(Enforcement::Failed(why)), _) => {
            let reason = runtime.reason.clone().unwrap_or_else(|| failure(why));
            InForceView::Failed { reason }
        }
        (None, _) => InForceView::NotRunning,
    }
}

pub(super) fn failure(why: Why) -> Failure {
    Failure::new(match why {
        Why::NoSandbox | Why::Chosen => Code::NotEnforceable,
        Why::ProbeFailed => Code::ProofFailed,
    })
}

/// What the server can read besides its grants: what it was started with, was found last, or agreed
/// to before.
pub(super) fn reads(server: &Server, runtime: &Runtime, home: &Path) -> Vec<ReadableView> {
    let Some(footprint) = footprint(server, runtime) else { return Vec::new() };
    let home = ReadableView { path: shown(home), why: ReadableWhy::Home, own: None };
    footprint.parts.iter().map(readable).chain([home]).collect()
}

/// Whether its command runs more than was found.
pub(super) fn is_untold(server: &Server, runtime: &Runtime) -> bool {
    let is_custom = matches!(server.command, Command::Custom(_));
    is_custom && footprint(server, runtime).is_some_and(|it| it.told == Coverage::Partly)
}

/// What its program needs: as it runs, as it was found last, or as it was agreed to.
pub(crate) fn footprint<'a>(server: &'a Server, runtime: &'a Runtime) -> Option<&'a Footprint> {
    let running = runtime.run.as_ref().and(runtime.confined.as_ref());
    let confined = running.map(|confined| &confined.footprint);
    let found = confined.or(runtime.found.as_ref().map(|found| &found.footprint));
    let trusted = server.trusted.as_ref().and_then(|it| it.seen.as_ref());
    found.or(trusted.map(|seen| &seen.footprint))
}

pub(super) fn readable(part: &Part) -> ReadableView {
    let own = part.own.as_ref().map(|own| OwnView {
        files: own.files,
        bytes: bytes(own.bytes),
        all: own.all,
        hidden: own.hidden.iter().map(shown).collect(),
    });
    let why = match part.need {
        Need::System => ReadableWhy::System,
        Need::Certificates => ReadableWhy::Certificates,
        Need::Names => ReadableWhy::Names,
        Need::Runtime => ReadableWhy::Runtime,
        Need::Program => ReadableWhy::Program,
    };
    ReadableView { path: shown(&part.path), why, own }
}

#[expect(clippy::cast_precision_loss, reason = "sizes are shown in rounded units")]
fn bytes(bytes: u64) -> f64 {
    bytes as f64
}

pub(super) fn proof(run: &Current) -> Option<ProofView> {
    let proved = run.proof.as_ref()?;
    let withheld = proved.proof.withheld.iter().map(|withheld| FindingView {
        path: shown(&withheld.path),
        expected: Reach::Read,
        found: Reach::Nothing,
        blocked_by: Some(errno(withheld.errno)),
    });
    let passages = proved.proof.passages.iter().copied().map(passage);
    let passages: Vec<_> = passages.chain(run.names.iter().copied()).collect();
    Some(ProofView {
        at: time(proved.at),
        holds: proved.proof.holds() && !run.names.iter().any(PassageView::leaks),
        findings: proved.proof.findings.iter().map(finding).chain(withheld).collect(),
        passages,
    })
}

pub(crate) fn passage(passage: Passage) -> PassageView {
    PassageView {
        way: match passage.way {
            Way::Ipv4 => WayView::Ipv4,
            Way::Ipv6 => WayView::Ipv6,
            Way::ClosedPort => WayView::ClosedPort,
            Way::Datagram => WayView::Datagram,
            Way::Question => WayView::Question,
            Way::Interface => WayView::Interface,
        },
        found: match passage.found {
            Arrival::Here => ArrivalView::Paddock,
            Arrival::Nowhere => ArrivalView::Nowhere,
            Arrival::Elsewhere => ArrivalView::Elsewhere,
        },
        ok: passage.holds(),
    }
}

pub(crate) fn finding(finding: &Finding) -> FindingView {
    FindingView {
        path: shown(&finding.path),
        expected: finding.expected,
        found: finding.found,
        blocked_by: (finding.errno != 0).then(|| errno(finding.errno)),
    }
}

pub(super) fn attempt(tried: &Tried) -> AttemptView {
    AttemptView {
        id: tried.id,
        path: brief(&tried.path),
        write: tried.write,
        needs: tried.needs,
        count: tried.count,
        last: time(tried.last),
        offer: tried.offer.as_ref().map(brief),
        held: tried.held.is_some(),
        held_until: tried.held.map(|_| time(tried.held_since.plus(LONGEST_HOLD))),
    }
}

/// What this system can enforce; nothing is known while it is not surveyed.
pub fn system(capabilities: Option<&Capabilities>) -> SystemView {
    let Some(capabilities) = capabilities else { return SystemView::default() };
    let tiers = capabilities.tiers.iter().map(|(known, works)| TierStateView {
        tier: *known,
        works: works.is_ok(),
        lacking: works.err().map(|lacking| lacking.what.into()),
    });
    SystemView {
        known: true,
        best: capabilities.best(),
        tiers: tiers.collect(),
        held_folders_end: capabilities.held_folders_end,
        abstract_sockets_kept: capabilities.abstract_sockets_kept,
        network_off: capabilities.network_off,
        destinations: capabilities.destinations,
        processes_limited: capabilities.processes_limited || capabilities.by_group.processes,
        memory_together: capabilities.by_group.memory,
        attempts: capabilities.attempts,
        landlock: capabilities.landlock,
        gaps: capabilities.gaps.iter().map(|gap| (*gap).into()).collect(),
        proxy: None,
    }
}

/// The error as programmers know it.
fn errno(number: i32) -> String {
    const KNOWN: &[(i32, &str)] = &[
        (1, "EPERM"),
        (2, "ENOENT"),
        (13, "EACCES"),
        (20, "ENOTDIR"),
        (30, "EROFS"),
        (40, "ELOOP"),
        (116, "ESTALE"),
    ];
    let known = KNOWN.iter().find(|(known, _)| *known == number);
    known.map_or_else(|| format!("errno {number}"), |(_, name)| (*name).to_owned())
}
