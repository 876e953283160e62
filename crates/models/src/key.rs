//! A secret.

use std::fmt;

use zeroize::Zeroizing;

/// What lets us ask a provider. Never shown, and wiped from memory when dropped.
#[derive(Clone, PartialEq, Eq)]
pub struct Key(Zeroizing<String>);

impl Key {
    /// Spaces around it, as they come with a paste, are no part of it. None if nothing is left.
    pub fn new(secret: String) -> Option<Self> {
        let secret = Zeroizing::new(secret);
        let trimmed = secret.trim();
        (!trimmed.is_empty()).then(|| Self(Zeroizing::new(trimmed.to_owned())))
    }

    pub(crate) fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key(…)")
    }
}
