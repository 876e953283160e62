use std::collections::BTreeSet;
use std::fmt;
use std::net::IpAddr;

use super::{AddressKind, Destination, Name, Range, Target, plain};

/// The ports that a destination without one is for.
pub const WEB_PORTS: [u16; 2] = [80, 443];

/// What one server may connect to. Nothing, to begin with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rules {
    allowed: Vec<Destination>,
    never: Vec<Destination>,
}

/// What a connection was meant for.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Meant {
    Name(Name, u16),
    /// An address that no name was asked for.
    Address(IpAddr, u16),
    /// This computer itself, from outside of the server's own network.
    ThisComputer(u16),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    Allowed,
    /// A person said so.
    Never,
    /// Nobody said anything.
    Unknown,
}

impl Rules {
    /// What is in `never` is refused even if something in `allowed` covers it.
    pub fn new(allowed: Vec<Destination>, never: Vec<Destination>) -> Self {
        Self { allowed, never }
    }

    /// Whether a server may learn of an address for `name`: something allows it on some port.
    pub fn of_name(&self, name: &Name) -> Verdict {
        // One that is refused at a single port may be allowed at others.
        if self.never.iter().any(|it| it.port.is_none() && it.covers_name(name)) {
            Verdict::Never
        } else if self.allowed.iter().any(|it| it.covers_name(name)) {
            Verdict::Allowed
        } else if self.never.iter().any(|it| it.covers_name(name)) {
            Verdict::Never
        } else {
            Verdict::Unknown
        }
    }

    /// A name that a server may learn of, where one is allowed by itself.
    pub fn a_name(&self) -> Option<&Name> {
        names(&self.allowed).find(|name| self.of_name(name) == Verdict::Allowed)
    }

    /// A name that a server may not learn of: one that `before` allowed by itself, or else one that
    /// is refused by itself.
    pub fn a_name_refused(&self, before: &Self) -> Option<Name> {
        let taken = names(&before.allowed).filter(|name| before.of_name(name) == Verdict::Allowed);
        let mut refused = taken.chain(names(&self.never));
        refused.find(|name| self.of_name(name) != Verdict::Allowed).cloned()
    }

    pub fn of(&self, meant: &Meant) -> Verdict {
        if self.never.iter().any(|it| meant.is_refused_by(it)) {
            Verdict::Never
        } else if self.allowed.iter().any(|it| meant.is_covered_by(it)) {
            Verdict::Allowed
        } else {
            Verdict::Unknown
        }
    }

    /// What something counts for where it is not told apart: what allows it, a name before its domain
    /// and that before every name. All of its kind where nothing allows it any more.
    pub fn counted_as(&self, meant: &Meant) -> Destination {
        let allows = self.allowed.iter().filter(|it| meant.is_covered_by(it)).min();
        allows.cloned().unwrap_or_else(|| meant.destination().all_of_its_kind())
    }

    /// Whether a name is allowed by itself or with its domain, and not merely by `*` or a suffix under
    /// which anyone can have a name.
    pub fn allow_by_name(&self, name: &Name, port: u16) -> bool {
        self.allowed.iter().any(|it| it.is_for(port) && it.covers_name(name) && !it.is_anywhere())
    }

    /// Whether an address is refused, whatever name leads there.
    pub fn refuses_address(&self, address: IpAddr, port: u16) -> bool {
        self.of(&Meant::Address(plain(address), port)) == Verdict::Never
    }

    /// Where something may be allowed: there a connection is accepted before it is decided.
    pub fn ports(&self) -> BTreeSet<u16> {
        let others = self.allowed.iter().filter_map(|destination| destination.port);
        WEB_PORTS.into_iter().chain(others).collect()
    }
}

fn names(destinations: &[Destination]) -> impl Iterator<Item = &Name> {
    destinations.iter().filter_map(|it| match &it.target {
        Target::Name(name) => Some(name),
        Target::Under(_) | Target::AnyName | Target::Addresses(_) | Target::ThisComputer => None,
    })
}

/// Whether it covers what was meant, at whatever port.
fn covers_target(destination: &Destination, meant: &Meant) -> bool {
    match meant {
        Meant::Name(name, _) => destination.covers_name(name),
        Meant::Address(address, _) => destination.covers_address(*address),
        Meant::ThisComputer(_) => destination.target == Target::ThisComputer,
    }
}

/// As [`covers_target`], but that a range is refused to its last address, whatever that is.
fn refuses_target(destination: &Destination, meant: &Meant) -> bool {
    match (&destination.target, meant) {
        (Target::Addresses(range), Meant::Address(address, _)) => range.contains(*address),
        _ => covers_target(destination, meant),
    }
}

impl Meant {
    /// What must be allowed besides a name that is at `address`, and so is not covered by it: `None`
    /// for a public address. `kind` says where it leads from here.
    pub fn behind_name(address: IpAddr, port: u16, kind: AddressKind) -> Option<Self> {
        match kind {
            AddressKind::ThisComputer => Some(Self::ThisComputer(port)),
            AddressKind::Public => None,
            AddressKind::Private | AddressKind::Local | AddressKind::Nowhere => {
                Some(Self::Address(plain(address), port))
            }
        }
    }

    /// Whether it is allowed with a destination. Without a port that is one of the web.
    pub fn is_covered_by(&self, allowed: &Destination) -> bool {
        allowed.is_for(self.port()) && covers_target(allowed, self)
    }

    /// Whether it is refused with a destination. Without a port that is every one.
    pub fn is_refused_by(&self, never: &Destination) -> bool {
        refuses_target(never, self) && never.port.is_none_or(|port| port == self.port())
    }

    /// It as a person would say it.
    pub fn destination(&self) -> Destination {
        let port = Some(self.port()).filter(|port| !WEB_PORTS.contains(port));
        match self {
            Self::Name(name, _) => Destination { target: Target::Name(name.clone()), port },
            Self::Address(address, _) => {
                Destination { target: Target::Addresses(Range::of(*address)), port }
            }
            Self::ThisComputer(port) => {
                Destination { target: Target::ThisComputer, port: Some(*port) }
            }
        }
    }

    pub fn port(&self) -> u16 {
        match self {
            Self::Name(_, port) | Self::Address(_, port) | Self::ThisComputer(port) => *port,
        }
    }
}

impl fmt::Display for Meant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name, port) => write!(f, "{name}:{port}"),
            Self::Address(IpAddr::V4(address), port) => write!(f, "{address}:{port}"),
            Self::Address(IpAddr::V6(address), port) => write!(f, "[{address}]:{port}"),
            Self::ThisComputer(port) => write!(f, "localhost:{port}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::kind_of;

    fn rules(allowed: &[&str], never: &[&str]) -> Rules {
        let read = |texts: &[&str]| texts.iter().map(|text| text.parse().unwrap()).collect();
        Rules::new(read(allowed), read(never))
    }

    fn name(text: &str) -> Name {
        Name::parse(text).unwrap()
    }

    #[test]
    fn a_name_is_allowed_by_name_with_its_domain_and_not_with_everything() {
        let names =
            |allowed: &[&str]| rules(allowed, &[]).allow_by_name(&name("api.example.com"), 443);
        assert!(names(&["api.example.com"]) && names(&["*.example.com"]));
        assert!(!names(&["*"]) && !names(&["api.example.com:8443"]));
        assert!(!rules(&["*.github.io"], &[]).allow_by_name(&name("ada.github.io"), 443));
    }

    #[test]
    fn a_name_that_was_taken_back_is_refused_and_one_that_is_allowed_otherwise_is_not() {
        let before = rules(&["a.corp.example", "b.corp.example"], &["b.corp.example"]);
        let refused = |now: &Rules| now.a_name_refused(&before).map(|it| it.to_string());
        let some = |name: &str| Some(name.to_owned());
        assert_eq!(refused(&before), some("b.corp.example"));
        assert_eq!(refused(&rules(&[], &[])), some("a.corp.example"));
        assert_eq!(refused(&rules(&["*.corp.example"], &[])), None);
        assert_eq!(
            refused(&rules(&["*.corp.example"], &["x.corp.example"])),
            some("x.corp.example")
        );
        // It is refused at one port, and allowed at others.
        assert_eq!(refused(&rules(&["*.corp.example"], &["x.corp.example:22"])), None);
    }

    #[test]
    fn an_address_is_refused_by_what_it_is() {
        let rules = rules(&["*"], &["93.184.216.0/24"]);
        let refuses = |address: &str| rules.refuses_address(address.parse().unwrap(), 443);
        assert!(refuses("93.184.216.34") && refuses("::ffff:93.184.216.34"));
        assert!(!refuses("93.184.217.34"));
    }

    fn named(text: &str, port: u16) -> Meant {
        Meant::Name(name(text), port)
    }

    fn address(text: &str, port: u16) -> Meant {
        Meant::Address(text.parse().unwrap(), port)
    }

    #[test]
    fn what_is_meant_is_covered_by_what_it_is_called() {
        for (meant, expected) in [
            (named("api.example.com", 443), "api.example.com"),
            (named("api.example.com", 8443), "api.example.com:8443"),
            (address("10.0.0.1", 22), "10.0.0.1:22"),
            (Meant::ThisComputer(443), "localhost:443"),
        ] {
            assert_eq!(meant.destination().to_string(), expected);
            assert!(meant.is_covered_by(&expected.parse().unwrap()), "{expected}");
        }
    }

    #[test]
    fn what_is_not_told_apart_counts_for_the_narrowest_that_allows_it() {
        let rules = rules(&["*", "*.example.com", "a.example.com", "*.example.com:22"], &[]);
        for (meant, expected) in [
            (named("a.example.com", 443), "a.example.com"),
            (named("b.example.com", 443), "*.example.com"),
            (named("b.example.com", 22), "*.example.com:22"),
            (named("b.example", 443), "*"),
            (address("1.1.1.1", 443), "0.0.0.0/0"),
        ] {
            let counted_as = rules.counted_as(&meant);
            assert_eq!(counted_as, expected.parse().unwrap(), "{meant}");
        }
    }

    #[test]
    fn nothing_is_allowed_that_nobody_allowed() {
        let none = Rules::default();
        assert_eq!(none.of_name(&name("example.com")), Verdict::Unknown);
        for meant in [named("a.b", 443), address("1.1.1.1", 443), Meant::ThisComputer(80)] {
            assert_eq!(none.of(&meant), Verdict::Unknown);
        }
        assert_eq!(none.ports(), [80, 443].into());
    }

    #[test]
    fn a_name_is_allowed_on_its_port() {
        let rules = rules(&["db.example.com:5432", "example.com"], &[]);
        assert_eq!(rules.of_name(&name("db.example.com")), Verdict::Allowed);
        assert_eq!(rules.of(&named("db.example.com", 5432)), Verdict::Allowed);
        assert_eq!(rules.of(&named("db.example.com", 443)), Verdict::Unknown);
        assert_eq!(rules.of(&named("example.com", 443)), Verdict::Allowed);
        assert_eq!(rules.ports(), [80, 443, 5432].into());
    }

    #[test]
    fn never_outweighs_whatever_is_allowed() {
        let rules = rules(&["*", "evil.example"], &["*.evil.example", "evil.example"]);
        assert_eq!(rules.of_name(&name("good.example")), Verdict::Allowed);
        assert_eq!(rules.of_name(&name("evil.example")), Verdict::Never);
        assert_eq!(rules.of(&named("a.evil.example", 443)), Verdict::Never);
    }

    #[test]
    fn a_star_is_for_names_and_not_for_addresses_or_this_computer() {
        let rules = rules(&["*"], &[]);
        for meant in
            [address("1.1.1.1", 443), address("169.254.169.254", 80), Meant::ThisComputer(443)]
        {
            assert_eq!(rules.of(&meant), Verdict::Unknown, "{meant}");
        }
    }

    #[test]
    fn a_public_name_leads_to_nothing_private_unless_that_is_allowed_too() {
        use Verdict::{Allowed, Never, Unknown};
        let at = |rules: &Rules, text: &str, port| {
            let address = text.parse().unwrap();
            let kind = match text {
                "1.0.0.1" => AddressKind::ThisComputer,
                "2a02::1" => AddressKind::Private,
                _ => kind_of(address),
            };
            let behind = Meant::behind_name(address, port, kind);
            behind.map_or(Allowed, |behind| rules.of(&behind))
        };
        let open = rules(&["*"], &[]);
        for private in
            ["127.0.0.1", "10.0.0.1", "169.254.169.254", "::1", "fd00:ec2::254", "2a02::1"]
        {
            assert_eq!(at(&open, private, 443), Unknown, "{private}");
        }
        assert_eq!(at(&open, "1.1.1.1", 443), Allowed);
        let office = rules(&["git.corp.example", "10.0.0.0/8"], &["10.6.6.6"]);
        assert_eq!(at(&office, "10.0.0.1", 443), Allowed);
        assert_eq!(at(&office, "10.6.6.6", 443), Never);
        assert_eq!(at(&office, "10.0.0.1", 22), Unknown);
        assert_eq!(at(&office, "192.168.0.1", 443), Unknown);
        let database = rules(&["*", "localhost:5432"], &[]);
        assert_eq!(at(&database, "127.0.0.1", 5432), Allowed);
        assert_eq!(at(&database, "127.0.0.1", 443), Unknown);
        // One of this computer's own, though public.
        assert_eq!(at(&database, "1.0.0.1", 5432), Allowed);
        assert_eq!(at(&database, "1.0.0.1", 443), Unknown);
    }

    #[test]
    fn a_port_of_this_computer_is_that_port() {
        let rules = rules(&["localhost:5432"], &[]);
        assert_eq!(rules.of(&Meant::ThisComputer(5432)), Verdict::Allowed);
        assert_eq!(rules.of(&Meant::ThisComputer(80)), Verdict::Unknown);
        assert_eq!(rules.of(&address("10.0.0.1", 5432)), Verdict::Unknown);
    }
}
