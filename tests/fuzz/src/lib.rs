//! Hostile bytes, and what must hold of whatever they are.
//!
//! Each target takes any bytes and panics if something does not hold. They are called in two ways:
//! `tests/bounded.rs` runs the seeds and a fixed number of mutations of them, on any toolchain, and
//! `fuzz/` has libFuzzer look for bytes that reach more of the code.

#![expect(clippy::panic, clippy::expect_used, reason = "a target fails by panicking")]

mod believed;
mod bundle;
mod conversation;
mod elicitation;
mod keeper;
mod uri;

pub use believed::believed;
pub use bundle::bundle;
pub use conversation::conversation;
pub use elicitation::elicitation;
pub use keeper::keeper;
pub use paddock_files::{fuzz_arguments as files, fuzz_lines as lines};
pub use paddock_host::fuzz::{import, sampling};
pub use paddock_mcp::fuzz::frames;
pub use paddock_models::fuzz::stream;
pub use paddock_network::fuzz::{destination, hello, question, reset};
pub use paddock_relay::fuzz::session as relay;
pub use uri::uri;

/// A target and its name, which is also the name of its folder of seeds.
pub type Target = (&'static str, fn(&[u8]));

pub const TARGETS: &[Target] = &[
    ("believed", believed),
    ("bundle", bundle),
    ("conversation", conversation),
    ("destination", destination),
    ("elicitation", elicitation),
    ("files", files),
    ("frames", frames),
    ("hello", hello),
    ("import", import),
    ("keeper", keeper),
    ("lines", lines),
    ("question", question),
    ("relay", relay),
    ("reset", reset),
    ("sampling", sampling),
    ("stream", stream),
    ("uri", uri),
];
