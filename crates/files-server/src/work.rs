//! What a call does besides its work when it takes long: let others in, tell how far it is, and
//! learn that nobody waits for it any more.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU8, Ordering},
    },
    time::{Duration, Instant},
};

use crate::wire::jsonrpc::write_string;

/// A call that takes longer than this lets other calls be answered beside it.
const LONG: Duration = Duration::from_millis(5);

/// How often a client that wants to know is told how far a call is.
const TELL_EVERY: Duration = Duration::from_millis(200);

/// After how many small steps the clock is looked at.
const STEPS: u64 = 256;

/// Why a call must stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Stopped {
    #[error("nobody waits for it any more")]
    Cancelled,
    #[error(
        "the folders granted to this server changed while it worked, so it stopped. Call again"
    )]
    RootsChanged,
}

/// Tells a running call to stop.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicU8>);

impl Stop {
    const CANCELLED: u8 = 1;
    const ROOTS_CHANGED: u8 = 2;

    pub fn cancel(&self) {
        self.0.store(Self::CANCELLED, Ordering::Relaxed);
    }

    /// A cancelled call stays cancelled.
    pub fn roots_changed(&self) {
        let _ =
            self.0.compare_exchange(0, Self::ROOTS_CHANGED, Ordering::Relaxed, Ordering::Relaxed);
    }

    pub fn check(&self) -> Result<(), Stopped> {
        match self.0.load(Ordering::Relaxed) {
            0 => Ok(()),
            Self::ROOTS_CHANGED => Err(Stopped::RootsChanged),
            _ => Err(Stopped::Cancelled),
        }
    }
}

/// Where calls run.
pub trait Host {
    /// Lets other messages be received while this call goes on, which `stop` may end.
    fn let_others_in(&mut self, stop: &Stop);

    /// Sends a whole line to the client.
    fn send(&mut self, line: &[u8]);
}

/// One call's work.
pub struct Work<'a> {
    host: Option<&'a mut dyn Host>,
    stop: Stop,
    /// What the client wants to be told progress under, as JSON.
    token: Option<String>,
    begun: Instant,
    told: Instant,
    is_long: bool,
    steps: u64,
    next_look: u64,
}

impl std::fmt::Debug for Work<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Work").field("steps", &self.steps).finish_non_exhaustive()
    }
}

impl<'a> Work<'a> {
    pub fn new(host: &'a mut dyn Host) -> Self {
        Self { host: Some(host), ..Self::alone() }
    }
}

impl Work<'_> {
    /// Work that nobody watches or stops.
    pub fn alone() -> Self {
        let now = Instant::now();
        Self {
            host: None,
            stop: Stop::default(),
            token: None,
            begun: now,
            told: now,
            is_long: false,
            steps: 0,
            next_look: STEPS,
        }
    }

    /// Tells progress under `token`, a JSON string or number.
    pub fn tell_progress(&mut self, token: Option<&str>) {
        self.token = token.map(str::to_owned);
    }

    /// One more small thing was done, such as an entry looked at.
    pub fn step(&mut self, what: &str) -> Result<(), Stopped> {
        self.steps += 1;
        if self.steps < self.next_look {
            return Ok(());
        }
        self.next_look = self.steps + STEPS;
        self.look(self.steps, None, what)
    }

    /// The next small thing is not small: the clock is looked at again when it is done.
    pub fn look_soon(&mut self) {
        self.next_look = self.steps;
    }

    /// Goes on with something of which no progress can be told.
    pub fn go_on(&mut self) -> Result<(), Stopped> {
        let Some(host) = &mut self.host else { return Ok(()) };
        if !self.is_long && self.begun.elapsed() >= LONG {
            self.is_long = true;
            host.let_others_in(&self.stop);
        }
        self.stop.check()
    }

    /// So much was done, of `total` if that is known. `what` says of what.
    pub fn look(&mut self, done: u64, total: Option<u64>, what: &str) -> Result<(), Stopped> {
        self.go_on()?;
        let Some(host) = &mut self.host else { return Ok(()) };
        let now = Instant::now();
        if let Some(token) = &self.token
            && now - self.told >= TELL_EVERY
        {
            self.told = now;
            host.send(&progress(token, done, total, what));
        }
        Ok(())
    }

    /// Whether the call was told to stop.
    pub fn check(&self) -> Result<(), Stopped> {
        self.stop.check()
    }
}

fn progress(token: &str, done: u64, total: Option<u64>, what: &str) -> Vec<u8> {
    let mut line = format!(
        "{{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":\
         {{\"progressToken\":{token},\"progress\":{done},"
    )
    .into_bytes();
    if let Some(total) = total {
        line.extend_from_slice(format!("\"total\":{total},").as_bytes());
    }
    line.extend_from_slice(b"\"message\":");
    write_string(&mut line, &format!("{done} {what}"));
    line.extend_from_slice(b"}}\n");
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Default)]
    struct Seen {
        others_in: usize,
        lines: Vec<String>,
        stop: Option<Stop>,
    }

    impl Host for Seen {
        fn let_others_in(&mut self, stop: &Stop) {
            self.others_in += 1;
            self.stop = Some(stop.clone());
        }

        fn send(&mut self, line: &[u8]) {
            self.lines.push(String::from_utf8(line.to_vec()).unwrap());
        }
    }

    fn go_on(work: &mut Work<'_>, steps: u64) {
        for _ in 0..steps {
            work.step("entries").unwrap();
        }
    }

    #[test]
    fn a_short_call_keeps_its_place_and_a_long_one_lets_others_in_once() {
        // Time goes on meanwhile, but not an hour.
        let later = Instant::now() + Duration::from_hours(1);
        let before = Instant::now().checked_sub(LONG).unwrap();
        for (begun, others_in) in [(later, 0), (before, 1)] {
            let mut seen = Seen::default();
            let mut work = Work::new(&mut seen);
            work.begun = begun;
            go_on(&mut work, 4 * STEPS);
            assert_eq!((seen.others_in, seen.lines.len()), (others_in, 0));
        }
    }

    #[test]
    fn prg_1_progress_rises_under_the_clients_token() {
        let mut seen = Seen::default();
        let mut work = Work::new(&mut seen);
        work.tell_progress(Some("\"t\""));
        for _ in 0..3 {
            work.told -= TELL_EVERY;
            go_on(&mut work, STEPS);
        }
        let told: Vec<u64> = seen
            .lines
            .iter()
            .map(|line| {
                let line: serde_json::Value = serde_json::from_str(line).unwrap();
                assert_eq!(line["params"]["progressToken"], "t");
                line["params"]["progress"].as_u64().unwrap()
            })
            .collect();
        assert!(told.len() == 3 && told.is_sorted_by(|one, next| one < next), "{told:?}");
    }

    #[test]
    fn can_1_a_stopped_call_learns_of_it() {
        let stop = Stop::default();
        assert_eq!(stop.check(), Ok(()));
        stop.roots_changed();
        assert_eq!(stop.check(), Err(Stopped::RootsChanged));
        stop.cancel();
        stop.roots_changed();
        assert_eq!(stop.check(), Err(Stopped::Cancelled));
    }
}
