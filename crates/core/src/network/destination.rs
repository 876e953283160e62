use std::fmt;
use std::net::IpAddr;
use std::str::FromStr;

use super::name::plain_ipv4;
use super::{Name, NameError, Range, plain};

/// Somewhere a server may be allowed to connect to.
///
/// As text: `api.github.com`, `*.example.com`, `*`, `10.0.0.0/8`, `localhost`; behind each a port, as
/// in `db.example.com:5432` or `[fd00::1]:443`. `localhost:*` is refused only.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Destination {
    pub target: Target,
    /// `None` for the ports of the web ([`WEB_PORTS`](super::WEB_PORTS)), and where it is refused for
    /// every port. This computer has one always where it is allowed.
    pub port: Option<u16>,
}

/// Where, without a port.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Target {
    /// This name alone.
    Name(Name),
    /// Every name that ends in a dot and this one, but not this one.
    Under(Name),
    /// Every name.
    AnyName,
    /// Addresses that are connected to as such, without a name.
    Addresses(Range),
    /// The person's own programs on this computer.
    ThisComputer,
}

/// Why something is no destination.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DestinationError {
    #[error("{0}")]
    Name(#[from] NameError),
    #[error("this is an address of a page: the name in it is enough")]
    Page,
    #[error("a port is a number from 1 to 65535")]
    Port,
    #[error("this computer needs a port: localhost:5432")]
    NoPort,
    #[error("a range is an address that ends in zeros, and how many bits count: 10.0.0.0/8")]
    Range,
    #[error("a star stands alone, or before a dot and a name of two parts: *.example.com")]
    Star,
    #[error("nothing can be connected to by this address")]
    Nowhere,
    #[error("this address stands for a name, inside of servers: nothing can be connected to by it")]
    OfNames,
}

impl Destination {
    /// Whether it is for `port`.
    pub fn is_for(&self, port: u16) -> bool {
        let web = self.target != Target::ThisComputer && super::WEB_PORTS.contains(&port);
        self.port.map_or(web, |only| only == port)
    }

    /// Whether it holds much of the internet: who may connect there can send what it reads to anyone.
    pub fn is_anywhere(&self) -> bool {
        match &self.target {
            Target::AnyName => true,
            Target::Addresses(range) => range.holds_much(),
            Target::Under(name) => name.is_public_suffix(),
            Target::Name(_) | Target::ThisComputer => false,
        }
    }

    /// Whether it could ever be connected to, if it were allowed.
    ///
    /// # Errors
    ///
    /// Why not.
    pub fn check(&self) -> Result<(), DestinationError> {
        match &self.target {
            Target::ThisComputer if self.port.is_none() => Err(DestinationError::NoPort),
            Target::Addresses(range) if range.is_of_names() => Err(DestinationError::OfNames),
            Target::Name(_)
            | Target::Under(_)
            | Target::AnyName
            | Target::Addresses(_)
            | Target::ThisComputer => Ok(()),
        }
    }

    /// Whether to refuse it is to refuse all of `other`. What is refused without a port is refused at
    /// every one.
    pub fn refuses(&self, other: &Self) -> bool {
        let target = match (&self.target, &other.target) {
            (Target::Under(parent), Target::Name(name)) => name.is_under(parent),
            (Target::Under(parent), Target::Under(other)) => {
                other == parent || other.is_under(parent)
            }
            (Target::AnyName, Target::Name(_) | Target::Under(_)) => true,
            (Target::Addresses(range), Target::Addresses(other)) => {
                range.contains(other.first()) && range.contains(other.last())
            }
            (one, other) => one == other,
        };
        target && (self.port.is_none() || self.port == other.port)
    }

    /// All that is of its kind, at every port.
    #[must_use]
    pub fn all_of_its_kind(&self) -> Self {
        let target = match &self.target {
            Target::Name(_) | Target::Under(_) | Target::AnyName => Target::AnyName,
            Target::Addresses(range) => Target::Addresses(Range::all_like(range.first())),
            Target::ThisComputer => Target::ThisComputer,
        };
        Self { target, port: None }
    }

    /// Whether it covers a name, on whatever port. What is called localhost is this computer.
    pub fn covers_name(&self, name: &Name) -> bool {
        if name.is_this_computer() {
            return false;
        }
        match &self.target {
            Target::Name(only) => only == name,
            Target::Under(parent) => name.is_under(parent),
            Target::AnyName => true,
            Target::Addresses(_) | Target::ThisComputer => false,
        }
    }

    /// Whether it covers an address that is connected to as such.
    pub fn covers_address(&self, address: IpAddr) -> bool {
        match &self.target {
            Target::Addresses(range) => !plain(address).is_loopback() && range.covers(address),
            Target::Name(_) | Target::Under(_) | Target::AnyName | Target::ThisComputer => false,
        }
    }
}

impl FromStr for Destination {
    type Err = DestinationError;

    fn from_str(text: &str) -> Result<Self, DestinationError> {
        let text = text.trim();
        if text == EVERY_LOCAL_PORT {
            return Ok(Self { target: Target::ThisComputer, port: None });
        }
        if text.contains("://") {
            return Err(DestinationError::Page);
        }
        let (place, port) = divide(text)?;
        let destination = Self { target: target_of(place)?, port };
        if destination.target == Target::ThisComputer && port.is_none() {
            return Err(DestinationError::NoPort);
        }
        Ok(destination)
    }
}

/// What is refused at this computer where its ports are too many to be told apart.
const EVERY_LOCAL_PORT: &str = "localhost:*";

/// What stands before the port, without brackets.
fn divide(text: &str) -> Result<(&str, Option<u16>), DestinationError> {
    if let Some(text) = text.strip_prefix('[') {
        let (place, rest) = text.split_once(']').ok_or(DestinationError::Range)?;
        return match rest.strip_prefix(':') {
            Some(port) => Ok((place, Some(port_of(port)?))),
            None if rest.is_empty() => Ok((place, None)),
            None => Err(DestinationError::Port),
        };
    }
    match text.split_once(':') {
        Some((place, port)) if !port.contains(':') => Ok((place, Some(port_of(port)?))),
        Some(_) | None => Ok((text, None)),
    }
}

fn port_of(text: &str) -> Result<u16, DestinationError> {
    let is_plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let port = text.parse().ok().filter(|port| is_plain && *port != 0);
    port.ok_or(DestinationError::Port)
}

fn target_of(text: &str) -> Result<Target, DestinationError> {
    if text == "*" {
        return Ok(Target::AnyName);
    }
    if let Some(parent) = text.strip_prefix("*.") {
        return under(parent);
    }
    if text.contains('*') {
        return Err(DestinationError::Star);
    }
    if text.contains([':', '/']) || plain_ipv4(text).is_some() {
        return addresses(text);
    }
    let name = Name::parse(text)?;
    // Digits of other alphabets become an address only now.
    if plain_ipv4(name.as_str()).is_some() {
        return Err(NameError::OddAddress.into());
    }
    Ok(if name.is_this_computer() { Target::ThisComputer } else { Target::Name(name) })
}

fn under(parent: &str) -> Result<Target, DestinationError> {
    let parent = Name::parse(parent).map_err(|_| DestinationError::Star)?;
    if parent.labels() < 2 || parent.is_this_computer() {
        return Err(DestinationError::Star);
    }
    Ok(Target::Under(parent))
}

fn addresses(text: &str) -> Result<Target, DestinationError> {
    let range: Range = text.parse().map_err(|()| DestinationError::Range)?;
    if !range.is_one() {
        return Ok(Target::Addresses(range));
    }
    let address = range.first();
    if address.is_loopback() {
        return Ok(Target::ThisComputer);
    }
    let is_broadcast = matches!(address, IpAddr::V4(it) if it.is_broadcast());
    if address.is_unspecified() || address.is_multicast() || is_broadcast {
        return Err(DestinationError::Nowhere);
    }
    Ok(Target::Addresses(range))
}

impl fmt::Display for Destination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(port) = self.port else {
            let every = self.target == Target::ThisComputer;
            return if every { f.write_str(EVERY_LOCAL_PORT) } else { self.target.fmt(f) };
        };
        if let Target::Addresses(range) = &self.target
            && range.first().is_ipv6()
        {
            return write!(f, "[{range}]:{port}");
        }
        write!(f, "{}:{port}", self.target)
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => name.fmt(f),
            Self::Under(parent) => write!(f, "*.{parent}"),
            Self::AnyName => f.write_str("*"),
            Self::Addresses(range) => range.fmt(f),
            Self::ThisComputer => f.write_str("localhost"),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn destination(text: &str) -> Destination {
        text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    fn name(text: &str) -> Name {
        Name::parse(text).unwrap()
    }

    #[test]
    fn a_destination_is_written_in_one_way() {
        for (text, expected) in [
            (" API.github.com. ", "api.github.com"),
            ("api.github.com:8443", "api.github.com:8443"),
            ("*.Example.com", "*.example.com"),
            ("*", "*"),
            ("*:8080", "*:8080"),
            ("10.0.0.0/8", "10.0.0.0/8"),
            ("10.0.0.0/8:22", "10.0.0.0/8:22"),
            ("1.2.3.4", "1.2.3.4"),
            ("::ffff:1.2.3.4", "1.2.3.4"),
            ("[::ffff:1.2.3.4]:99", "1.2.3.4:99"),
            ("fd00::1", "fd00::1"),
            ("[fd00::1]", "fd00::1"),
            ("[fd00::/8]:443", "[fd00::/8]:443"),
            ("localhost:5432", "localhost:5432"),
            ("127.0.0.1:5432", "localhost:5432"),
            ("[::1]:5432", "localhost:5432"),
            ("db.localhost:5432", "localhost:5432"),
            ("localhost:*", "localhost:*"),
        ] {
            assert_eq!(destination(text).to_string(), expected);
            assert_eq!(destination(expected), destination(text));
        }
    }

    #[test]
    fn what_anybody_can_have_a_name_in_is_anywhere() {
        for text in ["*", "*.co.uk", "*.github.io", "*.workers.dev:8443", "0.0.0.0/0", "2a00::/11"]
        {
            assert!(destination(text).is_anywhere(), "{text}");
        }
        for text in ["github.io", "*.github.com", "*.wiki.corp", "10.0.0.0/8", "fc00::/7"] {
            assert!(!destination(text).is_anywhere(), "{text}");
        }
    }

    #[test]
    fn what_is_no_destination_is_refused_with_a_reason() {
        use DestinationError::{NoPort, Nowhere, Page, Port, Star};
        for (text, expected) in [
            ("https://example.com", Page),
            ("example.com:0", Port),
            ("example.com:65536", Port),
            ("example.com:+1", Port),
            ("example.com:", Port),
            ("[::1]1", Port),
            ("localhost", NoPort),
            ("127.9.9.9", NoPort),
            ("::1", NoPort),
            ("*.com", Star),
            ("*.localhost", Star),
            ("a.*.com", Star),
            ("*a.com", Star),
            ("**", Star),
            ("*.1.2", Star),
            ("0.0.0.0", Nowhere),
            ("255.255.255.255:80", Nowhere),
            ("ff02::1", Nowhere),
            ("", NameError::Empty.into()),
            ("127.1", NameError::OddAddress.into()),
            ("2130706433:80", NameError::OddAddress.into()),
            ("a b", NameError::Characters.into()),
            ("fd00::/129", DestinationError::Range),
            ("[fd00::1", DestinationError::Range),
            ("1.2.3.4/24", DestinationError::Range),
        ] {
            assert_eq!(text.parse::<Destination>(), Err(expected), "{text}");
        }
    }

    #[test]
    fn what_names_are_answered_with_is_nothing_to_be_allowed() {
        for text in ["33.250.0.9", "33.251.255.255:22", "33.250.0.0/15", "33.250.1.0/24:443"] {
            assert_eq!(destination(text).check(), Err(DestinationError::OfNames), "{text}");
        }
        assert_eq!(destination("localhost:*").check(), Err(DestinationError::NoPort));
        // There is more in these.
        for text in ["33.249.255.255", "33.252.0.0", "33.0.0.0/8", "0.0.0.0/0", "a.example"] {
            assert_eq!(destination(text).check(), Ok(()), "{text}");
        }
    }

    #[test]
    fn a_star_does_not_cover_the_name_behind_it() {
        let star = destination("*.example.com");
        assert!(star.covers_name(&name("a.example.com")));
        assert!(star.covers_name(&name("b.a.example.com")));
        assert!(!star.covers_name(&name("example.com")));
        assert!(!star.covers_name(&name("evilexample.com")));
    }

    #[test]
    fn no_name_covers_this_computer() {
        for text in ["*", "*.example.com", "0.0.0.0/0", "127.0.0.0/8", "::/0"] {
            let destination = destination(text);
            assert!(!destination.covers_name(&name("localhost")), "{text}");
            assert!(!destination.covers_address("127.0.0.1".parse().unwrap()), "{text}");
            assert!(!destination.covers_address("::1".parse().unwrap()), "{text}");
        }
    }

    #[test]
    fn what_is_refused_is_known_by_what_refuses_more() {
        for (more, less) in [
            ("*", "a.example.com"),
            ("*", "*.example.com:22"),
            ("*.example.com", "a.b.example.com"),
            ("*.example.com", "*.b.example.com"),
            ("a.example", "a.example:22"),
            ("0.0.0.0/0", "10.0.0.0/8"),
            ("10.0.0.0/8", "10.1.2.3:22"),
            ("localhost:*", "localhost:5432"),
        ] {
            let (more, less) = (destination(more), destination(less));
            assert!(more.refuses(&less) && more.refuses(&more), "{more} {less}");
            assert!(!less.refuses(&more), "{more} {less}");
            let all = more.all_of_its_kind();
            assert!(all.refuses(&more) && all.refuses(&less), "{all}");
        }
        for (one, other) in [
            ("*.example.com", "example.com"),
            ("*", "10.0.0.1"),
            ("*", "localhost:80"),
            ("0.0.0.0/0", "fd00::1"),
            ("a.example:22", "a.example:23"),
        ] {
            assert!(!destination(one).refuses(&destination(other)), "{one} {other}");
        }
        assert!(!destination("localhost:*").is_for(443), "it allows nothing");
    }

    #[test]
    fn without_a_port_it_is_the_web() {
        assert!(destination("a.example").is_for(443) && destination("a.example").is_for(80));
        assert!(!destination("a.example").is_for(22));
        assert!(destination("a.example:22").is_for(22) && !destination("a.example:22").is_for(443));
    }

    proptest! {
        #[test]
        fn a_destination_reads_as_itself(text in "[a-z0-9.*:/\\[\\]ü-]{0,24}|\\PC{0,24}") {
            if let Ok(read) = text.parse::<Destination>() {
                prop_assert_eq!(read.to_string().parse(), Ok(read));
            }
        }
    }
}
