//! Where models are reached, and what goes wrong there.

use paddock_host::view::{Code, KeyView, ProviderDraft, ProviderState, SamplingEdit, View};

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
    asking.world.host.add_provider(draft).await.unwrap();
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
    let provider = asking.world.host.add_provider(with_key).await.unwrap();
    asking.until_ready(provider).await;
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
    assert_eq!(model.heard().len(), questions);
    let asking = Asking { world, server };
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
