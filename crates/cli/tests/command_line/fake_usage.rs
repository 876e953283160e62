//! What a host on paper does about how apps use servers.

use std::path::Path;

use paddock_control::Command;
use paddock_control::view::{Code, Failure, PickView, View, WideningView};

use crate::fake_host::{Done, Shared, done, wish};
use crate::paper::{change_usage, picked};

#[expect(clippy::wildcard_enum_match_arm, reason = "what no test asks for is an error")]
pub(crate) fn answer(shared: &Shared, view: &View, command: Command) -> Done {
    match command {
        Command::ReadServers { .. } => done(crate::sample::pasted()),
        Command::PickNamed { .. } => done([7]),
        Command::PickMissed { .. } => done(8),
        Command::PickPlace { place } => {
            let place = view.places.iter().find(|it| it.id == place);
            let place = place.ok_or_else(|| Failure::new(Code::UnknownPlace))?;
            let pick = PickView {
                server: Some(place.server),
                ..picked(Path::new(&place.folder.path.replace('\u{1b}', "")))
            };
            let id = pick.id;
            shared.change(|view| view.picks.push(pick));
            done(id)
        }
        Command::PickAttempt { server, attempt } => {
            let of_server = view.servers.iter().find(|it| it.id == server);
            let tried = of_server.and_then(|it| it.attempts.iter().find(|it| it.id == attempt));
            let offer = tried.and_then(|it| it.offer.clone());
            let offer = offer.ok_or_else(|| Failure::new(Code::UnknownAttempt))?;
            let pick = PickView { server: Some(server), ..picked(Path::new(&offer)) };
            let id = pick.id;
            shared.change(|view| view.picks.push(pick));
            done(id)
        }
        Command::DismissAttempt { server, attempt, .. } => {
            shared.change(|view| {
                let servers = view.servers.iter_mut().filter(|it| it.id == server);
                servers.for_each(|it| it.attempts.retain(|it| it.id != attempt));
            });
            done(())
        }
        Command::SetStandIn { app, on } => {
            shared.change(|view| {
                view.stand_ins.retain(|it| *it != app);
                view.stand_ins.extend(on.then_some(app));
            });
            done(())
        }
        Command::AllowCall { call, .. } | Command::DenyCall { call } => {
            if !view.held_calls.iter().any(|it| it.id == call) {
                return Err(Failure::new(Code::UnknownCall));
            }
            shared.change(|view| view.held_calls.retain(|it| it.id != call));
            done(())
        }
        Command::DismissPlace { place } => {
            shared.change(|view| view.places.retain(|it| it.id != place));
            done(())
        }
        Command::HeldCall { .. } => done(crate::sample::held_call()),
        Command::SetScope { server, scope } => wish(shared, WideningView::Scope { server, scope }),
        Command::SetToolRule { server, app, tool, rule } => {
            wish(shared, WideningView::ToolRule { server, app, tool, rule })
        }
        Command::SetHoldChanged { server, on: true } => {
            shared.change(|view| change_usage(view, server, |usage| usage.hold_changed = true));
            done(None::<u32>)
        }
        Command::SetHoldChanged { server, on: false } => {
            wish(shared, WideningView::HoldChanged { server })
        }
        Command::AcceptTools { server } => {
            wish(shared, WideningView::ChangedTools { server, print: String::new() })
        }
        other => match crate::fake_offers::answer(shared, &other) {
            Some(answer) => answer,
            None => crate::fake_network::answer(shared, view, other),
        },
    }
}
