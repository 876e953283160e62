//! Where models are reached, and what goes wrong there.

use paddock_control::Role;
use paddock_host::view::{
    Code, KeyView, ModelChoice, ProviderDraft, ProviderState, SamplingEdit, View, WideningView,
};

use super::{Asking, draft};
use crate::model::{FakeModel, MODEL, Says};

const SECRET: &str = "sk-never-to-be-seen";

#[tokio::test(flavor = "multi_thread")]
async fn what_a_provider_does_wrong_is_said_and_can_be_tried_again() {
    let (asking, model) = Asking::with_model(&[]).await;
    let faults = [
        (Says::Status(401), Code::ModelUnauthorized),
        (Says::Status(429), Code::ModelRateLimited),
        (Says::Status(500), Code::ModelFailed),
        (Says::CutOff("So"), Code::ModelCutOff),
    ];
    let called = asking.call("sample");
    let request = asking.until_waiting().await;
    for (says, code) in faults {
        model.will(says);
        let before = model.asked().len();
        asking.world.host.send_sampling(request.id, SamplingEdit::default()).await.unwrap();
        let failed = |view: &View| {
            let phase = view.requests.first().map(|it| &it.phase);
            let paddock_host::view::RequestPhase::Failed { reason } = phase.unwrap() else {
                return false;
            };
            reason.code == code
        };
        asking.world.until(code.as_str(), failed).await;
        assert!(model.asked().len() > before);
    }
    asking.world.host.send_sampling(request.id, SamplingEdit::default()).await.unwrap();
    asking.until_review().await;
    asking.world.host.deliver_answer(request.id, None).await.unwrap();
    assert_eq!(called.answer().await["content"]["text"], "fine");
    asking.world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_provider_that_is_not_there_says_so() {
    let asking = Asking::new(&[]).await;
    let nobody = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let draft = ProviderDraft {
        name: "nobody".into(),
        api: paddock_host::view::ProviderApi::OpenAi,
        url: format!("http://{nobody}/v1"),
        key: None,
        preferred: Some("any".into()),
    };
    let provider = asking.world.host.add_provider(draft).await.unwrap();
    asking.allow(provider).await;
    let unreachable = |view: &View| {
        let state = &view.providers[0].state;
        matches!(state, ProviderState::Failed { reason } if reason.code == Code::ModelUnreachable)
    };
    asking.world.until("it is unreachable", unreachable).await;
    let _called = asking.call("sample");
    let request = asking.until_waiting().await;
    asking.world.host.send_sampling(request.id, SamplingEdit::default()).await.unwrap();
    assert_eq!(asking.until_failed().await.code, Code::ModelUnreachable);
    asking.world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_goes_to_its_provider_and_nowhere_else() {
    let asking = Asking::new(&[]).await;
    let (model, elsewhere) = (FakeModel::start().await, FakeModel::start().await);
    let with_key = ProviderDraft { key: Some(SECRET.into()), ..draft("here", &model) };
    let provider = asking.add_as(with_key).await;
    let view = asking.world.view().await;
    assert_ne!(view.providers[0].key, KeyView::None);
    assert_eq!(view.providers[0].models, [MODEL, "other"]);
    assert!(view.providers[0].local);
    let bearer = format!("Bearer {SECRET}");
    assert_eq!(model.heard()[0].key.as_deref(), Some(bearer.as_str()));

    let moved = draft("here", &elsewhere);
    let refused = asking.world.host.edit_provider(provider, moved.clone()).await.unwrap_err();
    assert_eq!(refused.code, Code::ProviderKeyAgain);
    assert!(elsewhere.heard().is_empty());
    let without = ProviderDraft { key: Some(String::new()), ..moved };
    asking.world.host.edit_provider(provider, without).await.unwrap();
    asking.allow(provider).await;
    asking.until_ready(provider).await;
    assert!(elsewhere.heard().iter().all(|heard| heard.key.is_none()));
    assert_eq!(asking.world.view().await.providers[0].key, KeyView::None);

    for view in asking.world.shell.views() {
        assert!(!format!("{view:?}").contains(SECRET));
    }
    let ground = asking.world.quit().await;
    for file in std::fs::read_dir(&ground.places.data).unwrap() {
        let path = file.unwrap().path();
        if path.is_file() {
            let bytes = std::fs::read(&path).unwrap();
            let found = bytes.windows(SECRET.len()).any(|it| it == SECRET.as_bytes());
            assert!(!found, "{}", path.display());
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_sent_to_an_address_that_no_person_agreed_to() {
    let asking = Asking::new(&[]).await;
    let host = &asking.world.host;
    let (model, elsewhere) = (FakeModel::start().await, FakeModel::start().await);
    let preferring =
        |name, model| ProviderDraft { preferred: Some(MODEL.into()), ..draft(name, model) };
    let provider = host.add_provider(preferring("here", &model)).await.unwrap();
    let state = async || asking.world.view().await.providers[0].state.clone();
    assert_eq!(state().await, ProviderState::NotAllowed);
    assert_eq!(host.check_provider(provider).await.unwrap_err().code, Code::ProviderNotAllowed);

    let _called = asking.call("sample");
    let request = asking.until_waiting().await;
    let chosen = ModelChoice { provider, model: MODEL.into() };
    for model in [None, Some(chosen.clone())] {
        let code = if model.is_none() { Code::NoModel } else { Code::ProviderNotAllowed };
        let edit = SamplingEdit { model, ..SamplingEdit::default() };
        host.send_sampling(request.id, edit).await.unwrap();
        assert_eq!(asking.until_failed().await.code, code);
    }
    assert!(model.heard().is_empty());

    // What was agreed to is one address: not what it is by the time of the answer.
    let (page, _pushed) = asking.world.ground.connect(Role::View).await.unwrap();
    let waits = page.allow_provider(provider).await.unwrap().unwrap();
    let view = asking.world.view().await;
    let url = view.providers[0].url.clone();
    assert_eq!(view.consents[0].what, WideningView::Provider { provider, url });
    host.edit_provider(provider, preferring("here", &elsewhere)).await.unwrap();
    assert_eq!(host.agree(waits).await.unwrap_err().code, Code::UnknownConsent);
    assert_eq!(state().await, ProviderState::NotAllowed);
    host.edit_provider(provider, preferring("here", &model)).await.unwrap();
    let waits = page.allow_provider(provider).await.unwrap().unwrap();
    host.agree(waits).await.unwrap();
    asking.until_ready(provider).await;
    assert_eq!(page.allow_provider(provider).await.unwrap(), None);

    host.edit_provider(provider, preferring("there", &model)).await.unwrap();
    asking.until_ready(provider).await;
    host.edit_provider(provider, preferring("here", &elsewhere)).await.unwrap();
    assert_eq!(state().await, ProviderState::NotAllowed);
    let edit = SamplingEdit { model: Some(chosen), ..SamplingEdit::default() };
    host.send_sampling(request.id, edit).await.unwrap();
    assert_eq!(asking.until_failed().await.code, Code::ProviderNotAllowed);
    assert!(elsewhere.heard().is_empty());
    assert_eq!(page.allow_provider(99).await.unwrap_err().code, Code::UnknownProvider);
    asking.world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn providers_are_kept_and_nobody_is_asked_before_it_is_needed() {
    let asking = Asking::new(&[]).await;
    let model = FakeModel::start().await;
    let provider = asking.add(&model).await;
    let questions = model.heard().len();
    let server = asking.server;
    let world = asking.world.quit().await.start();
    world.until_running(server).await;
    let view = world.view().await;
    assert_eq!(view.providers[0].id, provider);
    assert_eq!(view.providers[0].state, ProviderState::Unknown);
    let asking = Asking { world, server };
    let another = asking.add_as(draft("another", &FakeModel::start().await)).await;
    asking.world.host.remove_provider(another).await.unwrap();
    assert_eq!(model.heard().len(), questions);
    let _called = asking.call("sample");
    asking.until_ready(provider).await;
    asking.world.host.remove_provider(provider).await.unwrap();
    assert!(asking.world.view().await.providers.is_empty());
    let gone = asking.world.host.check_provider(provider).await.unwrap_err();
    assert_eq!(gone.code, Code::UnknownProvider);
    asking.world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_that_is_none_and_a_name_that_is_taken_are_refused() {
    let asking = Asking::new(&[]).await;
    let model = FakeModel::start().await;
    let bad = ["", "file:///etc/passwd", "http://user:pass@host/", "https://host/?a", "x://y"];
    for url in bad {
        let draft = ProviderDraft { url: url.into(), ..draft("here", &model) };
        let refused = asking.world.host.add_provider(draft).await.unwrap_err();
        assert_eq!(refused.code, Code::ProviderBadUrl, "{url}");
    }
    asking.add(&model).await;
    let taken = asking.world.host.add_provider(draft("Here", &model)).await.unwrap_err();
    assert_eq!(taken.code, Code::ProviderNameTaken);
    asking.world.quit().await;
}
