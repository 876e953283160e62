//! The index (`gitformat-index(5)`): it names the files that Git takes to be there, and writes.
//!
//! It is read from its beginning to its end. Git may also go by what its end says of where things are,
//! and begin in several places at once: that has to come to the same.

use super::paths::is_inside;
use super::{Doubt, LARGEST};

/// The longest path on Linux.
const LONGEST: usize = 4096;

/// A name of this length, or a longer one, ends where its zero is.
const LONG: usize = 0xfff;

/// There are more flags: whether it is left out of the files, and whether it is only to be added.
const EXTENDED: u16 = 0x4000;
const KNOWN: u16 = 0x6000;

/// A folder that stands for all that is in it, and whose name ends with a slash.
const FOLDER: u32 = 0o040_000;

/// Where an entry begins, and whether its name needs nothing of the one before.
struct Entry {
    at: usize,
    is_whole: bool,
}

pub(super) fn check(content: &[u8], id_length: usize) -> Result<(), Doubt> {
    // Its own id at its end is nothing to Git unless it is asked for.
    let end = content.len().checked_sub(id_length).ok_or(Doubt::Malformed)?;
    let mut input = Input { bytes: &content[..end], at: 0 };
    let (signature, version, count) = (input.take(4)?, input.number()?, input.number()?);
    if signature != b"DIRC" || !(2..=4).contains(&version) {
        return Err(Doubt::Malformed);
    }
    let (mut entries, mut name, mut length) = (Vec::new(), Vec::new(), 0);
    for _ in 0..count {
        entries.push(entry(&mut input, version, id_length, &mut name)?);
        // In a few bytes each, they can share almost all of their names.
        length += name.len();
        if length > LARGEST {
            return Err(Doubt::TooLarge);
        }
    }
    extensions(input, &entries, id_length)
}

/// Puts its name in the place of the one before.
fn entry(
    input: &mut Input<'_>,
    version: u32,
    id_length: usize,
    name: &mut Vec<u8>,
) -> Result<Entry, Doubt> {
    let at = input.at;
    // When it was changed, and where it is.
    input.take(24)?;
    let mode = input.number()?;
    // Whose it is, and its size.
    input.take(12 + id_length)?;
    let flags = input.short()?;
    if flags & EXTENDED != 0 && (version == 2 || input.short()? & !KNOWN != 0) {
        return Err(Doubt::Malformed);
    }
    let left_out = if version == 4 { input.varying()? } else { name.len() };
    let kept = name.len().checked_sub(left_out).ok_or(Doubt::Malformed)?;
    name.truncate(kept);
    name.extend_from_slice(input.text()?);
    if version < 4 {
        input.skip_zeros_after(at)?;
    }
    if usize::from(flags) & LONG != name.len().min(LONG) {
        return Err(Doubt::Malformed);
    }
    if name.is_empty() {
        // Another file has it.
        return Err(Doubt::Split);
    }
    let path = name.strip_suffix(b"/").filter(|_| mode == FOLDER).unwrap_or(name);
    let is_permitted = name.len() <= LONGEST && is_inside(path);
    if is_permitted { Ok(Entry { at, is_whole: kept == 0 }) } else { Err(Doubt::Name) }
}

fn extensions(mut input: Input<'_>, entries: &[Entry], id_length: usize) -> Result<(), Doubt> {
    let first = input.at;
    while !input.is_empty() {
        let (signature, length) = (input.take(4)?, input.number()?);
        let content = input.take(as_length(length)?)?;
        match signature {
            // Trees, conflicts, what is not of Git's, what was changed, and that folders may stand for
            // what is in them. Nothing is written by what they name before that is judged.
            b"TREE" | b"REUC" | b"UNTR" | b"FSMN" | b"sdir" => {}
            b"IEOT" => check_offsets(content, entries)?,
            b"EOIE" if input.is_empty() && is_end(content, first, id_length) => return Ok(()),
            b"EOIE" => return Err(Doubt::Offsets),
            b"link" => return Err(Doubt::Split),
            _ => return Err(Doubt::Extension),
        }
    }
    // Git looks for it there, in the middle of whatever that is.
    let size = 12 + id_length;
    let at = input.bytes.len().checked_sub(size);
    let seems_to_say = at.is_some_and(|at| input.bytes[at..].starts_with(b"EOIE"));
    if seems_to_say { Err(Doubt::Offsets) } else { Ok(()) }
}

/// Where entries are said to begin, and how many come after each.
fn check_offsets(content: &[u8], entries: &[Entry]) -> Result<(), Doubt> {
    let mut input = Input { bytes: content, at: 0 };
    if input.number()? != 1 {
        return Err(Doubt::Offsets);
    }
    let mut left = entries;
    while !input.is_empty() {
        let (at, count) = (as_length(input.number()?)?, as_length(input.number()?)?);
        let is_there = |entry: &Entry| entry.at == at && entry.is_whole;
        if count > 0 && !left.first().is_some_and(is_there) {
            return Err(Doubt::Offsets);
        }
        left = left.get(count..).ok_or(Doubt::Offsets)?;
    }
    if left.is_empty() { Ok(()) } else { Err(Doubt::Offsets) }
}

/// Where entries are said to end, and an id of the other extensions.
fn is_end(content: &[u8], first: usize, id_length: usize) -> bool {
    let at = content.first_chunk().map(|at| u32::from_be_bytes(*at));
    content.len() == 4 + id_length && at.and_then(|at| as_length(at).ok()) == Some(first)
}

fn as_length(number: u32) -> Result<usize, Doubt> {
    number.try_into().map_err(|_| Doubt::Malformed)
}

/// Numbers have their largest byte first.
struct Input<'bytes> {
    bytes: &'bytes [u8],
    at: usize,
}

impl<'bytes> Input<'bytes> {
    fn rest(&self) -> &'bytes [u8] {
        self.bytes.get(self.at..).unwrap_or_default()
    }

    fn is_empty(&self) -> bool {
        self.rest().is_empty()
    }

    fn take(&mut self, count: usize) -> Result<&'bytes [u8], Doubt> {
        let taken = self.rest().get(..count).ok_or(Doubt::Malformed)?;
        self.at += count;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], Doubt> {
        let array = self.rest().first_chunk().copied().ok_or(Doubt::Malformed)?;
        self.at += N;
        Ok(array)
    }

    fn number(&mut self) -> Result<u32, Doubt> {
        self.array().map(u32::from_be_bytes)
    }

    fn short(&mut self) -> Result<u16, Doubt> {
        self.array().map(u16::from_be_bytes)
    }

    /// A length in as many bytes as it takes, which is no longer than a path.
    fn varying(&mut self) -> Result<usize, Doubt> {
        let [mut byte] = self.array()?;
        let mut length = usize::from(byte & 0x7f);
        while byte & 0x80 != 0 {
            [byte] = self.array()?;
            length = (length + 1) * 128 + usize::from(byte & 0x7f);
            if length > LONGEST {
                return Err(Doubt::Malformed);
            }
        }
        Ok(length)
    }

    /// Up to a zero, and without it.
    fn text(&mut self) -> Result<&'bytes [u8], Doubt> {
        let end = self.rest().iter().position(|&byte| byte == 0).ok_or(Doubt::Malformed)?;
        let text = self.take(end)?;
        self.take(1)?;
        Ok(text)
    }

    /// As many as it takes for a multiple of eight bytes.
    fn skip_zeros_after(&mut self, start: usize) -> Result<(), Doubt> {
        let length = self.at - start;
        let zeros = self.take(length.next_multiple_of(8) - length)?;
        if zeros.iter().all(|&byte| byte == 0) { Ok(()) } else { Err(Doubt::Malformed) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ID: usize = 20;
    const FILE: u32 = 0o100_644;

    type Extension<'a> = (&'a [u8; 4], Vec<u8>);

    struct Built {
        version: u32,
        bytes: Vec<u8>,
        before: usize,
        starts: Vec<u32>,
    }

    fn long(number: usize) -> [u8; 4] {
        u32::try_from(number).unwrap().to_be_bytes()
    }

    impl Built {
        fn new(version: u32) -> Self {
            let bytes = [b"DIRC".as_slice(), &version.to_be_bytes(), &[0; 4]].concat();
            Self { version, bytes, before: 0, starts: Vec::new() }
        }

        fn of(version: u32, names: &[&str]) -> Self {
            names.iter().fold(Self::new(version), |built, name| built.entry(name, FILE, 0))
        }

        /// With its whole name, and other flags than its length.
        fn entry(self, name: &str, mode: u32, flags: u16) -> Self {
            let before = self.before;
            self.entry_after(before, name, mode, flags, name.len())
        }

        fn entry_after(
            mut self,
            left_out: usize,
            rest: &str,
            mode: u32,
            flags: u16,
            length: usize,
        ) -> Self {
            let start = self.bytes.len();
            self.starts.push(u32::try_from(start).unwrap());
            self.bytes.extend([0; 24]);
            self.bytes.extend(mode.to_be_bytes());
            self.bytes.extend([0; 12 + ID]);
            self.bytes.extend((flags | u16::try_from(length.min(LONG)).unwrap()).to_be_bytes());
            if flags & EXTENDED != 0 {
                self.bytes.extend(KNOWN.to_be_bytes());
            }
            if self.version == 4 {
                self.bytes.push(u8::try_from(left_out).unwrap());
            }
            self.bytes.extend(rest.as_bytes());
            self.bytes.push(0);
            while self.version < 4 && !(self.bytes.len() - start).is_multiple_of(8) {
                self.bytes.push(0);
            }
            self.before = self.before - left_out.min(self.before) + rest.len();
            self
        }

        fn check(&self) -> Result<(), Doubt> {
            self.check_with(&[])
        }

        fn check_with(&self, extensions: &[Extension<'_>]) -> Result<(), Doubt> {
            check(&self.with(extensions), ID)
        }

        fn with(&self, extensions: &[Extension<'_>]) -> Vec<u8> {
            let mut bytes = self.bytes.clone();
            bytes[8..12].copy_from_slice(&long(self.starts.len()));
            for (signature, content) in extensions {
                bytes.extend(*signature);
                bytes.extend(long(content.len()));
                bytes.extend(content);
            }
            bytes.extend([0; ID]);
            bytes
        }

        /// Where entries begin, by which of them.
        fn offsets(&self, blocks: &[(usize, u32)]) -> Extension<'static> {
            let blocks = blocks.iter().flat_map(|(first, count)| [self.starts[*first], *count]);
            (b"IEOT", std::iter::once(1).chain(blocks).flat_map(u32::to_be_bytes).collect())
        }

        fn end(at: usize) -> Extension<'static> {
            (b"EOIE", [long(at).as_slice(), &[7; ID]].concat())
        }
    }

    fn name(version: u32, name: &str) -> Result<(), Doubt> {
        Built::of(version, &["a", name]).check()
    }

    #[test]
    fn files_in_the_repository_are_named_in_every_version() {
        for version in 2..=4 {
            assert_eq!(Built::new(version).check(), Ok(()));
            let long = format!("a/{}", "x".repeat(LONG - 2));
            let names = ["a", "a/b", "a/b.txt", ".gitignore", "with blank", &long[..100]];
            assert_eq!(Built::of(version, &names).check(), Ok(()), "{version}");
            assert_eq!(Built::of(version, &[&long]).check(), Ok(()), "{version}");
            let extended = Built::new(version).entry("new", FILE, EXTENDED).check();
            assert_eq!(extended.is_ok(), version > 2, "{version}");
        }
        let built = Built::of(4, &["a/one"]).entry_after(3, "two", FILE, 0, "a/two".len());
        assert_eq!(built.check(), Ok(()));
    }

    #[test]
    fn no_file_is_named_elsewhere_or_in_gits_folder() {
        let names = ["../outside", "/etc/passwd", ".git/hooks/x", "a/../../b", "GIT~1/config"];
        for version in 2..=4 {
            for path in names {
                assert_eq!(name(version, path), Err(Doubt::Name), "{version} {path}");
            }
            assert_eq!(name(version, ""), Err(Doubt::Split), "{version}");
            let long = "x".repeat(LONGEST + 1);
            assert_eq!(Built::of(version, &[&long]).check(), Err(Doubt::Name), "{version}");
        }
        // It comes of two names that are none.
        let built = Built::of(4, &[".gitignore"]).entry_after(6, "/config", FILE, 0, 11);
        assert_eq!(built.check(), Err(Doubt::Name));
    }

    #[test]
    fn names_that_share_almost_all_of_them_are_not_too_many() {
        let first = Built::new(4).entry(&"x".repeat(LONGEST), FILE, 0);
        let grown = (0..LARGEST / LONGEST)
            .fold(first, |built, _| built.entry_after(1, "y", FILE, 0, LONGEST));
        assert_eq!(grown.check(), Err(Doubt::TooLarge));
    }

    #[test]
    fn only_a_folder_that_stands_for_its_files_ends_with_a_slash() {
        assert_eq!(Built::new(3).entry("a/", FOLDER, 0).check(), Ok(()));
        assert_eq!(Built::new(3).entry("a/", FILE, 0).check(), Err(Doubt::Name));
        assert_eq!(Built::new(3).entry("a//", FOLDER, 0).check(), Err(Doubt::Name));
        assert_eq!(Built::new(3).entry(".git/", FOLDER, 0).check(), Err(Doubt::Name));
        assert_eq!(Built::new(3).entry("/", FOLDER, 0).check(), Err(Doubt::Name));
    }

    #[test]
    fn what_is_cut_short_or_says_another_length_is_none() {
        for version in 2..=4 {
            let whole = Built::of(version, &["a", "bc"]).with(&[(b"TREE", vec![1; 3])]);
            let read = (0..=whole.len()).filter(|&end| check(&whole[..end], ID).is_ok());
            // Nothing tells how many extensions there are.
            assert_eq!(read.collect::<Vec<_>>(), [whole.len() - 11, whole.len()], "{version}");
            let shorter = Built::new(version).entry_after(0, "ab/../c", FILE, 0, 2).check();
            assert_eq!(shorter, Err(Doubt::Malformed), "{version}");
            let longer = Built::new(version).entry_after(0, "ab", FILE, 0, 3).check();
            assert_eq!(longer, Err(Doubt::Malformed), "{version}");
        }
        assert_eq!(check(b"", ID), Err(Doubt::Malformed));
        assert_eq!(check(&[0; 64], ID), Err(Doubt::Malformed));
        assert_eq!(Built::of(5, &["a"]).check(), Err(Doubt::Malformed));
        assert_eq!(Built::of(1, &["a"]).check(), Err(Doubt::Malformed));
        let more = Built::of(4, &["a"]).entry_after(2, "b", FILE, 0, 1);
        assert_eq!(more.check(), Err(Doubt::Malformed), "more is left out than there was");
        let mut padded = Built::of(2, &["a"]);
        *padded.bytes.last_mut().unwrap() = b'x';
        assert_eq!(padded.check(), Err(Doubt::Malformed));
        let mut flagged = Built::new(3).entry("a", FILE, EXTENDED);
        flagged.bytes[12 + 40 + ID + 2] |= 0x80;
        assert_eq!(flagged.check(), Err(Doubt::Malformed));
    }

    #[test]
    fn ids_are_as_long_as_the_repository_has_them() {
        let built = Built::of(2, &["a", "b"]).with(&[]);
        assert_eq!(check(&built, ID), Ok(()));
        assert!(check(&built, 32).is_err());
    }

    #[test]
    fn extensions_are_those_that_are_known() {
        let built = Built::of(2, &["a"]);
        for known in [b"TREE", b"REUC", b"UNTR", b"FSMN", b"sdir"] {
            assert_eq!(built.check_with(&[(known, vec![0; 9])]), Ok(()));
        }
        assert_eq!(built.check_with(&[(b"link", vec![0; 20])]), Err(Doubt::Split));
        for unknown in [b"NAME", b"LINK", b"tree", b"ZZZZ"] {
            assert_eq!(built.check_with(&[(unknown, Vec::new())]), Err(Doubt::Extension));
        }
        let mut cut = built.with(&[(b"TREE", vec![0; 9])]);
        cut.remove(cut.len() - ID - 1);
        assert_eq!(check(&cut, ID), Err(Doubt::Malformed));
    }

    #[test]
    fn what_is_said_of_where_things_are_is_so() {
        for version in 2..=4 {
            let built = Built::of(version, &["a", "b", "c"]);
            let end = built.bytes.len();
            let tree = || (b"TREE", vec![0; 60]);
            let ok = |extensions: &[Extension<'_>]| built.check_with(extensions);
            assert_eq!(ok(&[built.offsets(&[(0, 2), (2, 1)]), tree(), Built::end(end)]), Ok(()));
            assert_eq!(ok(&[built.offsets(&[(0, 3)])]), Ok(()));
            for wrong in [&[(0, 2)][..], &[(1, 3)], &[(0, 2), (1, 1)], &[(0, 3), (0, 1)], &[]] {
                assert_eq!(ok(&[built.offsets(wrong)]), Err(Doubt::Offsets), "{wrong:?}");
            }
            for at in [end - 8, end + 8, 12, 0] {
                assert_eq!(ok(&[tree(), Built::end(at)]), Err(Doubt::Offsets), "{at}");
            }
            assert_eq!(ok(&[Built::end(end), tree()]), Err(Doubt::Offsets), "not at the end");
            // Within another extension Git finds it too.
            let (_, inside) = Built::end(12);
            let hidden = [b"EOIE".as_slice(), &long(inside.len()), &inside].concat();
            assert_eq!(ok(&[(b"TREE", hidden)]), Err(Doubt::Offsets));
        }
        let second = Built::of(4, &["ab"]).entry_after(1, "c", FILE, 0, 2);
        assert_eq!(second.check_with(&[second.offsets(&[(0, 2)])]), Ok(()));
        // Begun in the middle, its name would be another one.
        let split = second.offsets(&[(0, 1), (1, 1)]);
        assert_eq!(second.check_with(&[split]), Err(Doubt::Offsets));
    }
}
