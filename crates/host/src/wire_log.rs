//! What was said to a server and by it, message by message: a bounded log.
//!
//! Messages are written down as they pass, on the tasks of the connection: there, only their
//! envelope is read, and of a long one only its beginning. Secrets are masked when somebody looks.

mod envelope;
mod mask;
mod script;

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use paddock_core::Time;
use paddock_core::text::shown;
use paddock_mcp::Tap;

use crate::clock;
use crate::view::{Direction, WireFilter, WirePage, WireShape, WireView};
use envelope::Envelope;
pub(crate) use mask::Masks;
pub(crate) use script::Launched;

const MOST_MESSAGES: usize = 2000;
const MOST_BYTES: usize = 4 << 20;
/// What is kept of one message, in bytes.
const KEPT: usize = 16 << 10;
/// Messages at the beginning of a run that stay: without them, none of what follows makes sense.
const OPENING: usize = 4;
/// Messages of a server in one second that are written down; more are only counted.
const A_SECOND: u32 = 1000;
/// Requests of one side whose answers are waited for.
const ASKED: usize = 256;
/// Messages of one page.
const PAGE: usize = 200;

/// Clones share one log.
#[derive(Clone, Debug, Default)]
pub(crate) struct WireLog(Arc<Mutex<Ring>>);

#[derive(Debug, Default)]
struct Ring {
    kept: VecDeque<Kept>,
    /// What was sent first in this run.
    opening: Vec<Kept>,
    bytes: usize,
    /// Messages that passed.
    passed: u32,
    run: u32,
    /// Requests that wait for their answers, by who made them and their ids.
    asked: HashMap<(Direction, Box<str>), Unanswered>,
    budget: Budget,
    launched: Launched,
    masks: Masks,
}

/// A request: when it passed, and its method.
type Unanswered = (Instant, Option<Box<str>>);

/// One message as it passed.
#[derive(Clone, Debug)]
struct Kept {
    number: u32,
    run: u32,
    at: Time,
    direction: Direction,
    envelope: Envelope,
    /// Bytes of the whole line.
    size: usize,
    /// Milliseconds.
    took: Option<f64>,
    line: Box<[u8]>,
}

#[derive(Debug, Default)]
struct Budget {
    since: Option<Instant>,
    spent: u32,
}

impl Tap for WireLog {
    fn sent(&self, line: &[u8]) {
        self.ring().pass(Direction::ToServer, line);
    }

    fn received(&self, line: &[u8]) {
        self.ring().pass(Direction::FromServer, line);
    }
}

impl WireLog {
    /// A new process is spoken with.
    pub(crate) fn begin_run(&self, launched: Launched, masks: Masks) {
        let mut ring = self.ring();
        ring.run += 1;
        ring.asked.clear();
        ring.opening.clear();
        (ring.launched, ring.masks) = (launched, masks);
    }

    /// Whether a text of the server repeats a secret that it was given.
    pub(crate) fn is_secret_in(&self, text: &str) -> bool {
        let masks = self.ring().masks.clone();
        masks.is_known_in(text)
    }

    /// A text of the server without the values of its environment.
    pub(crate) fn masked(&self, text: &str) -> String {
        let masks = self.ring().masks.clone();
        masks.mask(text)
    }

    /// What a server says of itself, without the secrets in it.
    pub(crate) fn without_secrets(&self, text: &str) -> String {
        let masks = self.ring().masks.clone();
        masks.mask_secrets(text)
    }

    /// The newest messages that `filter` lets through.
    pub(crate) fn page(&self, filter: &WireFilter) -> WirePage {
        let (kept, masks, passed) = {
            let ring = self.ring();
            (ring.kept.clone(), ring.masks.clone(), ring.passed)
        };
        let dropped = passed - u32::try_from(kept.len()).unwrap_or(u32::MAX);
        let text = filter.text.trim().to_lowercase();
        let mut found = kept
            .iter()
            .rev()
            .filter(|it| filter.before.is_none_or(|before| it.number < before))
            .filter(|it| filter.direction.is_none_or(|direction| it.direction == direction))
            .filter(|it| !filter.errors_only || it.is_error())
            .map(|it| it.view(&masks))
            .filter(|it| text.is_empty() || mentions(it, &text));
        let messages: Vec<_> = found.by_ref().take(PAGE).collect();
        WirePage { messages, more: found.next().is_some(), dropped }
    }

    /// A shell script that sends a server what was sent to it in the run of message `upto`, as far
    /// as that; none if the message is of an earlier run, or no longer kept.
    pub(crate) fn script(&self, name: &str, upto: u32) -> Option<String> {
        let ring = self.ring();
        let last = ring.kept.iter().find(|it| it.number == upto && it.run == ring.run)?;
        let oldest = ring.kept.front().map_or(0, |it| it.number);
        let opening = ring.opening.iter().filter(|it| it.number < oldest);
        let messages: Vec<_> = opening
            .chain(ring.kept.iter().filter(|it| it.run == ring.run))
            .take_while(|it| it.number <= last.number)
            .cloned()
            .collect();
        let (launched, masks) = (ring.launched.clone(), ring.masks.clone());
        drop(ring);
        Some(script::write(name, &launched, &masks, &messages))
    }

    fn ring(&self) -> MutexGuard<'_, Ring> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Ring {
    fn pass(&mut self, direction: Direction, line: &[u8]) {
        self.passed = self.passed.wrapping_add(1);
        let now = Instant::now();
        if direction == Direction::FromServer && !self.budget.allows(now) {
            return;
        }
        let mut envelope = Envelope::read(line);
        let took = self.pair(direction, &mut envelope, now);
        let kept = Kept {
            number: self.passed,
            run: self.run,
            at: clock::now(),
            direction,
            took,
            envelope,
            size: line.len(),
            line: line[..line.len().min(KEPT)].into(),
        };
        if direction == Direction::ToServer && self.opening.len() < OPENING {
            self.opening.push(kept.clone());
        }
        self.bytes += kept.weight();
        self.kept.push_back(kept);
        while self.kept.len() > MOST_MESSAGES || self.bytes > MOST_BYTES {
            let Some(oldest) = self.kept.pop_front() else { break };
            self.bytes -= oldest.weight();
        }
    }

    /// Remembers a request, or finds which one was answered and how long that took, in milliseconds.
    fn pair(&mut self, direction: Direction, envelope: &mut Envelope, now: Instant) -> Option<f64> {
        let id = envelope.id.clone()?;
        match envelope.shape {
            WireShape::Request => {
                if self.asked.len() < ASKED {
                    self.asked.insert((direction, id), (now, envelope.method.clone()));
                }
                None
            }
            WireShape::Result | WireShape::Error => {
                let (asked, method) = self.asked.remove(&(other(direction), id))?;
                envelope.method = method;
                Some(now.duration_since(asked).as_secs_f64() * 1000.0)
            }
            WireShape::Notification | WireShape::Other => None,
        }
    }
}

impl Kept {
    fn weight(&self) -> usize {
        size_of::<Self>() + self.line.len() + self.envelope.weight()
    }

    /// An error of the protocol, or a tool that says of itself that it failed.
    fn is_error(&self) -> bool {
        self.envelope.shape == WireShape::Error
            || self.envelope.shape == WireShape::Other
            || self.envelope.shape == WireShape::Result && says_error(&self.line)
    }

    fn cut(&self) -> bool {
        self.line.len() < self.size
    }

    fn text(&self, masks: &Masks) -> String {
        let text = String::from_utf8_lossy(&self.line);
        masks.mask(if self.cut() { text.trim_end_matches('\u{fffd}') } else { &text })
    }

    fn view(&self, masks: &Masks) -> WireView {
        WireView {
            number: self.number,
            at: crate::show::time(self.at),
            direction: self.direction,
            shape: self.envelope.shape,
            method: self.envelope.method.as_deref().map(shown),
            id: self.envelope.id.as_deref().map(shown),
            size: u32::try_from(self.size).unwrap_or(u32::MAX),
            took: self.took,
            text: shown(self.text(masks)),
            cut: self.cut(),
        }
    }
}

impl Budget {
    fn allows(&mut self, now: Instant) -> bool {
        if self.since.is_none_or(|since| now.duration_since(since).as_secs() >= 1) {
            *self = Self { since: Some(now), spent: 0 };
        }
        self.spent += 1;
        self.spent <= A_SECOND
    }
}

fn other(direction: Direction) -> Direction {
    match direction {
        Direction::ToServer => Direction::FromServer,
        Direction::FromServer => Direction::ToServer,
    }
}

fn mentions(message: &WireView, text: &str) -> bool {
    let method = message.method.as_deref().unwrap_or_default();
    method.to_lowercase().contains(text) || message.text.to_lowercase().contains(text)
}

/// Whether `"isError"` is followed by `true`, with or without spaces as servers write it.
fn says_error(line: &[u8]) -> bool {
    const NAME: &[u8] = br#""isError""#;
    let named = line.windows(NAME.len()).enumerate().filter(|(_, window)| *window == NAME);
    let mut values = named.map(|(at, _)| line[at + NAME.len()..].trim_ascii_start());
    values.any(|rest| {
        let value = rest.strip_prefix(b":").map(<[u8]>::trim_ascii_start);
        value.is_some_and(|value| value.starts_with(b"true"))
    })
}

#[cfg(test)]
mod tests;
