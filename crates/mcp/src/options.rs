use std::time::Duration;

use crate::Implementation;

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
    /// How often to ping an open connection; never by default.
    pub ping_every: Option<Duration>,
    /// The longest line in either direction, in bytes, 16 MiB. Also what may wait to be written.
    pub line_limit: usize,
    /// How many messages may wait to be written, 256.
    pub queue_limit: usize,
    /// How many calls may wait for an answer, 64.
    pub in_flight_limit: usize,
}

impl Options {
    pub fn new(client: Implementation) -> Self {
        Self {
            client,
            initialize_time_out: Duration::from_mins(2),
            call_time_out: Duration::from_mins(1),
            call_limit: Duration::from_mins(10),
            ping_every: None,
            line_limit: 16 << 20,
            queue_limit: 256,
            in_flight_limit: 64,
        }
    }
}
