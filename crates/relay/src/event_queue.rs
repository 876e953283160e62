//! The way events take to a host that may be slow.

use std::collections::VecDeque;
use std::mem::{self, discriminant};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;
use tokio::time::{Instant, timeout_at};

use crate::Event;

/// How many calls and violations may wait for the host.
const WAITING: usize = 1024;

/// Calls that are over are told of together: the first one at once, and those that follow it within
/// this time when it is over, or when so many wait. A host that wakes for each of them takes longer
/// than the relay.
const GATHERING: Duration = Duration::from_millis(100);
const GATHERED: usize = WAITING / 4;

/// How many answers to be remembered may wait, of apps that asked differently.
const LEARNED: usize = 4;

/// So many violations are reported in each stretch of this length.
const WINDOW: Duration = Duration::from_secs(1);
const VIOLATIONS_A_WINDOW: u32 = 20;

/// The events of one session.
///
/// A slow consumer never holds the session up and never costs memory without bound. `Opened`,
/// `Unlike` and `AppGone` come once; `Ready` and `ServerGone` at most once for each process. Of
/// `Told`, `Stated` and `Learned` a newer one replaces an older one that still waits. `Called`,
/// `Tools`, `Recalled` and `Violation` are dropped when too many wait, or violations come too fast;
/// `Dropped` counts them, and completed elicitations among them. There are no more of `Asked` and
/// `AskEnded` than asks may be open; what is over before the host heard of it is never heard of.
/// There are no more of `Waits` and what follows it than calls may wait, and what was taken back
/// before the host heard of it is never heard of either. When many calls follow each
/// other, `Called` comes a moment late, and never out of order.
#[derive(Debug)]
pub struct Events {
    shared: Arc<Shared>,
}

impl Events {
    /// The next event; `None` when the session is over. Dropping the future loses nothing.
    pub async fn recv(&mut self) -> Option<Event> {
        loop {
            let until = {
                let mut queue = self.shared.lock();
                let until = queue.gathers_until();
                if until.is_none() {
                    if let Some(event) = queue.take() {
                        return Some(event);
                    }
                    if queue.closed {
                        return None;
                    }
                }
                until
            };
            let arrived = self.shared.arrived.notified();
            match until {
                Some(until) => drop(timeout_at(until, arrived).await),
                None => arrived.await,
            }
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct EventSender {
    shared: Arc<Shared>,
}

impl EventSender {
    pub(crate) fn send(&self, event: Event) {
        let wakes = {
            let mut queue = self.shared.lock();
            queue.push(event);
            queue.wakes()
        };
        if wakes {
            self.shared.arrived.notify_one();
        }
    }

    pub(crate) fn close(&self) {
        let mut queue = self.shared.lock();
        (queue.closed, queue.due) = (true, true);
        drop(queue);
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
    /// The host is told of what waits without delay.
    due: bool,
    /// Until when calls are gathered, since the host was just told of some.
    gathering: Option<Instant>,
    /// How many of `events` may be dropped.
    expendable: usize,
    dropped: u64,
    window: Option<Instant>,
    violations: u32,
    closed: bool,
}

fn is_expendable(event: &Event) -> bool {
    matches!(
        event,
        Event::Called { .. }
            | Event::Tools(_)
            | Event::Recalled(_)
            | Event::Violation { .. }
            | Event::ElicitationComplete(_)
    )
}

impl Queue {
    fn push(&mut self, event: Event) {
        if self.closed {
            return;
        }
        if matches!(event, Event::Told(_) | Event::Stated(_)) {
            self.events.retain(|waiting| discriminant(waiting) != discriminant(&event));
        }
        if let Event::AskEnded { ask, .. } = &event {
            let known = self.events.len();
            self.events.retain(|it| !matches!(it, Event::Asked(asked) if asked.number == *ask));
            // Nobody heard of it.
            if self.events.len() < known {
                return;
            }
        }
        if let Event::TakenBack(call) = event {
            let known = self.events.len();
            self.events
                .retain(|it| !matches!(it, Event::Waits { call: waits, .. } if *waits == call));
            if self.events.len() < known {
                return;
            }
        }
        if let Event::Learned(newer) = &event {
            self.events.retain(
                |waiting| !matches!(waiting, Event::Learned(older) if older.asked == newer.asked),
            );
            let mut learned = self.events.iter().filter(|one| matches!(one, Event::Learned(_)));
            if learned.nth(LEARNED - 1).is_some()
                && let Some(at) =
                    self.events.iter().position(|one| matches!(one, Event::Learned(_)))
            {
                self.events.remove(at);
            }
        }
        self.due |= !matches!(event, Event::Called { .. }) || self.events.len() + 1 >= GATHERED;
        if is_expendable(&event) {
            if self.expendable >= WAITING || !self.may_report(&event) {
                self.dropped += 1;
                return;
            }
            let count = mem::take(&mut self.dropped);
            if count > 0 {
                self.events.push_back(Event::Dropped { count });
            }
            self.expendable += 1;
        }
        self.events.push_back(event);
    }

    fn may_report(&mut self, event: &Event) -> bool {
        if !matches!(event, Event::Violation { .. }) {
            return true;
        }
        let now = Instant::now();
        if self.window.is_none_or(|started| now - started >= WINDOW) {
            self.window = Some(now);
            self.violations = 0;
        }
        self.violations += 1;
        self.violations <= VIOLATIONS_A_WINDOW
    }

    /// Whether the host has to look, now that something has come.
    fn wakes(&self) -> bool {
        self.due || self.events.len() == 1
    }

    /// Until when what waits may go on waiting.
    fn gathers_until(&self) -> Option<Instant> {
        let gathers = !self.due && !self.events.is_empty();
        self.gathering.filter(|until| gathers && Instant::now() < *until)
    }

    fn take(&mut self) -> Option<Event> {
        let event = self.events.pop_front()?;
        self.expendable -= usize::from(is_expendable(&event));
        self.due = !self.events.is_empty();
        if matches!(event, Event::Called { .. }) && !self.due {
            self.gathering = Some(Instant::now() + GATHERING);
        }
        Some(event)
    }
}

#[cfg(test)]
mod tests {
    use paddock_mcp::Violation;

    use super::*;
    use crate::Named;
    use crate::Side;

    #[tokio::test]
    async fn what_is_learned_of_many_openings_is_bounded() {
        let (sender, mut events) = event_queue();
        for number in 0..100 {
            let asked = crate::OpenedAs {
                discover: true,
                revision: number.to_string(),
                capabilities: String::new(),
            };
            let opening = crate::Answered::Result("{}".to_owned());
            let learned = crate::Remembered {
                asked,
                opening,
                tools: None,
                prompts: None,
                resources: None,
                templates: None,
            };
            sender.send(Event::Learned(Box::new(learned)));
        }
        sender.close();
        let mut revisions = Vec::new();
        while let Some(Event::Learned(learned)) = events.recv().await {
            revisions.push(learned.asked.revision);
        }
        assert_eq!(revisions, ["96", "97", "98", "99"]);
    }

    #[tokio::test(start_paused = true)]
    async fn a_host_that_never_reads_costs_a_bounded_queue() {
        let (sender, mut events) = event_queue();
        for number in 0..10_000 {
            sender.send(Event::Called { tool: "t".to_owned(), named: Named::default(), ok: true });
            sender.send(Event::Violation { side: Side::App, violation: Violation::NotUtf8 });
            sender.send(Event::Told(number));
        }
        assert!(sender.shared.lock().events.len() <= 2 * WAITING + 2);
        sender.close();
        let (mut calls, mut violations, mut dropped, mut told) = (0, 0, 0, None);
        while let Some(event) = events.recv().await {
            calls += usize::from(matches!(event, Event::Called { .. }));
            violations += usize::from(matches!(event, Event::Violation { .. }));
            if let Event::Told(number) = event {
                told = Some(number);
            }
            if let Event::Dropped { count } = event {
                dropped += count;
            }
        }
        assert_eq!((calls + violations, told), (WAITING, Some(9_999)));
        assert_eq!(violations, 20);
        assert!(dropped > 0);
    }

    fn called(number: u32) -> Event {
        Event::Called { tool: number.to_string(), named: Named::default(), ok: true }
    }

    fn number(event: Option<Event>) -> u32 {
        let Some(Event::Called { tool, .. }) = event else { panic!("{event:?}") };
        tool.parse().unwrap()
    }

    #[tokio::test(start_paused = true)]
    async fn calls_that_follow_each_other_are_told_of_together() {
        let (sender, mut events) = event_queue();
        let began = Instant::now();
        sender.send(called(1));
        assert_eq!(number(events.recv().await), 1);
        assert_eq!(began.elapsed(), Duration::ZERO, "the first is told of at once");

        sender.send(called(2));
        sender.send(called(3));
        assert_eq!(number(events.recv().await), 2);
        assert_eq!(number(events.recv().await), 3);
        let took = began.elapsed();
        assert!(took >= GATHERING && took < GATHERING * 2, "{took:?}");
    }

    #[tokio::test(start_paused = true)]
    async fn what_is_no_call_waits_for_none_and_overtakes_none() {
        let (sender, mut events) = event_queue();
        let began = Instant::now();
        sender.send(called(1));
        events.recv().await;
        sender.send(called(2));
        sender.send(Event::AppGone);
        assert_eq!(number(events.recv().await), 2);
        assert!(matches!(events.recv().await, Some(Event::AppGone)));
        sender.send(called(3));
        sender.close();
        assert_eq!(number(events.recv().await), 3);
        assert!(events.recv().await.is_none());
        assert_eq!(began.elapsed(), Duration::ZERO);
    }

    #[tokio::test(start_paused = true)]
    async fn no_call_is_lost_while_many_are_gathered() {
        let (sender, mut events) = event_queue();
        let began = Instant::now();
        sender.send(called(0));
        events.recv().await;
        let hears = tokio::spawn(async move {
            for expected in 1..5_000 {
                assert_eq!(number(events.recv().await), expected);
            }
        });
        for next in 1..5_000 {
            sender.send(called(next));
            if next % 100 == 0 {
                tokio::task::yield_now().await;
            }
        }
        hears.await.unwrap();
        assert!(began.elapsed() <= GATHERING, "{:?}", began.elapsed());
    }
}
