//! What a connection was meant for, as a person would say it.

use paddock_core::network::{Destination, Meant, Place, Range, WEB_PORTS};

/// The destination that something was meant for.
pub(crate) fn destination(meant: &Meant) -> Destination {
    let port = Some(meant.port()).filter(|port| !WEB_PORTS.contains(port));
    match meant {
        Meant::Name(name, _) => Destination { place: Place::Name(name.clone()), port },
        Meant::Address(address, _) => {
            Destination { place: Place::Addresses(Range::of(*address)), port }
        }
        Meant::ThisComputer(port) => Destination { place: Place::ThisComputer, port: Some(*port) },
    }
}

#[cfg(test)]
mod tests {
    use paddock_core::network::{Name, Rules};

    use super::*;

    #[test]
    fn what_is_asked_about_covers_what_was_meant_and_is_written_as_a_person_would() {
        let name = Name::parse("api.example.com").unwrap();
        for (meant, expected) in [
            (Meant::Name(name.clone(), 443), "api.example.com"),
            (Meant::Name(name, 8443), "api.example.com:8443"),
            (Meant::Address("10.0.0.1".parse().unwrap(), 22), "10.0.0.1:22"),
            (Meant::ThisComputer(443), "localhost:443"),
        ] {
            let to = destination(&meant);
            assert_eq!(to.to_string(), expected);
            let rules = Rules::new(vec![expected.parse().unwrap()], Vec::new());
            assert_eq!(rules.of(&meant), paddock_core::network::Verdict::Allowed);
        }
    }
}
