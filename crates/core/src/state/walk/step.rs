//! What can happen, and to what.

use std::time::Duration;

use proptest::prelude::*;

use crate::{
    AbsolutePath, Access, Asked, Asking, Command, CustomCommand, Footprint, Identity, Lifecycle,
    Place, Reachability, ResolvedProgram, Restart, Root, SamplingLimits, SeenCommand,
};

/// What can happen next. Numbers choose among what is there.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step {
    Grant {
        folder: usize,
        server: usize,
        access: Access,
        lifetime: u8,
    },
    GrantAgain(usize),
    Revoke(usize),
    RevokeAll,
    GrantAllAgain,
    SetAccess(usize, Access),
    SetLifetime(usize, u8),
    AddServer(u8),
    EditServer(usize, u8),
    RemoveServer(usize),
    /// The server that was removed last is added again.
    CameBack,
    Start(usize),
    Trust(usize),
    WithdrawTrust(usize),
    Stop(usize),
    Restart(usize),
    /// The search for its program is over, with or without success.
    FindOver(usize, bool),
    Ready(usize),
    Ends(usize, End),
    Needed(usize),
    /// An app begins to use a server, and works somewhere.
    Joined(usize, usize),
    /// Something of what apps do, or of what a person chooses of that.
    Apps(AppStep),
    /// Something of where servers connect.
    Network(NetworkStep),
    /// An app leaves a session.
    Left(usize),
    Busy(usize, bool),
    SetLifecycle(usize, u8),
    SetAsking(usize, u8),
    Spoke(usize, bool),
    AddProvider(u8),
    EditProvider(usize, u8),
    /// Of each provider one may have another address.
    AllowProvider(usize, u8),
    RemoveProvider(usize),
    Pause(Option<u16>),
    Resume,
    Reached(usize, Reachability),
    TimePasses(u32),
    ClockSetBack(u32),
    /// The oldest commit under way is kept, or fails.
    Disk(bool),
    /// A server asks for its roots.
    Ask(usize),
    SetConfinement(usize, Asked, bool),
    /// The operating system has done what it was told, and a probe found so; or one folder was
    /// withheld.
    Prove(usize, bool),
    AppDies,
}

/// What apps do, and what a person chooses of it.
#[derive(Clone, Copy, Debug)]
pub(super) enum AppStep {
    /// An app says that it works somewhere else.
    Works(usize, usize),
    /// A person chooses how apps may use a server.
    Use(usize, u8),
    /// A server lists a tool, as it was or another.
    Listed(usize, u8),
    /// An app is told of a tool from memory.
    Recalled(usize, u8),
    /// An app calls a tool that is not simply allowed.
    Held(usize, u8),
    /// An app has called a tool.
    Called(usize),
    DeleteActivity,
    /// One of two apps is paused, or no longer.
    Pause(bool, Option<u16>),
    Resume(bool),
    /// One of its folders is taken from a session.
    Narrow(usize, usize),
    /// A person decides on something that waits of an app, or it lapses.
    Decide(usize, u8),
}

impl AppStep {
    /// The same, of the first server.
    pub(super) fn of_first(self) -> Self {
        match self {
            Self::Use(_, choice) => Self::Use(0, choice),
            other @ (Self::Works(..)
            | Self::Listed(..)
            | Self::Recalled(..)
            | Self::Held(..)
            | Self::Called(_)
            | Self::DeleteActivity
            | Self::Pause(..)
            | Self::Resume(_)
            | Self::Narrow(..)
            | Self::Decide(..)) => other,
        }
    }
}

/// What servers seek, and what a person says of it.
#[derive(Clone, Copy, Debug)]
pub(super) enum NetworkStep {
    Allow(usize, u8, u8),
    Never(usize, u8),
    Forget(usize, u8),
    Sought(usize, u8),
    Dismiss(usize),
    MostSent(usize, u8),
    SendToday(usize, u8),
    SendingHeld(usize),
    DayBegan(u16),
}

pub(super) fn network_step() -> impl Strategy<Value = NetworkStep> {
    prop_oneof![
        4 => (0usize..5, any::<u8>(), any::<u8>()).prop_map(|(server, to, lasts)| {
            NetworkStep::Allow(server, to, lasts)
        }),
        2 => (0usize..5, any::<u8>()).prop_map(|(server, to)| NetworkStep::Never(server, to)),
        2 => (0usize..5, any::<u8>()).prop_map(|(server, to)| NetworkStep::Forget(server, to)),
        4 => (0usize..5, any::<u8>()).prop_map(|(session, to)| NetworkStep::Sought(session, to)),
        1 => (0usize..3).prop_map(NetworkStep::Dismiss),
        2 => (0usize..5, any::<u8>()).prop_map(|(server, most)| NetworkStep::MostSent(server, most)),
        2 => (0usize..5, any::<u8>()).prop_map(|(server, said)| NetworkStep::SendToday(server, said)),
        2 => (0usize..5).prop_map(NetworkStep::SendingHeld),
        1 => (1u16..2000).prop_map(NetworkStep::DayBegan),
    ]
}

/// How a process ends, where it was not asked to.
#[derive(Clone, Copy, Debug)]
pub(super) enum End {
    /// With code 0.
    Well,
    /// In one way or the other.
    Crash(u8),
    /// At how it was spoken to.
    Misspoken,
    Final,
    Stuck,
}

pub(super) fn end() -> impl Strategy<Value = End> {
    prop_oneof![
        1 => Just(End::Well),
        6 => (0u8..3).prop_map(End::Crash),
        1 => Just(End::Misspoken),
        1 => Just(End::Final),
        1 => Just(End::Stuck),
    ]
}

pub(super) fn step() -> impl Strategy<Value = Step> {
    let which = 0usize..6;
    let access = prop_oneof![
        Just(Access::Read),
        Just(Access::WriteGuarded),
        Just(Access::WriteCommits),
        Just(Access::ReadWrite)
    ];
    let reachability = prop_oneof![
        3 => Just(Reachability::Reachable),
        1 => Just(Reachability::Missing),
        1 => Just(Reachability::Replaced),
        1 => Just(Reachability::Denied),
    ];
    prop_oneof![
        8 => (which.clone(), which.clone(), access.clone(), any::<u8>())
            .prop_map(|(folder, server, access, lifetime)| Step::Grant { folder, server, access, lifetime }),
        2 => which.clone().prop_map(Step::GrantAgain),
        4 => which.clone().prop_map(Step::Revoke),
        1 => Just(Step::RevokeAll),
        1 => Just(Step::GrantAllAgain),
        3 => (which.clone(), access).prop_map(|(grant, access)| Step::SetAccess(grant, access)),
        3 => (which.clone(), any::<u8>()).prop_map(|(grant, life)| Step::SetLifetime(grant, life)),
        2 => any::<u8>().prop_map(Step::AddServer),
        1 => (which.clone(), any::<u8>()).prop_map(|(server, name)| Step::EditServer(server, name)),
        1 => which.clone().prop_map(Step::RemoveServer),
        2 => Just(Step::CameBack),
        2 => which.clone().prop_map(Step::Start),
        2 => which.clone().prop_map(Step::Trust),
        1 => which.clone().prop_map(Step::WithdrawTrust),
        1 => which.clone().prop_map(Step::Stop),
        1 => (0usize..12).prop_map(Step::Restart),
        10 => (0usize..12, prop::bool::weighted(0.9)).prop_map(|(server, found)| Step::FindOver(server, found)),
        8 => (0usize..12).prop_map(Step::Ready),
        8 => (0usize..12, end()).prop_map(|(server, end)| Step::Ends(server, end)),
        2 => (0usize..12).prop_map(Step::Needed),
        5 => (which.clone(), 0usize..12).prop_map(|(server, place)| Step::Joined(server, place)),
        22 => app_step().prop_map(Step::Apps),
        10 => network_step().prop_map(Step::Network),
        3 => (0usize..12).prop_map(Step::Left),
        2 => (0usize..12, any::<bool>()).prop_map(|(session, busy)| Step::Busy(session, busy)),
        3 => (which.clone(), any::<u8>()).prop_map(|(server, life)| Step::SetLifecycle(server, life)),
        2 => (which.clone(), any::<u8>()).prop_map(|(server, asks)| Step::SetAsking(server, asks)),
        2 => (0usize..12, any::<bool>()).prop_map(|(server, modern)| Step::Spoke(server, modern)),
        1 => any::<u8>().prop_map(Step::AddProvider),
        1 => (which.clone(), any::<u8>()).prop_map(|(which, name)| Step::EditProvider(which, name)),
        1 => (which.clone(), any::<u8>()).prop_map(|(which, at)| Step::AllowProvider(which, at)),
        1 => which.clone().prop_map(Step::RemoveProvider),
        1 => prop::option::of(any::<u16>()).prop_map(Step::Pause),
        1 => Just(Step::Resume),
        5 => (which.clone(), reachability).prop_map(|(root, seen)| Step::Reached(root, seen)),
        3 => (0u32..10_000_000).prop_map(Step::TimePasses),
        4 => (0u32..40_000).prop_map(Step::TimePasses),
        1 => (0u32..100_000).prop_map(Step::ClockSetBack),
        12 => prop::bool::weighted(0.85).prop_map(Step::Disk),
        6 => (0usize..12).prop_map(Step::Ask),
        2 => (which, prop_oneof![Just(Asked::Enforced), Just(Asked::Advisory)], any::<bool>())
            .prop_map(|(server, asked, network)| Step::SetConfinement(server, asked, network)),
        8 => (0usize..12, prop::bool::weighted(0.1)).prop_map(|(session, less)| Step::Prove(session, less)),
        1 => Just(Step::AppDies),
    ]
}

pub(super) fn app_step() -> impl Strategy<Value = AppStep> {
    prop_oneof![
        3 => (0usize..12, 0usize..12).prop_map(|(session, place)| AppStep::Works(session, place)),
        5 => (0usize..6, any::<u8>()).prop_map(|(server, choice)| AppStep::Use(server, choice)),
        3 => (0usize..12, any::<u8>()).prop_map(|(session, tool)| AppStep::Listed(session, tool)),
        1 => (0usize..12, any::<u8>()).prop_map(|(session, tool)| AppStep::Recalled(session, tool)),
        4 => (0usize..12, any::<u8>()).prop_map(|(session, tool)| AppStep::Held(session, tool)),
        2 => (0usize..12).prop_map(AppStep::Called),
        1 => Just(AppStep::DeleteActivity),
        1 => (any::<bool>(), prop::option::of(any::<u16>()))
            .prop_map(|(app, minutes)| AppStep::Pause(app, minutes)),
        1 => any::<bool>().prop_map(AppStep::Resume),
        2 => (0usize..12, 0usize..4).prop_map(|(session, which)| AppStep::Narrow(session, which)),
        4 => (0usize..6, any::<u8>()).prop_map(|(which, how)| AppStep::Decide(which, how)),
    ]
}

pub(super) fn folder(number: usize) -> Root {
    // Nested, a sibling with the same prefix, and two folders at one path, one after the other.
    let paths = ["/a", "/a/b", "/a/b/c", "/a-evil", "/d", "/d"];
    let path = AbsolutePath::new(paths[number % 6]).unwrap();
    let identity = Identity { device: 1, inode: 10 + number as u64, born: Some(1) };
    Root { path, identity }
}

/// Paths that are tried.
pub(super) const PATHS: [&str; 10] =
    ["/", "/a", "/a/x", "/a/b", "/a/b/x/y", "/a/b/c/d", "/a-evil/x", "/d/e", "/e", "/z"];

pub(super) const TOOLS: [&str; 2] = ["read", "write"];

/// Where an app works: at a grant, in one, around one, or elsewhere.
pub(super) fn places(choice: usize) -> Vec<Place> {
    let place = |number: usize| {
        let paths = ["/a/b/x", "/", "/a", "/e"];
        let root = match number {
            0..4 => Root {
                path: AbsolutePath::new(paths[number]).unwrap(),
                identity: Identity { device: 1, inode: 30 + number as u64, born: Some(1) },
            },
            _ => folder(number),
        };
        Place { root, proposable: number != 1 }
    };
    match choice {
        0..10 => vec![place(choice)],
        10 => vec![place(0), place(8)],
        _ => Vec::new(),
    }
}

pub(super) fn command(number: u8) -> Command {
    Command::Custom(CustomCommand {
        program: format!("program-{}", number % 4),
        ..Default::default()
    })
}

pub(super) fn seen(command: &Command) -> Option<SeenCommand> {
    match command {
        Command::Bundled => None,
        Command::Custom(custom) => {
            let path = format!("/bin/{}", custom.program).into();
            let resolved = ResolvedProgram { path, size: 1, changed: 1 };
            Some(SeenCommand::new(custom, resolved, Footprint::default()))
        }
    }
}

pub(super) fn lifecycle(choice: u8) -> Lifecycle {
    let idle = Duration::from_millis(1 + u64::from(choice) * 10_000);
    Lifecycle {
        restart: [Restart::OnFailure, Restart::Never, Restart::Always][usize::from(choice % 3)],
        keep_alive: None,
        on_demand: choice & 0x10 != 0,
        stop_when_idle: (choice & 0x20 != 0).then_some(idle),
    }
}

pub(super) fn asking(choice: u8) -> Asking {
    let limits = SamplingLimits { requests_an_hour: u32::from(choice % 4), tokens_a_day: 10 };
    Asking { limits, muted: choice & 0x10 != 0 }
}
