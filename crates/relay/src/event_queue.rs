//! The way events take to a host that may be slow.

use std::collections::VecDeque;
use std::mem::{self, discriminant};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;
use tokio::time::Instant;

use crate::Event;

/// How many calls and violations may wait for the host.
const WAITING: usize = 1024;

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
/// `Tools` and `Violation` are dropped when too many wait, or violations come too fast; `Dropped`
/// counts them. There are no more of `Waits` and what follows it than calls may wait.
#[derive(Debug)]
pub struct Events {
    shared: Arc<Shared>,
}

impl Events {
    /// The next event; `None` when the session is over. Dropping the future loses nothing.
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

    pub(crate) fn close(&self) {
        self.shared.lock().closed = true;
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
    dropped: u64,
    window: Option<Instant>,
    violations: u32,
    closed: bool,
}

fn is_expendable(event: &Event) -> bool {
    matches!(event, Event::Called { .. } | Event::Tools(_) | Event::Violation { .. })
}

impl Queue {
    fn push(&mut self, event: Event) {
        if self.closed {
            return;
        }
        if matches!(event, Event::Told(_) | Event::Stated(_)) {
            self.events.retain(|waiting| discriminant(waiting) != discriminant(&event));
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

    fn take(&mut self) -> Option<Event> {
        let event = self.events.pop_front()?;
        self.expendable -= usize::from(is_expendable(&event));
        Some(event)
    }
}

#[cfg(test)]
mod tests {
    use paddock_mcp::Violation;

    use super::*;
    use crate::Side;

    #[tokio::test]
    async fn what_is_learned_of_many_openings_is_bounded() {
        let (sender, mut events) = event_queue();
        for number in 0..100 {
            let asked = crate::Asked {
                discover: true,
                revision: number.to_string(),
                capabilities: String::new(),
            };
            let opening = crate::Answered::Result("{}".to_owned());
            let learned =
                crate::Remembered { asked, opening, tools: None, prompts: None, resources: None };
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
            sender.send(Event::Called { tool: "t".to_owned(), ok: true });
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
}
