use super::*;

fn id(text: &str) -> Id {
    Id::parse(&serde_json::from_str::<Box<serde_json::value::RawValue>>(text).unwrap()).unwrap()
}

fn pong(text: &str) -> Answer {
    Answer { id: id(text), reply: Reply::Empty }
}

fn call(id: u64) -> Outgoing {
    Outgoing::Call { id, message: Vec::new() }
}

#[tokio::test]
async fn order_is_kept() {
    let outbox = Outbox::new(8, 1 << 20);
    outbox.push_message(b"first".to_vec());
    outbox.push_call(2, Vec::new()).unwrap();
    outbox.push_roots_changed();

    assert_eq!(outbox.next().await, Ok(Outgoing::Message(b"first".to_vec())));
    assert_eq!(outbox.next().await, Ok(call(2)));
    assert_eq!(outbox.next().await, Ok(Outgoing::RootsChanged));
}

#[tokio::test]
async fn a_call_that_does_not_fit_fails_at_once() {
    let outbox = Outbox::new(2, 1 << 20);
    outbox.push_call(1, Vec::new()).unwrap();
    outbox.push_call(2, Vec::new()).unwrap();
    assert_eq!(outbox.push_call(3, Vec::new()), Err(Full));

    outbox.next().await.unwrap();
    assert_eq!(outbox.push_call(3, Vec::new()), Ok(()));
}

#[test]
fn bytes_are_bounded_too() {
    let outbox = Outbox::new(100, 1000);
    outbox.push_call(1, vec![b'x'; 800]).unwrap();
    assert_eq!(outbox.push_call(2, vec![b'x'; 800]), Err(Full));
    assert!(outbox.withdraw_call(1));
    outbox.push_call(3, vec![b'x'; 2000]).expect("a long message goes alone");
}

#[tokio::test(start_paused = true)]
async fn answers_wait_at_half_so_that_calls_still_fit() {
    let outbox = Outbox::new(4, 1 << 20);
    outbox.push_answers(vec![pong("1")], false).await.unwrap();
    outbox.push_answers(vec![pong("2")], false).await.unwrap();

    let mut third = Box::pin(outbox.push_answers(vec![pong("3")], false));
    let deadline = std::time::Duration::from_secs(1);
    tokio::time::timeout(deadline, &mut third).await.expect_err("no room yet");
    outbox.push_call(9, Vec::new()).expect("calls keep their half");
    outbox.next().await.unwrap();
    outbox.next().await.unwrap();
    third.await.unwrap();
}

#[tokio::test]
async fn closing_frees_who_waits_for_room_and_who_waits_for_work() {
    let outbox = Outbox::new(2, 1 << 20);
    outbox.push_answers(vec![pong("1")], false).await.unwrap();
    let (full, ()) = tokio::join!(outbox.push_answers(vec![pong("2")], false), async {
        outbox.close();
    });
    assert_eq!(full, Err(Closed));
    assert_eq!(outbox.next().await, Err(Closed));

    let idle = Outbox::new(2, 1 << 20);
    let (work, ()) = tokio::join!(idle.next(), async { idle.close() });
    assert_eq!(work, Err(Closed));
}

#[tokio::test]
async fn a_withdrawn_answer_leaves_its_batch() {
    let outbox = Outbox::new(8, 1 << 20);
    outbox.push_answers(vec![pong("1"), pong("2")], true).await.unwrap();
    outbox.push_answers(vec![pong("3")], false).await.unwrap();
    outbox.withdraw_answer(&id("1"));
    outbox.withdraw_answer(&id("3"));
    outbox.withdraw_answer(&id("4"));

    let rest = Outgoing::Answers { answers: vec![pong("2")], batch: true };
    assert_eq!(outbox.next().await, Ok(rest));
    assert_eq!(outbox.lock().bytes, 0);
    assert!(outbox.lock().items.is_empty());
}

#[test]
fn list_changed_is_queued_once() {
    let outbox = Outbox::new(8, 1 << 20);
    for _ in 0..1000 {
        outbox.push_roots_changed();
    }
    assert_eq!(outbox.lock().items.len(), 1);
}

#[test]
fn only_a_queued_call_is_withdrawn() {
    let outbox = Outbox::new(8, 1 << 20);
    outbox.push_call(1, Vec::new()).unwrap();
    assert!(outbox.withdraw_call(1));
    assert!(!outbox.withdraw_call(1));
}
