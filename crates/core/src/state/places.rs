//! Where apps work: what of a server's folders their sessions have, and what they lack.

use super::{Round, State};
use crate::{
    AbsolutePath, Change, Effect, Notice, Place, PlaceId, Reachability, Refusal, Root, RootEntry,
    Scope, Server, ServerId, SessionId, Time, User, Verdict,
};

/// The most folders of one session, of which a person is asked at once, and that are remembered as
/// not wanted.
const OF_SESSION: usize = 16;
const ASKED: usize = 64;
const OF_APP: usize = 8;
const DECLINED: usize = 256;
/// The most folders that a person is asked for because of one session, as long as it lasts: an app
/// that changes folders all the time does not notify all the time.
const ASKS_OF_SESSION: usize = 24;

/// A folder that an app works in and that is not granted to the server it uses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AskedPlace {
    pub id: PlaceId,
    pub server: ServerId,
    pub app: String,
    pub root: Root,
    pub at: Time,
}

/// What an app has made of a server in a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Tried {
    /// Nothing was called; what is offered may have been looked at.
    Nothing,
    Called,
    /// A call failed that named something in a folder where the app works.
    InVain,
}

#[derive(Debug, Default)]
pub(super) struct Places {
    asked: Vec<AskedPlace>,
    last: u32,
}

impl State {
    /// Folders that apps work in and that a person is asked about, oldest first.
    pub fn asked_places(&self) -> impl Iterator<Item = &AskedPlace> {
        self.places.asked.iter()
    }

    pub fn asked_place(&self, id: PlaceId) -> Option<&AskedPlace> {
        self.places.asked.iter().find(|place| place.id == id)
    }

    /// Where the app of a session works.
    pub fn places(&self, id: SessionId) -> impl Iterator<Item = &Root> {
        self.session(id).into_iter().flat_map(|session| &session.places).map(|place| &place.root)
    }

    pub(super) fn works(&mut self, id: SessionId, mut places: Vec<Place>, round: &mut Round) {
        places.truncate(OF_SESSION);
        let session = self.sessions.get_mut(&id).filter(|_| !id.is_own());
        let Some(session) = session else { return };
        let before = std::mem::replace(&mut session.places, places.clone());
        for place in places {
            self.watch(&place.root, Some(Reachability::Reachable), round);
        }
        for place in &before {
            self.unwatch_if_unused(&place.root, round);
        }
        self.forget_places_left(id, &before);
        self.ask_for_places(id, round);
        round.touched.insert(id.server);
    }

    /// Takes off the list what no session of this app works in any more: the folder that the app
    /// was started in, say, once it has stated another.
    fn forget_places_left(&mut self, id: SessionId, before: &[Place]) {
        let Some(user @ User::App(app)) = self.user(id) else { return };
        let is_same =
            |other: SessionId| other.server == id.server && self.user(other) == Some(user);
        let is_left = |asked: &&AskedPlace| {
            asked.server == id.server
                && asked.app == *app
                && before.iter().any(|place| place.root == asked.root)
                && !self.working_in(&asked.root).any(is_same)
        };
        let left: Vec<_> = self.asked_places().filter(is_left).map(|asked| asked.id).collect();
        self.places.asked.retain(|asked| !left.contains(&asked.id));
    }

    /// Sessions whose app works in this very folder.
    pub(super) fn working_in(&self, root: &Root) -> impl Iterator<Item = SessionId> {
        let works =
            |session: &super::Session| session.places.iter().any(|place| place.root == *root);
        self.sessions.iter().filter(move |(_, session)| works(session)).map(|(id, _)| *id)
    }

    /// What of the granted folders a session has.
    pub(super) fn in_scope(&self, id: SessionId, granted: Vec<RootEntry>) -> Vec<RootEntry> {
        let scope = self.server(id.server).map(|server| server.usage.scope);
        if id.is_own() || scope == Some(Scope::AllFolders) {
            return granted;
        }
        let there = |root: &&Root| self.reachability(root) == Reachability::Reachable;
        let mut entries: Vec<RootEntry> = Vec::new();
        for place in self.places(id).filter(there) {
            let within =
                granted.iter().filter(|entry| entry.root.path.is_within(&place.path)).cloned();
            for entry in within.chain(part(place, &granted)) {
                if !entries.iter().any(|other| other.root.path == entry.root.path) {
                    entries.push(entry);
                }
            }
        }
        entries
    }

    /// Whether a session has no folder because its app works in none of those that are granted.
    pub fn works_in_none(&self, id: SessionId) -> bool {
        let narrow = |server: &Server| server.usage.scope == Scope::WhereAppWorks;
        !id.is_own()
            && self.server(id.server).is_some_and(narrow)
            && self.grants_of(id.server).next().is_some()
            && self.wanted(id).is_some_and(|list| list.entries.is_empty())
    }

    pub(super) fn note_try(&mut self, id: SessionId, paths: &[AbsolutePath], ok: bool) {
        let Some(session) = self.sessions.get_mut(&id) else { return };
        let is_in_place = |path: &AbsolutePath| {
            session.places.iter().any(|place| path.is_within(&place.root.path))
        };
        let in_vain = !ok && paths.iter().any(is_in_place);
        session.tried = session.tried.max(if in_vain { Tried::InVain } else { Tried::Called });
    }

    /// Asks the person for the folders that an app works in and lacks, once it has used the server:
    /// an app that only looks which servers there are is no reason to ask.
    pub(super) fn ask_for_places(&mut self, id: SessionId, round: &mut Round) {
        let (Some(server), Some(session)) = (self.server(id.server), self.session(id)) else {
            return;
        };
        let User::App(app) = &session.user else { return };
        if session.tried == Tried::Nothing {
            return;
        }
        // A server that neither has folders nor asks for them needs none, unless a call shows that it does.
        let asks_for_none = session.told.is_none() && self.grants_of(id.server).next().is_none();
        if asks_for_none && session.tried != Tried::InVain {
            return;
        }
        let lacking: Vec<_> = session
            .places
            .iter()
            .filter(|place| place.proposable && self.is_news(server, app, &place.root))
            .map(|place| place.root.clone())
            .collect();
        let app = app.clone();
        for root in lacking {
            let of_app = self.places.asked.iter().filter(|it| it.app == app).count();
            let Some(session) = self.sessions.get_mut(&id) else { return };
            if self.places.asked.len() >= ASKED
                || of_app >= OF_APP
                || session.asks >= ASKS_OF_SESSION
            {
                return;
            }
            session.asks += 1;
            self.places.last += 1;
            let (place, at) = (PlaceId(self.places.last), self.now);
            let asked = AskedPlace { id: place, server: id.server, app: app.clone(), root, at };
            self.places.asked.push(asked);
            round.effects.push(Effect::Tell(Notice::Place(place)));
        }
    }

    /// Whether a person was not asked about it yet, and it is not granted.
    fn is_news(&self, server: &Server, app: &str, root: &Root) -> bool {
        let same = |asked: &AskedPlace| {
            (asked.server, asked.app.as_str(), &asked.root) == (server.id, app, root)
        };
        let declined = (app.to_owned(), root.path.clone());
        !server.usage.declined.contains(&declined)
            && !self.places.asked.iter().any(same)
            && self.is_outside(server.id, root)
    }

    fn is_outside(&self, server: ServerId, root: &Root) -> bool {
        let verdicts = self.check(server, [&root.path]);
        verdicts.iter().all(|it| matches!(it, Verdict::Outside { .. } | Verdict::NeededToRun))
    }

    pub(super) fn decline_place(&mut self, id: PlaceId, round: &mut Round) {
        let Some(at) = self.places.asked.iter().position(|place| place.id == id) else {
            return round.refuse(Refusal::UnknownPlace);
        };
        let AskedPlace { server, app, root, .. } = self.places.asked.remove(at);
        let Some(entry) = self.servers.get_mut(&server) else { return };
        let declined = &mut entry.server.usage.declined;
        if declined.len() >= DECLINED {
            declined.pop_first();
        }
        declined.insert((app, root.path));
        let change = Change::PutServer(entry.server.clone());
        self.commit_aside(vec![change], round);
    }

    /// Takes those off the list that were granted since, or whose server is gone.
    pub(super) fn forget_places_that_are_settled(&mut self) {
        if self.places.asked.is_empty() {
            return;
        }
        let mut asked = std::mem::take(&mut self.places.asked);
        asked.retain(|place| {
            self.server(place.server).is_some() && self.is_outside(place.server, &place.root)
        });
        self.places.asked = asked;
    }
}

/// The folder itself, with what the nearest grant above it gives.
fn part(place: &Root, granted: &[RootEntry]) -> Option<RootEntry> {
    let above = granted.iter().filter(|entry| place.path.is_within(&entry.root.path));
    let nearest = above.max_by_key(|entry| entry.root.path.as_path().as_os_str().len())?;
    // At the path of a grant stands what was consented to, or nothing.
    let is_it = nearest.root.path == place.path;
    (!is_it).then(|| RootEntry { root: place.clone(), access: nearest.access })
}
