//! Enums whose values have names that stay.

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

/// The same for codes that only this version writes and reads: there are no others.
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
