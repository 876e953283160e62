//! Where servers want to connect, and a person is asked.

use std::collections::BTreeMap;

use super::servers::is_up;
use super::{Round, State};
use crate::network::{Destination, Meant, Rules, Target, Verdict, WEB_PORTS};
use crate::{Effect, LONGEST_TOOL_NAME, Notice, Refusal, Seeking, ServerId, SessionId, Time, User};

/// The most of which a person is asked at once, of one server and of all.
const OF_SERVER: usize = 32;
const ASKED: usize = 256;
/// Tools that are named with one.
const TOOLS: usize = 4;

/// Names a destination that a person is asked about; never given twice in one run of the host.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DestinationId(pub u32);

/// Somewhere a server wants to connect to, and of which nothing was said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AskedDestination {
    pub id: DestinationId,
    /// Of those that seek it, the one that was first.
    pub session: SessionId,
    /// The app whose session it is.
    pub app: Option<String>,
    pub destination: Destination,
    /// Where it is on a private network, if it is a name that may be connected to and that is there.
    /// These must be allowed besides the name.
    pub leads_to: Vec<Destination>,
    /// Tools whose calls were under way when it was sought, as far as is known.
    pub during: Vec<String>,
    pub at: Time,
    /// How often it was sought.
    pub times: u32,
}

#[derive(Debug, Default)]
pub(super) struct Sought {
    asked: Vec<AskedDestination>,
    /// How often a server that runs sought what there was no room to ask about.
    unasked: BTreeMap<ServerId, u32>,
    last: u32,
}

impl State {
    /// Destinations that a person is asked about, oldest first.
    pub fn asked_destinations(&self) -> impl Iterator<Item = &AskedDestination> {
        self.sought.asked.iter()
    }

    pub fn asked_destination(&self, id: DestinationId) -> Option<&AskedDestination> {
        self.sought.asked.iter().find(|asked| asked.id == id)
    }

    /// How often this server sought something else while too much waited for a person already. It
    /// was refused, and nobody was asked.
    #[must_use]
    pub fn refused_unasked(&self, server: ServerId) -> u32 {
        self.sought.unasked.get(&server).copied().unwrap_or_default()
    }

    pub(super) fn sought(
        &mut self,
        id: SessionId,
        Seeking { to, leads_to, during }: Seeking,
        round: &mut Round,
    ) {
        let is_there = self.session(id).is_some_and(|session| session.left.is_none());
        if !is_there || self.is_decided(id.server, &to, &leads_to) {
            return;
        }
        // However many addresses a name leads to one after the other, it is asked about once.
        let same = |it: &&mut AskedDestination| {
            it.session.server == id.server
                && it.destination == to
                && it.leads_to.is_empty() == leads_to.is_empty()
        };
        if let Some(asked) = self.sought.asked.iter_mut().find(same) {
            asked.times = asked.times.saturating_add(1);
            note(&mut asked.during, during);
            return;
        }
        let of_server = self.sought.asked.iter().filter(|it| it.session.server == id.server);
        if of_server.count() >= OF_SERVER || self.sought.asked.len() >= ASKED {
            let unasked = self.sought.unasked.entry(id.server).or_default();
            *unasked = unasked.saturating_add(1);
            return;
        }
        self.sought.last += 1;
        let mut tools = Vec::new();
        note(&mut tools, during);
        let asked = AskedDestination {
            id: DestinationId(self.sought.last),
            session: id,
            app: self.app_of(id),
            destination: to,
            leads_to,
            during: tools,
            at: self.now,
            times: 1,
        };
        round.effects.push(Effect::Tell(Notice::Destination(asked.id)));
        self.sought.asked.push(asked);
    }

    pub(super) fn dismiss_destination(&mut self, id: DestinationId, round: &mut Round) {
        let Some(at) = self.sought.asked.iter().position(|asked| asked.id == id) else {
            return round.refuse(Refusal::UnknownDestination);
        };
        let asked = self.sought.asked.remove(at);
        let sessions = self.sessions_of(asked.session.server).into_iter();
        let let_go = |session| Effect::LetGo(session, asked.destination.clone());
        round.effects.extend(sessions.map(let_go));
    }

    /// Takes those off the list of which something was said since, or whose server does not run.
    pub(super) fn forget_destinations_that_are_settled(&mut self) {
        let Sought { mut asked, mut unasked, last } = std::mem::take(&mut self.sought);
        asked.retain(|it| {
            let server = it.session.server;
            self.runs(server) && !self.is_decided(server, &it.destination, &it.leads_to)
        });
        unasked.retain(|server, _| self.runs(*server));
        self.sought = Sought { asked, unasked, last };
    }

    fn runs(&self, server: ServerId) -> bool {
        self.sessions_of(server).into_iter().any(|id| self.run(id).is_some_and(is_up))
    }

    /// Whether nothing was said of a destination, for some port of it.
    pub fn is_undecided(&self, server: ServerId, to: &Destination) -> bool {
        !self.is_decided(server, to, &[])
    }

    /// Whether a person never lets a server go there.
    pub fn is_never(&self, server: ServerId, to: &Destination) -> bool {
        let server = self.server(server);
        server.is_some_and(|it| verdict(&it.destinations.rules(), to) == Verdict::Never)
    }

    /// Whether what is asked for is allowed or refused by now.
    fn is_decided(&self, id: ServerId, to: &Destination, leads_to: &[Destination]) -> bool {
        let Some(server) = self.server(id) else { return true };
        let rules = server.destinations.rules();
        let of = |to: &Destination| verdict(&rules, to);
        if leads_to.is_empty() {
            return of(to) != Verdict::Unknown;
        }
        // One address is enough to get there by.
        of(to) == Verdict::Never
            || leads_to.iter().any(|it| of(it) == Verdict::Allowed)
            || leads_to.iter().all(|it| of(it) == Verdict::Never)
    }

    fn app_of(&self, id: SessionId) -> Option<String> {
        match self.user(id)? {
            User::App(app) => Some(app.clone()),
            User::Paddock => None,
        }
    }
}

fn note(known: &mut Vec<String>, tools: Vec<String>) {
    for tool in tools {
        if known.len() < TOOLS && tool.len() <= LONGEST_TOOL_NAME && !known.contains(&tool) {
            known.push(tool);
        }
    }
}

/// What was said of something that a server seeks. Where no port is named it is one of the web, and
/// not known which: as long as one of them is undecided, so is it.
fn verdict(rules: &Rules, to: &Destination) -> Verdict {
    let of = |meant: &dyn Fn(u16) -> Meant| {
        let ports = to.port.map_or_else(|| WEB_PORTS.to_vec(), |port| vec![port]);
        let all: Vec<_> = ports.into_iter().map(|port| rules.of(&meant(port))).collect();
        let any = |verdict| all.contains(&verdict);
        [Verdict::Unknown, Verdict::Allowed].into_iter().find(|it| any(*it))
    };
    let said = match &to.target {
        Target::Name(name) if to.port.is_none() && rules.of_name(name) == Verdict::Never => None,
        Target::Name(name) => of(&|port| Meant::Name(name.clone(), port)),
        Target::Addresses(range) => of(&|port| Meant::Address(range.first(), port)),
        Target::ThisComputer => of(&Meant::ThisComputer),
        // Nothing else is sought.
        Target::Under(_) | Target::AnyName => None,
    };
    said.unwrap_or(Verdict::Never)
}
