//! What the programs that a person starts have in common: where things are, and the words.

mod places;
mod strings;

pub use fluent_bundle::FluentValue;
pub use places::{Whereabouts, find};
pub use strings::Strings;
