use std::fmt;
use std::net::Ipv4Addr;
use std::sync::Arc;

/// The most characters of a name, without the dot at its end (RFC 1035).
const LONGEST: usize = 253;
const LONGEST_LABEL: usize = 63;

/// The name of a computer as it is in the DNS: lower case, international letters in Punycode, no dot
/// at the end. Never an address in any notation.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Name(Arc<str>);

/// Why something is no name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NameError {
    #[error("a name is missing")]
    Empty,
    #[error("a name has at most {LONGEST} characters, and {LONGEST_LABEL} between two dots")]
    TooLong,
    #[error("a name has letters, digits and hyphens between single dots")]
    Characters,
    #[error("an address is written as four numbers from 0 to 255")]
    OddAddress,
}

impl Name {
    /// Reads what a person wrote, in any letters (IDNA, by UTS 46).
    pub fn parse(text: &str) -> Result<Self, NameError> {
        if text.len() > 4 * LONGEST {
            return Err(NameError::TooLong);
        }
        let ascii = idna::domain_to_ascii(text).map_err(|_| NameError::Characters)?;
        Self::from_ascii(ascii.as_bytes())
    }

    /// Reads what a program wrote, in which international letters are in Punycode already.
    pub fn from_ascii(text: &[u8]) -> Result<Self, NameError> {
        let text = text.strip_suffix(b".").unwrap_or(text);
        if text.is_empty() {
            return Err(NameError::Empty);
        }
        if text.len() > LONGEST {
            return Err(NameError::TooLong);
        }
        for label in text.split(|byte| *byte == b'.') {
            check(label)?;
        }
        if is_number(text.rsplit(|byte| *byte == b'.').next().unwrap_or_default()) {
            return Err(NameError::OddAddress);
        }
        let name = text.to_ascii_lowercase();
        String::from_utf8(name).map(|name| Self(name.into())).map_err(|_| NameError::Characters)
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether this name ends in `.parent`. No name is under itself.
    pub fn is_under(&self, parent: &Self) -> bool {
        self.0.strip_suffix(&*parent.0).is_some_and(|above| above.ends_with('.'))
    }

    /// Whether it is a name for this computer (RFC 6761).
    pub fn is_this_computer(&self) -> bool {
        &*self.0 == "localhost" || self.0.ends_with(".localhost")
    }

    /// Whether nobody can have it (RFC 6761).
    pub fn is_nobodys(&self) -> bool {
        &*self.0 == "invalid" || self.0.ends_with(".invalid")
    }

    /// Whether anybody can have a name under it: `com`, `co.uk`, `github.io`.
    pub fn is_public_suffix(&self) -> bool {
        let suffix = psl::suffix(self.0.as_bytes());
        suffix.is_some_and(|it| it.is_known() && it.as_bytes() == self.0.as_bytes())
    }

    /// Whether it can be a name of the public DNS: of what ends in `.corp`, `.internal` or `.local`
    /// each network has its own.
    pub fn is_of_the_public_dns(&self) -> bool {
        let domain = psl::domain(self.0.as_bytes());
        domain.is_some_and(|it| it.suffix().is_known()) && !self.0.ends_with(".arpa")
    }

    /// How many parts there are between the dots.
    pub fn labels(&self) -> usize {
        self.0.split('.').count()
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// An underscore is not in the name of any computer by the rules, and in that of many in fact.
fn check(label: &[u8]) -> Result<(), NameError> {
    if label.len() > LONGEST_LABEL {
        return Err(NameError::TooLong);
    }
    let is_fit = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    let (Some(first), Some(last)) = (label.first(), label.last()) else {
        return Err(NameError::Characters);
    };
    if *first == b'-' || *last == b'-' || !label.iter().all(is_fit) {
        return Err(NameError::Characters);
    }
    Ok(())
}

/// What ends in a number is an address to `inet_aton(3)` and to the URL standard: `127.1`,
/// `0x7f000001`, `017700000001`.
fn is_number(label: &[u8]) -> bool {
    let hexadecimal = label.strip_prefix(b"0x").or_else(|| label.strip_prefix(b"0X"));
    hexadecimal.is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit))
        || label.iter().all(u8::is_ascii_digit)
}

/// An address in the one notation that nothing reads in another way.
pub(crate) fn plain_ipv4(text: &str) -> Option<Ipv4Addr> {
    text.parse().ok()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn name(text: &str) -> Name {
        Name::parse(text).unwrap()
    }

    #[test]
    fn one_name_is_written_in_one_way() {
        for (text, expected) in [
            ("API.GitHub.com", "api.github.com"),
            ("api.github.com.", "api.github.com"),
            ("api。github．com", "api.github.com"),
            ("BÜCHER.example", "xn--bcher-kva.example"),
            ("ｅxample.com", "example.com"),
            ("my_bucket.example", "my_bucket.example"),
        ] {
            assert_eq!(name(text).as_str(), expected);
        }
    }

    #[test]
    fn an_address_in_any_notation_is_no_name() {
        for text in [
            "127.1",
            "2130706433",
            "0x7f000001",
            "0x7f.1",
            "0X7F.0.0.1",
            "017700000001",
            "1.2.3.4.5",
            "a.0x",
            "１２７.１",
            "256.1.1.1",
        ] {
            assert_eq!(Name::parse(text), Err(NameError::OddAddress), "{text}");
        }
    }

    #[test]
    fn what_no_computer_is_called_is_refused() {
        for text in [
            "a b", "a/b", "a:b", "a@b", "a..b", ".a", "-a.b", "a-.b", "a%2e", "a\0b", "a*b",
            "[::1]",
        ] {
            assert_eq!(Name::parse(text), Err(NameError::Characters), "{text}");
        }
        for text in ["", "."] {
            assert!(Name::parse(text).is_err(), "{text}");
        }
        let label = "a".repeat(64);
        assert_eq!(Name::from_ascii(label.as_bytes()), Err(NameError::TooLong));
        let long = "abcd.".repeat(51);
        assert_eq!(Name::parse(&long), Err(NameError::TooLong));
    }

    #[test]
    fn a_name_is_under_what_stands_behind_a_dot() {
        let parent = name("example.com");
        assert!(name("a.example.com").is_under(&parent));
        assert!(name("b.a.example.com").is_under(&parent));
        assert!(!parent.is_under(&parent));
        assert!(!name("badexample.com").is_under(&parent));
        assert!(!name("example.com.evil.org").is_under(&parent));
    }

    #[test]
    fn what_is_called_localhost_is_this_computer() {
        assert!(name("LOCALHOST").is_this_computer());
        assert!(name("a.localhost").is_this_computer());
        assert!(!name("localhost.example").is_this_computer());
    }

    proptest! {
        #[test]
        fn a_name_reads_as_itself(text in "\\PC{0,40}") {
            if let Ok(name) = Name::parse(&text) {
                prop_assert_eq!(Name::parse(name.as_str()), Ok(name.clone()));
                prop_assert_eq!(Name::from_ascii(name.as_str().as_bytes()), Ok(name.clone()));
                prop_assert!(name.as_str().parse::<std::net::IpAddr>().is_err());
            }
        }
    }
}
