//! The bytes of the protocol: lines in, JSON out.

pub mod answer;
pub mod escaped;
pub mod jsonrpc;
pub mod lines;
