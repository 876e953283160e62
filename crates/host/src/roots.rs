//! A server's list as the wire takes it: serialised once for all who share a view.

use std::sync::Arc;

use paddock_core::text::shown;
use paddock_core::{Access, RootEntry, RootList};
use paddock_mcp::Roots;

/// Numbers lists, and finds the text of one that was serialised in the same round.
#[derive(Debug, Default)]
pub(crate) struct Lists {
    last: u64,
    round: Vec<(Arc<RootList>, Roots)>,
}

impl Lists {
    pub(crate) fn roots(&mut self, list: &Arc<RootList>) -> Roots {
        let known = self.round.iter().find(|(other, _)| other.entries == list.entries);
        if let Some((_, roots)) = known {
            return roots.clone();
        }
        self.last += 1;
        let entries: Vec<_> = list.entries.iter().map(wire).collect();
        let roots = Roots::new(self.last, &entries).unwrap_or_else(|error| {
            // An error answer; what a server makes of it, the window shows as not told.
            tracing::error!(%error, "list of roots can't be written");
            Roots::unavailable(self.last)
        });
        self.round.push((Arc::clone(list), roots.clone()));
        roots
    }

    /// The next round numbers its lists anew.
    pub(crate) fn end_round(&mut self) {
        self.round.clear();
    }
}

fn wire(entry: &RootEntry) -> paddock_mcp::RootEntry {
    paddock_mcp::RootEntry {
        uri: entry.root.uri().as_str().to_owned(),
        name: shown(entry.root.path.name()),
        access: match entry.access {
            Access::Read => paddock_mcp::Access::Read,
            Access::WriteGuarded | Access::WriteCommits | Access::ReadWrite => {
                paddock_mcp::Access::ReadWrite
            }
        },
    }
}
