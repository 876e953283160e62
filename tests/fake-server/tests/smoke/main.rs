//! The fake itself does what its README says.
#![expect(clippy::disallowed_methods, reason = "the fake is started without the app")]
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod asking;
mod fake;
mod legacy;
mod misbehaving;
mod modern;
mod offers;
