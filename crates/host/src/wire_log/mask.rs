//! Secrets, found by what they are called, by what they look like, or because they are known.

use std::borrow::Cow;
use std::fmt;
use std::sync::{Arc, LazyLock};

use paddock_core::secret::is_secret_name;
use regex::{Captures, Regex};

const MASK: &str = "***";
/// Values of the environment shorter than this, in bytes, would mask half of what is said.
const SHORTEST: usize = 6;
/// Where their names say that they are secrets, they may be shorter.
const SHORTEST_SECRET: usize = 3;

/// JSON within JSON within JSON is looked into so far.
const DEPTH: u8 = 4;

/// A string in JSON and, where it names one, the value after it.
static STRINGS: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let string = r#""(?:[^"\\]|\\.)*"?"#;
    Regex::new(&format!(r#"({string})(?:(\s*:\s*)({string}|[^\s,\[\]{{}}"]+))?"#)).ok()
});

/// A value given to a name, as in shells and addresses.
static ASSIGNED: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r#"\b([A-Za-z][A-Za-z0-9_-]*)=([^\s"'&;,\\]+)"#).ok());

/// Keys of well-known services, tokens by their standards, and passwords in addresses.
static SHAPED: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let shapes = [
        r"\bsk-[A-Za-z0-9_-]{16,}",
        r"\bgh[pousr]_[A-Za-z0-9]{20,}",
        r"\bgithub_pat_[A-Za-z0-9_]{20,}",
        r"\bglpat-[A-Za-z0-9_-]{16,}",
        r"\bxox[abeprs]-[A-Za-z0-9-]{10,}",
        r"\b(?:AKIA|ASIA)[A-Z0-9]{16}\b",
        r"\bAIza[A-Za-z0-9_-]{30,}",
        r"\bnpm_[A-Za-z0-9]{30,}",
        r"\bpypi-[A-Za-z0-9_-]{30,}",
        r"\bhf_[A-Za-z0-9]{20,}",
        r"\b[rs]k_(?:live|test)_[A-Za-z0-9]{16,}",
        r"\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*",
        r"(?i:\b(?:bearer|basic) +)[A-Za-z0-9._~+/=-]{8,}",
        r"-----BEGIN [A-Z ]*PRIVATE KEY-----[^-]*(?:-----END [A-Z ]*PRIVATE KEY-----)?",
        r"://[^/\s:@]+:[^/\s@]+@",
    ];
    Regex::new(&shapes.join("|")).ok()
});

/// The secrets that are known of one server.
#[derive(Clone, Default)]
pub(crate) struct Masks {
    /// All values of its environment, as they stand in JSON, the longest first.
    known: Arc<[String]>,
    /// Those of them that are secrets.
    secret: Arc<[String]>,
}

impl Masks {
    /// With the values of a server's own environment, and which of them are secrets.
    pub(crate) fn new<'a>(
        env: impl IntoIterator<Item = (&'a str, &'a str)>,
        is_secret: impl Fn(&str, &str) -> bool,
    ) -> Self {
        let masked = env.into_iter().filter(|(name, value)| {
            value.len() >= if is_secret_name(name) { SHORTEST_SECRET } else { SHORTEST }
        });
        let masked: Vec<_> = masked.collect();
        let secret = masked.iter().copied().filter(|(name, value)| is_secret(name, value));
        Self { secret: as_written(secret), known: as_written(masked.iter().copied()) }
    }

    /// Whether a value of the server's environment is in a text.
    pub(crate) fn is_known_in(&self, text: &str) -> bool {
        self.known.iter().any(|secret| text.contains(secret))
    }

    /// `text`, which may be JSON and may be cut off, without any value of the environment.
    pub(crate) fn mask(&self, text: &str) -> String {
        without(&self.known, text)
    }

    /// `text` without secrets: the other values say what went wrong.
    pub(crate) fn mask_secrets(&self, text: &str) -> String {
        without(&self.secret, text)
    }
}

/// Values as they stand in text and in JSON, the longest first.
fn as_written<'a>(values: impl Iterator<Item = (&'a str, &'a str)>) -> Arc<[String]> {
    let both = values.flat_map(|(_, value)| {
        let json = serde_json::to_string(value).unwrap_or_default();
        let inside = json.strip_prefix('"').and_then(|it| it.strip_suffix('"'));
        [value.to_owned(), inside.unwrap_or(value).to_owned()]
    });
    let mut all: Vec<String> = both.collect();
    all.sort_by(|a, b| b.len().cmp(&a.len()).then_with(|| a.cmp(b)));
    all.dedup();
    all.into()
}

/// `text` without these values, and without what looks like a secret.
fn without(values: &[String], text: &str) -> String {
    // Without them, nothing may be shown.
    let (Some(strings), Some(shaped), Some(assigned)) = (&*STRINGS, &*SHAPED, &*ASSIGNED) else {
        return MASK.to_owned();
    };
    let mut text = Cow::Borrowed(text);
    for value in values {
        if text.contains(value) {
            text = text.replace(value, MASK).into();
        }
    }
    let text = mask_named(strings, &text, DEPTH);
    let text = assigned.replace_all(&text, |found: &Captures<'_>| {
        if is_secret_name(&found[1]) {
            format!("{}={MASK}", &found[1])
        } else {
            found[0].to_owned()
        }
    });
    shaped.replace_all(&text, MASK).into_owned()
}

/// Values that are secrets by their names; in strings as well, for what servers say often is JSON
/// in a string.
fn mask_named<'a>(strings: &Regex, text: &'a str, depth: u8) -> Cow<'a, str> {
    strings.replace_all(text, |found: &Captures<'_>| {
        let name = &found[1];
        let Some((colon, value)) = found.get(2).zip(found.get(3)) else {
            return mask_within(strings, name, depth);
        };
        let (colon, value) = (colon.as_str(), value.as_str());
        if is_secret_name(name.trim_matches('"')) && !is_plain(value) {
            format!("{name}{colon}\"{MASK}\"")
        } else {
            format!("{name}{colon}{}", mask_within(strings, value, depth))
        }
    })
}

/// Masks what a string of JSON holds. What it does not mask stays as it was written.
fn mask_within(strings: &Regex, value: &str, depth: u8) -> String {
    let inside = if value.contains("\\\"") { unquoted(value) } else { None };
    let (Some(inside), Some(depth)) = (inside, depth.checked_sub(1)) else {
        return value.to_owned();
    };
    let masked = mask_named(strings, &inside, depth);
    if *masked == *inside {
        return value.to_owned();
    }
    serde_json::to_string(&masked).unwrap_or_else(|_| format!("\"{MASK}\""))
}

/// What a string of JSON says, as far as it goes if it was cut off.
fn unquoted(string: &str) -> Option<String> {
    /// `\u1234`, cut before its last digit.
    const LONGEST_REST: usize = 6;
    let whole = serde_json::from_str(string).ok();
    let ends = string.char_indices().rev().map(|(at, _)| at).take(LONGEST_REST);
    let mut cut = std::iter::once(string.len()).chain(ends);
    whole
        .or_else(|| cut.find_map(|end| serde_json::from_str(&format!("{}\"", &string[..end])).ok()))
}

impl fmt::Debug for Masks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (known, secret) = (self.known.len(), self.secret.len());
        f.debug_struct("Masks").field("known", &known).field("secret", &secret).finish()
    }
}

/// Words that hold nothing, whatever they are called.
fn is_plain(value: &str) -> bool {
    matches!(value, "null" | "true" | "false" | "\"\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn masked(text: &str) -> String {
        Masks::default().mask(text)
    }

    #[test]
    fn what_is_called_a_secret_is_masked() {
        for name in ["token", "apiKey", "API_KEY", "X-Auth-Token", "dbPassword", "Authorization"] {
            let text = format!(r#"{{"{name}": "hidden \"one", "n": "seen"}}"#);
            let masked = masked(&text);
            assert!(!masked.contains("hidden") && masked.contains("seen"), "{masked}");
            assert!(serde_json::from_str::<serde_json::Value>(&masked).is_ok(), "{masked}");
        }
        assert_eq!(masked(r#"{"password":1234,"a":1}"#), r#"{"password":"***","a":1}"#);
        assert_eq!(masked(r#"{"secret":"cut of"#), r#"{"secret":"***""#);
    }

    #[test]
    fn json_in_a_string_is_looked_into() {
        let inner = r#"{"user":"ada","api_key":"hid\"den"}"#;
        let twice = serde_json::to_string(inner).unwrap();
        let thrice = serde_json::to_string(&format!("it is {{\"a\":{twice}}}")).unwrap();
        for text in
            [format!(r#"{{"text":{twice}}}"#), format!("[1,{twice}]"), format!("[{thrice}]")]
        {
            let masked = masked(&text);
            assert!(!masked.contains("hid") && !masked.contains("den"), "{masked}");
            assert!(masked.contains("ada"), "{masked}");
            assert!(serde_json::from_str::<serde_json::Value>(&masked).is_ok(), "{masked}");
        }
        for end in 1..twice.len() {
            let text = format!(r#"{{"text":{}"#, &twice[..end]);
            assert!(!masked(&text).contains("hid"), "{text}");
        }
        let plain = r#"{"text":"{\"a\":\"\u00e9\/b\"}"}"#;
        assert_eq!(masked(plain), plain, "what holds no secret stays as it was written");
    }

    #[test]
    fn what_is_assigned_to_a_secret_is_masked() {
        let text = r#"{"text":"API_KEY=abc123\nHOME=/root https://x.org/?access_token=xyz&a=b"}"#;
        let masked = masked(text);
        let want = r#"{"text":"API_KEY=***\nHOME=/root https://x.org/?access_token=***&a=b"}"#;
        assert_eq!(masked, want);
    }

    #[test]
    fn what_only_sounds_like_one_is_not() {
        let text = r#"{"progressToken":7,"maxTokens":10,"monkey":"a","token":null,"keyboard":"b"}"#;
        assert_eq!(masked(text), text);
        let schema = r#"{"token":{"type":"string"}}"#;
        assert_eq!(masked(schema), schema);
    }

    #[test]
    fn what_looks_like_a_token_is_masked_wherever_it_stands() {
        let tokens = [
            "sk-ant-api03-abcdefghijklmnop",
            "ghp_abcdefghijklmnopqrstuvwxyz0123456789",
            "xoxb-1234567890-abcdef",
            "AKIAABCDEFGHIJKLMNOP",
            "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc-_def",
            "-----BEGIN RSA PRIVATE KEY-----\\nMIIE\\n-----END RSA PRIVATE KEY-----",
        ];
        for token in tokens {
            let text = masked(&format!(r#"{{"text":"it is {token}, use it"}}"#));
            assert_eq!(text, r#"{"text":"it is ***, use it"}"#, "{token}");
        }
        assert_eq!(masked("Authorization: Bearer abc.def-ghi"), "Authorization: ***");
        assert_eq!(masked("postgres://ada:lovelace@db/x"), "postgres***db/x");
    }

    fn masks_of(env: &[(&str, &str)]) -> Masks {
        Masks::new(env.iter().copied(), |name, _| is_secret_name(name))
    }

    #[test]
    fn what_went_wrong_is_told_without_secrets_alone() {
        let env = [("API_TOKEN", "open-sesame"), ("ROOT", "/home/ada/acme")];
        let said = "ENOENT /home/ada/acme: open-sesame, API_KEY=other, postgres://u:pw@db/x";
        assert_eq!(
            masks_of(&env).mask_secrets(said),
            "ENOENT /home/ada/acme: ***, API_KEY=***, postgres***db/x"
        );
        assert!(!masks_of(&env).mask(said).contains("/home/ada/acme"));
    }

    #[test]
    fn values_of_the_environment_are_masked_as_written_and_as_escaped() {
        let masks = masks_of(&[("PIN", "a\"b"), ("HOME_PAGE", "on"), ("PASSWORD", "xyz")]);
        assert_eq!(masks.mask(r#"{"text":"xyz on"}"#), r#"{"text":"*** on"}"#);
        let masks = masks_of(&[("NAME", "say \"hi\"")]);
        assert_eq!(masks.mask(r#"{"text":"say \"hi\"!"}"#), r#"{"text":"***!"}"#);
        assert!(!format!("{masks:?}").contains("hi"));
    }
}
