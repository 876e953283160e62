//! What must be done, done.

use paddock_core::text::shown;
use paddock_core::{Effect, Event, Grant, GrantId, Notice, Reachability, ServerId, SessionId};

use super::Actor;
use crate::Notification;
use crate::view::{Code, Failure};
use paddock_supervisor::StopLevel;

impl Actor {
    pub(super) fn carry_out(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            match effect {
                Effect::Commit(commit) => self.commit(commit),
                Effect::Note(change) => {
                    let change = self.without_secrets(*change);
                    self.keeping.note(change);
                }
                Effect::Record(record) => {
                    self.count_call(&record);
                    let record = self.retention.as_kept(record);
                    self.keeping.record(record);
                }
                Effect::Watch(root) => match &self.watcher {
                    Some(watcher) => watcher.watch(root),
                    None => self.follow_up(Event::Reached(root, Reachability::Denied)),
                },
                Effect::Unwatch(root) => {
                    if let Some(watcher) = &self.watcher {
                        watcher.unwatch(&root);
                    }
                }
                Effect::Announce(session) => self.announce(session),
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
                Effect::Sending(server) => self.follow_sending(server),
                Effect::DayOver => self.begin_day(),
                Effect::Settle(call, verdict) => self.settle(call, verdict),
                Effect::Answer(request) => self.start_answering(request),
                Effect::StopAnswering(request) => self.stop_answering(request),
                Effect::Reply(request, reply) => self.reply(request, reply),
                Effect::Forget(request) => self.inbox.forget(request),
                Effect::Wake(moment) => {
                    self.wake = moment;
                    self.alarm.set(moment);
                }
                Effect::Tell(notice) => self.tell(notice),
                Effect::Refuse(refusal) => self.refuse(refusal),
            }
        }
    }

    /// What follows from an effect reaches the state before the next effect is carried out.
    pub(super) fn follow_up(&mut self, event: Event) {
        let effects = self.state.handle(event, crate::clock::now());
        self.changed = true;
        self.carry_out(effects);
    }

    fn announce(&mut self, session: SessionId) {
        let Some(list) = self.state.view(session).cloned() else { return };
        let roots = self.roots(session, &list);
        let Some(runtime) = self.runtimes.get_mut(&session) else { return };
        let Some(run) = &mut runtime.run else { return };
        let generation = roots.generation();
        match (&run.client, &runtime.gate) {
            (Some(client), _) => client.connection.set_roots(roots),
            (None, Some(gate)) => gate.relay.set_roots(roots),
            (None, None) => return,
        }
        run.lists.insert(generation, list);
    }

    fn tell(&mut self, notice: Notice) {
        let told =
            match notice {
                Notice::Expiring(grant) => self.about(grant, |folder, server| {
                    Notification::Expiring { folder, server, grant: grant.0 }
                }),
                Notice::Ended(grant) => {
                    self.about(grant, |folder, server| Notification::Ended { folder, server })
                }
                Notice::ServerFailed(session) => {
                    Some(Notification::ServerFailed { server: self.server_name(session.server) })
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
                Notice::CallWaits(_) if self.told_of_calls_just_now() => None,
                Notice::Destination(id) => self.tell_of_destination(id),
                Notice::Sending(server) => Some(self.tell_of_sending(server)),
                notice @ (Notice::Place(_) | Notice::CallWaits(_)) => self.tell_of_apps(&notice),
                Notice::RevokeNotSaved => {
                    self.notice(Failure::new(Code::RevokeNotSaved));
                    Some(Notification::RevokeNotSaved)
                }
            };
        if let Some(notification) = told {
            self.notify(notification);
        }
    }

    /// Speaks of a grant, in force or ended.
    fn about(
        &self,
        id: GrantId,
        say: impl FnOnce(String, String) -> Notification,
    ) -> Option<Notification> {
        let ended = self.state.ended().map(|ended| &ended.grant);
        let grant: &Grant = self.state.grants().chain(ended).find(|grant| grant.id == id)?;
        Some(say(shown(grant.root.path.name()), self.server_name(grant.server)))
    }

    pub(super) fn server_name(&self, server: ServerId) -> String {
        self.state.server(server).map(|server| shown(&server.name)).unwrap_or_default()
    }
}
