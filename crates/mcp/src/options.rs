use std::sync::Arc;
use std::time::Duration;

use crate::{Era, Implementation, Inlet, Tap};

/// How a connection behaves. [`Options::new`] gives the defaults.
#[derive(Clone, Debug)]
pub struct Options {
    /// Who the host says it is.
    pub client: Implementation,
    /// How long `initialize` may take, 120 s. Long, because a launcher may first download the
    /// server.
    pub initialize_time_out: Duration,
    /// How long a call may be silent, 60 s. Progress starts it anew.
    pub call_time_out: Duration,
    /// How long a call may take whatever progress it reports, 10 min.
    pub call_limit: Duration,
    /// How often to ping an open connection; never by default. See also
    /// [`Connection::set_ping_every`](crate::Connection::set_ping_every).
    pub ping_every: Option<Duration>,
    /// The longest line in either direction, in bytes, 12 MiB: with all else that a server can make
    /// the host hold, it costs less than 16 MiB. Also how many bytes of calls may wait to be written;
    /// of answers, half as many.
    pub line_limit: usize,
    /// How many answers to the server may wait to be written before it is not read on, 128.
    pub answer_limit: usize,
    /// How many calls may wait for an answer, 64.
    pub in_flight_limit: usize,
    /// The era this very command is known to speak, which saves the probe.
    pub era: Option<Era>,
    /// How long a server that has read `server/discover` may be silent before `initialize` is sent
    /// as well, 300 ms: there are servers that answer nothing before it.
    pub discover_time_out: Duration,
    /// How long to wait for the answer to one of these, if it still decides when the other is
    /// answered, 10 s.
    pub second_answer_time_out: Duration,
    /// How many of the server's own requests may wait for the person, 32.
    pub ask_limit: usize,
    /// Knows how far the server has read. Without it, what was written counts as read.
    pub inlet: Option<Arc<dyn Inlet>>,
    /// Sees every message.
    pub tap: Option<Arc<dyn Tap>>,
}

impl Options {
    pub fn new(client: Implementation) -> Self {
        Self {
            client,
            initialize_time_out: Duration::from_mins(2),
            call_time_out: Duration::from_mins(1),
            call_limit: Duration::from_mins(10),
            ping_every: None,
            line_limit: 12 << 20,
            answer_limit: 128,
            in_flight_limit: 64,
            era: None,
            discover_time_out: Duration::from_millis(300),
            second_answer_time_out: Duration::from_secs(10),
            ask_limit: 32,
            inlet: None,
            tap: None,
        }
    }
}
