//! Lists of the server: read to their last page, and kept as long as it says.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use tokio::time::Instant;

use crate::agreement::Agreement;
use crate::clock::Clock;
use crate::peer::{CallError, Peer};
use crate::violation::{Violation, excerpt};
use crate::{Era, List, Prompt, Resource, ResourceTemplate, Tool};

/// How many pages one list may have.
const PAGES: usize = 1000;

/// How many items one list may have.
const ITEMS: usize = 10_000;

/// The longest name of a tool, in bytes. What has a longer one is no tool.
const LONGEST_NAME: usize = 256;

/// The longest that a list is kept, whatever the server says.
const LONGEST: Duration = Duration::from_hours(24);

/// What lists are made of.
pub(crate) trait Item: DeserializeOwned + Clone {
    const METHOD: &'static str;
    /// The capability it comes with.
    const CAPABILITY: &'static str;

    fn is_offered(agreement: Agreement) -> bool;
    fn on<'a>(page: &mut Page<'a>) -> Option<Vec<&'a RawValue>>;
    fn kept(lists: &Lists) -> &Kept<Self>;

    /// Why it is left out of a list although it can be read.
    fn refusal(&self) -> Option<&'static str> {
        None
    }

    /// Takes from a list what calls depend on.
    fn learn(_peer: &Peer, _items: &[Self]) {}
}

/// The whole list, in the server's order. An item that makes no sense is left out and reported.
pub(crate) async fn list<T: Item>(peer: &Peer) -> Result<Vec<T>, CallError> {
    let agreement = peer.agreement()?;
    if !T::is_offered(agreement) {
        return Err(CallError::NotOffered(T::CAPABILITY));
    }
    let kept = T::kept(&peer.lists);
    let version = match kept.fresh() {
        Ok(items) => return Ok(items),
        Err(version) => version,
    };
    let (items, until) = read::<T>(peer, agreement.revision.era()).await?;
    T::learn(peer, &items);
    if let Some(until) = until {
        kept.keep(version, &items, until);
    }
    Ok(items)
}

/// Asks page after page. Also until when the list may be kept.
async fn read<T: Item>(peer: &Peer, era: Era) -> Result<(Vec<T>, Option<Instant>), CallError> {
    let mut clock = Clock::start(peer);
    let mut items = Vec::new();
    let mut bytes = 0;
    let mut until = Some(Instant::now() + LONGEST);
    let mut cursor: Option<String> = None;
    for _ in 0..PAGES {
        let params = cursor.map(|cursor| PageParams { cursor });
        let raw = peer.request_within(&mut clock, T::METHOD, params).await?;
        bytes += raw.get().len();
        if bytes > peer.options.line_limit {
            return Err(CallError::ListTooLong("the limit of a line"));
        }
        let mut page: Page<'_> = serde_json::from_str(raw.get()).map_err(CallError::Decode)?;
        let listed = T::on(&mut page).ok_or_else(|| CallError::Decode(missing::<T>()))?;
        if items.len() + listed.len() > ITEMS {
            return Err(CallError::ListTooLong("10000 items"));
        }
        items.extend(listed.into_iter().filter_map(|item| understood(peer, item)));
        until = until.min(page.fresh_until());
        // An empty cursor is the end for the legacy era, whose servers write "" for none.
        let more = |cursor: &String| era == Era::Modern || !cursor.is_empty();
        match page.next_cursor.filter(more) {
            Some(next) => cursor = Some(next),
            None => return Ok((items, until)),
        }
    }
    Err(CallError::ListTooLong("1000 pages"))
}

fn missing<T: Item>() -> serde_json::Error {
    serde::de::Error::custom(format_args!("no items in the answer to {}", T::METHOD))
}

fn understood<T: Item>(peer: &Peer, raw: &RawValue) -> Option<T> {
    let item = serde_json::from_str::<T>(raw.get()).map_err(|error| excerpt(&error.to_string()));
    let item = item.and_then(|item| match item.refusal() {
        Some(reason) => Err(reason.to_owned()),
        None => Ok(item),
    });
    let left_out = |reason| peer.violation(Violation::Item { method: T::METHOD, reason });
    item.map_err(left_out).ok()
}

/// The lists at hand.
#[derive(Debug, Default)]
pub(crate) struct Lists {
    tools: Kept<Tool>,
    resources: Kept<Resource>,
    templates: Kept<ResourceTemplate>,
    prompts: Kept<Prompt>,
}

impl Lists {
    /// The list at hand is stale.
    pub(crate) fn forget(&self, list: List) {
        match list {
            List::Tools => self.tools.forget(),
            List::Resources => {
                self.resources.forget();
                self.templates.forget();
            }
            List::Prompts => self.prompts.forget(),
        }
    }
}

#[derive(Debug)]
pub(crate) struct Kept<T>(Mutex<State<T>>);

#[derive(Debug)]
struct State<T> {
    /// Counts the changes, so that a list that changed while it was read is not kept.
    version: u64,
    list: Option<(Vec<T>, Instant)>,
}

impl<T> Default for Kept<T> {
    fn default() -> Self {
        Self(Mutex::new(State { version: 0, list: None }))
    }
}

impl<T: Clone> Kept<T> {
    /// The list, or the version to read it under.
    fn fresh(&self) -> Result<Vec<T>, u64> {
        let state = self.lock();
        match &state.list {
            Some((items, until)) if Instant::now() < *until => Ok(items.clone()),
            Some(_) | None => Err(state.version),
        }
    }

    fn keep(&self, version: u64, items: &[T], until: Instant) {
        let mut state = self.lock();
        if state.version == version {
            state.list = Some((items.to_vec(), until));
        }
    }

    fn forget(&self) {
        let mut state = self.lock();
        *state = State { version: state.version + 1, list: None };
    }

    fn lock(&self) -> MutexGuard<'_, State<T>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[derive(Serialize)]
struct PageParams {
    cursor: String,
}

/// One page of any list.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Page<'a> {
    #[serde(borrow)]
    tools: Option<Vec<&'a RawValue>>,
    #[serde(borrow)]
    resources: Option<Vec<&'a RawValue>>,
    #[serde(borrow)]
    resource_templates: Option<Vec<&'a RawValue>>,
    #[serde(borrow)]
    prompts: Option<Vec<&'a RawValue>>,
    next_cursor: Option<String>,
    #[serde(borrow)]
    ttl_ms: Option<&'a RawValue>,
}

impl Page<'_> {
    /// `None` if it is stale at once: `ttlMs` is absent, negative or no number.
    fn fresh_until(&self) -> Option<Instant> {
        let milliseconds: f64 = serde_json::from_str(self.ttl_ms?.get()).ok()?;
        let time = Duration::try_from_secs_f64(milliseconds / 1000.0).ok()?;
        (!time.is_zero()).then(|| Instant::now() + time.min(LONGEST))
    }
}

impl Item for Tool {
    const METHOD: &'static str = "tools/list";
    const CAPABILITY: &'static str = "tools";

    fn is_offered(agreement: Agreement) -> bool {
        agreement.tools.is_some()
    }

    fn on<'a>(page: &mut Page<'a>) -> Option<Vec<&'a RawValue>> {
        page.tools.take()
    }

    fn kept(lists: &Lists) -> &Kept<Self> {
        &lists.tools
    }

    fn refusal(&self) -> Option<&'static str> {
        (self.name.len() > LONGEST_NAME).then_some("its name is too long")
    }

    fn learn(peer: &Peer, items: &[Self]) {
        peer.tasks.learn(items);
    }
}

impl Item for Resource {
    const METHOD: &'static str = "resources/list";
    const CAPABILITY: &'static str = "resources";

    fn is_offered(agreement: Agreement) -> bool {
        agreement.resources.is_some()
    }

    fn on<'a>(page: &mut Page<'a>) -> Option<Vec<&'a RawValue>> {
        page.resources.take()
    }

    fn kept(lists: &Lists) -> &Kept<Self> {
        &lists.resources
    }
}

impl Item for ResourceTemplate {
    const METHOD: &'static str = "resources/templates/list";
    const CAPABILITY: &'static str = "resources";

    fn is_offered(agreement: Agreement) -> bool {
        agreement.resources.is_some()
    }

    fn on<'a>(page: &mut Page<'a>) -> Option<Vec<&'a RawValue>> {
        page.resource_templates.take()
    }

    fn kept(lists: &Lists) -> &Kept<Self> {
        &lists.templates
    }
}

impl Item for Prompt {
    const METHOD: &'static str = "prompts/list";
    const CAPABILITY: &'static str = "prompts";

    fn is_offered(agreement: Agreement) -> bool {
        agreement.prompts.is_some()
    }

    fn on<'a>(page: &mut Page<'a>) -> Option<Vec<&'a RawValue>> {
        page.prompts.take()
    }

    fn kept(lists: &Lists) -> &Kept<Self> {
        &lists.prompts
    }
}
