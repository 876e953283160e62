//! The folders a client listed, and the one a path belongs to.

use std::{
    borrow::Cow,
    fmt, io,
    path::{Component, Path, PathBuf},
    sync::OnceLock,
};

use serde::Deserialize;
use serde_json::value::RawValue;

use paddock_core::{UriError, text::spelled};

use crate::{
    beneath::{Folder, Identity},
    resources,
};

/// What may be done beneath a root.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Access {
    ReadWrite,
    /// Sorts last, so that it wins when one folder is listed twice.
    Read,
}

impl fmt::Display for Access {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Read => "read",
            Self::ReadWrite => "read and write",
        })
    }
}

/// A folder the client listed.
#[derive(Debug)]
pub struct Root {
    path: PathBuf,
    /// The same folder by its real path, if it could be told when the list came.
    real: Option<PathBuf>,
    access: Access,
    /// The folder that stood there when it was first seen.
    identity: OnceLock<Identity>,
}

/// Why a root that was listed cannot be used now.
#[derive(Debug, thiserror::Error)]
pub enum Unreachable {
    #[error(
        "the granted folder {root} cannot be reached: {source}. Nothing in it is allowed until it is back"
    )]
    Gone { root: String, source: io::Error },
    #[error(
        "another folder stands at {root} than the one that was granted, so nothing in it is allowed. \
         Grant it again in the host app to go on"
    )]
    Replaced { root: String },
}

impl Root {
    pub fn new(path: PathBuf, access: Access) -> Self {
        let real = path.canonicalize().ok();
        let root = Self { path, real, access, identity: OnceLock::new() };
        // A folder that is missing now is remembered when it is first seen.
        let _ = root.open();
        root
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    pub fn access(&self) -> Access {
        self.access
    }

    /// Opens the folder, if it is still the one that was listed.
    ///
    /// It is opened for each call and never kept: a handle would outlive a revocation by the
    /// operating system and keep a removable disk busy.
    pub fn open(&self) -> Result<Folder, Unreachable> {
        let gone = |source| Unreachable::Gone { root: spelled(&self.path), source };
        let folder = Folder::open(&self.path).map_err(gone)?;
        let found = folder.identity().map_err(gone)?;
        if *self.identity.get_or_init(|| found) == found {
            Ok(folder)
        } else {
            Err(Unreachable::Replaced { root: spelled(&self.path) })
        }
    }

    fn is(&self, identity: Identity) -> bool {
        self.identity.get() == Some(&identity)
    }

    /// How deep this root lies and what `path` is called in it, if `path` is in it by name.
    fn matches(&self, path: &Path) -> Option<(usize, PathBuf)> {
        [Some(&self.path), self.real.as_ref()]
            .into_iter()
            .flatten()
            .filter_map(|root| {
                let rest = path.strip_prefix(root).ok()?;
                Some((root.components().count(), rest.to_owned()))
            })
            .max_by_key(|(depth, _)| *depth)
    }
}

/// A path as a root and what remains beneath it. By name only: nothing is allowed by it.
#[derive(Debug)]
pub struct Place<'a> {
    pub root: &'a Root,
    pub rest: PathBuf,
}

/// An entry of the client's list that could not be used.
#[derive(Debug)]
pub struct Skipped {
    pub uri: String,
    pub why: UriError,
}

/// The folders that are granted, as the client listed them.
#[derive(Debug, Default)]
pub struct Roots {
    list: Vec<Root>,
    /// At most [`MAX_SKIPPED`] of them, to be told, not used.
    skipped: Vec<Skipped>,
}

/// How many unusable entries are remembered.
const MAX_SKIPPED: usize = 16;

/// How many roots a refusal names.
const MAX_NAMED: usize = 32;

impl Roots {
    pub fn new(list: Vec<Root>) -> Self {
        Self { list, skipped: Vec::new() }
    }

    /// Reads the result of `roots/list`. An entry that cannot be used does not spoil the others.
    ///
    /// Fails when the result is not a list of roots at all.
    pub fn from_result(result: &RawValue) -> serde_json::Result<Self> {
        #[derive(Deserialize)]
        struct Listed<'a> {
            #[serde(borrow)]
            roots: Vec<&'a RawValue>,
        }
        let listed: Listed<'_> = serde_json::from_str(result.get())?;
        let mut roots = Self::default();
        for entry in listed.roots {
            match root(entry) {
                Ok(root) => roots.list.push(root),
                Err(skipped) if roots.skipped.len() < MAX_SKIPPED => roots.skipped.push(skipped),
                Err(_) => {}
            }
        }
        Ok(roots)
    }

    pub fn iter(&self) -> impl Iterator<Item = &Root> {
        self.list.iter()
    }

    pub fn skipped(&self) -> &[Skipped] {
        &self.skipped
    }

    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The only root, if there is one only.
    pub fn only(&self) -> Option<&Root> {
        match self.list.as_slice() {
            [root] => Some(root),
            _ => None,
        }
    }

    /// The deepest root that holds the absolute `path` by name. `..` is taken by name too.
    pub fn locate(&self, path: &Path) -> Option<Place<'_>> {
        let path = without_climbing(path);
        self.list
            .iter()
            .filter_map(|root| root.matches(&path).map(|(depth, rest)| (depth, root, rest)))
            .max_by_key(|(depth, root, _)| (*depth, root.access))
            .map(|(_, root, rest)| Place { root, rest })
    }

    /// What may be done in `folder`: the access of the nearest root at or above it, told by
    /// identity, so that a link from one root into another does not carry access along. Nothing
    /// but reading if no root is found.
    pub fn access_in(&self, folder: Folder) -> io::Result<Access> {
        /// More than a path of the longest length can be deep.
        const MAX_DEPTH: usize = 4096;
        let mut folder = folder;
        for root in self.list.iter().filter(|root| root.identity.get().is_none()) {
            // It was missing when it was listed, and may be here by now.
            let _ = root.open();
        }
        let mut identity = folder.identity()?;
        for _ in 0..MAX_DEPTH {
            let here = self.list.iter().filter(|root| root.is(identity));
            if let Some(access) = here.map(Root::access).max() {
                return Ok(access);
            }
            folder = folder.above()?;
            let above = folder.identity()?;
            if std::mem::replace(&mut identity, above) == above {
                break;
            }
        }
        Ok(Access::Read)
    }
}

/// "/a (read), /b (read and write)".
impl fmt::Display for Roots {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, root) in self.list.iter().take(MAX_NAMED).enumerate() {
            let comma = if index > 0 { ", " } else { "" };
            write!(f, "{comma}{} ({})", spelled(&root.path), root.access)?;
        }
        match self.list.len().checked_sub(MAX_NAMED) {
            Some(more @ 1..) => write!(f, " and {more} more"),
            _ => Ok(()),
        }
    }
}

fn root(entry: &RawValue) -> Result<Root, Skipped> {
    #[derive(Deserialize)]
    struct Entry<'a> {
        #[serde(borrow)]
        uri: Cow<'a, str>,
        #[serde(borrow, rename = "_meta")]
        meta: Option<&'a RawValue>,
    }
    match serde_json::from_str::<Entry<'_>>(entry.get()) {
        Ok(Entry { uri, meta }) => match resources::path(&uri) {
            Ok(path) => Ok(Root::new(path, access(meta))),
            Err(why) => Err(Skipped { uri: uri.into_owned(), why }),
        },
        Err(_) => Err(Skipped { uri: String::new(), why: UriError::NotFile }),
    }
}

/// The access a host that knows this server tells it. Other hosts grant without saying how; a
/// word that is not known grants the least.
fn access(meta: Option<&RawValue>) -> Access {
    #[derive(Deserialize)]
    struct Meta<'a> {
        #[serde(borrow, default, rename = "org.paddock/access", deserialize_with = "told")]
        access: Option<&'a RawValue>,
    }
    fn told<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Option<&'de RawValue>, D::Error> {
        <&RawValue>::deserialize(from).map(Some)
    }
    let Some(meta) = meta else { return Access::ReadWrite };
    match serde_json::from_str::<Meta<'_>>(meta.get()) {
        Ok(Meta { access: None }) => Access::ReadWrite,
        Ok(Meta { access: Some(word) }) if word.get() == "\"read-write\"" => Access::ReadWrite,
        Ok(Meta { access: Some(_) }) | Err(_) => Access::Read,
    }
}

fn without_climbing(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for component in path.components() {
        if component == Component::ParentDir {
            plain.pop();
        } else {
            plain.push(component);
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listed(json: &str) -> Roots {
        Roots::from_result(&RawValue::from_string(json.to_owned()).unwrap()).unwrap()
    }

    fn named(path: &str) -> Root {
        Root::new(path.into(), Access::ReadWrite)
    }

    fn place(roots: &Roots, path: &str) -> Option<(String, String)> {
        let place = roots.locate(Path::new(path))?;
        Some((place.root.path.display().to_string(), place.rest.display().to_string()))
    }

    #[expect(clippy::unnecessary_wraps, reason = "it is what is compared")]
    fn found(root: &str, rest: &str) -> Option<(String, String)> {
        Some((root.into(), rest.into()))
    }

    #[test]
    fn one_bad_uri_does_not_spoil_the_others() {
        let roots = listed(
            r#"{"roots":[{"uri":"https://x/"},{"uri":7},{},5,{"uri":"file:///no-a"},{"uri":"file:///no-b"}]}"#,
        );
        assert_eq!(roots.to_string(), "/no-a (read and write), /no-b (read and write)");
        assert_eq!(roots.skipped().len(), 4);
    }

    #[test]
    fn what_is_no_list_is_an_error() {
        for json in ["null", "{}", "[]", r#"{"roots":null}"#, r#"{"roots":{}}"#] {
            let raw = RawValue::from_string(json.to_owned()).unwrap();
            assert!(Roots::from_result(&raw).is_err(), "{json}");
        }
    }

    #[test]
    fn an_unknown_access_grants_the_least() {
        let cases = [
            ("{}", Access::ReadWrite),
            ("null", Access::ReadWrite),
            (r#"{"org.paddock/access":"read-write"}"#, Access::ReadWrite),
            (r#"{"org.paddock/access":"read"}"#, Access::Read),
            (r#"{"org.paddock/access":"all"}"#, Access::Read),
            (r#"{"org.paddock/access":null}"#, Access::Read),
            (r#"{"org.paddock/access":["read-write"]}"#, Access::Read),
            ("7", Access::Read),
        ];
        for (meta, access) in cases {
            let roots = listed(&format!(r#"{{"roots":[{{"uri":"file:///no","_meta":{meta}}}]}}"#));
            assert_eq!(roots.only().unwrap().access(), access, "{meta}");
        }
    }

    #[test]
    fn a_sibling_prefix_is_not_inside() {
        let roots = Roots::new(vec![named("/no/a")]);
        assert_eq!(place(&roots, "/no/a-evil/f"), None);
        assert_eq!(place(&roots, "/no/a/../a-evil"), None);
        assert_eq!(place(&roots, "/no/a/f"), found("/no/a", "f"));
        assert_eq!(place(&roots, "/no//a/./f/"), found("/no/a", "f"));
        assert_eq!(place(&roots, "/no/a"), found("/no/a", ""));
    }

    #[test]
    fn the_deepest_root_is_taken() {
        let roots = Roots::new(vec![named("/no/a/b"), named("/no"), named("/no/a")]);
        assert_eq!(place(&roots, "/no/a/b/c"), found("/no/a/b", "c"));
        assert_eq!(place(&roots, "/no/a/c"), found("/no/a", "c"));
        assert_eq!(place(&roots, "/no/a/b/../../c"), found("/no", "c"));
    }

    #[test]
    fn a_folder_listed_twice_has_the_lesser_access() {
        for order in [[Access::Read, Access::ReadWrite], [Access::ReadWrite, Access::Read]] {
            let roots = Roots::new(order.map(|access| Root::new("/no".into(), access)).into());
            assert_eq!(roots.locate(Path::new("/no/f")).unwrap().root.access(), Access::Read);
        }
    }

    #[test]
    fn many_roots_are_summed_up() {
        let roots = Roots::new((0..40).map(|n| named(&format!("/no/{n}"))).collect());
        assert!(roots.to_string().ends_with("/no/31 (read and write) and 8 more"));
    }
}
