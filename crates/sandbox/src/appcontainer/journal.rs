use std::collections::BTreeSet;
use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

const HEADER: &str = "paddock permissions 1\n";
/// Bytes. Far more entries than anyone has folders.
const LIMIT: u64 = 16 << 20;

/// The permissions that are out on the disk, in a file that is always at least as much as there is.
///
/// Each line says `+` or `-`, a package and a path. One app at a time may have it open.
#[derive(Debug)]
pub struct Journal {
    file: File,
    /// Bytes that are whole lines.
    length: u64,
    entries: BTreeSet<Entry>,
}

/// That a package has permissions of its own on a file or folder.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Entry {
    /// The security identifier of the package, as text.
    pub package: String,
    pub path: PathBuf,
}

impl Journal {
    /// Opens the journal, or begins one.
    ///
    /// # Errors
    /// Besides those of the disk: [`ErrorKind::InvalidData`] for a file that is no journal. What
    /// was given away is then not known.
    pub fn open(path: &Path) -> io::Result<Self> {
        let mut options = OpenOptions::new();
        let mut file = options.read(true).write(true).create(true).truncate(false).open(path)?;
        let mut text = String::new();
        (&mut file).take(LIMIT).read_to_string(&mut text)?;
        if HEADER.starts_with(&text) {
            file.set_len(0)?;
            file.seek(SeekFrom::Start(0))?;
            file.write_all(HEADER.as_bytes())?;
            file.sync_all()?;
            return Ok(Self { file, length: HEADER.len() as u64, entries: BTreeSet::new() });
        }
        let (length, entries) = read(&text).ok_or(ErrorKind::InvalidData)?;
        Ok(Self { file, length: length as u64, entries })
    }

    /// What may have been given and was not taken back.
    pub fn entries(&self) -> &BTreeSet<Entry> {
        &self.entries
    }

    /// Writes `entry` down, then lets `set` make it so. Where that fails it stays written down.
    pub fn give(
        &mut self,
        entry: &Entry,
        set: impl FnOnce(&Entry) -> io::Result<()>,
    ) -> io::Result<()> {
        if !self.entries.contains(entry) {
            self.append('+', entry)?;
            self.entries.insert(entry.clone());
        }
        set(entry)
    }

    /// Lets `unset` undo `entry`, then strikes it out. Where that fails it stays written down.
    pub fn take(
        &mut self,
        entry: &Entry,
        unset: impl FnOnce(&Entry) -> io::Result<()>,
    ) -> io::Result<()> {
        unset(entry)?;
        self.append('-', entry)?;
        self.entries.remove(entry);
        if self.entries.is_empty() {
            self.length = HEADER.len() as u64;
            self.file.set_len(self.length)?;
        }
        Ok(())
    }

    fn append(&mut self, sign: char, entry: &Entry) -> io::Result<()> {
        let line = line(sign, entry).ok_or(ErrorKind::InvalidInput)?;
        // Of a line that was cut short, by a full disk perhaps, nothing may be left.
        self.file.set_len(self.length)?;
        self.file.seek(SeekFrom::Start(self.length))?;
        self.file.write_all(line.as_bytes())?;
        self.file.sync_data()?;
        self.length += line.len() as u64;
        Ok(())
    }
}

fn line(sign: char, Entry { package, path }: &Entry) -> Option<String> {
    let path = path.to_str()?;
    let is_whole = !package.contains(' ') && ![package, path].iter().any(|it| it.contains('\n'));
    is_whole.then(|| format!("{sign} {package} {path}\n"))
}

/// How many bytes are whole lines, and what they come to. A last line without an end was never
/// acted on.
fn read(text: &str) -> Option<(usize, BTreeSet<Entry>)> {
    let length = text.rfind('\n')? + 1;
    let mut entries = BTreeSet::new();
    for line in text[..length].strip_prefix(HEADER)?.lines() {
        let (sign, rest) = line.split_once(' ')?;
        let (package, path) = rest.split_once(' ')?;
        let entry = Entry { package: package.to_owned(), path: path.into() };
        match sign {
            "+" => entries.insert(entry),
            "-" => entries.remove(&entry),
            _ => return None,
        };
    }
    Some((length, entries))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use tempfile::TempDir;

    use super::*;

    fn entry(path: &str) -> Entry {
        Entry { package: "S-1-15-2-1".into(), path: path.into() }
    }

    fn place() -> (TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        (folder, path)
    }

    fn left(path: &Path) -> Vec<Entry> {
        Journal::open(path).unwrap().entries().iter().cloned().collect()
    }

    #[test]
    fn an_entry_is_on_the_disk_before_it_is_made_and_until_it_is_undone() {
        let (_folder, path) = place();
        let mut journal = Journal::open(&path).unwrap();
        let is_written = |entry: &Entry| {
            assert_eq!(left(&path), std::slice::from_ref(entry));
            Ok(())
        };
        journal.give(&entry("/a b"), is_written).unwrap();
        journal.take(&entry("/a b"), is_written).unwrap();
        assert_eq!(left(&path), []);
        assert_eq!(fs::read_to_string(&path).unwrap(), HEADER);
    }

    #[test]
    fn after_a_crash_exactly_what_was_not_taken_back_is_left() {
        let (_folder, path) = place();
        let mut journal = Journal::open(&path).unwrap();
        for given in ["/a", "/b", "/c"] {
            journal.give(&entry(given), |_| Ok(())).unwrap();
        }
        journal.take(&entry("/b"), |_| Ok(())).unwrap();
        drop(journal);
        assert_eq!(left(&path), [entry("/a"), entry("/c")]);
    }

    #[test]
    fn what_could_not_be_made_or_undone_stays_written_down() {
        let (_folder, path) = place();
        let mut journal = Journal::open(&path).unwrap();
        let fail = |_: &Entry| Err(ErrorKind::PermissionDenied.into());
        assert!(journal.give(&entry("/a"), fail).is_err());
        assert!(journal.take(&entry("/a"), fail).is_err());
        assert_eq!(left(&path), [entry("/a")]);
    }

    #[test]
    fn a_line_that_a_crash_cut_short_was_never_acted_on_and_harms_no_other() {
        let (_folder, path) = place();
        let whole = format!("{HEADER}+ S-1-15-2-1 /a\n");
        for cut in 1.."+ S-1-15-2-1 /bbbbbbbbbb".len() {
            fs::write(&path, format!("{whole}{}", &"+ S-1-15-2-1 /bbbbbbbbbb"[..cut])).unwrap();
            let mut journal = Journal::open(&path).unwrap();
            journal.give(&entry("/c"), |_| Ok(())).unwrap();
            assert_eq!(left(&path), [entry("/a"), entry("/c")], "cut at {cut}");
        }
    }

    #[test]
    fn a_journal_that_a_crash_cut_short_at_its_birth_is_begun_again() {
        let (_folder, path) = place();
        for cut in 0..HEADER.len() {
            fs::write(&path, &HEADER[..cut]).unwrap();
            assert_eq!(left(&path), []);
            assert_eq!(fs::read_to_string(&path).unwrap(), HEADER);
        }
    }

    #[test]
    fn what_is_no_journal_is_not_taken_for_an_empty_one() {
        let (_folder, path) = place();
        let of_a_later_version = "paddock permissions 2\n";
        for text in ["something else\n", of_a_later_version, &format!("{HEADER}? S /a\n")] {
            fs::write(&path, text).unwrap();
            let refused = Journal::open(&path).unwrap_err();
            assert_eq!(refused.kind(), ErrorKind::InvalidData, "{text:?}");
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
    }

    #[test]
    fn what_cannot_be_written_down_is_not_made() {
        let (_folder, path) = place();
        let mut journal = Journal::open(&path).unwrap();
        let refused = journal.give(&entry("/a\n+ S-1 /b"), |_| panic!("made")).unwrap_err();
        assert_eq!(refused.kind(), ErrorKind::InvalidInput);
        assert_eq!(left(&path), []);
    }
}
