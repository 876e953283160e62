//! Paths that lead nowhere but into a repository's files, as Git judges them before it adds one
//! (`verify_path` in its `read-cache.c`). Of what is in an index already it takes that for granted.

use paddock_core::guarded::may_be;

/// What filesystems of macOS leave out when they compare names.
const UNSEEN: [std::ops::RangeInclusive<char>; 4] = [
    '\u{200c}'..='\u{200f}',
    '\u{202a}'..='\u{202e}',
    '\u{206a}'..='\u{206f}',
    '\u{feff}'..='\u{feff}',
];

/// Git's folder, and what it is called on NTFS besides.
const GITS: [&str; 2] = [".git", "git~1"];

/// Whether no part of it leads upwards or to Git's folder, whatever filesystem it is on.
pub(super) fn is_inside(path: &[u8]) -> bool {
    path.split(|&byte| byte == b'/').all(|name| {
        let leads_on = matches!(name, b"" | b"." | b"..");
        !leads_on && !name.split(|&byte| byte == b'\\').any(is_gits) && !may_be_gits(name)
    })
}

/// For the rules that hold of what a server writes itself, which know more filesystems than Git does.
fn may_be_gits(name: &[u8]) -> bool {
    // Most names are plain, and there may be very many.
    let is_plain = name.is_ascii() && !name.contains(&b'~');
    !is_plain && may_be(&String::from_utf8_lossy(name), GITS[0])
}

/// With blanks, dots or what comes after a colon at its end it is the same on NTFS.
fn is_gits(name: &[u8]) -> bool {
    let name = String::from_utf8_lossy(name);
    GITS.iter().any(|known| {
        let mut letters = seen(&name);
        known.chars().all(|letter| letters.next() == Some(letter))
            && letters.take_while(|it| *it != ':').all(|it| matches!(it, '.' | ' '))
    })
}

fn seen(name: &str) -> impl Iterator<Item = char> {
    let is_seen = |letter: &char| !UNSEEN.iter().any(|unseen| unseen.contains(letter));
    name.chars().filter(is_seen).map(|letter| letter.to_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_git_adds_is_inside() {
        let paths = [
            "a",
            "a/b.txt",
            "...",
            "..a/b..",
            ".gitignore",
            ".gitmodules",
            "a/.github/x",
            "git",
            "a.git",
            ".git-blame",
            ".git~1",
            "x\\y",
            "é\u{200c}",
            ":",
        ];
        for path in paths {
            assert!(is_inside(path.as_bytes()), "{path:?}");
        }
        assert!(is_inside(b"\xff/\xfe.txt"));
    }

    #[test]
    fn what_leads_elsewhere_is_not() {
        let paths = [
            "",
            "/etc/passwd",
            "a//b",
            "a/",
            ".",
            "./a",
            "a/./b",
            "..",
            "../a",
            "a/../../b",
            "a/..",
            ".git",
            ".git/hooks/post-checkout",
            "sub/.git/config",
            ".GIT/config",
            ".Git",
            ".git./config",
            ".git . /config",
            ".git::$INDEX_ALLOCATION/config",
            "git~1/config",
            "GIT~1",
            "git~2",
            "a\\.git\\config",
            ".git\\config",
            ".g\u{200c}it/config",
            "\u{feff}.git",
            ".g\u{200b}it/hooks/x",
        ];
        for path in paths {
            assert!(!is_inside(path.as_bytes()), "{path:?}");
        }
    }
}
