//! What servers ask of the person, from the asking to the one answer.

mod automatic;
mod elicitation;
mod ends;
mod everything;
mod hostile;
mod models;
mod rounds;
mod sampling;

use paddock_host::view::{
    CallView, Failure, MissedView, PartView, ProviderApi, ProviderDraft, ProviderState,
    RequestDetail, RequestKind, RequestPhase, RequestView, SamplingLimits, SamplingView, View,
};
use serde_json::{Value, json};
use tokio::task::JoinHandle;

use crate::model::FakeModel;
use crate::world::{World, find};

/// The legacy era, and the modern one.
const ERAS: [&[&str]; 2] = [&[], &["--era", "modern"]];

/// A world with one server that asks when it is told to.
pub(crate) struct Asking {
    pub(crate) world: World,
    pub(crate) server: u32,
}

/// A call under way.
pub(crate) struct Called(JoinHandle<Result<CallView, Failure>>);

impl Asking {
    pub(crate) async fn new(args: &[&str]) -> Self {
        let world = World::new();
        let server = world.add_fake("asker", args).await;
        world.until_running(server).await;
        Self { world, server }
    }

    /// With a provider that answers from this machine.
    pub(crate) async fn with_model(args: &[&str]) -> (Self, FakeModel) {
        let asking = Self::new(args).await;
        let model = FakeModel::start().await;
        asking.add(&model).await;
        (asking, model)
    }

    pub(crate) async fn add(&self, model: &FakeModel) -> u32 {
        self.add_as(draft("here", model)).await
    }

    /// Adds a provider, and a person agrees to its address.
    async fn add_as(&self, draft: ProviderDraft) -> u32 {
        let provider = self.world.host.add_provider(draft).await.unwrap();
        self.allow(provider).await;
        self.until_ready(provider).await;
        provider
    }

    /// As a person does.
    async fn allow(&self, provider: u32) {
        assert_eq!(self.world.host.allow_provider(provider).await.unwrap(), None);
    }

    async fn until_ready(&self, provider: u32) {
        let ready = |view: &View| {
            let state = view.providers.iter().find(|it| it.id == provider).map(|it| &it.state);
            state == Some(&ProviderState::Ready)
        };
        self.world.until("the provider tells its models", ready).await;
    }

    /// Calls a tool that asks, and waits for its answer elsewhere.
    pub(crate) fn call(&self, tool: &str) -> Called {
        self.call_with(tool, &json!({}))
    }

    pub(crate) fn call_with(&self, tool: &str, arguments: &Value) -> Called {
        let (host, server) = (self.world.host.clone(), self.server);
        let (tool, arguments) = (tool.to_owned(), arguments.to_string());
        let number = self.world.next_call();
        Called(tokio::spawn(async move { host.call_tool(server, tool, arguments, number).await }))
    }

    /// The one request there is, once it is `as_wanted`.
    pub(crate) async fn until(
        &self,
        what: &str,
        as_wanted: impl Fn(&RequestView) -> bool,
    ) -> RequestView {
        let one = |view: &View| match view.requests.as_slice() {
            [request] => as_wanted(request),
            _ => false,
        };
        self.world.until(what, one).await.requests.remove(0)
    }

    pub(crate) async fn until_waiting(&self) -> RequestView {
        self.until("a request waits", |it| it.phase == RequestPhase::Waiting).await
    }

    pub(crate) async fn until_review(&self) -> RequestView {
        self.until("an answer waits for review", |it| it.phase == RequestPhase::Review).await
    }

    /// Asks the one provider anew for its models.
    pub(crate) async fn check_models(&self) {
        let provider = self.world.view().await.providers[0].id;
        self.world.host.check_provider(provider).await.unwrap();
        self.until_ready(provider).await;
    }

    async fn until_failed(&self) -> Failure {
        let failed = |it: &RequestView| matches!(it.phase, RequestPhase::Failed { .. });
        let RequestPhase::Failed { reason } = self.until("the model failed", failed).await.phase
        else {
            unreachable!()
        };
        reason
    }

    pub(crate) async fn until_nothing_waits(&self) {
        self.world.until("nothing waits", |view| view.requests.is_empty()).await;
    }

    pub(crate) async fn until_missed(&self) -> MissedView {
        let view = self.world.until("something was missed", |view| !view.missed.is_empty()).await;
        view.missed[0].clone()
    }

    pub(crate) async fn limit(&self, requests_an_hour: u32, tokens_a_day: u32) {
        let limits = SamplingLimits { requests_an_hour, tokens_a_day };
        self.world.host.set_sampling_limits(self.server, limits).await.unwrap();
        let kept = |view: &View| find(view, self.server).unwrap().asking.limits == limits;
        self.world.until("the limit is kept", kept).await;
    }

    pub(crate) async fn sampling(&self, request: u32) -> SamplingView {
        let detail = self.world.host.request(request).await.unwrap();
        let RequestDetail::Sampling(sampling) = detail else { panic!("{detail:?}") };
        *sampling
    }
}

impl Called {
    pub(crate) fn is_over(&self) -> bool {
        self.0.is_finished()
    }

    /// What the server was answered, by the keys under which it asked.
    pub(crate) async fn answers(self) -> Value {
        let called = self.0.await.unwrap().unwrap();
        let [PartView::Text { text }] = called.parts.as_slice() else { panic!("{called:?}") };
        serde_json::from_str(text).unwrap_or_else(|_| panic!("{text}"))
    }

    /// What it was answered where it asked for one thing.
    pub(crate) async fn answer(self) -> Value {
        self.answers().await["it"].take()
    }

    /// The first text of what was answered.
    pub(crate) async fn said(self) -> String {
        let called = self.0.await.unwrap().unwrap();
        let Some(PartView::Text { text }) = called.parts.first() else { panic!("{called:?}") };
        text.clone()
    }

    /// All that was answered, as it can be looked through.
    pub(crate) async fn parts(self) -> String {
        format!("{:?}", self.0.await.unwrap().unwrap().parts)
    }

    pub(crate) async fn failure(self) -> Failure {
        self.0.await.unwrap().unwrap_err()
    }
}

fn draft(name: &str, model: &FakeModel) -> ProviderDraft {
    ProviderDraft {
        name: name.to_owned(),
        api: ProviderApi::OpenAi,
        url: model.url(),
        key: None,
        preferred: None,
    }
}

fn is_kind(request: &RequestView, kind: RequestKind) -> bool {
    request.kind == kind
}
