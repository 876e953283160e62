//! What fronts have in common besides how they speak with the host: the words, the apps that use
//! servers, and the bundles that are made servers of.

pub mod adoption;
pub mod asked;
pub mod bundles;
mod forms;
mod language;
mod size;
mod strings;

pub use fluent_bundle::FluentValue;
pub use language::Language;
pub use strings::Strings;
