//! The command line against a host on paper, and once against a real one.
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test that can't go on fails")]

mod activity;
mod apps;
mod attempts;
mod consent;
mod fake_again;
mod fake_host;
mod fake_network;
mod fake_offers;
mod fake_usage;
mod headless;
mod install;
mod json;
mod network;
mod offers;
mod paper;
mod program;
mod quit;
mod sample;
mod sending;
mod sessions;
mod text;
mod usage;
