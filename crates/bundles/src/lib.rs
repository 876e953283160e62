//! MCP bundles (`.mcpb`): a server packed into a ZIP file, with a manifest that says how it is run
//! and what it asks the person for. Everything in one is a stranger's: read within bounds, and never
//! run or obeyed here.
//!
//! The format: <https://github.com/modelcontextprotocol/mcpb/blob/main/MANIFEST.md>

mod archive;
mod error;
mod install;
mod launch;
mod manifest;
mod names;
mod same;
mod values;

#[cfg(test)]
mod tests;

pub use archive::Bundle;
pub use error::BundleError;
pub use install::{bundle_of, bundles_beside, is_same_name, remove};
pub use launch::{Folders, Launch, launch};
pub use manifest::{Kind, Manifest, Number, Setting, SettingKind};
pub use values::{Value, Values, read, usual};
