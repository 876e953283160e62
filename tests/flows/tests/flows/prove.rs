//! *Prove it*: every tier that works here holds, and what cannot be tried is not taken for proven.

use paddock_core::{Command, Confinement, CustomCommand};
use paddock_host::view::{ProvedView, ReachView};
use paddock_host::{Subject, prove, survey};

use crate::world::{Ground, program};

fn subject(command: Command) -> Subject {
    let confinement = Confinement::default();
    Subject { name: "proved".into(), command, confinement, trusted: None }
}

fn fake(args: &[&str]) -> Command {
    Command::Custom(CustomCommand {
        program: program("paddock-fake-server").display().to_string(),
        args: args.iter().map(|&arg| arg.to_owned()).collect(),
        ..CustomCommand::default()
    })
}

fn found(proved: &ProvedView, by_tool: bool) -> Vec<(&str, ReachView)> {
    let lines = proved.lines.iter().filter(|line| line.by_tool == by_tool);
    lines.map(|line| (line.what.as_str(), line.finding.found)).collect()
}

const ALL: [(&str, ReachView); 7] = [
    ("inside-read", ReachView::Read),
    ("read-only-write", ReachView::Read),
    ("outside", ReachView::Nothing),
    ("sibling", ReachView::Nothing),
    ("link-out", ReachView::Nothing),
    ("inside-write", ReachView::Write),
    ("after-revoke", ReachView::Nothing),
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
    }
    assert_eq!(ground.processes(), [], "nothing runs on");
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

#[tokio::test(flavor = "multi_thread")]
async fn a_tier_that_does_not_work_is_never_proven() {
    let ground = Ground::new();
    let here = survey(&ground.places.keeper).await;
    for (tier, _) in here.tiers.iter().filter(|(_, works)| works.is_err()) {
        assert!(prove(&ground.places, *tier, &subject(Command::Bundled)).await.is_err(), "{tier}");
    }
    // For another system.
    let elsewhere = paddock_host::Tier::Seatbelt;
    assert!(prove(&ground.places, elsewhere, &subject(Command::Bundled)).await.is_err());
}
