//! Whether entries are still as they were written.

use crate::app::{App, app};
use crate::change::hex;
use crate::config::{Config, Slot};
use crate::disk;
use crate::error::AppError;
use crate::plan::{find_slot, meaning_without_env};
use crate::record::Adoption;

/// How an adopted entry stands now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Standing {
    /// It says what was written, in whatever form the app keeps it.
    AsWritten,
    /// It says what it said before it was adopted.
    AsBefore,
    /// Somebody made something else of it.
    Changed,
    Gone,
    FileGone,
    /// The file can't be read, so nobody can tell.
    Unreadable(AppError),
}

/// Reads the files again and says of each entry how it stands, in the same order.
pub fn verify(adoptions: &[Adoption]) -> Vec<Standing> {
    let mut read: Vec<(&Adoption, Result<Opened, AppError>)> = Vec::new();
    let mut standings = Vec::new();
    for adoption in adoptions {
        let known = read.iter().position(|(other, _)| other.entry.file == adoption.entry.file);
        let index = known.unwrap_or_else(|| {
            read.push((adoption, open(adoption)));
            read.len() - 1
        });
        standings.push(match &read[index].1 {
            Ok(opened) => standing(opened.app, &opened.config, adoption),
            Err(AppError::Gone) => Standing::FileGone,
            Err(error) => Standing::Unreadable(error.clone()),
        });
    }
    standings
}

struct Opened {
    app: &'static App,
    config: Config,
}

fn open(adoption: &Adoption) -> Result<Opened, AppError> {
    let file = &adoption.entry.file;
    let app = app(&file.app).ok_or(AppError::UnknownApp)?;
    Ok(Opened { app, config: Config::read(app, &disk::open(&file.path)?.bytes)? })
}

fn standing(app: &App, config: &Config, adoption: &Adoption) -> Standing {
    match config.slots(&app.shape) {
        Err(error) => Standing::Unreadable(error),
        Ok(slots) => find_slot(&slots, &adoption.entry)
            .map_or(Standing::Gone, |slot| standing_of(app, slot, adoption)),
    }
}

pub(crate) fn standing_of(app: &App, slot: &Slot<'_>, adoption: &Adoption) -> Standing {
    if slot.twice.is_some() {
        Standing::Changed
    } else if hex(&slot.node.meaning(&[]).0) == adoption.written_meaning {
        Standing::AsWritten
    } else if hex(&meaning_without_env(app, slot.node).0) == adoption.original_meaning {
        Standing::AsBefore
    } else {
        Standing::Changed
    }
}
