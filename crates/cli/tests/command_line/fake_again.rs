//! What ended, in a host on paper.

use std::path::Path;

use paddock_control::view::{
    Access, DestinationAgain, EndedDestinationView, EndedView, EndedWhy, FolderAgain, LifetimeView,
    PickView, View, Warning, WarningCode, WarningLevel, WideningView,
};

use crate::fake_host::{Done, Shared, done, wish};
use crate::paper::{folder, picked};

/// A folder that was revoked. One named `secret` takes its name to be typed.
pub(crate) fn ended(id: u32, path: &str) -> EndedView {
    EndedView {
        id,
        server: 1,
        folder: folder(Path::new(path)),
        access: Access::WriteGuarded,
        at: 0.0,
        why: EndedWhy::Revoked,
    }
}

/// What there is to know of any of them, but of one that takes its name.
pub(crate) fn cautions() -> Vec<Warning> {
    vec![Warning { level: WarningLevel::Amber, code: WarningCode::NotAllGuarded, subject: None }]
}

pub(crate) fn again(shared: &Shared, view: &View, asked: &[u32], is_one: bool) -> Done {
    let open = view.ended_destinations.iter().filter(|it| asked.contains(&it.id));
    let destinations: Vec<_> = open.map(open_again).collect();
    let asked = view.ended.iter().filter(|it| asked.contains(&it.id));
    let (by_name, others): (Vec<_>, Vec<_>) = asked.partition(|it| it.folder.name == "secret");
    for it in by_name {
        let pick = PickView { wished: Some(it.server), ..picked(Path::new(&it.folder.path)) };
        shared.change(|view| view.picks.push(pick));
    }
    match others[..] {
        [] if destinations.is_empty() => done(None::<u32>),
        [one] if is_one => {
            let warnings = cautions();
            wish(shared, WideningView::GrantAgain { ended: one.id, warnings })
        }
        _ => {
            let folders = others.into_iter().map(as_again).collect();
            let lost = Vec::new();
            wish(shared, WideningView::GrantAllAgain { folders, destinations, lost })
        }
    }
}

fn open_again(it: &EndedDestinationView) -> DestinationAgain {
    DestinationAgain {
        ended: it.id,
        server: it.server,
        destination: it.destination.clone(),
        anywhere: it.destination == "*",
        lifetime: LifetimeView::Always,
    }
}

fn as_again(it: &EndedView) -> FolderAgain {
    FolderAgain {
        ended: it.id,
        server: it.server,
        folder: it.folder.clone(),
        access: it.access,
        lifetime: LifetimeView::Always,
        warnings: cautions(),
    }
}
