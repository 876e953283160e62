//! Where a name is outside, and which of its addresses it may lead to.

use std::collections::HashSet;
use std::io;
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use tokio::time::timeout;

use super::decision::decide;
use super::dial::Found;
use super::in_vain::Wanted;
use super::{Common, Event, Refusal, Watched};
use crate::{AddressKind, Destination, Meant, Name, Rules, Verdict, plain};

const LOOK_UP: Duration = Duration::from_secs(15);
/// How many addresses of a name are tried, or asked about.
const ADDRESSES: usize = 6;
/// How many of an answer are looked at: whoever owns a name can have it answered with thousands.
const LOOKED_AT: usize = 64;

impl Common {
    /// Those of a name that it may have, and whether all that it has are known to be public; `None`: the
    /// resolver does not know it. A person is asked about what was found where they have to be, and it
    /// is not looked up again after that.
    pub(super) async fn addresses_of(
        &self,
        name: &Name,
        port: u16,
        rules: &mut Watched,
    ) -> Result<Option<(Vec<Found>, bool)>, Refusal> {
        self.quota.spend_all(name.as_str().len()).await;
        self.looked_up.fetch_add(name.as_str().len() as u64, Ordering::Relaxed);
        // What was not looked up is not unknown: a server can see to it that nothing is.
        let Ok(addresses) = self.look_up_in_time(name).await? else { return Ok(None) };
        if addresses.is_empty() {
            return Err(Refusal::NoAddress);
        }
        let addresses = each_once(addresses);
        let is_whole = addresses.len() <= LOOKED_AT;
        let looked_at = addresses.into_iter().take(LOOKED_AT);
        let found: Vec<_> = looked_at.map(|it| self.found(it, port)).collect();
        let of = |rules: &Rules, found: &Found| of(rules, found, port);
        let unknown = found.iter().filter(|it| of(&rules.borrow(), it) == Verdict::Unknown);
        let unknown = unknown.cloned().collect();
        let ask = || self.events.say(what_to_ask(name, port, unknown));
        let verdict = |rules: &Rules| of_all(found.iter().map(|it| of(rules, it)));
        let meant = Meant::Name(name.clone(), port);
        let is_it = |to: &Destination| {
            let behind = found.iter().filter_map(|it| it.behind.as_ref());
            behind.chain([&meant]).any(|it| it.is_refused_by(to))
        };
        let wanted = Wanted::Behind(name.clone(), port);
        if !decide(self, rules, wanted, verdict, is_it, ask).await {
            return Err(why_not(&rules.borrow(), &found, port));
        }
        let are_public = is_whole && found.iter().all(|it| it.behind.is_none());
        let now = rules.borrow();
        let is_allowed = |it: &Found| of(&now, it) == Verdict::Allowed;
        let allowed = found.into_iter().filter(is_allowed).take(ADDRESSES).collect();
        Ok(Some((allowed, are_public)))
    }

    fn found(&self, address: IpAddr, port: u16) -> Found {
        let kind = self.outside.kind_of(address);
        Found { address, kind, behind: Meant::behind_name(address, port, kind) }
    }

    pub(super) async fn look_up_in_time(
        &self,
        name: &Name,
    ) -> Result<io::Result<Vec<IpAddr>>, Refusal> {
        let looked_up = timeout(LOOK_UP, self.look_up(name)).await.ok().flatten();
        looked_up.ok_or(Refusal::NotLookedUp)
    }

    /// A look-up can't be taken back: the system's own goes on in a thread, whoever still waits for it.
    /// So it counts until it has ended.
    async fn look_up(&self, name: &Name) -> Option<io::Result<Vec<IpAddr>>> {
        let place = Arc::clone(&self.look_ups).acquire_owned().await.ok()?;
        let (outside, name) = (Arc::clone(&self.outside), name.clone());
        let found = tokio::spawn(async move {
            let found = outside.look_up(&name).await;
            drop(place);
            found
        });
        found.await.ok()
    }
}

/// In the order of the answer.
fn each_once(addresses: Vec<IpAddr>) -> Vec<IpAddr> {
    let mut seen = HashSet::new();
    addresses.into_iter().map(plain).filter(|it| seen.insert(*it)).collect()
}

/// Whether a connection to what is meant, at `place`, is allowed. Where a name leads is allowed or taken
/// back by itself, too; what else is meant is a place.
pub(super) fn is_open(rules: &Rules, meant: &Meant, place: Option<&Found>) -> bool {
    let is_allowed = rules.of(meant) == Verdict::Allowed;
    is_allowed
        && match (meant, place) {
            (Meant::Name(_, port), Some(place)) => of(rules, place, *port) == Verdict::Allowed,
            _ => true,
        }
}

fn of(rules: &Rules, found: &Found, port: u16) -> Verdict {
    let Some(behind) = &found.behind else {
        let is_refused = rules.refuses_address(found.address, port);
        return if is_refused { Verdict::Never } else { Verdict::Allowed };
    };
    match (rules.of(behind), found.kind) {
        // Nobody is asked about what nothing can be connected to. This computer is connected to as what
        // it is, and by no name: a page that was loaded from a name would be of one origin with it.
        (Verdict::Unknown, AddressKind::Nowhere)
        | (Verdict::Allowed, AddressKind::ThisComputer) => Verdict::Never,
        (verdict, _) => verdict,
    }
}

/// Why none of what was found may be connected to: of what is undecided, if any is.
fn why_not(rules: &Rules, found: &[Found], port: u16) -> Refusal {
    let undecided = found.iter().find(|it| of(rules, it, port) == Verdict::Unknown);
    let Some(one) = undecided.or(found.first()) else { return Refusal::NoAddress };
    match &one.behind {
        Some(behind) if rules.of(behind) != Verdict::Never => Refusal::NotPublic(one.kind),
        Some(_) | None => Refusal::AddressRefused,
    }
}

/// One that is allowed is enough, and one that nobody decided on is asked about.
fn of_all(found: impl Iterator<Item = Verdict>) -> Verdict {
    let found: Vec<_> = found.collect();
    let wanted = [Verdict::Allowed, Verdict::Unknown];
    wanted.into_iter().find(|it| found.contains(it)).unwrap_or(Verdict::Never)
}

/// Addresses on a private network go with the name. A program of this computer and what a cloud says of
/// it are asked about as what they are, whatever name leads there.
fn what_to_ask(name: &Name, port: u16, unknown: Vec<Found>) -> Event {
    let private = unknown.iter().filter(|it| it.kind == AddressKind::Private);
    let private: Vec<_> = private.map(|it| it.address).collect();
    let other = unknown.into_iter().find_map(|it| it.behind);
    match other {
        Some(other) if private.is_empty() => Event::AsksFor(other),
        _ => Event::AsksForAddresses(name.clone(), port, first_of(private)),
    }
}

/// In one order, so that what is asked twice is seen to be the same.
fn first_of(mut addresses: Vec<IpAddr>) -> Vec<IpAddr> {
    addresses.sort_unstable();
    addresses.dedup();
    addresses.truncate(ADDRESSES);
    addresses
}
