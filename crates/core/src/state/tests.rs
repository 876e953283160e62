//! What the state decides, one thing at a time.

mod activity;
mod calls;
mod destinations;
mod enforcement;
mod grants;
mod limits;
mod pauses;
mod places;
mod restarts;
mod room;
mod secrets;
mod sending;
mod servers;
mod sessions;

use crate::{
    AbsolutePath, Access, Asked, Command, Confinement, Consent, CustomCommand, Effect, Event,
    Footprint, GrantId, How, Identity, Lifetime, Proven, ResolvedProgram, Root, Saved, SeenCommand,
    ServerId, SessionId, State, Time,
};

const START: Time = Time(1_000_000);
const HOUR: i64 = 3_600_000;

fn root(path: &str, inode: u64) -> Root {
    let identity = Identity { device: 1, inode, born: Some(1) };
    Root { path: AbsolutePath::new(path).unwrap(), identity }
}

/// A command as it is seen, with the size of its program.
fn seen(size: u64) -> SeenCommand {
    let resolved = ResolvedProgram { path: "/bin/other".into(), size, changed: 1 };
    let command = CustomCommand { program: "other".into(), ..Default::default() };
    SeenCommand::new(&command, resolved, Footprint::default())
}

fn path(path: &str) -> AbsolutePath {
    AbsolutePath::new(path).unwrap()
}

/// A state whose disk always works, and whose operating system does, unless it is told to wait.
struct Fixture {
    state: State,
    effects: Vec<Effect>,
    os_waits: bool,
}

impl Fixture {
    fn new() -> Self {
        let (state, effects) = State::open(Saved::default(), START);
        let mut fixture = Self { state, effects: Vec::new(), os_waits: false };
        fixture.keep(effects, START);
        fixture.send(Event::Surveyed(Some(How::Live)));
        fixture
    }

    fn files(&self) -> ServerId {
        self.state.servers().next().unwrap().id
    }

    /// With the bundled server running.
    fn running() -> (Self, ServerId) {
        Self::running_with(How::Live)
    }

    fn running_with(how: How) -> (Self, ServerId) {
        let mut fixture = Self::new();
        fixture.send(Event::Surveyed(Some(how)));
        fixture.run_files()
    }

    fn advisory() -> (Self, ServerId) {
        let mut fixture = Self::new();
        let advisory = Confinement { asked: Asked::Advisory, ..Confinement::default() };
        fixture.send(Event::SetConfinement(fixture.files(), advisory));
        fixture.run_files()
    }

    fn run_files(self) -> (Self, ServerId) {
        let mut fixture = self;
        let files = fixture.files();
        fixture.send(Event::Start(files));
        fixture.send(Event::Found { session: files.own(), seen: None });
        fixture.send(Event::Ready(files.own()));
        (fixture, files)
    }

    fn send(&mut self, event: Event) -> Vec<Effect> {
        self.send_at(event, self.state.now())
    }

    fn send_at(&mut self, event: Event, now: Time) -> Vec<Effect> {
        self.effects.clear();
        let effects = self.state.handle(event, now);
        self.keep(effects, now);
        std::mem::take(&mut self.effects)
    }

    fn keep(&mut self, effects: Vec<Effect>, now: Time) {
        for effect in effects {
            let commit = if let Effect::Commit(commit) = &effect { Some(commit.id) } else { None };
            let enforce = if let Effect::Enforce(server) | Effect::Launch(server) = &effect {
                Some(*server).filter(|_| !self.os_waits)
            } else {
                None
            };
            self.effects.push(effect);
            if let Some(id) = commit {
                let effects = self.state.handle(Event::Committed(id), now);
                self.keep(effects, now);
            }
            if let Some(server) = enforce {
                let effects = self.state.handle(self.proof(server), now);
                self.keep(effects, now);
            }
        }
    }

    fn proof(&self, session: impl Into<SessionId>) -> Event {
        let session = session.into();
        let list = self.state.wanted(session).unwrap().clone();
        Event::Enforced { session, list, proven: Proven { holds: true, ..Proven::default() } }
    }

    fn grant(
        &mut self,
        root: &Root,
        server: ServerId,
        access: Access,
        lifetime: Lifetime,
    ) -> GrantId {
        self.send(Event::Grant(Consent { root: root.clone(), server, access, lifetime }));
        self.state.grants_of(server).find(|grant| grant.root == *root).unwrap().id
    }

    fn custom(&mut self, program: &str) -> ServerId {
        let command = CustomCommand { program: program.into(), ..CustomCommand::default() };
        self.send(Event::AddServer { name: program.into(), command: Command::Custom(command) });
        self.state.servers().last().unwrap().id
    }
}
