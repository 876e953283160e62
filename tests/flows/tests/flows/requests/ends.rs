//! Requests that end before anybody answered.

use paddock_host::Notification;
use paddock_host::view::{Code, MissedWhy, RequestPhase, SamplingEdit, ServerView};
use serde_json::json;

use super::{Asking, ERAS};
use crate::model::Says;
use crate::world::is_running;

#[tokio::test(flavor = "multi_thread")]
async fn can_2_what_a_server_takes_back_is_closed_and_not_answered() {
    let asking = Asking::new(&[]).await;
    let called = asking.call("form");
    let request = asking.until_waiting().await;
    asking
        .world
        .call(asking.server, "cancel-asks", json!({ "reason": "never mind" }))
        .await
        .unwrap();
    let missed = asking.until_missed().await;
    assert_eq!((missed.request, missed.why), (Some(request.id), MissedWhy::Cancelled));
    asking.until_nothing_waits().await;
    let late = asking.world.host.submit_form(request.id, "{}".into()).await.unwrap_err();
    assert_eq!(late.code, Code::UnknownRequest);
    let heard = asking.world.ask(asking.server, "record").await;
    assert!(!heard.contains("\\\"action\\\""), "{heard}");
    drop(called);

    let world = asking.world.quit().await.start();
    let kept = world.view().await.missed;
    let [kept] = kept.as_slice() else { panic!("{kept:?}") };
    assert_eq!((kept.id, kept.request, &kept.summary), (missed.id, None, &missed.summary));
    world.host.dismiss_missed(missed.id).await.unwrap();
    assert!(world.view().await.missed.is_empty());
    let world = world.quit().await.start();
    assert!(world.view().await.missed.is_empty(), "what was dismissed stays so");
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn can_2_a_model_is_hung_up_on_when_nobody_waits_for_it() {
    let (asking, model) = Asking::with_model(&[]).await;
    model.will(Says::Half("one", "two"));
    let called = asking.call("sample");
    let request = asking.until_waiting().await;
    asking.world.host.send_sampling(request.id, SamplingEdit::default()).await.unwrap();
    let wrote = |seen: &crate::recorder::Seen| (!seen.grown.is_empty()).then_some(());
    asking.world.shell.until("it has begun", wrote).await;
    asking.world.call(asking.server, "cancel-asks", json!({})).await.unwrap();
    model.until_hung_up().await;
    assert_eq!(asking.until_missed().await.why, MissedWhy::Cancelled);
    drop(called);
    asking.world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_call_that_is_cancelled_takes_its_request_along() {
    let asking = Asking::new(&["--era", "modern"]).await;
    let host = asking.world.host.clone();
    let server = asking.server;
    let call =
        tokio::spawn(async move { host.call_tool(server, "form".into(), "{}".into(), 900).await });
    asking.until_waiting().await;
    asking.world.host.cancel_call(900).await.unwrap();
    assert_eq!(call.await.unwrap().unwrap_err().code, Code::CallCancelled);
    assert_eq!(asking.until_missed().await.why, MissedWhy::CallEnded);
    asking.until_nothing_waits().await;
    asking.world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_crashes_or_is_stopped_waits_for_nothing() {
    for era in ERAS {
        let (asking, model) = Asking::with_model(era).await;
        model.will(Says::Half("one", "two"));
        let form = asking.call("sample");
        let request = asking.until_waiting().await;
        asking.world.host.send_sampling(request.id, SamplingEdit::default()).await.unwrap();
        asking.until("the model writes", |it| it.phase == RequestPhase::Answering).await;
        let before = asking.world.until_running(asking.server).await.state;
        let crashed = asking.world.call(asking.server, "crash", json!({})).await;
        assert!(crashed.is_err());
        assert_eq!(asking.until_missed().await.why, MissedWhy::ServerEnded);
        asking.until_nothing_waits().await;
        form.failure().await;

        let again = |it: &ServerView| is_running(it) && it.state != before;
        asking.world.until_server(asking.server, "it runs again", again).await;
        let form = asking.call("form");
        asking.until_waiting().await;
        asking.world.host.stop_server(asking.server).await.unwrap();
        asking.until_nothing_waits().await;
        asking.world.until_stopped(asking.server).await;
        form.failure().await;
        asking.world.quit().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_app_quits_while_servers_wait() {
    let (asking, model) = Asking::with_model(&[]).await;
    model.will(Says::Half("one", "two"));
    let sample = asking.call("sample");
    let request = asking.until_waiting().await;
    asking.world.host.send_sampling(request.id, SamplingEdit::default()).await.unwrap();
    asking.until("the model writes", |it| it.phase == RequestPhase::Answering).await;
    asking.world.quit().await;
    sample.failure().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_is_told_once_that_a_server_asks() {
    let asking = Asking::new(&[]).await;
    let (_one, _two) = (asking.call("form"), asking.call("visit"));
    asking.world.until("both wait", |view| view.requests.len() == 2).await;
    let told = |seen: &crate::recorder::Seen| {
        let asks = |it: &&Notification| matches!(it, Notification::Requests { .. });
        let all: Vec<_> = seen.notifications.iter().filter(asks).cloned().collect();
        (!all.is_empty()).then_some(all)
    };
    let told = asking.world.shell.until("the person is told", told).await;
    assert_eq!(told.len(), 1, "{told:?}");
    let Notification::Requests { server, .. } = &told[0] else { unreachable!() };
    assert_eq!(server, "asker");
    asking.world.quit().await;
}
