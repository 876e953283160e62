//! MCP bundles (`.mcpb`): a server packed into a ZIP file, with a manifest that says how it is run
//! and what it asks the person for. Everything in one is a stranger's: read within bounds, and never
//! run or obeyed here.
//!
//! The format: <https://github.com/modelcontextprotocol/mcpb/blob/main/MANIFEST.md>

mod archive;
mod error;
mod given;
mod install;
mod launch;
mod manifest;
mod names;
mod same;
mod values;
mod versions;

#[cfg(test)]
mod tests;

pub use archive::Bundle;
pub use error::BundleError;
pub use given::{Command, Given, given, stay};
pub use install::{bundles_beside, bundles_in, is_same_name, manifest_in, remove};
pub use launch::{Folders, Launch, Unpacked, launch};
pub use manifest::{Kind, Manifest, Number, Setting, SettingKind};
pub use values::{Value, Values, read, usual};
pub use versions::{Step, step};
