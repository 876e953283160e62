//! What Git believes of files in its own folder, read before they get there.
//!
//! A server that commits writes them, and the person's own Git acts on them without a doubt: it writes
//! the files that an index names, wherever those are. So they are held to what Git itself would write.
//! What is not known is refused, and so is what could be read in more than one way.

mod index;
mod paths;
mod references;

use paddock_core::guarded::Believed;

use crate::led::settings;

/// How much of a file is read, in bytes: an index of some half a million files.
pub const LARGEST: usize = 64 << 20;

/// How much of Git's settings is read, in bytes.
pub const LARGEST_SETTINGS: usize = 1 << 20;

/// Why something does not get to where Git would believe it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[repr(u8)]
pub enum Doubt {
    #[error("Git writes a file of its own and moves it there")]
    InPlace,
    #[error("it is no file")]
    NoFile,
    #[error("it is too large to be looked through")]
    TooLarge,
    #[error("the settings of the repository do not tell how it is to be read")]
    Settings,
    #[error("Git writes no such index")]
    Malformed,
    #[error("it names a file outside of the repository’s folder, or in Git’s own")]
    Name,
    #[error("it is a part of a split index")]
    Split,
    #[error("it has a part that is not known")]
    Extension,
    #[error("it can be read in more than one way")]
    Offsets,
    #[error("it is no reference")]
    Reference,
    #[error("a lock or a rebase is changed only by the session that made it")]
    NotOwn,
}

impl Doubt {
    const ALL: [Self; 11] = [
        Self::InPlace,
        Self::NoFile,
        Self::TooLarge,
        Self::Settings,
        Self::Malformed,
        Self::Name,
        Self::Split,
        Self::Extension,
        Self::Offsets,
        Self::Reference,
        Self::NotOwn,
    ];

    /// One byte that stands for it.
    pub fn number(self) -> u8 {
        self as u8
    }

    /// The one that this byte stands for.
    pub fn numbered(number: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|doubt| doubt.number() == number)
    }
}

/// Whether Git may believe `content`, in a repository whose ids are so many bytes long.
///
/// # Errors
/// It is not what Git would write there.
pub fn check(file: Believed, content: &[u8], id_length: usize) -> Result<(), Doubt> {
    let is_reference = match file {
        Believed::Index => return index::check(content, id_length),
        Believed::Reference => references::is_one(content),
        Believed::PackedReferences => references::are_packed(content),
    };
    if is_reference { Ok(()) } else { Err(Doubt::Reference) }
}

/// How many bytes an id has in a repository with these settings (`extensions.objectFormat` in
/// `git-config(1)`). `None` if nobody can tell.
pub fn id_length(settings: &str) -> Option<usize> {
    let all = settings::read(settings);
    if settings.len() > LARGEST_SETTINGS || all.len() >= settings::MOST {
        return None;
    }
    let is_format =
        |it: &&settings::Setting| it.section == "extensions" && it.name == "objectformat";
    match all.iter().rfind(is_format).map(|it| it.value.as_str()) {
        None | Some("sha1") => Some(20),
        Some("sha256") => Some(32),
        Some(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_doubt_has_a_number_of_its_own() {
        for doubt in Doubt::ALL {
            assert_eq!(Doubt::numbered(doubt.number()), Some(doubt));
        }
        assert_eq!(Doubt::numbered(200), None);
    }

    #[test]
    fn the_settings_tell_how_long_an_id_is() {
        assert_eq!(id_length(""), Some(20));
        assert_eq!(id_length("[core]\n\tbare = false\n"), Some(20));
        let with = |format: &str| format!("[extensions]\n\tobjectFormat = {format}\n");
        assert_eq!(id_length(&with("sha1")), Some(20));
        assert_eq!(id_length(&with("sha256")), Some(32));
        assert_eq!(id_length(&with("sha512")), None);
        assert_eq!(id_length(&[with("sha256"), with("sha1")].concat()), Some(20));
        assert_eq!(id_length(&"a\n".repeat(settings::MOST)), None);
        assert_eq!(id_length(&" ".repeat(LARGEST_SETTINGS + 1)), None);
    }
}
