//! Whether a path lies in what a server was given: cost grows with the depth of the path.

use std::collections::BTreeMap;
use std::ffi::OsStr;

use crate::{AbsolutePath, Access, Grant, GrantId};

/// Whether a server may use a path, and by which grant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The grant nearest above the path decides.
    Allowed { by: GrantId, access: Access },
    /// Granted, and held back as long as the folder is not reachable.
    Withheld { by: GrantId },
    /// Not granted, and read all the same: the program needs it in order to run.
    NeededToRun,
    /// Outside of all grants; `nearest` shares the longest way with the path.
    Outside { nearest: Option<GrantId> },
}

/// Grants by the parts of their paths.
#[derive(Debug, Default)]
pub(crate) struct PathTree<'a> {
    here: Option<Placed>,
    below: BTreeMap<&'a OsStr, PathTree<'a>>,
}

#[derive(Clone, Copy, Debug)]
struct Placed {
    grant: GrantId,
    access: Access,
    in_view: bool,
}

impl<'a> PathTree<'a> {
    /// Takes grants together with how far they reach now, and whether they are in the server's view.
    pub(crate) fn new(grants: impl Iterator<Item = (&'a Grant, Access, bool)>) -> Self {
        let mut tree = Self::default();
        for (grant, access, in_view) in grants {
            let mut node = &mut tree;
            for part in grant.root.path.parts() {
                node = node.below.entry(part.as_os_str()).or_default();
            }
            // Two grants can share a path while a replaced folder waits for new consent.
            if node.here.is_none_or(|placed| !placed.in_view) {
                node.here = Some(Placed { grant: grant.id, access, in_view });
            }
        }
        tree
    }

    pub(crate) fn check(&self, path: &AbsolutePath) -> Verdict {
        let (mut node, mut depth) = (self, 0);
        let (mut allowed, mut withheld) = (None, None);
        for part in path.parts() {
            let Some(below) = node.below.get(part.as_os_str()) else { break };
            (node, depth) = (below, depth + 1);
            match node.here {
                Some(placed) if placed.in_view => allowed = Some(placed),
                Some(placed) => withheld = Some(placed),
                None => {}
            }
        }
        match (allowed, withheld) {
            (Some(placed), _) => Verdict::Allowed { by: placed.grant, access: placed.access },
            (None, Some(placed)) => Verdict::Withheld { by: placed.grant },
            // All paths share the top, so it makes no folder nearer than another.
            (None, None) if depth <= 1 => Verdict::Outside { nearest: None },
            (None, None) => Verdict::Outside { nearest: node.any() },
        }
    }

    fn any(&self) -> Option<GrantId> {
        let mut node = self;
        loop {
            if let Some(placed) = node.here {
                return Some(placed.grant);
            }
            node = node.below.values().next()?;
        }
    }
}
