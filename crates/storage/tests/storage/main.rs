//! The storage from outside. Some tests launch this binary again as the process that is killed,
//! or that is in the way.

#![expect(clippy::unwrap_used, reason = "only tests call what is here")]

mod answers;
mod child;
mod common;
mod crash;
mod damage;
mod disk;
mod forgetting;
mod keeping;
mod latency;
mod migration;
mod searching;
mod second;
mod seen;
