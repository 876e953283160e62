use paddock_sandbox::Reach;
use proptest::collection::vec;
use proptest::prelude::*;

use super::*;
use crate::BoundaryError;

fn proof(change: u64, rest_follows: bool) -> Proof {
    let (findings, withheld, passages) = Default::default();
    Proof { change, rest_follows, findings, withheld, open_handles: 0, passages }
}

fn findings(found: Reach) -> Vec<Finding> {
    vec![Finding { path: "/x".into(), expected: Reach::Read, found, errno: 0 }]
}

/// Asks for a change, and says what the keeper would.
async fn change(
    boundary: &Boundary,
    conversation: &mut Conversation,
    rest_follows: bool,
) -> (Proof, Option<crate::Rest>) {
    let answered = async {
        let Order::Enforce { change, .. } = conversation.next_order().await else {
            panic!("no change")
        };
        conversation.heard(Report::Proven(proof(change, rest_follows)));
    };
    tokio::join!(boundary.enforce(Vec::new()), answered).0.unwrap()
}

fn begin() -> (Boundary, Conversation) {
    Conversation::begin(proof(0, false), None)
}

#[tokio::test]
async fn the_rest_comes_to_whoever_asked_for_the_change() {
    let (boundary, mut conversation) = begin();
    assert!(change(&boundary, &mut conversation, false).await.1.is_none());
    let (proof, rest) = change(&boundary, &mut conversation, true).await;
    let mut rest = rest.unwrap();
    let found = findings(Reach::Write);
    conversation.heard(Report::Rest { change: 1, findings: Vec::new() });
    conversation.heard(Report::Rest { change: proof.change, findings: found.clone() });
    assert_eq!(rest.found().await, Ok(found.clone()));
    assert!(proof.holds() && !proof.with_rest(found).holds());
}

#[tokio::test(start_paused = true)]
async fn a_rest_that_does_not_come_in_time_is_no_proof() {
    let (boundary, mut conversation) = begin();
    let mut rest = change(&boundary, &mut conversation, true).await.1.unwrap();
    assert_eq!(rest.found().await, Err(BoundaryError::TimedOut));
}

#[tokio::test(start_paused = true)]
async fn who_wants_all_of_it_waits_for_the_rest() {
    for (tells, expected) in [(true, Ok(1)), (false, Err(BoundaryError::TimedOut))] {
        let (boundary, mut conversation) = begin();
        let answered = async {
            conversation.next_order().await;
            conversation.heard(Report::Proven(proof(1, true)));
            if tells {
                let findings = findings(Reach::Read);
                conversation.heard(Report::Rest { change: 1, findings });
            }
        };
        let all = tokio::join!(boundary.enforce_all(Vec::new()), answered).0;
        assert_eq!(all.map(|proof| proof.findings.len()), expected);
    }
}

#[tokio::test]
async fn with_the_server_the_rest_ends() {
    let (boundary, mut conversation) = begin();
    let mut rest = change(&boundary, &mut conversation, true).await.1.unwrap();
    drop(conversation);
    assert_eq!(rest.found().await, Err(BoundaryError::Ended));
}

fn reports() -> impl Strategy<Value = Vec<(u64, Option<bool>)>> {
    // A proof that says whether more follows, or the rest of one.
    vec((0_u64..5, prop::option::of(any::<bool>())), 0..24)
}

proptest! {
    /// Whatever a keeper says: the rest is heard only of the last proof, where that said so, and once.
    #[test]
    fn only_what_follows_a_proof_is_its_rest(reports in reports()) {
        let (_boundary, mut conversation) = begin();
        let mut waiting = BTreeMap::new();
        for change in 1..4 {
            let ((answer, proof), (rest, found)) = (oneshot::channel(), oneshot::channel());
            conversation.proofs.insert(change, (answer, rest));
            waiting.insert(change, (proof, found));
        }
        let (mut proved, mut awaited) = (BTreeMap::new(), None);
        let mut heard = BTreeMap::new();
        for (number, (change, said)) in (0..).zip(reports) {
            if let Some(follows) = said {
                conversation.heard(Report::Proven(proof(change, follows)));
                if (1..4).contains(&change) && !proved.contains_key(&change) {
                    proved.insert(change, follows);
                    awaited = follows.then_some(change);
                }
            } else {
                let mut findings = findings(Reach::Read);
                findings[0].errno = number;
                conversation.heard(Report::Rest { change, findings });
                if awaited == Some(change) {
                    heard.insert(change, number);
                    awaited = None;
                }
            }
        }
        for (change, (mut proof, mut found)) in waiting {
            let proof = proof.try_recv().ok().map(|proof| proof.rest_follows);
            prop_assert_eq!(proof, proved.get(&change).copied());
            let found = found.try_recv().ok().map(|found| found[0].errno);
            prop_assert_eq!(found, heard.get(&change).copied());
        }
    }
}
