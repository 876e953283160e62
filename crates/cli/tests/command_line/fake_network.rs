//! What a host on paper does about where servers connect.

use paddock_control::Command;
use paddock_control::view::{
    AskedDestinationView, Code, Confinement, DestinationRule, DestinationView, Failure,
    NetworkChoice, TodayView, View, WideningView,
};
use paddock_core::network::Destination;

use crate::fake_host::{Done, Shared, done, wish};
use crate::paper::{say, widen};

#[expect(clippy::wildcard_enum_match_arm, reason = "what no test asks for is an error")]
pub(crate) fn answer(shared: &Shared, view: &View, command: Command) -> Done {
    match command {
        Command::AllowDestination { server, destination, lifetime } => {
            let destination = read(&destination)?;
            let (anywhere, leads_to) = (false, Vec::new());
            let what =
                WideningView::Destination { server, destination, anywhere, leads_to, lifetime };
            wish(shared, what)
        }
        Command::AllowAskedDestination { asked, lifetime } => {
            let asked = view.asked_destinations.iter().find(|it| it.id == asked);
            let asked = asked.ok_or_else(|| Failure::new(Code::UnknownDestination))?.clone();
            let AskedDestinationView { server, destination, leads_to, .. } = asked;
            let anywhere = false;
            let what =
                WideningView::Destination { server, destination, anywhere, leads_to, lifetime };
            wish(shared, what)
        }
        Command::DenyDestination { server, destination } => {
            let destination = read(&destination)?;
            shared.change(|view| say(view, server, &destination, Some(&DestinationRule::Never)));
            done(())
        }
        Command::ForgetDestination { server, destination } => {
            let destination = read(&destination)?;
            if known(view, server, &destination)?.rule == DestinationRule::Never {
                return wish(shared, WideningView::ForgetDestination { server, destination });
            }
            shared.change(|view| say(view, server, &destination, None));
            done(None::<u32>)
        }
        Command::DismissDestination { asked } => {
            if !view.asked_destinations.iter().any(|it| it.id == asked) {
                return Err(Failure::new(Code::UnknownDestination));
            }
            shared.change(|view| view.asked_destinations.retain(|it| it.id != asked));
            done(())
        }
        Command::SetMostSent { server, most } => {
            let what = WideningView::MostSent { server, most };
            let was = view.servers.iter().find(|it| it.id == server).and_then(|it| it.sending.most);
            let is_less = most.is_some_and(|most| was.is_none_or(|was| most <= was));
            narrow_or_wish(shared, what, is_less)
        }
        Command::SendToday { server, today } => {
            let what = WideningView::SendToday { server, today };
            narrow_or_wish(shared, what, today == TodayView::Stopped)
        }
        Command::SetConfinement { server, choice } => confine(shared, server, choice),
        other => Err(Failure::internal(format_args!("{other:?}"))),
    }
}

fn narrow_or_wish(shared: &Shared, what: WideningView, narrows: bool) -> Done {
    if !narrows {
        return wish(shared, what);
    }
    shared.change(|view| widen(view, &what));
    done(None::<u32>)
}

/// What is on leaves this host only by consent.
fn confine(shared: &Shared, server: u32, choice: Confinement) -> Done {
    let what = WideningView::Confinement { server, choice };
    if choice.network != NetworkChoice::Off {
        return wish(shared, what);
    }
    shared.change(|view| widen(view, &what));
    done(None::<u32>)
}

fn read(text: &str) -> Result<String, Failure> {
    let read = text.parse::<Destination>();
    let bad = |_| Failure::new(Code::BadDestination).with("reason", "page");
    read.map(|it| it.to_string()).map_err(bad)
}

fn known<'a>(
    view: &'a View,
    server: u32,
    destination: &str,
) -> Result<&'a DestinationView, Failure> {
    let server = view.servers.iter().find(|it| it.id == server);
    let server = server.ok_or_else(|| Failure::new(Code::UnknownServer))?;
    let found = server.destinations.iter().find(|it| it.destination == destination);
    found.ok_or_else(|| Failure::new(Code::UnknownDestination))
}
