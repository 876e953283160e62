//! How a front and the host begin. These two frames stay as they are in every version, so that an
//! older front and a newer host, or the other way round, can tell a person what to do.

use serde::{Deserialize, Serialize};
use tokio::io::{AsyncRead, AsyncWrite};

use crate::frame::{FrameError, Reader, Writer};
use crate::view::{Code, Failure};

/// Grows with each change of what comes after the greeting.
pub const PROTOCOL: u32 = 1;

/// The first frame, from the front.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hello {
    pub protocol: u32,
    pub role: Role,
    /// Views, logs and notifications are wanted, not answers only.
    #[serde(default)]
    pub watches: bool,
}

impl Hello {
    pub fn new(role: Role, watches: bool) -> Self {
        Self { protocol: PROTOCOL, role, watches }
    }
}

/// What a front is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Role {
    /// It shows and asks. What widens waits for consent.
    View,
    /// A person consents in it. The host gives this to Paddock's own programs only.
    Consent,
    /// It is the shim of an AI app, and hands a session over: [`Join`](crate::Join).
    Session,
    /// One that this version does not know.
    #[serde(other)]
    Unknown,
}

/// The first frame, from the host.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Welcome {
    pub protocol: u32,
    /// The version of the host, as its packages have it.
    pub version: String,
    /// Why it does not go on with this front.
    #[serde(default)]
    pub refused: Option<Failure>,
    /// To be said back by the very process that the host takes for a program of its own; another
    /// welcome follows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub challenge: Option<String>,
}

/// The answer to a challenge.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Echo {
    pub challenge: String,
}

/// Greets the host, as a front.
///
/// # Errors
/// The host speaks another version, refuses the role, or is none.
pub async fn greet<R, W>(
    reader: &mut Reader<R>,
    writer: &mut Writer<W>,
    hello: &Hello,
) -> Result<Welcome, Failure>
where
    R: AsyncRead + Unpin,
    W: AsyncWrite + Unpin,
{
    writer.write(hello).await.map_err(gone)?;
    let mut welcome: Welcome = reader.read().await.map_err(gone)?;
    if let Some(challenge) = welcome.challenge.take() {
        writer.write(&Echo { challenge }).await.map_err(gone)?;
        welcome = reader.read().await.map_err(gone)?;
    }
    if welcome.protocol != hello.protocol {
        let code =
            if welcome.protocol > hello.protocol { Code::HostNewer } else { Code::HostOlder };
        return Err(Failure::new(code).with("version", &welcome.version));
    }
    match welcome.refused {
        Some(failure) => Err(failure),
        None => Ok(welcome),
    }
}

fn gone(error: FrameError) -> Failure {
    Failure::new(Code::HostGone).with("reason", error)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::LONGEST;

    async fn greeted(welcome: Welcome) -> Result<Welcome, Failure> {
        let (front, host) = tokio::io::duplex(1 << 10);
        let (from, to) = tokio::io::split(front);
        let (from_front, to_front) = tokio::io::split(host);
        let host = async {
            let hello: Hello = Reader::new(from_front, LONGEST).read().await.unwrap();
            assert_eq!(hello.protocol, PROTOCOL);
            Writer::new(to_front).write(&welcome).await.unwrap();
        };
        let hello = Hello::new(Role::View, false);
        let (mut reader, mut writer) = (Reader::new(from, LONGEST), Writer::new(to));
        tokio::join!(greet(&mut reader, &mut writer, &hello), host).0
    }

    #[tokio::test]
    async fn another_version_is_told_and_not_guessed_at() {
        let welcome =
            |protocol| Welcome { protocol, version: "9.8".into(), refused: None, challenge: None };
        assert_eq!(greeted(welcome(PROTOCOL)).await.unwrap().version, "9.8");
        for (protocol, code) in [(PROTOCOL + 1, Code::HostNewer), (PROTOCOL - 1, Code::HostOlder)] {
            let failure = greeted(welcome(protocol)).await.unwrap_err();
            assert_eq!((failure.code, failure.details.len()), (code, 1));
        }
    }

    #[test]
    fn a_role_that_is_not_known_is_read_as_such() {
        let hello: Hello = serde_json::from_str(r#"{"protocol":1,"role":"owner"}"#).unwrap();
        assert_eq!(hello, Hello { protocol: 1, role: Role::Unknown, watches: false });
    }

    #[tokio::test]
    async fn a_refusal_says_why() {
        let refused = Some(Failure::new(Code::NotAFront));
        let welcome = Welcome {
            protocol: PROTOCOL,
            version: "1".into(),
            refused: refused.clone(),
            challenge: None,
        };
        assert_eq!(greeted(welcome).await.err(), refused);
    }
}
