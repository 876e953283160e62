//! Where servers may connect, in the menu.

use paddock_control::view::{DestinationRule, DestinationView, LifetimeView, ServerView, View};
use paddock_core::text::shown;
use paddock_front::{FluentValue, Strings};

use super::{Action, Item, ends};

/// Destinations in the submenu.
const MOST: usize = 12;

pub(super) fn count(view: &View) -> usize {
    allowed(view).count()
}

/// One submenu for those of all servers.
pub(super) fn submenu(view: &View, strings: &Strings) -> Option<Item> {
    let all = count(view);
    if all == 0 {
        return None;
    }
    let count = |count: usize| [("count", FluentValue::from(count))];
    let mut items: Vec<_> = allowed(view).take(MOST).map(|it| item(&it, strings)).collect();
    if all > MOST {
        let text = strings.say_with("tray-more", &count(all - MOST));
        items.push(Item::Action { text, action: Action::Open, enabled: true });
    }
    Some(Item::Submenu { text: strings.say_with("tray-destinations", &count(all)), items })
}

type Allowed<'a> = (&'a ServerView, &'a DestinationView, LifetimeView);

/// By server, in the order in which the window shows them.
fn allowed(view: &View) -> impl Iterator<Item = Allowed<'_>> {
    view.servers.iter().flat_map(|server| {
        server.destinations.iter().filter_map(move |it| match it.rule {
            DestinationRule::Allowed { lifetime, .. } => Some((server, it, lifetime)),
            DestinationRule::Never => None,
        })
    })
}

fn item((server, it, lifetime): &Allowed<'_>, strings: &Strings) -> Item {
    let (lifetime, time) = ends(*lifetime, strings);
    let text = strings.say_with(
        "tray-destination",
        &[
            ("destination", shown(&it.destination).into()),
            ("server", server.name.as_str().into()),
            ("lifetime", lifetime.into()),
            ("time", time.into()),
        ],
    );
    let action = Action::TakeBack { server: server.id, destination: it.destination.clone() };
    let text_of_action = strings.say("destinations-take-back");
    Item::Submenu {
        text,
        items: vec![Item::Action { text: text_of_action, action, enabled: true }],
    }
}
