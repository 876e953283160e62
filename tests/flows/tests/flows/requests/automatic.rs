//! What goes through without asking, and what is refused without asking.

use paddock_host::view::{MissedWhy, RequestPhase, SamplingEdit, View};

use super::Asking;
use crate::model::Says;
use crate::world::find;

#[tokio::test(flavor = "multi_thread")]
async fn sam_3_two_more_go_through_and_then_it_asks_again() {
    for era in super::ERAS {
        let (asking, model) = Asking::with_model(era).await;
        let first = asking.call("sample");
        let request = asking.until_waiting().await;
        let edit = SamplingEdit { allow_next: 2, ..SamplingEdit::default() };
        asking.world.host.send_sampling(request.id, edit).await.unwrap();
        asking.until_review().await;
        asking.world.host.deliver_answer(request.id, None).await.unwrap();
        first.answer().await;
        for text in ["one", "two"] {
            model.will(Says::Text(text));
            assert_eq!(asking.call("sample").answer().await["content"]["text"], text);
        }
        let _third = asking.call("sample");
        asking.until_waiting().await;
        assert_eq!(model.asked().len(), 3);
        let kinds = asking.world.activity(asking.server).await;
        let automatic = kinds.iter().filter(|kind| *kind == "sampling-automatic").count();
        assert_eq!(automatic, 2, "{kinds:?}");
        asking.world.quit().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_goes_through_and_fails_waits_for_the_person() {
    let (asking, model) = Asking::with_model(&[]).await;
    asking.world.host.allow_next(asking.server, 1).await.unwrap();
    model.will(Says::Status(503));
    let called = asking.call("sample");
    asking.until_failed().await;
    let request = asking.world.view().await.requests.remove(0);
    asking.world.host.send_sampling(request.id, SamplingEdit::default()).await.unwrap();
    asking.until("the person reviews it", |it| it.phase == RequestPhase::Review).await;
    asking.world.host.deliver_answer(request.id, None).await.unwrap();
    called.answer().await;
    asking.world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sam_3_a_server_asks_no_more_often_than_it_may() {
    let asking = Asking::new(&[]).await;
    asking.limit(1, 1_000_000).await;
    let first = asking.call("sample");
    let request = asking.until_waiting().await;
    asking.world.host.deny_request(request.id, false).await.unwrap();
    first.answer().await;
    let refused = asking.call("sample").answer().await;
    assert_eq!(refused["error"]["code"], -1, "{refused}");
    assert_eq!(asking.until_missed().await.why, MissedWhy::TooOften);
    let view = asking.world.view().await;
    assert_eq!(find(&view, asking.server).unwrap().asking.requests_this_hour, 1);
    // A form is another matter.
    let _form = asking.call("form");
    asking.until_waiting().await;
    asking.world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sam_3_what_a_server_may_spend_is_not_overdrawn_by_itself() {
    let (asking, model) = Asking::with_model(&[]).await;
    // One request may cost a little more than the 100 tokens it asks for.
    asking.limit(20, 150).await;
    asking.world.host.allow_next(asking.server, 10).await.unwrap();
    let mut delivered = 0;
    while asking.call("sample").answer().await["error"].is_null() {
        delivered += 1;
        assert!(delivered < 10, "no end to what it may spend");
    }
    assert!(delivered >= 1);
    assert_eq!(model.asked().len(), delivered);
    assert_eq!(asking.until_missed().await.why, MissedWhy::OverBudget);
    let view = asking.world.view().await;
    let spent = find(&view, asking.server).unwrap().asking.tokens_today;
    assert_eq!(spent, 16 * u32::try_from(delivered).unwrap(), "as the provider counts");

    // Starting the app again is no new day.
    let server = asking.server;
    let world = asking.world.quit().await.start();
    world.until_running(server).await;
    world.host.allow_next(server, 10).await.unwrap();
    let asking = Asking { world, server };
    assert_eq!(asking.call("sample").answer().await["error"]["code"], -1);
    assert_eq!(asking.until_missed().await.why, MissedWhy::OverBudget);
    assert_eq!(model.asked().len(), delivered);
    asking.world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_muted_server_is_refused_until_a_person_listens_again() {
    let asking = Asking::new(&[]).await;
    let called = asking.call("visit");
    let request = asking.until_waiting().await;
    asking.world.host.deny_request(request.id, true).await.unwrap();
    assert_eq!(called.answer().await["action"], "decline");
    assert_eq!(asking.call("form").answer().await["action"], "decline");
    assert_eq!(asking.call("sample").answer().await["error"]["code"], -1);
    let muted = |view: &View| find(view, asking.server).unwrap().asking.muted;
    let view = asking.world.view().await;
    assert!(muted(&view) && view.requests.is_empty());
    assert!(view.missed.iter().all(|missed| missed.why == MissedWhy::Muted));

    // That outlives the app.
    let server = asking.server;
    let world = asking.world.quit().await.start();
    let view = world.until("the server is there", |view| find(view, server).is_some()).await;
    assert!(find(&view, server).unwrap().asking.muted);
    world.until_running(server).await;
    world.host.set_muted(server, false).await.unwrap();
    let asking = Asking { world, server };
    let _form = asking.call("form");
    asking.until_waiting().await;
    asking.world.quit().await;
}
