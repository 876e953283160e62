//! Enums whose values have names that stay.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A code on the wire between versions: one that this version does not know is kept as it is.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Open<T> {
    Known(T),
    Unknown(String),
}

impl<T: Copy> Open<T> {
    pub fn known(&self) -> Option<T> {
        match self {
            Self::Known(code) => Some(*code),
            Self::Unknown(_) => None,
        }
    }
}

impl<T> From<T> for Open<T> {
    fn from(code: T) -> Self {
        Self::Known(code)
    }
}

impl<T: PartialEq> PartialEq<T> for Open<T> {
    fn eq(&self, code: &T) -> bool {
        matches!(self, Self::Known(known) if known == code)
    }
}

impl<T: fmt::Display> fmt::Display for Open<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Known(code) => code.fmt(f),
            Self::Unknown(name) => f.write_str(name),
        }
    }
}

/// Makes an enum of codes: on the wire each is its name, for which a front has words. A name that this
/// version does not know is kept as it is, since a newer one may have sent it.
#[macro_export]
macro_rules! codes {
    ($(#[$about:meta])* pub enum $codes:ident { $($code:ident = $name:literal,)* }) => {
        $(#[$about])*
        #[derive(Clone, Debug, PartialEq, Eq, Hash)]
        #[derive(serde::Serialize, serde::Deserialize, specta::Type)]
        pub enum $codes {
            $(#[serde(rename = $name)] $code,)*
            /// One of another version, as it was written.
            #[serde(untagged)]
            #[specta(skip)]
            Unknown(String),
        }

        impl $codes {
            /// All that this version knows.
            pub const ALL: &[Self] = &[$(Self::$code,)*];

            pub fn as_str(&self) -> &str {
                match self {
                    $(Self::$code => $name,)*
                    Self::Unknown(name) => name,
                }
            }
        }

        impl std::fmt::Display for $codes {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.as_str())
            }
        }
    };
}

/// The same for what is not kept where it is not known. On the wire it is [`Open`].
#[macro_export]
macro_rules! closed_codes {
    (
        $(#[$about:meta])*
        pub enum $codes:ident { $($(#[$doc:meta])* $code:ident = $name:literal,)* }
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[derive(serde::Serialize, serde::Deserialize, specta::Type)]
        pub enum $codes { $($(#[$doc])* #[serde(rename = $name)] $code,)* }

        impl $codes {
            pub const ALL: &[Self] = &[$(Self::$code,)*];

            pub fn code(self) -> &'static str {
                match self { $(Self::$code => $name,)* }
            }

            pub fn from_code(name: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|it| it.code() == name)
            }
        }

        impl std::fmt::Display for $codes {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.code())
            }
        }
    };
}
