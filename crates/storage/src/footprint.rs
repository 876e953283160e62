//! A footprint as JSON text, and back.

use paddock_core::{
    Content, Coverage, Entry, Footprint, Identity, Link, Need, Owned, Part, ResolvedProgram,
};
use serde::{Deserialize, Serialize};

use crate::text::Text;

pub(crate) fn to_json(footprint: &Footprint) -> serde_json::Result<String> {
    serde_json::to_string(&Stored::from(footprint))
}

pub(crate) fn from_json(text: &str) -> serde_json::Result<Option<Footprint>> {
    serde_json::from_str::<Stored>(text).map(Stored::into_footprint)
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Stored {
    program: Text,
    entries: Vec<StoredEntry>,
    parts: Vec<StoredPart>,
    links: Vec<(Text, Text)>,
    env: Vec<(Text, Text)>,
    /// Not there if it was never asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    whole: Option<bool>,
}

/// Without the content it is as it was kept before that was known.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum StoredEntry {
    Known(Text, u64, i64, [u8; 32]),
    Unknown(Text, u64, i64),
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StoredPart {
    path: Text,
    need: String,
    own: Option<StoredOwned>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StoredOwned {
    device: u64,
    inode: u64,
    born: Option<i64>,
    files: u32,
    bytes: u64,
    /// Not there for what was kept before it was known.
    #[serde(default, skip_serializing_if = "is_false")]
    all: bool,
    hidden: Vec<Text>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes it so")]
fn is_false(flag: &bool) -> bool {
    !flag
}

const NEEDS: [(Need, &str); 5] = [
    (Need::System, "system"),
    (Need::Certificates, "certificates"),
    (Need::Names, "names"),
    (Need::Runtime, "runtime"),
    (Need::Program, "program"),
];

impl From<&Footprint> for Stored {
    fn from(footprint: &Footprint) -> Self {
        let Footprint { program, entries, parts, links, env, told } = footprint;
        Self {
            program: Text::of(program),
            entries: entries.iter().map(StoredEntry::from).collect(),
            parts: parts.iter().map(StoredPart::from).collect(),
            links: links.iter().map(|it| (Text::of(&it.path), Text::of(&it.target))).collect(),
            env: env.iter().map(|(name, value)| (Text::of(name), Text::of(value))).collect(),
            whole: match told {
                Coverage::Unasked => None,
                Coverage::Whole => Some(true),
                Coverage::Partly => Some(false),
            },
        }
    }
}

impl From<&Entry> for StoredEntry {
    fn from(Entry { file, content }: &Entry) -> Self {
        let ResolvedProgram { path, size, changed } = file;
        match content {
            Some(Content(content)) => Self::Known(Text::of(path), *size, *changed, *content),
            None => Self::Unknown(Text::of(path), *size, *changed),
        }
    }
}

impl StoredEntry {
    fn into_entry(self) -> Option<Entry> {
        let (path, size, changed, content) = match self {
            Self::Known(path, size, changed, content) => {
                (path, size, changed, Some(Content(content)))
            }
            Self::Unknown(path, size, changed) => (path, size, changed, None),
        };
        let file = ResolvedProgram { path: path.into_path()?, size, changed };
        Some(Entry { file, content })
    }
}

impl From<&Part> for StoredPart {
    fn from(part: &Part) -> Self {
        let need = NEEDS.iter().find(|(need, _)| *need == part.need).map_or("", |(_, code)| code);
        let own = part.own.as_ref().map(|own| StoredOwned {
            device: own.identity.device,
            inode: own.identity.inode,
            born: own.identity.born,
            files: own.files,
            bytes: own.bytes,
            all: own.all,
            hidden: own.hidden.iter().map(Text::of).collect(),
        });
        Self { path: Text::of(&part.path), need: need.to_owned(), own }
    }
}

impl Stored {
    /// `None` for what was never written.
    fn into_footprint(self) -> Option<Footprint> {
        let link = |(path, target): (Text, Text)| {
            Some(Link { path: path.into_path()?, target: target.into_path()? })
        };
        let variable = |(name, value): (Text, Text)| Some((name.into_text()?, value.into_text()?));
        Some(Footprint {
            program: self.program.into_path()?,
            entries: self
                .entries
                .into_iter()
                .map(StoredEntry::into_entry)
                .collect::<Option<_>>()?,
            parts: self.parts.into_iter().map(StoredPart::into_part).collect::<Option<_>>()?,
            links: self.links.into_iter().map(link).collect::<Option<_>>()?,
            env: self.env.into_iter().map(variable).collect::<Option<_>>()?,
            told: match self.whole {
                None => Coverage::Unasked,
                Some(true) => Coverage::Whole,
                Some(false) => Coverage::Partly,
            },
        })
    }
}

impl StoredPart {
    fn into_part(self) -> Option<Part> {
        let need = NEEDS.iter().find(|(_, code)| *code == self.need).map(|(need, _)| *need)?;
        let own = match self.own {
            None => None,
            Some(own) => Some(own.into_owned()?),
        };
        Some(Part { path: self.path.into_path()?, need, own })
    }
}

impl StoredOwned {
    fn into_owned(self) -> Option<Owned> {
        Some(Owned {
            identity: Identity { device: self.device, inode: self.inode, born: self.born },
            files: self.files,
            bytes: self.bytes,
            all: self.all,
            hidden: self.hidden.into_iter().map(Text::into_path).collect::<Option<_>>()?,
        })
    }
}
