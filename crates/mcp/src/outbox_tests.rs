use std::pin::pin;

use super::*;

fn id(text: &str) -> Id {
    Id::parse(&serde_json::from_str::<Box<serde_json::value::RawValue>>(text).unwrap()).unwrap()
}

fn pong(text: &str) -> OwnResponse {
    OwnResponse { id: id(text), reply: Body::Empty }
}

fn call(id: u64) -> Outgoing {
    Outgoing::Call { id, message: Text::default() }
}

fn push_call(outbox: &Outbox, id: u64, bytes: usize) -> Result<(), Full> {
    let room = outbox.try_room(bytes)?;
    outbox.push_call(id, vec![b'x'; bytes].into(), room);
    Ok(())
}

/// Polls once.
macro_rules! poll {
    ($future:expr) => {
        tokio::select! {
            biased;
            output = $future => Some(output),
            () = std::future::ready(()) => None,
        }
    };
}

#[tokio::test]
async fn order_is_kept() {
    let outbox = Outbox::new(8, 1 << 20);
    outbox.push_message(b"first".to_vec());
    push_call(&outbox, 2, 0).unwrap();
    outbox.push_roots_changed();

    assert_eq!(outbox.pop(), Some(Outgoing::Message(b"first".to_vec())));
    assert_eq!(outbox.pop(), Some(call(2)));
    assert_eq!(outbox.pop(), Some(Outgoing::RootsChanged));
    assert_eq!(outbox.pop(), None);
}

#[tokio::test]
async fn only_what_is_alone_is_next() {
    let outbox = Outbox::new(8, 1 << 20);
    assert!(outbox.push_call(1, Text::default(), outbox.try_room(0).unwrap()));
    assert_eq!(outbox.push_answers(vec![pong("1")], false).await, Ok(false));
    outbox.pop();
    assert!(!outbox.push_call(2, Text::default(), outbox.try_room(0).unwrap()));
}

#[tokio::test]
async fn a_call_waits_for_room_and_gets_it_when_another_leaves() {
    let outbox = Outbox::new(8, 1000);
    push_call(&outbox, 1, 800).unwrap();
    assert_eq!(push_call(&outbox, 2, 800), Err(Full));
    let mut room = pin!(outbox.room(800));
    assert!(poll!(&mut room).is_none());

    assert!(outbox.withdraw_call(1));
    assert!(matches!(poll!(&mut room), Some(Ok(_))));
    assert_eq!(push_call(&outbox, 3, 2000), Ok(()), "what is too long for it goes alone");
    assert_eq!(push_call(&outbox, 4, 0), Err(Full));
    outbox.pop();
    assert_eq!(push_call(&outbox, 4, 0), Ok(()));
}

#[tokio::test]
async fn a_long_call_is_not_overtaken_for_ever_by_short_ones() {
    let outbox = Outbox::new(8, 1000);
    push_call(&outbox, 1, 500).unwrap();
    let mut long = pin!(outbox.room(900));
    assert!(poll!(&mut long).is_none());
    let mut short = pin!(outbox.room(100));
    assert!(poll!(&mut short).is_none(), "it would fit, and came later");

    outbox.pop();
    assert!(poll!(&mut short).is_none());
    let Some(Ok(room)) = poll!(&mut long) else { panic!("no room") };
    drop(room);
    assert!(matches!(poll!(&mut short), Some(Ok(_))));
}

#[tokio::test]
async fn answers_wait_for_room_that_no_call_takes_from_them() {
    let outbox = Outbox::new(2, 1000);
    push_call(&outbox, 9, 900).unwrap();
    outbox.push_answers(vec![pong("1")], false).await.unwrap();
    outbox.push_answers(vec![pong("2")], false).await.unwrap();

    let mut third = pin!(outbox.push_answers(vec![pong("3")], false));
    assert!(poll!(&mut third).is_none(), "no room yet");
    outbox.pop();
    assert!(poll!(&mut third).is_none(), "it was a call that left");
    push_call(&outbox, 10, 900).expect("nor do answers take any from calls");
    outbox.pop();
    assert_eq!(poll!(&mut third), Some(Ok(false)));
}

#[tokio::test]
async fn answers_are_bounded_in_bytes_too() {
    let outbox = Outbox::new(100, 1000);
    let long = || vec![pong(&format!("\"{}\"", "x".repeat(400)))];
    outbox.push_answers(long(), false).await.unwrap();
    assert!(poll!(outbox.push_answers(long(), false)).is_none());
}

#[tokio::test]
async fn closing_frees_who_waits_for_room() {
    let outbox = Outbox::new(1, 100);
    outbox.push_answers(vec![pong("1")], false).await.unwrap();
    push_call(&outbox, 1, 100).unwrap();
    let (mut answers, mut call) =
        (pin!(outbox.push_answers(vec![pong("2")], false)), pin!(outbox.room(0)));
    assert!(poll!(&mut answers).is_none());
    assert!(poll!(&mut call).is_none());

    outbox.close();
    assert_eq!(poll!(&mut answers), Some(Err(Closed)));
    assert!(matches!(poll!(&mut call), Some(Err(Closed))));
    assert_eq!(outbox.pop(), None);
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
    assert_eq!(outbox.pop(), Some(rest));
    let queue = outbox.lock();
    assert_eq!((queue.items.len(), queue.answers, queue.answer_bytes), (0, 0, 0));
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
    push_call(&outbox, 1, 0).unwrap();
    assert!(outbox.withdraw_call(1));
    assert!(!outbox.withdraw_call(1));
}
