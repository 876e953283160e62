//! What fronts have in common besides how they speak with the host: the words, and the apps that
//! use servers.

pub mod adoption;
mod strings;

pub use fluent_bundle::FluentValue;
pub use strings::Strings;
