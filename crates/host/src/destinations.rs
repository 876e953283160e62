//! Destinations as people write them.

use paddock_core::network::{Destination, DestinationError, NameError};

use crate::view::{Code, Failure};

/// Reads what a person wants to allow. That is never every program on this computer, nor what nothing
/// could be connected to by.
///
/// # Errors
/// As for [`read`].
pub(crate) fn read_to_allow(text: &str) -> Result<Destination, Failure> {
    let to = read(text)?;
    to.check().map_err(bad).map(|()| to)
}

/// Reads what a person wrote.
///
/// # Errors
/// It is no destination; why is in the failure.
pub(crate) fn read(text: &str) -> Result<Destination, Failure> {
    text.parse().map_err(bad)
}

fn bad(error: DestinationError) -> Failure {
    Failure::new(Code::BadDestination).with("reason", code(error))
}

fn code(error: DestinationError) -> &'static str {
    match error {
        DestinationError::Name(NameError::Empty) => "empty",
        DestinationError::Name(NameError::TooLong) => "too-long",
        DestinationError::Name(NameError::Characters) => "characters",
        DestinationError::Name(NameError::OddAddress) => "odd-address",
        DestinationError::Page => "page",
        DestinationError::Port => "port",
        DestinationError::NoPort => "no-port",
        DestinationError::Range => "range",
        DestinationError::Star => "star",
        DestinationError::Nowhere => "nowhere",
        DestinationError::OfNames => "of-names",
    }
}
