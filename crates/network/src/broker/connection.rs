//! One connection of a server, from what it was meant for to its end.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use tokio::net::TcpStream;
use tokio::sync::OwnedSemaphorePermit;
use tokio::time::timeout;

use super::decision::revoked;
use super::dial::{Dialled, Found};
use super::meter::Meter;
use super::pump::{cut, pump};
use super::resolved::is_open;
use super::seen::Tally;
use super::{Common, Event, Refusal, Watched};
use crate::quota::Spent;
use crate::{HELLO_LIMIT, Hello, Meant, Name};

/// How long a TLS greeting may take from its first byte to its last.
const GREETING: Duration = Duration::from_secs(10);

/// `seat` is its place among the connections of the server.
pub(super) fn admit(
    inner: TcpStream,
    meant: Option<Meant>,
    common: &Arc<Common>,
    rules: Watched,
    seat: Option<OwnedSemaphorePermit>,
) {
    let Some(meant) = meant else { return cut(&inner) };
    let common = Arc::clone(common);
    tokio::spawn(async move {
        serve(inner, meant, &common, rules).await;
        drop(seat);
    });
}

async fn serve(inner: TcpStream, meant: Meant, common: &Common, rules: Watched) {
    let (outer, place) = match reach(&meant, common, rules.clone()).await {
        Ok(reached) => reached,
        Err(why) => return end(&[&inner], why, &meant, common),
    };
    _ = inner.set_nodelay(true);
    let counted = common.tallies.open(&meant, &rules.borrow());
    common.events.say(Event::Connected(meant.clone()));
    let carried = tokio::select! {
        carried = carry(&inner, &outer, &meant, common, counted.tally()) => carried,
        () = taken_back(&meant, place.as_ref(), rules) => Err(Ended::Cut),
        () = common.quota.stopped() => Err(Ended::Cut),
    };
    if let Err(why) = carried {
        end(&[&outer, &inner], why, &meant, common);
    }
    drop(counted);
    common.events.say(Event::Closed(meant));
}

/// A connection to what is meant, once that is allowed and as long as it stays so.
async fn reach(meant: &Meant, common: &Common, mut rules: Watched) -> Result<Dialled, Ended> {
    if common.quota.is_stopped() {
        return Err(Ended::Refused(Refusal::Stopped));
    }
    if !common.allows(meant, &mut rules).await {
        return Err(Ended::Refused(Refusal::NotAllowed));
    }
    let mut changes = rules.clone();
    tokio::select! {
        dialled = dial_with_room(common, meant, &mut rules) => dialled.map_err(Ended::Refused),
        () = revoked(&mut changes, |rules| is_open(rules, meant, None)) => Err(Ended::Cut),
        () = common.quota.stopped() => Err(Ended::Refused(Refusal::Stopped)),
    }
}

/// Returns when it is no longer allowed. What a name led to is taken back by itself, too.
async fn taken_back(meant: &Meant, place: Option<&Found>, mut rules: Watched) {
    revoked(&mut rules, |rules| is_open(rules, meant, place)).await;
}

/// Cuts what is there of a connection, and says why if that is anybody's business.
fn end(streams: &[&TcpStream], why: Ended, meant: &Meant, common: &Common) {
    for stream in streams {
        cut(stream);
    }
    match why {
        Ended::Refused(why) => common.events.say(Event::Refused(meant.clone(), why)),
        Ended::Cut => common.events.say(Event::Cut(meant.clone())),
        Ended::Broken => {}
    }
}

/// A server that may send nothing now makes no connection either.
async fn dial_with_room(
    common: &Common,
    meant: &Meant,
    rules: &mut Watched,
) -> Result<Dialled, Refusal> {
    common.quota.room().await;
    common.dial(meant, rules).await
}

/// Why a connection does not go on until both of its ends have ended.
enum Ended {
    Refused(Refusal),
    /// It was allowed, and is no longer.
    Cut,
    /// What one end says of itself the other hears: an error, not an end.
    Broken,
}

impl From<io::Error> for Ended {
    fn from(_: io::Error) -> Self {
        Self::Broken
    }
}

/// Passes everything on, both ways, until both have ended.
async fn carry(
    inner: &TcpStream,
    outer: &TcpStream,
    meant: &Meant,
    common: &Common,
    tally: &Tally,
) -> Result<(), Ended> {
    let sent = Meter::new(&tally.sent, &common.events).held_to(&common.quota);
    let received = Meter::new(&tally.received, &common.events);
    let out = async {
        if let Meant::Name(name, _) = meant {
            let greeting = first_words(inner, name).await?;
            // Nothing else writes to it before.
            write_all(inner, outer, &greeting, sent).await?;
        }
        pump(inner, outer, sent, &common.pipes).await.map_err(Ended::from)
    };
    let back = async { pump(outer, inner, received, &common.pipes).await.map_err(Ended::from) };
    tokio::try_join!(out, back).map(drop)
}

/// What the server says first, if it may say it to `name`. Empty if it ends without a word.
async fn first_words(inner: &TcpStream, name: &Name) -> Result<Vec<u8>, Ended> {
    inner.readable().await?;
    let mut words = Vec::new();
    let gathered = timeout(GREETING, gather(inner, &mut words)).await;
    let hello = match gathered {
        Ok(hello) => hello?,
        Err(_) => Hello::Malformed,
    };
    match hello {
        Hello::Client { server_name: Some(said), .. } if said == *name => Ok(words),
        Hello::Client { server_name: Some(said), .. } => {
            Err(Ended::Refused(Refusal::OtherServerName(said)))
        }
        Hello::Client { server_name: None, .. } => Err(Ended::Refused(Refusal::NoServerName)),
        Hello::NotTls => Ok(words),
        Hello::Incomplete if words.is_empty() => Ok(words),
        Hello::Incomplete | Hello::Malformed => Err(Ended::Refused(Refusal::Malformed)),
    }
}

/// Reads until it is clear what this is, or until nothing more comes.
async fn gather(inner: &TcpStream, words: &mut Vec<u8>) -> io::Result<Hello> {
    loop {
        inner.readable().await?;
        let count = match read_more(inner, words) {
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => continue,
            read => read?,
        };
        let hello = Hello::read(words);
        if hello != Hello::Incomplete || count == 0 {
            return Ok(hello);
        }
    }
}

/// Not a part of what waits, so that a connection on which nothing is said takes no room for it.
fn read_more(inner: &TcpStream, words: &mut Vec<u8>) -> io::Result<usize> {
    let mut bytes = [0; 4096];
    let room = bytes.len().min(HELLO_LIMIT - words.len());
    let count = inner.try_read(&mut bytes[..room])?;
    words.extend(&bytes[..count]);
    Ok(count)
}

async fn write_all(
    inner: &TcpStream,
    outer: &TcpStream,
    bytes: &[u8],
    sent: Meter<'_>,
) -> io::Result<()> {
    let mut left = bytes;
    while !left.is_empty() {
        outer.writable().await?;
        match sent.spend(left.len(), |most| outer.try_write(&left[..most])) {
            Ok(Spent::Bytes(count)) => {
                left = &left[count..];
                sent.count(count);
            }
            Ok(Spent::Held) => sent.room(inner).await?,
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}
