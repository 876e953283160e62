//! Where a server may connect, as values: names, addresses, and what covers what.

mod allowed;
mod destination;
mod name;
mod public;
mod range;
mod rules;

pub use allowed::{Allowance, Destinations, NetworkChoice};
pub use destination::{Destination, DestinationError, Target};
pub use name::{Name, NameError};
use public::is_translated;
pub use public::{AddressKind, is_public, kind_of, plain};
pub use range::{NAMES, Range};
pub use rules::{Meant, Rules, Verdict, WEB_PORTS};
