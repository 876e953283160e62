//! The configs of AI apps: which are here, what they launch, and how their entries are let go
//! through Paddock and given back.
//!
//! Reads and writes plain files at [`Places`] that the caller names, reads the variables of an entry
//! where it names a file of them ([`EnvFile`]), and starts nothing. Texts of configs are others':
//! whoever shows a name, a command or a reason must escape it ([`paddock_core::text::shown`]);
//! [`Change::diff`] is safe to show.
//!
//! A config is never written out anew. It is parsed for where its values stand, and the few that
//! change are spliced into the text, so that comments, order, indentation and line ends stay as
//! they are. Then the new text is parsed, too, and must differ in what was intended and in nothing
//! else.

mod app;
mod change;
mod config;
mod diff;
mod disk;
mod entry;
mod env_file;
mod error;
mod find;
mod folders;
mod format;
mod further;
mod give_back;
mod grammar;
mod known;
mod left;
mod mask;
mod names;
mod places;
mod plan;
mod record;
mod splice;
mod tree;
mod verify;

pub use crate::app::{App, app, apps};
pub use crate::change::{Change, write};
pub use crate::disk::LARGEST;
pub use crate::entry::{Content, Entry, EntryRef, FileRef, Launch, Through};
pub use crate::env_file::EnvFile;
pub use crate::error::AppError;
pub use crate::find::{FoundApp, FoundFile, find, find_app, find_in_project};
pub use crate::folders::{begins_at_home, folders};
pub use crate::give_back::{GivenBack, Outcome, give_back};
pub use crate::left::{AskedFor, LeftWithApp};
pub use crate::names::NameTrouble;
pub use crate::places::Places;
pub use crate::plan::{Adopted, Level, Plan, plan};
pub use crate::record::{Adoption, Withheld};
pub use crate::verify::{Standing, verify};
