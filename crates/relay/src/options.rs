use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use paddock_mcp::Era;

use crate::Remembered;

/// How long a person is waited for, unless it is said otherwise.
pub const PERSON_TIME_OUT: Duration = Duration::from_secs(45);

/// How a session behaves. [`Options::default`] gives the defaults.
#[derive(Clone, Debug)]
pub struct Options {
    /// What this server answered earlier, to apps that asked the same.
    pub remembered: Vec<Remembered>,
    /// How long the opening of an app waits for the server before it is answered with what is
    /// remembered, 1 s.
    pub patience: Duration,
    /// How long it waits before it is answered with what Paddock itself can say of a server that has
    /// not answered an opening like it before, 25 s. Most apps that wait for a server of `npx` at all
    /// wait for 30 s or more, and some look at its lists once only.
    pub greeting: Duration,
    /// The name of the server, for such an answer.
    pub name: String,
    /// How the server is known to speak.
    pub era: Option<Era>,
    /// How long the app may take to say which folders it works in, 2 s.
    pub statement_time_out: Duration,
    /// The longest line in either direction, in bytes, 12 MiB.
    pub line_limit: usize,
    /// How many bytes may wait in one direction before its source is not read on, 1 MiB; one line
    /// may be longer. Also how many may wait for a server that is not there.
    pub queue_limit: usize,
    /// How many calls of the app, and how many requests of the server, may wait for an answer, 1024.
    pub in_flight_limit: usize,
    /// How long a call waits for a person before its app is told to try again, 45 s.
    pub person_time_out: Duration,
    /// How long the app may take to read what is left for it when the session ends, 500 ms.
    pub flush_time_out: Duration,
    /// Which tools the app may see and call; without it, all.
    pub rules: Option<Rules>,
    /// Whether the host is told the arguments of calls, which it may change at any time; not by
    /// default.
    pub tell_arguments: Arc<AtomicBool>,
    /// Whether servers are told that they can ask what the app can't be asked, and the host is asked
    /// it; not by default.
    pub stand_in: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            remembered: Vec::new(),
            patience: Duration::from_secs(1),
            greeting: Duration::from_secs(25),
            name: String::new(),
            era: None,
            statement_time_out: Duration::from_secs(2),
            line_limit: 12 << 20,
            queue_limit: 1 << 20,
            in_flight_limit: 1024,
            person_time_out: PERSON_TIME_OUT,
            flush_time_out: Duration::from_millis(500),
            rules: None,
            tell_arguments: Arc::default(),
            stand_in: false,
        }
    }
}

/// Whether an app may see and call a tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    Allowed,
    /// Each call waits for [`Session::decide`](crate::Session::decide).
    Ask,
    /// Left out of lists; a call of it is answered with an error that the model can read.
    Off,
}

/// The rule for each tool, by its name. Asked while a message is held up: it must not wait.
#[derive(Clone)]
pub struct Rules(Arc<dyn Fn(&str) -> Rule + Send + Sync>);

impl Rules {
    pub fn new(rule: impl Fn(&str) -> Rule + Send + Sync + 'static) -> Self {
        Self(Arc::new(rule))
    }

    pub(crate) fn rule(&self, tool: &str) -> Rule {
        (self.0)(tool)
    }

    pub(crate) fn is_off(&self, tool: &str) -> bool {
        self.rule(tool) == Rule::Off
    }
}

impl fmt::Debug for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Rules").finish_non_exhaustive()
    }
}
