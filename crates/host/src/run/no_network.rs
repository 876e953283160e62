//! Where nothing can hold a server to destinations, nothing decides on them.

use std::io;

use paddock_core::network::{Destination, Name, Rules};
use paddock_network::Seen;
use paddock_supervisor::{Boundary, Connected};

use super::{Run, Why};

/// There is none.
#[derive(Debug)]
pub(crate) enum Broker {}

impl Broker {
    pub(crate) fn seen(&self) -> Vec<Seen> {
        match *self {}
    }

    pub(crate) fn looked_up(&self) -> u64 {
        match *self {}
    }

    pub(crate) fn refused(&self) -> u64 {
        match *self {}
    }

    pub(crate) fn hear_of_bytes(&self) {
        match *self {}
    }

    pub(crate) fn let_go(&self, _: &Destination) {
        match *self {}
    }

    pub(crate) fn put_on_trial(&self, _: Vec<Name>) -> Vec<Name> {
        match *self {}
    }
}

pub(crate) fn on_trial(_: Connected, _: Rules) -> io::Result<Broker> {
    Err(io::ErrorKind::Unsupported.into())
}

impl Run {
    #[expect(clippy::unused_async, reason = "elsewhere it waits")]
    pub(super) async fn connect(&self, _: &Boundary) -> Option<Why> {
        None
    }
}
