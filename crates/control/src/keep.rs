//! Small files that keep a choice.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::Path;

/// Puts `content` in the place of what a file holds: whole or not at all, and on the disk when this
/// returns. It blocks as long as the disk does. Two at once may not write the same file.
///
/// # Errors
/// It can't be written.
pub fn keep(file: &Path, content: &[u8]) -> io::Result<()> {
    let beside = file.with_extension("new");
    let mut new = File::create(&beside)?;
    new.write_all(content)?;
    new.sync_all()?;
    fs::rename(&beside, file)?;
    // Only this makes sure of the name; not every system and not every disk can.
    if let Some(folder) = file.parent().and_then(|folder| File::open(folder).ok()) {
        let _ = folder.sync_all();
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_stands_in_place_of_what_was() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("choice.json");
        for content in ["a longer one", "short", ""] {
            keep(&file, content.as_bytes()).unwrap();
            assert_eq!(fs::read_to_string(&file).unwrap(), content);
        }
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn what_can_not_be_written_changes_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("choice");
        keep(&file, b"before").unwrap();
        fs::create_dir(folder.path().join("choice.new")).unwrap();
        assert!(keep(&file, b"after").is_err());
        assert_eq!(fs::read_to_string(&file).unwrap(), "before");
    }
}
