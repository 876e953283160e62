//! *Prove it*: every tier that works here holds, and what cannot be tried is not taken for proven.

use paddock_core::network::NetworkChoice;
use paddock_core::{Command, Confinement, CustomCommand};
use paddock_host::view::{ArrivalView, Code, Probe, ProvedView, Reach, RunView, View, WayView};
use paddock_host::{Bounds, Subject, Tier, prove, survey};

use crate::world::{Ground, READ, World, find, program};

fn subject(command: Command) -> Subject {
    let confinement = Confinement::default();
    let (name, bounds) = ("proved".into(), Bounds::default());
    Subject { name, command, confinement, bounds, trusted: None, granted: Vec::new() }
}

fn fake(args: &[&str]) -> Command {
    Command::Custom(CustomCommand {
        program: program("paddock-fake-server").display().to_string(),
        args: args.iter().map(|&arg| arg.to_owned()).collect(),
        ..CustomCommand::default()
    })
}

fn found(proved: &ProvedView, by_tool: bool) -> Vec<(&str, Reach)> {
    let lines = proved.lines.iter().filter(|line| line.by_tool == by_tool);
    lines.map(|line| (line.what.known().map_or("?", Probe::code), line.finding.found)).collect()
}

const ALL: [(&str, Reach); 8] = [
    ("inside-read", Reach::Read),
    ("read-only-write", Reach::Read),
    ("outside", Reach::Nothing),
    ("sibling", Reach::Nothing),
    ("link-out", Reach::Nothing),
    ("inside-write", Reach::Write),
    ("guarded-write", Reach::Read),
    ("after-revoke", Reach::Nothing),
];

#[tokio::test(flavor = "multi_thread")]
async fn every_tier_that_works_here_holds_by_probe_and_by_tool() {
    let ground = Ground::new();
    let here = survey(&ground.places.keeper).await;
    for (tier, _) in here.tiers.iter().filter(|(_, works)| works.is_ok()) {
        let proved = prove(&ground.places, *tier, &subject(Command::Bundled)).await.unwrap();
        assert_eq!(found(&proved, false), ALL, "{tier}");
        assert_eq!(found(&proved, true), ALL, "{tier}");
        assert!(proved.holds, "{tier}: {proved:#?}");
        // Without the boundary the account has what the server has not.
        let outside = proved.lines.iter().find(|line| line.what == Probe::Outside).unwrap();
        let alone = proved.alone.iter().find(|it| it.path == outside.finding.path);
        assert!(alone.is_some_and(|it| it.read), "{tier}: {:#?}", proved.alone);
    }
    assert_eq!(ground.processes(), [], "nothing runs on");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_network_is_proven_with_an_allowed_name_and_another() {
    let ground = Ground::new();
    if survey(&ground.places.keeper).await.best() != Some(Tier::LiveMounts) {
        return eprintln!("skipped: nothing here can hold a server to destinations");
    }
    let mut subject = subject(fake(&[]));
    subject.confinement.network = NetworkChoice::Ask;
    let proved = prove(&ground.places, Tier::LiveMounts, &subject).await.unwrap();
    let found: Vec<_> = proved.passages.iter().map(|it| (it.way, it.found)).collect();
    for expected in [
        (WayView::Ipv4, ArrivalView::Paddock),
        (WayView::ClosedPort, ArrivalView::Nowhere),
        (WayView::Datagram, ArrivalView::Nowhere),
        (WayView::Question, ArrivalView::Paddock),
        (WayView::Interface, ArrivalView::Nowhere),
        (WayView::AllowedName, ArrivalView::Paddock),
        (WayView::OtherName, ArrivalView::Nowhere),
    ] {
        assert!(found.contains(&expected), "{expected:?} in {found:?}");
    }
    assert!(proved.holds && proved.passages.iter().all(|it| it.ok));

    subject.confinement.network = NetworkChoice::Off;
    let proved = prove(&ground.places, Tier::LiveMounts, &subject).await.unwrap();
    assert_eq!(proved.passages, []);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_found_of_the_network_holds_for_the_run() {
    let world = World::new();
    if !world.enforces_live().await {
        return;
    }
    let server = world.well_behaved("one").await;
    let passages = |view: &View| find(view, server).unwrap().proof.clone().unwrap().passages;
    let at_launch = passages(&world.view().await);
    assert!(!at_launch.is_empty());
    let folder = world.ground.folder("acme");
    world.grant_and_tell(server, &folder, READ).await;
    assert_eq!(passages(&world.view().await), at_launch);
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_is_proven_without_a_word_to_it() {
    let ground = Ground::new();
    let Some(tier) = survey(&ground.places.keeper).await.best() else {
        return eprintln!("skipped: nothing here can keep a server to its folders");
    };
    let proved = prove(&ground.places, tier, &subject(fake(&[]))).await.unwrap();
    assert_eq!(found(&proved, false), ALL);
    assert_eq!(found(&proved, true), []);
}

/// What matters is the real account's, not the fixture's.
#[tokio::test(flavor = "multi_thread")]
async fn what_is_private_is_tried_where_it_is() {
    let ground = Ground::new();
    let keys = ground.folder(".ssh");
    let other = ground.places.data.join("servers/7");
    std::fs::create_dir_all(&other).unwrap();
    let database = ground.places.data.join("paddock.db");
    std::fs::write(&database, "").unwrap();
    let here = survey(&ground.places.keeper).await;
    for (tier, _) in here.tiers.iter().filter(|(_, works)| works.is_ok()) {
        let proved = prove(&ground.places, *tier, &subject(fake(&[]))).await.unwrap();
        let tried = proved.lines.iter().filter(|line| line.what == Probe::KeptOut);
        let tried: Vec<_> = tried.map(|line| (line.finding.path.as_str(), line.ok)).collect();
        let expected = [&database, &other, &keys].map(|path| (path.to_str().unwrap(), true));
        assert_eq!(tried, expected, "{tier}");
        assert!(proved.holds, "{tier}: {proved:#?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tier_that_does_not_work_is_never_proven() {
    let ground = Ground::new();
    let here = survey(&ground.places.keeper).await;
    for (tier, _) in here.tiers.iter().filter(|(_, works)| works.is_err()) {
        assert!(prove(&ground.places, *tier, &subject(Command::Bundled)).await.is_err(), "{tier}");
    }
}

/// Another instance would know when the one that is tried starts, and might write what it starts from.
#[tokio::test(flavor = "multi_thread")]
async fn no_other_instance_runs_beside_the_one_that_is_tried() {
    let world = World::new();
    if !world.enforces_live().await {
        return;
    }
    let id = world.well_behaved("proved").await;
    let (proved, states) = proved_and_states(&world, id).await;
    assert!(proved.holds, "{proved:#?}");
    let stopped = states.iter().position(|state| !runs(state)).unwrap();
    assert!(!states[stopped..].iter().any(runs), "{states:?}");
    assert!(matches!(states.last(), Some(RunView::Starting { .. })), "{states:?}");
    world.until_told(id).await;

    world.host.stop_server(id).await.unwrap();
    world.until_stopped(id).await;
    let (proved, states) = proved_and_states(&world, id).await;
    assert!(proved.holds, "{proved:#?}");
    assert_eq!(states, [RunView::Stopped]);
    assert_eq!(find(&world.view().await, id).unwrap().state, RunView::Stopped);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_is_stopped_while_it_is_tried_stays_so() {
    let world = World::new();
    if !world.enforces_live().await {
        return;
    }
    let id = world.well_behaved("proved").await;
    let again = async {
        world
            .until_server(id, "it is tried", |it| matches!(it.state, RunView::Starting { .. }))
            .await;
        let failure = world.host.prove(id).await.unwrap_err();
        assert_eq!(failure.code, Code::BeingProved);
        world.host.stop_server(id).await.unwrap();
    };
    let (proved, ()) = tokio::join!(world.host.prove(id), again);
    assert!(proved.unwrap().holds);
    world.until_stopped(id).await;
    world.host.start_server(id).await.unwrap();
    world.until_told(id).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_started_to_be_proved_in_a_pause_or_untrusted() {
    let world = World::new();
    let id = world.well_behaved("proved").await;
    world.host.withdraw_trust(id).await.unwrap();
    let untrusted = world.host.prove(id).await.unwrap_err();
    assert!([Code::ProveUntrusted, Code::NotEnforceable].contains(&untrusted.code));
    world.host.pause(None).await.unwrap();
    let paused = world.host.prove(id).await.unwrap_err();
    let of_command = world.host.prove_command(None, None).await.unwrap_err();
    assert_eq!([paused.code, of_command.code], [Code::ServersPaused, Code::ServersPaused]);
}

fn runs(state: &RunView) -> bool {
    matches!(state, RunView::Running { .. })
}

/// How the server was shown from when a proof was asked for until it was made.
async fn proved_and_states(world: &World, id: u32) -> (ProvedView, Vec<RunView>) {
    let proving = world.host.prove(id);
    tokio::pin!(proving);
    let mut states = Vec::new();
    loop {
        tokio::select! {
            biased;
            proved = &mut proving => return (proved.unwrap(), states),
            view = world.view() => states.push(find(&view, id).unwrap().state.clone()),
        }
        states.dedup();
    }
}
