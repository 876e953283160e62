//! Apps that Paddock stands in for: the person is asked what servers ask in their sessions, where
//! the app can't be asked itself.

use super::{Round, State};
use crate::{Action, Actor, AuditRecord, Change, Effect, Refusal, SessionId, User, text::shown};

/// The most apps that Paddock stands in for.
const APPS: usize = 256;

impl State {
    /// The apps that Paddock stands in for, by name.
    pub fn stand_ins(&self) -> impl Iterator<Item = &str> {
        self.stand_ins.iter().map(String::as_str)
    }

    pub fn stands_in_for(&self, app: &str) -> bool {
        self.stand_ins.contains(app)
    }

    /// Whether the person may be asked anything in a session.
    pub(super) fn may_be_asked_in(&self, session: SessionId) -> bool {
        match self.user(session) {
            Some(User::App(app)) => self.stands_in_for(app),
            Some(User::Paddock) | None => true,
        }
    }

    pub(super) fn set_stand_in(&mut self, app: &str, on: bool, round: &mut Round) {
        let (is, will_be) = (self.stands_in_for(app), self.commits.will_stand_in(app));
        if on == (is || will_be) {
            return;
        }
        if on && self.stand_ins.len() >= APPS {
            return round.refuse(Refusal::TooManyApps);
        }
        let words = if on { "asked in its place" } else { "not asked in its place" };
        let audit = AuditRecord {
            actor: Actor::Person,
            app: Some(app.to_owned()),
            detail: Some(format!("{}: {words}", shown(app))),
            ..self.about_app(Action::StandInChanged)
        };
        let changes = vec![Change::SetStandIn(app.to_owned(), on)];
        if on {
            self.commit_first(changes, vec![audit], round);
        } else {
            self.commits.overtake_stand_in(app);
            self.stand_in(app.to_owned(), false, round);
            self.commit_after(changes, vec![audit], round);
        }
    }

    /// Puts it in force.
    pub(super) fn stand_in(&mut self, app: String, on: bool, round: &mut Round) {
        let of_app = self.sessions.iter().filter(|(_, it)| it.user == User::App(app.clone()));
        round.effects.extend(of_app.map(|(id, _)| Effect::StandIn(*id)));
        if on {
            self.stand_ins.insert(app);
        } else {
            self.stand_ins.remove(&app);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Commit, Ending, Event, How, MissedWhy, Reply, Request, RequestId, RequestKind, Saved,
        ServerId, Time,
    };

    const NOW: Time = Time(1_000_000_000_000);

    struct Fixture {
        state: State,
        server: ServerId,
        commits: Vec<Commit>,
    }

    impl Fixture {
        /// A server that runs in a session of the app *a*.
        fn new() -> (Self, SessionId) {
            let (state, _) = State::open(Saved::default(), NOW);
            let server = state.servers().next().unwrap().id;
            let mut fixture = Self { state, server, commits: Vec::new() };
            let session = fixture.join(1, "a");
            (fixture, session)
        }

        fn join(&mut self, number: u32, app: &str) -> SessionId {
            let session = SessionId { server: self.server, number };
            self.send(Event::Surveyed(Some(How::Live)));
            self.send(Event::Joined(session, User::App(app.into()), vec![]));
            self.send(Event::Found { session, seen: None });
            self.send(Event::Ready(session));
            session
        }

        fn send(&mut self, event: Event) -> Vec<Effect> {
            let mut effects = self.state.handle(event, NOW);
            for effect in &effects {
                if let Effect::Commit(commit) = effect {
                    self.commits.push(commit.clone());
                }
            }
            effects.retain(|effect| !matches!(effect, Effect::Commit(_)));
            effects
        }

        fn set(&mut self, on: bool) -> Vec<Effect> {
            self.send(Event::SetStandIn("a".into(), on))
        }

        /// The disk has kept all.
        fn kept(&mut self) -> Vec<Effect> {
            let commits = std::mem::take(&mut self.commits);
            commits.into_iter().flat_map(|it| self.send(Event::Committed(it.id))).collect()
        }

        fn ask(&mut self, number: u32, session: SessionId) -> Vec<Effect> {
            self.send(Event::Requested(Request {
                id: RequestId(number),
                session,
                kind: RequestKind::Form,
                summary: "Which?".into(),
                during: None,
                tokens: 0,
                of: None,
            }))
        }

        fn is_open(&self, number: u32) -> bool {
            self.state.request(RequestId(number)).is_some()
        }
    }

    fn refused(number: u32) -> Effect {
        Effect::Reply(RequestId(number), Reply::Refused(MissedWhy::NoStandIn))
    }

    #[test]
    fn nobody_is_asked_for_an_app_until_that_is_switched_on_and_kept() {
        let (mut fixture, session) = Fixture::new();
        let other = fixture.join(2, "b");
        assert!(fixture.ask(1, session).contains(&refused(1)));
        assert!(!fixture.set(true).contains(&Effect::StandIn(session)));
        assert!(fixture.ask(2, session).contains(&refused(2)), "not kept yet");
        assert!(fixture.kept().contains(&Effect::StandIn(session)));
        fixture.ask(3, session);
        assert!(fixture.is_open(3));
        assert!(fixture.ask(4, other).contains(&refused(4)), "another app");
        let why: Vec<_> = fixture.state.missed().map(|missed| (missed.why, missed.again)).collect();
        assert_eq!(why, [(MissedWhy::NoStandIn, 2)]);
    }

    #[test]
    fn switching_off_holds_at_once_and_takes_what_waits_back() {
        let (mut fixture, session) = Fixture::new();
        fixture.set(true);
        fixture.kept();
        fixture.ask(1, session);
        let effects = fixture.set(false);
        assert!(effects.contains(&refused(1)) && effects.contains(&Effect::StandIn(session)));
        assert!(!fixture.is_open(1) && !fixture.state.stands_in_for("a"));
        // On its way when it was taken back.
        fixture.set(true);
        fixture.set(false);
        fixture.kept();
        assert!(!fixture.state.stands_in_for("a"));
    }

    #[test]
    fn what_is_not_kept_is_not_in_force() {
        let (mut fixture, session) = Fixture::new();
        fixture.set(true);
        let commit = fixture.commits.pop().unwrap();
        let effects = fixture.send(Event::CommitFailed(commit.id));
        assert!(effects.contains(&Effect::Refuse(Refusal::NotSaved)));
        assert!(fixture.ask(1, session).contains(&refused(1)));
    }

    #[test]
    fn a_request_ends_with_its_session() {
        let (mut fixture, session) = Fixture::new();
        fixture.set(true);
        fixture.kept();
        fixture.ask(1, session);
        fixture.send(Event::Left(session, Actor::App));
        fixture.send(Event::Ended(session, Ending::Asked));
        assert!(!fixture.is_open(1));
        assert_eq!(fixture.state.missed().next().unwrap().why, MissedWhy::ServerEnded);
    }

    #[test]
    fn the_number_of_apps_is_bounded() {
        let stand_ins = (0..APPS).map(|number| number.to_string()).collect();
        let (mut state, _) = State::open(Saved { stand_ins, ..Saved::default() }, NOW);
        let effects = state.handle(Event::SetStandIn("a".into(), true), NOW);
        assert!(effects.contains(&Effect::Refuse(Refusal::TooManyApps)));
        assert!(state.stands_in_for("0"), "what was kept is in force");
    }
}
