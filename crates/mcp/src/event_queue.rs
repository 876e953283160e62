//! The way events take to a consumer that may be slow.

use std::collections::VecDeque;
use std::mem;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;
use tokio::time::Instant;

use crate::{AskId, Event};

/// How many logs, progress reports and violations may wait for the consumer.
const WAITING: usize = 256;

/// How many changed resources, and how many completed elicitations, may wait for the consumer.
const NAMED: usize = 256;

/// Limits hold for each stretch of this length.
const WINDOW: Duration = Duration::from_secs(1);

const LOGS_A_WINDOW: u32 = 200;
const PROGRESS_A_WINDOW: u32 = 50;
const VIOLATIONS_A_WINDOW: u32 = 20;

/// The events of one connection.
///
/// A slow consumer never holds the connection up and never costs memory without bound:
///
/// - `Ready` and `Closed` always arrive; each comes once.
/// - `RootsTold`, `RootsChangedSent` and `ListChanged` always arrive, but a newer one replaces an
///   older one that still waits.
/// - `Asked` and `AskEnded` always arrive, as many as asks may be open; but what is over before the
///   consumer heard of it is never heard of.
/// - `ResourceUpdated` and `ElicitationComplete` wait once for each name. The names that wait are
///   bounded; one more is dropped and counted as below.
/// - `Log`, `Progress` and `Violation` are dropped when they come too fast or too many wait. The
///   next event of that sort, or `Closed`, is preceded by `Dropped` with their number.
#[derive(Debug)]
pub struct Events {
    shared: Arc<Shared>,
}

impl Events {
    /// The next event; `None` after `Closed`. Dropping the future loses nothing.
    pub async fn recv(&mut self) -> Option<Event> {
        loop {
            {
                let mut queue = self.shared.lock();
                if let Some(event) = queue.take() {
                    return Some(event);
                }
                if queue.closed {
                    return None;
                }
            }
            self.shared.arrived.notified().await;
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct EventSender {
    shared: Arc<Shared>,
}

impl EventSender {
    pub(crate) fn send(&self, event: Event) {
        self.shared.lock().push(event);
        self.shared.arrived.notify_one();
    }
}

pub(crate) fn event_queue() -> (EventSender, Events) {
    let shared = Arc::new(Shared { queue: Mutex::default(), arrived: Notify::new() });
    (EventSender { shared: Arc::clone(&shared) }, Events { shared })
}

#[derive(Debug)]
struct Shared {
    queue: Mutex<Queue>,
    arrived: Notify,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[derive(Debug, Default)]
struct Queue {
    events: VecDeque<Event>,
    /// How many of `events` may be dropped.
    expendable: usize,
    /// How many of `events` wait once for each name.
    named: usize,
    dropped: u64,
    budgets: [Budget; 3],
    closed: bool,
}

enum Class {
    Kept,
    Latest,
    /// Once for each name.
    Named,
    /// Takes back what was asked, if nobody has heard of it.
    EndOf(AskId),
    Expendable {
        budget: usize,
        a_window: u32,
    },
}

fn class(event: &Event) -> Class {
    match event {
        Event::Ready(_) | Event::Dropped { .. } | Event::Closed(_) | Event::Asked(_) => Class::Kept,
        Event::AskEnded { ask, .. } => Class::EndOf(*ask),
        Event::ElicitationComplete { .. } | Event::ResourceUpdated { .. } => Class::Named,
        Event::RootsTold { .. } | Event::RootsChangedSent { .. } | Event::ListChanged(_) => {
            Class::Latest
        }
        Event::Log(_) => Class::Expendable { budget: 0, a_window: LOGS_A_WINDOW },
        Event::Progress(_) => Class::Expendable { budget: 1, a_window: PROGRESS_A_WINDOW },
        Event::Violation(_) => Class::Expendable { budget: 2, a_window: VIOLATIONS_A_WINDOW },
    }
}

impl Queue {
    fn push(&mut self, event: Event) {
        if self.closed {
            return;
        }
        self.closed = matches!(event, Event::Closed(_));
        match class(&event) {
            Class::Kept if self.closed => self.push_dropped(),
            Class::Kept => {}
            Class::EndOf(ask) => {
                let unheard =
                    |waiting: &Event| matches!(waiting, Event::Asked(asked) if asked.id == ask);
                if let Some(at) = self.events.iter().position(unheard) {
                    self.events.remove(at);
                    return;
                }
            }
            Class::Named => {
                if self.events.iter().any(|waiting| same_name(waiting, &event)) {
                    return;
                }
                if self.named >= NAMED {
                    self.dropped += 1;
                    return;
                }
                self.push_dropped();
                self.named += 1;
            }
            Class::Latest => {
                self.events.retain(|waiting| !replaces(&event, waiting));
            }
            Class::Expendable { budget, a_window } => {
                if self.expendable >= WAITING || !self.budgets[budget].spend(a_window) {
                    self.dropped += 1;
                    return;
                }
                self.push_dropped();
                self.expendable += 1;
            }
        }
        self.events.push_back(event);
    }

    fn push_dropped(&mut self) {
        let count = mem::take(&mut self.dropped);
        if count > 0 {
            self.events.push_back(Event::Dropped { count });
        }
    }

    fn take(&mut self) -> Option<Event> {
        let event = self.events.pop_front()?;
        match class(&event) {
            Class::Expendable { .. } => self.expendable -= 1,
            Class::Named => self.named -= 1,
            Class::Kept | Class::Latest | Class::EndOf(_) => {}
        }
        Some(event)
    }
}

/// A change of one list says nothing of another.
fn replaces(newer: &Event, older: &Event) -> bool {
    match (newer, older) {
        (Event::ListChanged(newer), Event::ListChanged(older)) => newer == older,
        _ => mem::discriminant(newer) == mem::discriminant(older),
    }
}

fn same_name(one: &Event, other: &Event) -> bool {
    match (one, other) {
        (Event::ResourceUpdated { uri: one }, Event::ResourceUpdated { uri: other }) => {
            one == other
        }
        (
            Event::ElicitationComplete { elicitation: one },
            Event::ElicitationComplete { elicitation: other },
        ) => one == other,
        _ => false,
    }
}

#[derive(Debug, Default)]
struct Budget {
    started: Option<Instant>,
    spent: u32,
}

impl Budget {
    fn spend(&mut self, most: u32) -> bool {
        let now = Instant::now();
        if self.started.is_none_or(|started| now - started >= WINDOW) {
            *self = Self { started: Some(now), spent: 0 };
        }
        self.spent += 1;
        self.spent <= most
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CloseReason, List, Log, LogLevel, Violation};

    fn log() -> Event {
        Event::Log(Log { level: LogLevel::Info, logger: None, text: "text".to_owned() })
    }

    #[tokio::test(start_paused = true)]
    async fn a_consumer_that_never_reads_costs_a_bounded_queue() {
        let (sender, mut events) = event_queue();
        for generation in 0..1000 {
            tokio::time::advance(WINDOW).await;
            for _ in 0..100 {
                sender.send(log());
            }
            sender.send(Event::Violation(Violation::NotUtf8));
            sender.send(Event::RootsTold { generation });
            sender.send(Event::ListChanged(List::Tools));
        }
        sender.send(Event::Closed(CloseReason::ByHost));
        assert!(sender.shared.lock().events.len() <= 2 * WAITING + 5);

        let (mut seen, mut dropped, mut told) = (0, 0, None);
        let mut last = None;
        while let Some(event) = events.recv().await {
            match &event {
                Event::Log(_) | Event::Violation(_) => seen += 1,
                Event::Dropped { count } => dropped += count,
                Event::RootsTold { generation } => told = Some(*generation),
                Event::Ready(_)
                | Event::RootsChangedSent { .. }
                | Event::ListChanged(_)
                | Event::Progress(_)
                | Event::Asked(_)
                | Event::AskEnded { .. }
                | Event::ElicitationComplete { .. }
                | Event::ResourceUpdated { .. }
                | Event::Closed(_) => {}
            }
            last = Some(event);
        }
        assert_eq!(seen + dropped, 101_000);
        assert_eq!(told, Some(999));
        assert!(matches!(last, Some(Event::Closed(CloseReason::ByHost))));
    }

    #[tokio::test(start_paused = true)]
    async fn a_fast_stream_of_violations_is_thinned_and_counted() {
        let (sender, mut events) = event_queue();
        for _ in 0..VIOLATIONS_A_WINDOW + 5 {
            sender.send(Event::Violation(Violation::NotUtf8));
        }
        tokio::time::advance(WINDOW).await;
        sender.send(Event::Violation(Violation::NotUtf8));

        for _ in 0..VIOLATIONS_A_WINDOW {
            assert!(matches!(events.recv().await, Some(Event::Violation(_))));
        }
        assert!(matches!(events.recv().await, Some(Event::Dropped { count: 5 })));
        assert!(matches!(events.recv().await, Some(Event::Violation(_))));
    }

    fn asked(id: u64) -> Event {
        let params = serde_json::value::to_raw_value(&()).unwrap();
        let asked = crate::AskContent::Sampling(params);
        Event::Asked(Box::new(crate::Ask { id: AskId(id), asked, call: None }))
    }

    fn ended(id: u64) -> Event {
        Event::AskEnded { ask: AskId(id), why: crate::AskEnd::CallEnded }
    }

    #[tokio::test]
    async fn can_2_an_ask_that_ends_unheard_of_is_never_heard_of() {
        let (sender, mut events) = event_queue();
        sender.send(asked(1));
        assert!(matches!(events.recv().await, Some(Event::Asked(_))));
        for id in 2..1000 {
            sender.send(asked(id));
            sender.send(ended(id));
        }
        sender.send(ended(1));
        assert_eq!(sender.shared.lock().events.len(), 1);
        assert!(matches!(events.recv().await, Some(Event::AskEnded { ask: AskId(1), .. })));
    }

    #[tokio::test]
    async fn changed_resources_wait_once_each_and_not_without_bound() {
        let (sender, mut events) = event_queue();
        for round in 0..3 {
            for number in 0..NAMED + round {
                sender.send(Event::ResourceUpdated { uri: number.to_string() });
            }
        }
        for number in 0..NAMED {
            let event = events.recv().await;
            assert!(
                matches!(event, Some(Event::ResourceUpdated { uri }) if uri == number.to_string())
            );
        }
        sender.send(Event::ElicitationComplete { elicitation: "x".to_owned() });
        assert!(matches!(events.recv().await, Some(Event::Dropped { count: 3 })));
        assert!(matches!(events.recv().await, Some(Event::ElicitationComplete { .. })));
    }

    #[tokio::test]
    async fn a_change_of_one_list_does_not_hide_that_of_another() {
        let (sender, mut events) = event_queue();
        for list in [List::Tools, List::Prompts, List::Tools] {
            sender.send(Event::ListChanged(list));
        }
        assert!(matches!(events.recv().await, Some(Event::ListChanged(List::Prompts))));
        assert!(matches!(events.recv().await, Some(Event::ListChanged(List::Tools))));
        assert_eq!(sender.shared.lock().events.len(), 0);
    }

    #[tokio::test]
    async fn nothing_follows_the_end() {
        let (sender, mut events) = event_queue();
        sender.send(Event::Closed(CloseReason::EndOfOutput));
        sender.send(Event::Closed(CloseReason::ByHost));
        sender.send(Event::ListChanged(List::Tools));

        assert!(matches!(events.recv().await, Some(Event::Closed(CloseReason::EndOfOutput))));
        assert!(events.recv().await.is_none());
        assert!(events.recv().await.is_none());
    }
}
