//! What must be done, done.

use std::time::Instant;

use paddock_core::text::shown;
use paddock_core::{Effect, GrantId, Notice, State};

use super::Actor;
use crate::Notification;
use crate::failure::Fail;
use crate::show::{app_of, kilobytes};
use crate::view::{Code, Failure};
use paddock_supervisor::StopLevel;

impl Actor {
    pub(super) fn carry_out(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            match effect {
                Effect::Commit(commit) => self.commit(commit),
                Effect::Note(change) => {
                    self.keeping.note(self.runtimes.without_secrets(*change));
                }
                Effect::Record(record) => {
                    self.counter().recorded(&record);
                    self.keeping.record(self.retention.as_kept(record));
                }
                Effect::Watch(root) => {
                    if let Some(known) = self.watch.watch(root) {
                        self.follow_up(known);
                    }
                }
                Effect::Unwatch(root) => self.watch.unwatch(&root),
                Effect::Announce(session) => {
                    if let Some(list) = self.state.view(session).cloned() {
                        let works = self.state.places(session).next();
                        self.runtimes.announce(session, list, works);
                    }
                }
                Effect::Find(session) => {
                    self.note_start(session);
                    self.find(session);
                }
                Effect::Launch(session) => self.launch(session),
                Effect::Enforce(session) => self.enforce(session),
                Effect::Stop(session) => self.stop(session, StopLevel::Stop),
                Effect::Kill(session) => self.stop(session, StopLevel::Kill),
                Effect::Over(session) => self.over(session),
                Effect::Rules(session) => self.rule(session),
                Effect::StandIn(session) => self.follow_stand_in(session),
                Effect::Destinations(session) => self.follow_destinations(session),
                Effect::LetGo(session, to) => self.let_go(session, &to),
                Effect::Sending(server) => self.follow_sending(server),
                Effect::DayOver => self.begin_day(),
                Effect::Settle(call, verdict) => self.settle(call, verdict),
                Effect::Answer(request) => self.start_answering(request),
                Effect::StopAnswering(request) => self.inbox.stop_answering(request),
                Effect::Reply(request, reply) => self.reply(request, reply),
                Effect::Forget(request) => self.inbox.forget(request),
                Effect::Wake(moment) => self.alarm.set(moment),
                Effect::Tell(notice) => self.tell(notice),
                Effect::Refuse(refusal) => self.keeping.refuse(refusal.failure()),
            }
        }
    }

    fn tell(&mut self, notice: Notice) {
        if let Some(notification) = self.notification(notice) {
            self.screen.notify(notification);
        }
    }

    /// What a person is told of it outside of the window.
    fn notification(&mut self, notice: Notice) -> Option<Notification> {
        match notice {
            Notice::Expiring(id) => {
                let (folder, server) = granted(&self.state, id)?;
                Some(Notification::Expiring { folder, server, grant: id.0 })
            }
            Notice::Ended(id) => {
                let (folder, server) = granted(&self.state, id)?;
                Some(Notification::Ended { folder, server })
            }
            Notice::ServerFailed(session) => {
                let server = self.state.name_of(session.server);
                Some(Notification::ServerFailed { server })
            }
            Notice::FolderGone(root) => {
                Some(Notification::FolderGone { folder: shown(root.path.name()) })
            }
            Notice::FolderReplaced(root) => {
                Some(Notification::FolderReplaced { folder: shown(root.path.name()) })
            }
            Notice::Requested(server) => {
                self.inbox.note_news(server);
                None
            }
            Notice::CallWaits(id) => {
                let call = self.held.tells(Instant::now()).then(|| self.state.held_call(id))??;
                let (app, tool) = (app_of(&self.state, call.session), shown(&call.tool));
                let server = self.state.name_of(call.session.server);
                Some(Notification::CallWaits { app, tool, server, call: id.0 })
            }
            Notice::Place(id) => {
                let place = self.state.asked_place(id)?;
                let (app, folder) = (shown(&place.app), shown(place.root.path.name()));
                let server = self.state.name_of(place.server);
                Some(Notification::Place { app, folder, server })
            }
            Notice::Destination(id) => self.tell_of_destination(id),
            Notice::Sending(server) => {
                let sent = kilobytes(self.traffic.sent_today(server));
                Some(Notification::Sending { server: self.state.name_of(server), sent })
            }
            Notice::RevokeNotSaved => {
                self.screen.notice(Failure::new(Code::RevokeNotSaved));
                Some(Notification::RevokeNotSaved)
            }
        }
    }
}

/// Folder and server of a grant, in force or ended.
fn granted(state: &State, id: GrantId) -> Option<(String, String)> {
    let ended = state.ended().map(|ended| &ended.grant);
    let grant = state.grants().chain(ended).find(|grant| grant.id == id)?;
    Some((shown(grant.root.path.name()), state.name_of(grant.server)))
}
