//! The proxy that a person's environment names.

use std::fmt;

use reqwest::NoProxy;

use crate::{ModelError, failure};

/// What never goes through a proxy: this machine.
const NEVER: &str = "localhost,127.0.0.0/8,::1";

/// A proxy for encrypted requests. It learns the name of the provider, and nothing else.
#[derive(Clone, PartialEq, Eq)]
pub struct Proxy {
    /// Of HTTP, HTTPS or SOCKS, perhaps with name and password.
    pub url: String,
    /// Names, addresses and networks to be reached without it, between commas.
    pub except: String,
}

impl Proxy {
    /// The proxy in `HTTPS_PROXY`, or else `ALL_PROXY`, but for what `NO_PROXY` names; each also in
    /// lower case, which comes first. One that can't be read is one that can't be used.
    pub fn of_the_environment() -> Option<Self> {
        Self::of(|name| Some(std::env::var_os(name)?.to_string_lossy().into_owned()))
    }

    fn of(variable: impl Fn(&str) -> Option<String>) -> Option<Self> {
        let either = |name: &str| {
            let said = |name: &str| {
                let value = variable(name)?.trim().to_owned();
                (!value.is_empty()).then_some(value)
            };
            said(&name.to_lowercase()).or_else(|| said(name))
        };
        let url = either("HTTPS_PROXY").or_else(|| either("ALL_PROXY"))?;
        Some(Self { url, except: either("NO_PROXY").unwrap_or_default() })
    }

    pub(crate) fn rule(&self) -> Result<reqwest::Proxy, ModelError> {
        let rule = reqwest::Proxy::https(&self.url)
            .map_err(|error| ModelError::Proxy { reason: failure::words(&error.to_string()) })?;
        Ok(rule.no_proxy(NoProxy::from_string(&format!("{NEVER},{}", self.except))))
    }
}

impl fmt::Debug for Proxy {
    /// Without the address, which may hold a password.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Proxy").field("except", &self.except).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(variables: &[(&str, &str)]) -> Option<(String, String)> {
        let value = |name: &str| {
            let found = variables.iter().find(|(has, _)| *has == name);
            found.map(|(_, value)| (*value).to_owned())
        };
        Proxy::of(value).map(|proxy| (proxy.url, proxy.except))
    }

    #[test]
    fn the_environment_is_read_as_people_write_it() {
        let proxy = |url: &str, except: &str| Some((url.to_owned(), except.to_owned()));
        assert_eq!(of(&[("HTTP_PROXY", "http://a")]), None);
        assert_eq!(of(&[("HTTPS_PROXY", " ")]), None);
        assert_eq!(of(&[("HTTPS_PROXY", "http://a")]), proxy("http://a", ""));
        assert_eq!(of(&[("ALL_PROXY", "socks5://a"), ("no_proxy", "b")]), proxy("socks5://a", "b"));
        assert_eq!(of(&[("https_proxy", ""), ("HTTPS_PROXY", "b")]), proxy("b", ""));
        assert_eq!(
            of(&[("https_proxy", "http://a"), ("HTTPS_PROXY", "http://b"), ("ALL_PROXY", "c")]),
            proxy("http://a", "")
        );
    }

    #[test]
    fn a_proxy_that_is_none_is_refused_and_its_password_not_shown() {
        let proxy = Proxy { url: "http://me:hunter2@[".to_owned(), except: String::new() };
        let error = proxy.rule().unwrap_err();
        assert!(matches!(error, ModelError::Proxy { .. }));
        assert!(!format!("{error:?} {proxy:?}").contains("hunter2"));
    }
}
