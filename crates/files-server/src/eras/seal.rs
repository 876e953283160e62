//! `requestState`: a mark that this process asked for roots for one call, and when.
//!
//! It passes through the client, so it carries nothing but a time and a keyed hash over that time
//! and the call. What was not made here, was made for another call or is too old is refused.

use std::{
    sync::OnceLock,
    time::{Duration, Instant},
};

use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD as BASE64};
use hmac::{Hmac, KeyInit, Mac};
use serde_json::Value;
use sha2::Sha256;

/// How long an answer may take: a person may be asked first.
const VALID: Duration = Duration::from_mins(10);

const TIME: usize = size_of::<u64>();

/// Seals with a key of this process.
#[derive(Debug, Default)]
pub(super) struct Seal(OnceLock<Key>);

struct Key {
    secret: [u8; 32],
    born: Instant,
}

/// Not the secret.
impl std::fmt::Debug for Key {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Key")
    }
}

/// Why a state was not accepted; reads on after "requestState ".
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum Broken {
    #[error("was not made by this server for this call")]
    Foreign,
    #[error("is too old: make the call anew")]
    Old,
}

impl Seal {
    /// The state for `call`, or none if the system gives no random key.
    pub(super) fn of(&self, call: &Value, now: Instant) -> Option<String> {
        let key = self.key(now)?;
        let age = u64::try_from(now.saturating_duration_since(key.born).as_millis()).ok()?;
        let mut state = age.to_be_bytes().to_vec();
        state.extend_from_slice(&key.mac(call, &state)?.finalize().into_bytes());
        Some(BASE64.encode(state))
    }

    /// Whether `state` was made for `call`, and not long ago.
    pub(super) fn check(&self, state: &str, call: &Value, now: Instant) -> Result<(), Broken> {
        let state = BASE64.decode(state).map_err(|_| Broken::Foreign)?;
        let (time, mark) = state.split_first_chunk::<TIME>().ok_or(Broken::Foreign)?;
        let key = self.key(now).ok_or(Broken::Foreign)?;
        let mac = key.mac(call, time).ok_or(Broken::Foreign)?;
        mac.verify_slice(mark).map_err(|_| Broken::Foreign)?;
        let made = key.born.checked_add(Duration::from_millis(u64::from_be_bytes(*time)));
        match made.map(|made| now.saturating_duration_since(made)) {
            Some(age) if age <= VALID => Ok(()),
            _ => Err(Broken::Old),
        }
    }

    fn key(&self, now: Instant) -> Option<&Key> {
        if self.0.get().is_none() {
            let mut secret = [0; 32];
            getrandom::fill(&mut secret).ok()?;
            let _ = self.0.set(Key { secret, born: now });
        }
        self.0.get()
    }
}

impl Key {
    fn mac(&self, call: &Value, time: &[u8]) -> Option<Hmac<Sha256>> {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.secret).ok()?;
        mac.update(time);
        feed(&mut mac, call);
        Some(mac)
    }
}

/// Feeds `value` so that no two values feed alike, whatever the order of their members.
fn feed(mac: &mut Hmac<Sha256>, value: &Value) {
    let tagged = |mac: &mut Hmac<Sha256>, tag: u8, length: usize| {
        mac.update(&[tag]);
        mac.update(&length.to_be_bytes());
    };
    match value {
        Value::Array(values) => {
            tagged(mac, b'[', values.len());
            for value in values {
                feed(mac, value);
            }
        }
        Value::Object(members) => {
            tagged(mac, b'{', members.len());
            let mut members: Vec<_> = members.iter().collect();
            members.sort_unstable_by_key(|(name, _)| *name);
            for (name, value) in members {
                tagged(mac, b'"', name.len());
                mac.update(name.as_bytes());
                feed(mac, value);
            }
        }
        Value::String(text) => {
            tagged(mac, b'"', text.len());
            mac.update(text.as_bytes());
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {
            let text = value.to_string();
            tagged(mac, b'=', text.len());
            mac.update(text.as_bytes());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn srv_6_a_state_is_good_for_its_call_and_its_time_only() {
        let (seal, now) = (Seal::default(), Instant::now());
        let call = json!({"name":"read_text_file","arguments":{"path":"/a","head":1}});
        let state = seal.of(&call, now).unwrap();
        let reordered = json!({"arguments":{"head":1,"path":"/a"},"name":"read_text_file"});
        assert_eq!(seal.check(&state, &reordered, now + VALID), Ok(()));
        let late = now + VALID + Duration::from_millis(1);
        assert_eq!(seal.check(&state, &call, late), Err(Broken::Old));
        let others = [
            json!({"name":"read_text_file","arguments":{"path":"/b","head":1}}),
            json!({"name":"write_file","arguments":{"path":"/a","head":1}}),
            json!({"name":"read_text_file","arguments":{"path":"/a"}}),
            json!({"name":"read_text_file","arguments":{"path":"/a","head":"1"}}),
            json!(null),
        ];
        for other in others {
            assert_eq!(seal.check(&state, &other, now), Err(Broken::Foreign), "{other}");
        }
        assert_eq!(Seal::default().check(&state, &call, now), Err(Broken::Foreign));
    }

    #[test]
    fn srv_6_no_byte_of_a_state_can_be_changed() {
        let (seal, now) = (Seal::default(), Instant::now());
        let call = json!({});
        let state = BASE64.decode(seal.of(&call, now).unwrap()).unwrap();
        for at in 0..state.len() {
            let mut forged = state.clone();
            forged[at] ^= 1;
            let forged = BASE64.encode(&forged);
            assert_eq!(seal.check(&forged, &call, now), Err(Broken::Foreign), "{at}");
            let short = BASE64.encode(&state[..at]);
            assert_eq!(seal.check(&short, &call, now), Err(Broken::Foreign), "{at}");
        }
        for text in ["", "v1", "%", "\u{e9}"] {
            assert_eq!(seal.check(text, &call, now), Err(Broken::Foreign));
        }
    }
}
