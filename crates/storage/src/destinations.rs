//! Where a server may connect as JSON text, and back.

use paddock_core::network::{Allowance, Destination, Destinations, NetworkChoice};
use paddock_core::{Lifetime, Server, Time};
use serde::{Deserialize, Serialize};

pub(crate) fn to_json(server: &Server) -> serde_json::Result<String> {
    serde_json::to_string(&Stored::of(server))
}

/// The destinations, and whether a server without an open network has them.
pub(crate) fn from_json(text: &str) -> serde_json::Result<Option<(bool, Destinations)>> {
    serde_json::from_str::<Stored>(text).map(Stored::into_destinations)
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Stored {
    asks: bool,
    allowed: Vec<StoredAllowance>,
    never: Vec<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StoredAllowance {
    to: String,
    lifetime: StoredLifetime,
    since: i64,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum StoredLifetime {
    ThisRun,
    Until(i64),
    Always,
}

impl Stored {
    fn of(server: &Server) -> Self {
        let Destinations { allowed, never } = &server.destinations;
        let allowance = |(to, it): (&Destination, &Allowance)| StoredAllowance {
            to: to.to_string(),
            lifetime: match it.lifetime {
                Lifetime::ThisRun => StoredLifetime::ThisRun,
                Lifetime::Until(end) => StoredLifetime::Until(end.0),
                Lifetime::Always => StoredLifetime::Always,
            },
            since: it.since.0,
        };
        Self {
            asks: server.confinement.network == NetworkChoice::Ask,
            allowed: allowed.iter().map(allowance).collect(),
            never: never.iter().map(ToString::to_string).collect(),
        }
    }

    /// `None` for what was never written.
    fn into_destinations(self) -> Option<(bool, Destinations)> {
        let allowed = self.allowed.into_iter().map(StoredAllowance::into_allowance);
        let never = self.never.iter().map(|text| destination(text));
        let destinations = Destinations {
            allowed: allowed.collect::<Option<_>>()?,
            never: never.collect::<Option<_>>()?,
        };
        Some((self.asks, destinations))
    }
}

impl StoredAllowance {
    fn into_allowance(self) -> Option<(Destination, Allowance)> {
        let lifetime = match self.lifetime {
            StoredLifetime::ThisRun => Lifetime::ThisRun,
            StoredLifetime::Until(end) => Lifetime::Until(Time(end)),
            StoredLifetime::Always => Lifetime::Always,
        };
        Some((destination(&self.to)?, Allowance { lifetime, since: Time(self.since) }))
    }
}

fn destination(text: &str) -> Option<Destination> {
    text.parse().ok().filter(|it: &Destination| it.to_string() == text)
}

#[cfg(test)]
mod tests {
    use paddock_core::{Command, Confinement, ServerId};

    use super::*;

    #[test]
    fn what_is_written_reads_back_and_nothing_else_does() {
        let allowance = |lifetime| Allowance { lifetime, since: Time(7) };
        let destinations = Destinations {
            allowed: [
                ("api.example.com".parse().unwrap(), allowance(Lifetime::Always)),
                ("*.example.org:8443".parse().unwrap(), allowance(Lifetime::Until(Time(9)))),
                ("localhost:5432".parse().unwrap(), allowance(Lifetime::ThisRun)),
            ]
            .into(),
            never: ["[fd00::/8]:443".parse().unwrap()].into(),
        };
        let server = Server {
            destinations: destinations.clone(),
            confinement: Confinement { network: NetworkChoice::Ask, ..Confinement::default() },
            ..Server::new(ServerId(1), "Files".into(), Command::Bundled)
        };
        let json = to_json(&server).unwrap();
        assert_eq!(from_json(&json).unwrap(), Some((true, destinations)));
        assert_eq!(from_json(&json.replace("api.", "API.")).unwrap(), None);
        assert_eq!(from_json(&json.replace("api.example.com", "https://x")).unwrap(), None);
        assert!(from_json(&json.replace("always", "ever")).is_err());
        assert!(from_json(&json.replace("never", "denied")).is_err());
    }
}
