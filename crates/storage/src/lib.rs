//! What outlives the host: servers, grants and the audit, in one `SQLite` file.
//!
//! - A [`Commit`](paddock_core::Commit) is kept whole or not at all, its audit records with it,
//!   and is on the disk when [`Storage::commit`] returns.
//! - What is read at the start is exactly what some commit left behind: a seal over all servers
//!   and grants is kept with them, and a database that does not match it is damaged.
//! - A damaged database is kept aside, never repaired and never guessed at. Of what ended and was
//!   missed, which gives nothing, a damaged row is left out and all else stays.
//! - One process at a time: the second is told.
//!
//! Nothing here reads a clock or waits: calls block on the disk only.

mod answers;
mod audit;
mod column;
mod destinations;
mod error;
mod files;
mod footprint;
mod forgetting;
mod lock;
mod reading;
mod remembered;
mod saved;
mod schema;
mod seal;
mod secrets;
mod seen;
mod sending;
mod storage;
mod text;
mod usage;

pub use answers::KeptAnswers;
pub use audit::{AuditFilter, AuditId, AuditPage, AuditRow, Exported, PAGE_LIMIT};
pub use error::{CommitError, ExportError, OpenError, ReadError};
pub use files::DATABASE;
pub use forgetting::Retention;
pub use reading::{Export, Reading, STEP};
pub use seen::{Counted, Counts, Slot};
pub use storage::{Opened, Storage};
