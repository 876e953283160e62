//! Which values of an environment are secrets, and what stands in place of one that is kept.

use std::fmt;

use sha2::{Digest, Sha256};

use crate::server::names_roots;
use crate::trust::names_a_place;

/// How keys of well-known services begin, and how many bytes one has at least.
const SHAPES: &[(&str, usize)] = &[
    ("sk-", 20),
    ("sk_live_", 24),
    ("sk_test_", 24),
    ("rk_live_", 24),
    ("rk_test_", 24),
    ("ghp_", 24),
    ("gho_", 24),
    ("ghu_", 24),
    ("ghs_", 24),
    ("ghr_", 24),
    ("github_pat_", 30),
    ("glpat-", 20),
    ("xoxa-", 15),
    ("xoxb-", 15),
    ("xoxe-", 15),
    ("xoxp-", 15),
    ("xoxr-", 15),
    ("xoxs-", 15),
    ("AKIA", 20),
    ("ASIA", 20),
    ("AIza", 34),
    ("npm_", 34),
    ("pypi-", 34),
    ("hf_", 22),
];

/// Words that say how something is set, and hold no secret whatever they are called.
const SETTINGS: &[&str] = &["true", "false", "yes", "no", "on", "off", "null", "none", "0", "1"];

/// Stands in place of a value that the keyring keeps. Another value has another one, though the
/// value cannot be told from it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Secret {
    /// Random: names the value in the keyring, and salts the digest.
    pub id: [u8; 16],
    pub digest: [u8; 32],
}

impl Secret {
    /// For `value`, which is kept under `id`.
    pub fn of(id: [u8; 16], value: &str) -> Self {
        let mut digest = Sha256::new_with_prefix(b"paddock secret 1");
        digest.update(id);
        digest.update(value);
        Self { id, digest: digest.finalize().into() }
    }

    /// Whether it stands for this value.
    pub fn is_of(&self, value: &str) -> bool {
        Self::of(self.id, value) == *self
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

/// Whether a variable holds a secret, by what it is called or what it looks like.
pub fn is_secret(name: &str, value: &str) -> bool {
    let is_setting = SETTINGS.contains(&value.to_ascii_lowercase().as_str());
    may_be_secret(name, value) && (looks_secret(value) || is_secret_name(name) && !is_setting)
}

/// Whether a variable can be kept as a secret at all, if a person says that it is one. What says
/// where something is, or what is run, stays to be seen: it decides what the command does.
pub fn may_be_secret(name: &str, value: &str) -> bool {
    let starts = ["/", "~", "./", "../", "file:"];
    let is_path = starts.iter().any(|start| value.starts_with(start));
    // An address with a password in it has slashes, too.
    let is_shown = names_a_place(name, "") || names_a_place(name, value) && !looks_secret(value);
    !value.is_empty() && !is_path && !names_roots(value) && !is_shown
}

/// Whether something of this name is a secret: `apiKey`, `X-Auth-Token`, `DB_PASSWORD`.
pub fn is_secret_name(name: &str) -> bool {
    const SECRET: &[&str] = &[
        "token",
        "password",
        "passwd",
        "passphrase",
        "pwd",
        "secret",
        "secrets",
        "authorization",
        "credential",
        "credentials",
        "cookie",
        "apikey",
        "bearer",
    ];
    /// The last word of a name: `DB_PASS` is one, and `PASS_THROUGH` is not.
    const LAST: &[&str] = &["auth", "key", "keys", "pass", "phrase"];
    // Of the protocol itself.
    const PLAIN: &[&str] = &["progressToken"];
    if PLAIN.contains(&name) {
        return false;
    }
    let words = words(name);
    words.iter().any(|word| SECRET.contains(&word.as_str()))
        || words.last().is_some_and(|last| LAST.contains(&last.as_str()))
}

/// `maxTokens`, `max_tokens` and `Max-Tokens` are `max` and `tokens`.
fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut after_lower = false;
    for c in name.chars() {
        let begins = !c.is_alphanumeric() || c.is_uppercase() && after_lower;
        if begins && words.last().is_some_and(|word| !word.is_empty()) {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut().filter(|_| c.is_alphanumeric()) {
            word.extend(c.to_lowercase());
        }
        after_lower = c.is_lowercase() || c.is_numeric();
    }
    words.retain(|word| !word.is_empty());
    words
}

/// Keys of well-known services, tokens by their standards, and passwords in addresses.
fn looks_secret(value: &str) -> bool {
    let is_between = |c: char| c.is_whitespace() || "\"'`,;:=(){}[]<>&?".contains(c);
    value.contains("PRIVATE KEY-----")
        || has_password(value)
        || value.split(is_between).any(|word| is_key(word) || is_web_token(word))
}

fn is_key(word: &str) -> bool {
    let shape = SHAPES.iter().find(|(start, _)| word.starts_with(start));
    shape.is_some_and(|(_, least)| word.len() >= *least)
}

/// A JSON Web Token: three parts, of which the first begins `{"`.
fn is_web_token(word: &str) -> bool {
    let parts: Vec<_> = word.split('.').collect();
    word.starts_with("eyJ") && parts.len() == 3 && parts[..2].iter().all(|part| part.len() >= 8)
}

/// `scheme://user:password@host`.
fn has_password(value: &str) -> bool {
    let authority = |rest: &str| rest.split(['/', '?', '#']).next().map(str::to_owned);
    value.split("://").skip(1).filter_map(authority).any(|authority| {
        let user = authority.rsplit_once('@').map(|(user, _)| user);
        user.and_then(|user| user.split_once(':')).is_some_and(|(_, password)| !password.is_empty())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_known_by_its_name() {
        for name in [
            "GITHUB_TOKEN",
            "API_KEY",
            "apiKey",
            "DB_PASSWORD",
            "CLIENT_SECRET",
            "DB_PASS",
            "BASIC_AUTH",
        ] {
            assert!(is_secret(name, "hunter2"), "{name}");
        }
        for name in [
            "LOG_LEVEL",
            "MAX_TOKENS",
            "KEYBOARD",
            "MONKEY",
            "AUTHOR",
            "LANG",
            "AUTH_MODE",
            "PASS_ALL",
        ] {
            assert!(!is_secret(name, "hunter2"), "{name}");
        }
    }

    #[test]
    fn what_says_what_is_run_is_never_hidden() {
        for name in ["GIT_PAGER", "GIT_SSH_COMMAND", "LUA_INIT", "NODE_OPTIONS", "PS4", "pager"] {
            for value in ["hunter2", "ghp_abcdefghijklmnopqrstuvwxyz0123456789"] {
                assert!(!may_be_secret(name, value), "{name}");
            }
        }
    }

    #[test]
    fn a_secret_is_known_by_its_form() {
        for value in [
            "sk-ant-api03-abcdefghijklmnop",
            "ghp_abcdefghijklmnopqrstuvwxyz0123456789",
            "xoxb-1234567890-abcdef",
            "AKIAABCDEFGHIJKLMNOP",
            "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc-_def",
            "Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc-_def",
            "-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----",
            "postgres://ada:lovelace@db/x",
            "https://a.example,redis://:lovelace@db:6379",
        ] {
            assert!(is_secret("VALUE", value), "{value}");
        }
        for value in [
            "sk-short",
            "eyJust.a.word",
            "https://example.com:8080/a@b",
            "https://ada@example.com/",
            "debug",
            "8080",
        ] {
            assert!(!is_secret("VALUE", value), "{value}");
        }
    }

    #[test]
    fn what_decides_what_the_command_does_is_no_secret() {
        for (name, value) in [
            ("SSL_KEY", "/etc/ssl/own.pem"),
            ("SSH_KEY", "~/.ssh/id_ed25519"),
            ("NODE_OPTIONS", "--require x ghp_abcdefghijklmnopqrstuvwxyz0123456789"),
            ("PYTHONPATH", "x://ada:lovelace@y"),
            ("LD_PRELOAD", "ghp_abcdefghijklmnopqrstuvwxyz0123456789"),
            ("DATA_TOKEN", "${roots}"),
            ("API_KEY", ""),
        ] {
            assert!(!is_secret(name, value) && !may_be_secret(name, value), "{name}");
        }
        assert!(!is_secret("REQUIRE_TOKEN", "True") && may_be_secret("REQUIRE_TOKEN", "True"));
        assert!(may_be_secret("LOG_LEVEL", "debug"), "a person may say so");
        assert!(!may_be_secret("DATA", "/srv/x") && !may_be_secret("DATA", "a:/b"));
    }

    #[test]
    fn a_secret_tells_values_apart_and_not_what_they_are() {
        let secret = Secret::of([7; 16], "hunter2");
        assert!(secret.is_of("hunter2") && !secret.is_of("hunter3"));
        assert_ne!(secret, Secret::of([8; 16], "hunter2"));
        assert!(!format!("{secret:?}").contains(|c: char| c.is_ascii_digit()));
    }
}
