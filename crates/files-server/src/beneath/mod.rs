//! Opening files and folders beneath a folder that is held open, and nowhere else.
//!
//! Every operation takes a handle and a relative path; the operating system resolves the path and
//! refuses to leave the folder, so a folder swapped for a link between two steps changes nothing.

#[cfg(target_os = "linux")]
mod linux;
#[cfg(unix)]
mod unix;
#[cfg(not(unix))]
mod unsupported;
#[cfg(unix)]
pub mod walk;

#[cfg(unix)]
pub use unix::{Folder, Listing};
#[cfg(not(unix))]
pub use unsupported::{Folder, Listing};

/// Which folder a handle stands for, whatever it is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Identity {
    pub device: u64,
    pub inode: u64,
}

/// What an entry is, as far as listing tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Folder,
    Link,
    /// A file or anything else.
    File,
}

/// Names in a folder, in one piece of memory that can be used again.
#[derive(Debug)]
pub struct Entries {
    names: Names,
    buffer: Vec<u8>,
}

#[derive(Debug, Default)]
pub(crate) struct Names {
    bytes: Vec<u8>,
    /// Where each name begins, how long it is and what it is the name of.
    list: Vec<(u32, u16, Kind)>,
}

impl Default for Entries {
    fn default() -> Self {
        /// What one system call fills.
        const BUFFER: usize = 64 << 10;
        Self { names: Names::default(), buffer: Vec::with_capacity(BUFFER) }
    }
}

impl Entries {
    pub fn len(&self) -> usize {
        self.names.list.len()
    }

    pub fn is_empty(&self) -> bool {
        self.names.list.is_empty()
    }

    /// Forgets the entries from the one at `index` on.
    pub fn truncate(&mut self, index: usize) {
        if let Some(&(start, ..)) = self.names.list.get(index) {
            self.names.bytes.truncate(start as usize);
            self.names.list.truncate(index);
        }
    }

    /// Sorts the entries from the one at `index` on by their names' bytes, and leaves those before
    /// where they are.
    pub fn sort_from(&mut self, index: usize) {
        let Names { bytes, list } = &mut self.names;
        let Some(&(start, ..)) = list.get(index) else { return };
        let name = |&(start, length, _): &(u32, u16, Kind)| {
            &bytes[start as usize..start as usize + usize::from(length)]
        };
        let alike = alike(list[index..].iter().map(name));
        let keyed = list[index..].iter().map(|entry| (key(&name(entry)[alike..]), *entry));
        let mut keyed: Vec<_> = keyed.collect();
        keyed.sort_unstable_by(|(key, entry), (other_key, other)| {
            key.cmp(other_key).then_with(|| name(entry).cmp(name(other)))
        });
        // The first one's start is where `truncate` cuts.
        let mut sorted = Vec::with_capacity(bytes.len() - start as usize);
        for (place, (_, mut entry)) in list[index..].iter_mut().zip(keyed) {
            let moved = sorted.len();
            sorted.extend_from_slice(name(&entry));
            entry.0 = start + u32::try_from(moved).unwrap_or(u32::MAX);
            *place = entry;
        }
        bytes.truncate(start as usize);
        bytes.extend_from_slice(&sorted);
    }

    /// The entry at `index`: its name's bytes and what it is.
    pub fn get(&self, index: usize) -> Option<(&[u8], Kind)> {
        let &(start, length, kind) = self.names.list.get(index)?;
        Some((&self.names.bytes[start as usize..start as usize + usize::from(length)], kind))
    }

    pub fn iter(&self) -> impl Iterator<Item = (&[u8], Kind)> {
        (0..self.len()).map_while(|index| self.get(index))
    }

    #[cfg_attr(not(unix), expect(dead_code, reason = "nothing is listed there yet"))]
    fn buffer(&mut self) -> (&mut Vec<u8>, &mut Names) {
        (&mut self.buffer, &mut self.names)
    }
}

/// How many bytes all names begin with, such as `IMG_2026`.
fn alike<'a>(mut names: impl Iterator<Item = &'a [u8]>) -> usize {
    let first = names.next().unwrap_or_default();
    names.fold(first.len(), |alike, name| {
        first[..alike].iter().zip(name).take_while(|(one, other)| one == other).count()
    })
}

/// The first bytes of a name as a number that is ordered as they are. No byte of a name is 0.
fn key(name: &[u8]) -> u64 {
    let mut first = [0; 8];
    let length = name.len().min(first.len());
    first[..length].copy_from_slice(&name[..length]);
    u64::from_be_bytes(first)
}

#[cfg_attr(not(unix), expect(dead_code, reason = "nothing is listed there yet"))]
impl Names {
    fn len(&self) -> usize {
        self.list.len()
    }

    /// Keeps a name. What does not fit is left out: there is no folder of 4 GiB of names.
    fn push(&mut self, name: &[u8], kind: Kind) {
        if let (Ok(start), Ok(length)) =
            (u32::try_from(self.bytes.len()), u16::try_from(name.len()))
        {
            self.list.push((start, length, kind));
            self.bytes.extend_from_slice(name);
        }
    }
}

/// Whether a link on the way could be why the operating system refused to resolve a path.
pub fn met_a_link(error: &std::io::Error) -> bool {
    #[cfg(unix)]
    {
        use rustix::io::Errno;
        matches!(Errno::from_io_error(error), Some(Errno::XDEV | Errno::LOOP | Errno::NOTDIR))
    }
    #[cfg(not(unix))]
    {
        let _ = error;
        false
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn names(entries: &Entries) -> Vec<&str> {
        entries.iter().map(|(name, _)| str::from_utf8(name).unwrap()).collect()
    }

    proptest! {
        #[test]
        fn any_names_are_sorted_by_their_bytes(
            alike in "[a-c]{0,12}",
            endings in prop::collection::vec("[a-cäß]{0,12}", 0..40),
        ) {
            let mut expected: Vec<_> = endings.iter().map(|it| format!("{alike}{it}")).collect();
            let mut entries = Entries::default();
            entries.names.push(b"zz", Kind::File);
            for name in &expected {
                entries.names.push(name.as_bytes(), Kind::File);
            }
            entries.sort_from(1);
            expected.sort();
            expected.insert(0, "zz".into());
            prop_assert_eq!(names(&entries), expected);
        }
    }

    #[test]
    fn what_is_sorted_and_taken_back_leaves_what_came_before() {
        let mut entries = Entries::default();
        for name in ["c", "aa", "b"] {
            entries.names.push(name.as_bytes(), Kind::File);
        }
        entries.sort_from(0);
        entries.sort_from(3);
        assert_eq!(names(&entries), ["aa", "b", "c"]);
        for name in ["z", "", "yy"] {
            entries.names.push(name.as_bytes(), Kind::Folder);
        }
        entries.sort_from(3);
        assert_eq!(names(&entries), ["aa", "b", "c", "", "yy", "z"]);
        entries.truncate(4);
        entries.truncate(9);
        assert_eq!(names(&entries), ["aa", "b", "c", ""]);
        entries.truncate(3);
        entries.names.push(b"d", Kind::Link);
        assert_eq!(names(&entries), ["aa", "b", "c", "d"]);
    }
}
