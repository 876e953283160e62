//! The address a server wants visited, cut so that a person sees where it leads.

use unicode_security::mixed_script::MixedScript;
use unicode_security::restriction_level::{RestrictionLevel, RestrictionLevelDetection};
use url::{Host, Position, Url};

use crate::PayloadError;

/// The longest address, in bytes.
const ADDRESS: usize = 16 * 1024;

/// An `http` or `https` address. Put together, the three pieces are what is opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    /// Up to the domain, credentials included.
    pub before: String,
    /// The host, which decides where it leads.
    pub domain: String,
    /// Port, path, query and fragment.
    pub after: String,
    /// The domain as it reads where it is written in Punycode.
    pub unicode_domain: Option<String>,
    /// Each once, the gravest first.
    pub warnings: Vec<AddressWarning>,
}

impl Address {
    /// Reads it as a browser would (the URL Standard), so that what is shown is where it leads.
    pub(super) fn parse(text: &str) -> Result<Self, PayloadError> {
        if text.len() > ADDRESS {
            return Err(PayloadError::new(format!("url is longer than {ADDRESS} bytes")));
        }
        let url = Url::parse(text).map_err(|error| PayloadError::new(format!("url: {error}")))?;
        if !matches!(url.scheme(), "http" | "https") {
            return Err(PayloadError::new(format!("url is {}, not http or https", url.scheme())));
        }
        let domain = &url[Position::BeforeHost..Position::AfterHost];
        let punycode = domain.split('.').any(|label| label.starts_with("xn--"));
        let unicode_domain = punycode.then(|| idna::domain_to_unicode(domain).0);
        Ok(Self {
            before: url[..Position::BeforeHost].to_owned(),
            domain: domain.to_owned(),
            after: url[Position::AfterHost..].to_owned(),
            warnings: warnings(&url, unicode_domain.as_deref()),
            unicode_domain,
        })
    }

    /// Exactly what is opened.
    pub fn whole(&self) -> String {
        format!("{}{}{}", self.before, self.domain, self.after)
    }
}

/// What a person should know of an address before going there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum AddressWarning {
    /// Before the domain stands a name or password, which can look like another domain.
    Credentials,
    /// A part of the domain mixes alphabets, or its Punycode is not valid.
    MixedScripts,
    /// The domain is written in Punycode.
    Punycode,
    /// A number, no name.
    Address,
    /// Nothing encrypts what is sent there, nor shows who answers.
    NotHttps,
    /// A port of its own.
    Port,
}

fn warnings(url: &Url, unicode_domain: Option<&str>) -> Vec<AddressWarning> {
    let is_number = matches!(url.host(), Some(Host::Ipv4(_) | Host::Ipv6(_)));
    [
        (!url.username().is_empty() || url.password().is_some(), AddressWarning::Credentials),
        (unicode_domain.is_some_and(mixes_scripts), AddressWarning::MixedScripts),
        (unicode_domain.is_some(), AddressWarning::Punycode),
        (is_number, AddressWarning::Address),
        (url.scheme() != "https", AddressWarning::NotHttps),
        (url.port().is_some(), AddressWarning::Port),
    ]
    .into_iter()
    .filter_map(|(holds, warning)| holds.then_some(warning))
    .collect()
}

/// Whether a label is neither of one script nor of scripts that are written together, such as
/// Latin and Japanese (Unicode Technical Standard 39, *highly restrictive*).
fn mixes_scripts(domain: &str) -> bool {
    domain.split('.').any(|label| {
        !label.is_single_script()
            && label.detect_restriction_level() > RestrictionLevel::HighlyRestrictive
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::AddressWarning::{
        Address as Number, Credentials, MixedScripts, NotHttps, Port, Punycode,
    };
    use super::*;

    fn pieces(text: &str) -> (String, String, String) {
        let address = Address::parse(text).unwrap();
        (address.before, address.domain, address.after)
    }

    fn warnings(text: &str) -> Vec<AddressWarning> {
        Address::parse(text).unwrap().warnings
    }

    fn owned(before: &str, domain: &str, after: &str) -> (String, String, String) {
        (before.to_owned(), domain.to_owned(), after.to_owned())
    }

    #[test]
    fn eli_6_look_alikes_are_split_where_they_lead() {
        assert_eq!(
            pieces("https://accounts.google.com@evil.example/"),
            owned("https://accounts.google.com@", "evil.example", "/")
        );
        assert_eq!(
            pieces("https://accounts.google.com:443@evil.example:8443/accounts.google.com?a#b"),
            owned(
                "https://accounts.google.com:443@",
                "evil.example",
                ":8443/accounts.google.com?a#b"
            )
        );
        assert_eq!(
            pieces("https://evil.example\\@accounts.google.com/"),
            owned("https://", "evil.example", "/@accounts.google.com/")
        );
        assert_eq!(
            pieces("https://evil.example#@accounts.google.com"),
            owned("https://", "evil.example", "/#@accounts.google.com")
        );
        assert_eq!(
            pieces("https:evil.example/https://accounts.google.com"),
            owned("https://", "evil.example", "/https://accounts.google.com")
        );
        assert_eq!(pieces("HTTPS://EVIL.example"), owned("https://", "evil.example", "/"));
        assert_eq!(pieces("http://0x7f.1/"), owned("http://", "127.0.0.1", "/"));
        assert_eq!(pieces("http://[::1]:8080/x"), owned("http://", "[::1]", ":8080/x"));
    }

    #[test]
    fn eli_6_what_a_person_should_know_is_said() {
        assert_eq!(warnings("https://mcp.example.com/ui?key=1"), []);
        assert_eq!(warnings("https://mcp.example.com:443/"), []);
        assert_eq!(warnings("https://google.com@evil.example/"), [Credentials]);
        assert_eq!(warnings("https://:secret@evil.example/"), [Credentials]);
        assert_eq!(warnings("http://10.0.0.1:8080/"), [Number, NotHttps, Port]);
        assert_eq!(warnings("https://2130706433/"), [Number]);
        assert_eq!(warnings("https://[::1]/"), [Number]);
    }

    #[test]
    fn eli_6_punycode_is_shown_as_it_reads() {
        let german = Address::parse("https://bücher.example/").unwrap();
        assert_eq!(german.domain, "xn--bcher-kva.example");
        assert_eq!(german.unicode_domain.as_deref(), Some("bücher.example"));
        assert_eq!(german.warnings, [Punycode]);

        // The first letter is Cyrillic.
        let mixed = Address::parse("https://аpple.com/").unwrap();
        assert_eq!(mixed.unicode_domain.as_deref(), Some("аpple.com"));
        assert_eq!(mixed.warnings, [MixedScripts, Punycode]);
        assert_eq!(Address::parse(&mixed.whole()).unwrap(), mixed);

        // All of it is Cyrillic.
        assert_eq!(warnings("https://аррӏе.com/"), [Punycode]);
        assert_eq!(warnings("https://日本語カタカナ.example/"), [Punycode]);
        assert_eq!(Address::parse("https://plain.example").unwrap().unicode_domain, None);
    }

    #[test]
    fn eli_5_other_schemes_are_refused() {
        for text in [
            "javascript:alert(1)",
            "file:///etc/passwd",
            "data:text/html,hello",
            "ftp://a.example/",
            "vscode://x",
            "a.example",
            "https://",
            "https://exa mple/",
            "",
        ] {
            assert!(Address::parse(text).is_err(), "{text}");
        }
        assert!(Address::parse(&format!("https://a.example/{}", "a".repeat(ADDRESS))).is_err());
    }

    proptest! {
        #[test]
        fn the_pieces_are_what_is_opened(text in "https?:[/\\\\]{0,3}[ -~а-яß。\u{200b}]{1,40}") {
            if let Ok(address) = Address::parse(&text) {
                let whole = Url::parse(&address.whole()).unwrap();
                prop_assert_eq!(whole.as_str(), address.whole());
                prop_assert_eq!(whole.host_str(), Some(address.domain.as_str()));
                prop_assert!(whole.as_str().is_ascii());
                prop_assert!(address.before.starts_with("http"));
                let domain_ends = address.after.starts_with([':', '/']);
                prop_assert!(domain_ends, "{}", address.after);
            }
        }
    }
}
