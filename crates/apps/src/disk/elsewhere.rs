//! Systems where configs are shown, and not written.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use super::unreadable;
use crate::change::Change;
use crate::error::AppError;

#[derive(Clone, Debug)]
pub(crate) struct Stand;

impl Stand {
    #[expect(clippy::unused_self, clippy::unnecessary_wraps, reason = "as on systems that write")]
    pub(crate) fn obstacle(&self, _: &Path) -> Option<AppError> {
        Some(AppError::NotHere)
    }
}

pub(crate) fn read(path: &Path, most: u64) -> Result<(Vec<u8>, Stand), AppError> {
    let about = path.metadata().map_err(|error| unreadable(&error))?;
    if !about.is_file() {
        return Err(AppError::NotAFile);
    }
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(|error| unreadable(&error))?;
    file.take(most + 1).read_to_end(&mut bytes).map_err(|error| unreadable(&error))?;
    if bytes.len() as u64 > most {
        return Err(AppError::TooLarge { most });
    }
    Ok((bytes, Stand))
}

pub(crate) fn replace(change: &Change, _: &Path) -> Result<(), AppError> {
    let Stand = &change.stand;
    Err(AppError::NotHere)
}
