//! What stands in place of secrets as JSON text, and back.

use std::collections::BTreeMap;
use std::fmt::Write;

use paddock_core::{CustomCommand, Secret};
use serde::{Deserialize, Serialize};

/// What a command says of its secrets.
pub(crate) type Secrets = (BTreeMap<String, Secret>, BTreeMap<String, bool>);

pub(crate) fn to_json(command: &CustomCommand) -> serde_json::Result<String> {
    let kept = command.secrets.iter();
    serde_json::to_string(&Stored {
        kept: kept.map(|(name, secret)| (name.clone(), StoredSecret::of(secret))).collect(),
        said: command.said.clone(),
    })
}

/// `None` for what was never written.
pub(crate) fn from_json(text: &str) -> serde_json::Result<Option<Secrets>> {
    let Stored { kept, said } = serde_json::from_str(text)?;
    let kept = kept.into_iter().map(|(name, stored)| Some((name, stored.secret()?)));
    Ok(kept.collect::<Option<_>>().map(|kept| (kept, said)))
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Stored {
    kept: BTreeMap<String, StoredSecret>,
    said: BTreeMap<String, bool>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StoredSecret {
    id: String,
    digest: String,
}

impl StoredSecret {
    fn of(secret: &Secret) -> Self {
        Self { id: hex(&secret.id), digest: hex(&secret.digest) }
    }

    fn secret(&self) -> Option<Secret> {
        Some(Secret { id: bytes(&self.id)?, digest: bytes(&self.digest)? })
    }
}

fn hex(bytes: &[u8]) -> String {
    let mut hex = String::with_capacity(bytes.len() * 2);
    for byte in bytes {
        let _ = write!(hex, "{byte:02x}");
    }
    hex
}

fn bytes<const N: usize>(hex: &str) -> Option<[u8; N]> {
    let is_hex = |byte: &u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(byte);
    if hex.len() != N * 2 || !hex.as_bytes().iter().all(is_hex) {
        return None;
    }
    let mut value = [0; N];
    for (byte, pair) in value.iter_mut().zip(hex.as_bytes().chunks(2)) {
        *byte = u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok()?;
    }
    Some(value)
}
