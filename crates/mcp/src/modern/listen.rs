//! `subscriptions/listen`: what a modern server tells without being asked.

use std::collections::{BTreeMap, HashMap};
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, sleep, timeout};

use crate::agreement::{Agreement, Offer};
use crate::clock::Clock;
use crate::message::{Id, ResponseBody};
use crate::notifications::{self, CANCELLED};
use crate::peer::{CallError, Peer, ServerError};
use crate::{Event, List, Violation, encode};

/// How many resources may be followed at once.
const FOLLOWED: usize = 64;

/// How long to wait before listening again; doubled each time, and anew after a quiet while.
const BACK_OFF: Duration = Duration::from_secs(1);
const LONGEST_BACK_OFF: Duration = Duration::from_mins(5);

/// `SubscriptionFilter` of the schema.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct Filter {
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    tools_list_changed: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    prompts_list_changed: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    resources_list_changed: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    resource_subscriptions: Vec<String>,
}

impl Filter {
    /// The lists whose changes the server tells.
    pub(crate) fn lists(agreement: Agreement) -> Option<Self> {
        let told = |offer| offer == Offer::ListChanged;
        let filter = Self {
            tools_list_changed: told(agreement.tools),
            prompts_list_changed: told(agreement.prompts),
            resources_list_changed: told(agreement.resources),
            resource_subscriptions: Vec::new(),
        };
        (filter != Self::default()).then_some(filter)
    }

    fn resource(uri: &str) -> Self {
        Self { resource_subscriptions: vec![uri.to_owned()], ..Self::default() }
    }

    fn has(&self, list: List) -> bool {
        match list {
            List::Tools => self.tools_list_changed,
            List::Resources => self.resources_list_changed,
            List::Prompts => self.prompts_list_changed,
        }
    }

    /// All that this asks for is granted.
    fn is_within(&self, granted: &Self) -> bool {
        [List::Tools, List::Resources, List::Prompts]
            .into_iter()
            .all(|list| !self.has(list) || granted.has(list))
            && self
                .resource_subscriptions
                .iter()
                .all(|uri| granted.resource_subscriptions.contains(uri))
    }
}

/// The subscriptions of one connection.
#[derive(Debug, Default)]
pub(crate) struct Subscriptions(Mutex<Table>);

#[derive(Debug, Default)]
struct Table {
    /// By the id of the request that opened it.
    live: HashMap<u64, Live>,
    /// By URI; dropping the sender ends the subscription.
    followed: BTreeMap<String, oneshot::Sender<()>>,
}

#[derive(Debug)]
struct Live {
    filter: Filter,
    told: mpsc::Sender<Opening>,
}

#[derive(Debug)]
enum Opening {
    Acknowledged(Filter),
    Refused(CallError),
}

impl Subscriptions {
    /// The server answered the request that opened a subscription, and so ended it. False if it
    /// is none.
    pub(crate) fn answered(&self, id: &Id, answer: &ResponseBody<'_>) -> bool {
        let Ok(id) = id.as_str().parse() else { return false };
        let Some(live) = self.lock().live.remove(&id) else { return false };
        if let ResponseBody::Error(raw) = answer {
            let refused = match serde_json::from_str::<ServerError>(raw.get()) {
                Ok(error) => super::refusal(error),
                Err(error) => CallError::Decode(error),
            };
            // Room for it was kept; without it the subscription counts as ended.
            let _ = live.told.try_send(Opening::Refused(refused));
        }
        true
    }

    fn open(&self, id: u64, filter: Filter) -> mpsc::Receiver<Opening> {
        // An acknowledgement, and a refusal.
        let (told, receiver) = mpsc::channel(2);
        self.lock().live.insert(id, Live { filter, told });
        receiver
    }

    /// False if it has ended already.
    fn end(&self, id: u64) -> bool {
        self.lock().live.remove(&id).is_some()
    }

    fn is_live(&self, id: u64, about: &About) -> bool {
        let table = self.lock();
        let Some(live) = table.live.get(&id) else { return false };
        match about {
            About::List(list) => live.filter.has(*list),
            About::Resource => !live.filter.resource_subscriptions.is_empty(),
        }
    }

    fn acknowledged(&self, id: u64, filter: Filter) {
        if let Some(live) = self.lock().live.get(&id) {
            // A second acknowledgement means nothing.
            let _ = live.told.try_send(Opening::Acknowledged(filter));
        }
    }

    /// `None` if it is followed already.
    fn follow(&self, uri: &str) -> Result<Option<oneshot::Receiver<()>>, CallError> {
        let mut table = self.lock();
        if table.followed.contains_key(uri) {
            return Ok(None);
        }
        if table.followed.len() >= FOLLOWED {
            return Err(CallError::Busy);
        }
        let (stop, stopped) = oneshot::channel();
        table.followed.insert(uri.to_owned(), stop);
        Ok(Some(stopped))
    }

    fn unfollow(&self, uri: &str) {
        self.lock().followed.remove(uri);
    }

    fn lock(&self) -> MutexGuard<'_, Table> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Has changes of one resource told, or no longer.
pub(crate) async fn follow(peer: &Arc<Peer>, uri: &str, on: bool) -> Result<(), CallError> {
    if !on {
        peer.subscriptions.unfollow(uri);
        return Ok(());
    }
    let Some(stopped) = peer.subscriptions.follow(uri)? else { return Ok(()) };
    let (begun, beginning) = oneshot::channel();
    let listening = Listening { peer: Arc::clone(peer), filter: Filter::resource(uri) };
    let name = uri.to_owned();
    tokio::spawn(async move {
        let peer = Arc::clone(&listening.peer);
        tokio::select! {
            () = listening.keep(Some(begun)) => peer.subscriptions.unfollow(&name),
            _ = stopped => {}
        }
    });
    beginning.await.unwrap_or(Err(CallError::Closed))
}

/// Has changes of lists told for as long as the connection lasts.
pub(crate) fn listen_to_lists(peer: &Arc<Peer>, agreement: Agreement) {
    if let Some(filter) = Filter::lists(agreement) {
        let listening = Listening { peer: Arc::clone(peer), filter };
        tokio::spawn(listening.keep(None));
    }
}

/// One subscription, opened again when the server ends it.
struct Listening {
    peer: Arc<Peer>,
    filter: Filter,
}

impl Listening {
    async fn keep(self, mut begun: Option<oneshot::Sender<Result<(), CallError>>>) {
        let mut back_off = BACK_OFF;
        let mut again = false;
        loop {
            let since = Instant::now();
            let flow = tokio::select! {
                flow = self.listen(&mut begun, again) => flow,
                () = self.peer.closed() => return,
            };
            if let ControlFlow::Break(error) = flow {
                if let Some(begun) = begun {
                    // Who asked for it may be gone.
                    let _ = begun.send(Err(error));
                }
                return;
            }
            if since.elapsed() > LONGEST_BACK_OFF {
                back_off = BACK_OFF;
            }
            tokio::select! {
                () = sleep(back_off) => {}
                () = self.peer.closed() => return,
            }
            back_off = (2 * back_off).min(LONGEST_BACK_OFF);
            again = true;
        }
    }

    /// Listens once, until the server ends it; breaks if there is no use in trying again.
    async fn listen(
        &self,
        begun: &mut Option<oneshot::Sender<Result<(), CallError>>>,
        again: bool,
    ) -> ControlFlow<CallError> {
        let peer = &*self.peer;
        let id = peer.calls.reserve();
        let params = Params { notifications: &self.filter };
        let message =
            match encode::request(id, "subscriptions/listen", Some(params), peer.meta(None)) {
                Ok(message) => message,
                Err(error) => return ControlFlow::Break(CallError::Encode(error)),
            };
        let room = match peer.room(&mut Clock::start(peer), message.len()).await {
            Ok(room) => room,
            Err(error) => return ControlFlow::Break(error),
        };
        let mut told = peer.subscriptions.open(id, self.filter.clone());
        let _open = Open { peer, id };
        peer.outbox.push_call(id, message.into(), room);
        peer.outbox.wake_writer();
        let after = peer.options.call_time_out;
        match timeout(after, told.recv()).await {
            Ok(Some(Opening::Acknowledged(granted))) => {
                if !self.filter.is_within(&granted) {
                    tracing::debug!(?granted, "server tells less than it was asked to");
                }
                if !self.filter.resource_subscriptions.is_empty()
                    && !self.filter.is_within(&granted)
                {
                    let what = "changes of this resource";
                    return ControlFlow::Break(CallError::NotOffered(what));
                }
            }
            Ok(Some(Opening::Refused(error))) => return ControlFlow::Break(error),
            Ok(None) => return ControlFlow::Continue(()),
            Err(_) => return ControlFlow::Break(CallError::TimedOut { after }),
        }
        if let Some(begun) = begun.take() {
            let _ = begun.send(Ok(()));
        }
        if again {
            self.report_missed();
        }
        match told.recv().await {
            Some(Opening::Refused(error)) => ControlFlow::Break(error),
            Some(Opening::Acknowledged(_)) | None => ControlFlow::Continue(()),
        }
    }

    /// Nobody knows what changed while nobody listened.
    fn report_missed(&self) {
        for list in [List::Tools, List::Resources, List::Prompts] {
            if self.filter.has(list) {
                self.peer.list_changed(list);
            }
        }
        for uri in &self.filter.resource_subscriptions {
            self.peer.report(Event::ResourceUpdated { uri: uri.clone() });
        }
    }
}

/// Cancels its subscription unless the server ended it first.
struct Open<'a> {
    peer: &'a Peer,
    id: u64,
}

impl Drop for Open<'_> {
    fn drop(&mut self) {
        if self.peer.subscriptions.end(self.id) {
            self.peer.calls.expect_late_answer(self.id);
            self.peer.cancel(self.id, "the host no longer needs it");
        }
    }
}

/// What a notification of a subscription is about.
enum About {
    List(List),
    Resource,
}

/// Takes a notification that belongs to a subscription. False if it is of another sort.
pub(super) fn receive(peer: &Peer, method: &str, params: Option<&RawValue>) -> bool {
    if let Some(list) = notifications::changed_list(method) {
        if is_expected(peer, "list_changed", params, &About::List(list)) {
            peer.list_changed(list);
        }
        return true;
    }
    match method {
        "notifications/resources/updated" => {
            if is_expected(peer, "notifications/resources/updated", params, &About::Resource) {
                notifications::resource_updated(peer, params);
            }
        }
        "notifications/subscriptions/acknowledged" => acknowledged(peer, params),
        CANCELLED => cancelled(peer, params),
        _ => return false,
    }
    true
}

fn is_expected(
    peer: &Peer,
    method: &'static str,
    params: Option<&RawValue>,
    about: &About,
) -> bool {
    let Some(params) = notifications::read::<Subscribed<'_>>(peer, method, params) else {
        return false;
    };
    match params.id() {
        Some(id) if peer.subscriptions.is_live(id, about) => true,
        Some(id) if peer.calls.is_given_up(id) => false,
        Some(_) | None => {
            let reason = "it belongs to no subscription".to_owned();
            peer.violation(Violation::Params { method, reason });
            false
        }
    }
}

fn acknowledged(peer: &Peer, params: Option<&RawValue>) {
    let method = "notifications/subscriptions/acknowledged";
    let Some(params) = notifications::read::<Subscribed<'_>>(peer, method, params) else { return };
    if let Some(id) = params.id() {
        peer.subscriptions.acknowledged(id, params.notifications);
    }
}

/// A server may take back nothing but a subscription.
fn cancelled(peer: &Peer, params: Option<&RawValue>) {
    let Some(cancelled) = notifications::cancelled(peer, params) else { return };
    let id = cancelled.id.as_str().parse().ok();
    if let Some(id) = id.filter(|id| peer.subscriptions.end(*id)) {
        peer.calls.expect_late_answer(id);
    }
}

#[derive(Serialize)]
struct Params<'a> {
    notifications: &'a Filter,
}

#[derive(Deserialize)]
struct Subscribed<'a> {
    #[serde(borrow, rename = "_meta")]
    meta: SubscribedMeta<'a>,
    #[serde(default)]
    notifications: Filter,
}

#[derive(Deserialize)]
struct SubscribedMeta<'a> {
    #[serde(borrow, rename = "io.modelcontextprotocol/subscriptionId")]
    subscription: &'a RawValue,
}

impl Subscribed<'_> {
    fn id(&self) -> Option<u64> {
        self.meta.subscription.get().parse().ok()
    }
}
