//! What a server is told about its folders, and when it must be told again.

use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::sync::Arc;

use serde::Serialize;
use thiserror::Error;

/// What a grant lets the server do with a root. Reading only travels in `_meta` as
/// `org.paddock/access`; without it the system's permissions decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Access {
    Read,
    ReadWrite,
}

/// One entry of a `roots/list` answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RootEntry {
    /// A `file://` URI.
    pub uri: String,
    /// The name a person knows the folder by.
    pub name: String,
    pub access: Access,
}

/// A list of roots, serialised once; clones share the text, so all servers with one view share it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Roots {
    generation: u64,
    list: Option<Arc<List>>,
}

/// The `result` of `roots/list`, as JSON text. Two that differ may be as long as each other and
/// alike almost to the end; every edit compares them once a server, so the hash speaks first.
#[derive(Debug, PartialEq, Eq)]
pub struct List {
    hash: u64,
    text: String,
}

impl List {
    fn new(text: String) -> Self {
        Self { hash: BuildHasherDefault::<DefaultHasher>::default().hash_one(&text), text }
    }

    pub fn as_str(&self) -> &str {
        &self.text
    }
}

#[derive(Debug, Error)]
pub enum RootsError {
    #[error("root is not a file:// URI: {0}")]
    NotAFile(String),
    #[error("list of roots cannot be serialised")]
    Json(#[from] serde_json::Error),
}

impl Roots {
    /// `generation` is the caller's number for this list; events name it.
    ///
    /// # Errors
    ///
    /// An entry whose URI is not `file://`: the protocol allows no other, and a server that meets
    /// one may reject the whole list.
    pub fn new(generation: u64, entries: &[RootEntry]) -> Result<Self, RootsError> {
        if let Some(entry) = entries.iter().find(|entry| !entry.uri.starts_with("file://")) {
            return Err(RootsError::NotAFile(entry.uri.clone()));
        }
        let roots = entries.iter().map(WireRoot::from).collect();
        let list = serde_json::to_string(&WireRoots { roots })?;
        Ok(Self { generation, list: Some(Arc::new(List::new(list))) })
    }

    /// A list the host could not establish: `roots/list` is answered with an internal error.
    pub fn unavailable(generation: u64) -> Self {
        Self { generation, list: None }
    }

    pub fn generation(&self) -> u64 {
        self.generation
    }
}

#[derive(Serialize)]
struct WireRoots<'a> {
    roots: Vec<WireRoot<'a>>,
}

#[derive(Serialize)]
struct WireRoot<'a> {
    uri: &'a str,
    name: &'a str,
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    meta: Option<WireMeta>,
}

#[derive(Serialize)]
struct WireMeta {
    #[serde(rename = "org.paddock/access")]
    access: Access,
}

impl<'a> From<&'a RootEntry> for WireRoot<'a> {
    fn from(entry: &'a RootEntry) -> Self {
        let access = Some(entry.access).filter(|access| *access == Access::Read);
        let meta = access.map(|access| WireMeta { access });
        Self { uri: &entry.uri, name: &entry.name, meta }
    }
}

/// What replacing the list leads to.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Change {
    /// `notifications/roots/list_changed` must be sent.
    pub notify: bool,
    /// The server already knows this very list, now under this generation.
    pub told: Option<u64>,
}

/// The list one server may see, and what it was last told.
#[derive(Debug)]
pub struct Telling {
    current: Roots,
    told: Option<Roots>,
    /// A list was taken for an answer that is not yet written.
    writing: bool,
    reported: Option<u64>,
    started: bool,
    unanswered: bool,
}

impl Telling {
    pub fn new(current: Roots) -> Self {
        Self {
            current,
            told: None,
            writing: false,
            reported: None,
            started: false,
            unanswered: false,
        }
    }

    pub(crate) fn generation(&self) -> u64 {
        self.current.generation
    }

    /// `notifications/initialized` is on its way; from here changes are announced.
    pub fn start(&mut self) {
        self.started = true;
    }

    pub fn replace(&mut self, roots: Roots) -> Change {
        let differs = self.current.list != roots.list;
        self.current = roots;
        let notify = differs && self.started && !self.unanswered;
        self.unanswered |= notify;
        Change { notify, told: self.renumber() }
    }

    fn renumber(&mut self) -> Option<u64> {
        let told = self.told.as_mut().filter(|told| told.list == self.current.list)?;
        told.generation = self.current.generation;
        if self.writing {
            return None;
        }
        self.report(self.current.generation)
    }

    /// The server sent `roots/list`. Its answer is bound when it is written, so it covers every
    /// change up to then.
    pub fn asked(&mut self) {
        self.unanswered = false;
    }

    /// The list to write now.
    pub fn tell(&mut self) -> Option<Arc<List>> {
        let list = self.current.list.clone();
        if list.is_some() {
            self.told = Some(self.current.clone());
            self.writing = true;
        }
        list
    }

    /// What was taken with [`Self::tell`] is written. The generation to report, if it is news.
    pub fn written(&mut self) -> Option<u64> {
        if !self.writing {
            return None;
        }
        self.writing = false;
        let generation = self.told.as_ref()?.generation;
        self.report(generation)
    }

    fn report(&mut self, generation: u64) -> Option<u64> {
        (self.reported.replace(generation) != Some(generation)).then_some(generation)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn roots(generation: u64, folder: &str) -> Roots {
        let entry = RootEntry {
            uri: format!("file:///{folder}"),
            name: folder.to_owned(),
            access: Access::ReadWrite,
        };
        Roots::new(generation, &[entry]).unwrap()
    }

    const NOTIFY: Change = Change { notify: true, told: None };

    fn started() -> Telling {
        let mut telling = Telling::new(roots(1, "a"));
        telling.start();
        telling
    }

    #[test]
    fn an_entry_carries_that_it_is_only_to_be_read() {
        let entry = |access| RootEntry { uri: "file:///a".into(), name: "a".into(), access };
        let text =
            |entries: &[RootEntry]| Roots::new(1, entries).unwrap().list.unwrap().text.clone();
        assert_eq!(
            text(&[entry(Access::Read), entry(Access::ReadWrite)]),
            r#"{"roots":[{"uri":"file:///a","name":"a","_meta":{"org.paddock/access":"read"}},{"uri":"file:///a","name":"a"}]}"#
        );
        assert_eq!(text(&[]), r#"{"roots":[]}"#);
    }

    #[test]
    fn root_3_only_file_uris() {
        let entry = RootEntry {
            uri: "https://example.org/".to_owned(),
            name: String::new(),
            access: Access::Read,
        };
        assert!(matches!(Roots::new(1, &[entry]), Err(RootsError::NotAFile(_))));
    }

    #[test]
    fn the_same_list_is_not_announced() {
        let mut telling = started();
        assert_eq!(telling.replace(roots(2, "a")), Change::default());
        assert_eq!(telling.generation(), 2);
    }

    #[test]
    fn root_2_one_unanswered_notification_at_a_time() {
        let mut telling = started();
        assert_eq!(telling.replace(roots(2, "b")), NOTIFY);
        assert_eq!(telling.replace(roots(3, "c")), Change::default());
        telling.asked();
        assert_eq!(telling.replace(roots(4, "d")), NOTIFY);
    }

    #[test]
    fn nothing_is_announced_before_the_start() {
        let mut telling = Telling::new(roots(1, "a"));
        assert_eq!(telling.replace(roots(2, "b")), Change::default());
    }

    #[test]
    fn a_told_list_under_a_new_generation_counts_as_told() {
        let mut telling = started();
        telling.tell();
        assert_eq!(telling.written(), Some(1));
        assert_eq!(telling.replace(roots(2, "a")), Change { notify: false, told: Some(2) });
    }

    #[test]
    fn a_list_restored_before_the_server_asks_counts_as_told() {
        let mut telling = started();
        telling.tell();
        telling.written();
        assert_eq!(telling.replace(roots(2, "b")), NOTIFY);
        assert_eq!(telling.replace(roots(3, "a")), Change { notify: false, told: Some(3) });
    }

    #[test]
    fn a_generation_is_reported_once() {
        let mut telling = started();
        telling.tell();
        assert_eq!(telling.written(), Some(1));
        telling.tell();
        assert_eq!(telling.written(), None);
    }

    #[test]
    fn a_list_renumbered_while_it_is_written_is_reported_once_as_the_newer() {
        let mut telling = started();
        telling.tell();
        assert_eq!(telling.replace(roots(2, "a")), Change::default());
        assert_eq!(telling.written(), Some(2));
    }

    #[test]
    fn a_list_replaced_while_it_is_written_is_reported_as_what_was_written() {
        let mut telling = started();
        telling.tell();
        assert_eq!(telling.replace(roots(2, "b")), NOTIFY);
        assert_eq!(telling.written(), Some(1));
    }
}
