//! One front, from its greeting to its end.

use std::future::poll_fn;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::task::Poll;
use std::time::Duration;

use paddock_control::{
    Command, FrameError, Hello, LONGEST, LONGEST_OF_SHIM, PROTOCOL, Push, RawAsk, Reader, Role,
    Said, Welcome, Writer, encode,
};
use rustix::net::sockopt::set_socket_passcred;
use serde_json::value::RawValue;
use tokio::net::UnixStream;
use tokio::net::unix::{OwnedReadHalf, OwnedWriteHalf};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, broadcast, mpsc, watch};
use tokio::task::JoinSet;
use tokio::time::timeout;

use super::front::{Front, Reach};
use super::greeting::Greets;
use super::peer::{Own, Peer, program_of};
use super::{Frame, Fronts, Heard, join, prove, unsendable};
use crate::Host;
use crate::view::{Code, Failure};

/// How long a front may take to greet.
const GREETING: Duration = Duration::from_secs(5);
/// How long a front may leave what it is sent unread.
const UNREAD: Duration = Duration::from_secs(10);
/// A greeting is a few words.
const LONGEST_HELLO: usize = 4 << 10;
/// The longest command: a pasted configuration, or arguments of a tool.
const LONGEST_ASK: usize = 8 << 20;
/// Commands of one front under way, at the most. More wait in the socket.
const UNDER_WAY: usize = 64;
/// Bytes of one front's commands under way, at the most.
const MEMORY: usize = 2 * LONGEST_ASK;
/// Frames for one front that are not sent yet, at the most, besides what all are told.
const UNSENT: usize = 64;

/// A front that was let in, and its place among those that are connected.
struct Admitted {
    reader: Reader<OwnedReadHalf>,
    writer: Writer<OwnedWriteHalf>,
    hello: Hello,
    peer: Peer,
    place: OwnedSemaphorePermit,
}

pub(super) async fn session(
    stream: UnixStream,
    own: Arc<Own>,
    host: Host,
    fronts: Fronts,
    greets: Greets,
) -> Result<(), FrameError> {
    let Some(admitted) = admit(stream, &own, &fronts, greets).await? else { return Ok(()) };
    let _counted = Counted::new(&fronts);
    serve(admitted, own, host, &fronts).await
}

/// Lets a front in, or tells it why not.
async fn admit(
    stream: UnixStream,
    own: &Own,
    fronts: &Fronts,
    mut greets: Greets,
) -> Result<Option<Admitted>, FrameError> {
    set_socket_passcred(&stream, true).map_err(|error| FrameError::Io(error.into()))?;
    let mut peer = Peer::of(&stream).map_err(FrameError::Io)?;
    let (from, to) = stream.into_split();
    let (mut reader, mut writer) = (Reader::new(from, LONGEST_HELLO), Writer::new(to));
    let hello: Hello = tokio::select! {
        biased;
        hello = timeout(GREETING, reader.read()) => hello.map_err(|_| FrameError::Ended)??,
        () = greets.is_displaced() => return Err(FrameError::Ended),
    };
    drop(greets);
    if fronts.has_ended() {
        return Err(FrameError::Ended);
    }
    // What a shim says is the same in every version.
    let protocol = if hello.role == Role::Session { hello.protocol } else { PROTOCOL };
    let place = place(&hello, own, &peer, fronts);
    let mut refused = match &place {
        None => Some(Failure::new(Code::TooManyFronts)),
        Some(_) if hello.protocol != protocol => Some(Failure::new(Code::HostOtherVersion)),
        Some(_) => own.refuses(&peer, hello.role),
    };
    let welcome = |refused, challenge| Welcome {
        protocol,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        refused,
        challenge,
    };
    if refused.is_none() && (hello.role == Role::Consent || own.runs_window(&peer)) {
        let challenge = prove::challenge().map_err(FrameError::Io)?;
        writer.write(&welcome(None, Some(challenge.clone()))).await?;
        let stream: &UnixStream = reader.get_ref().as_ref();
        let proven = timeout(GREETING, prove::is_echoed(stream, &peer, challenge)).await;
        let is_proven = proven.map_err(|_| FrameError::Ended)??;
        // What it runs by now is what it was taken for, and it is still the same process.
        let again = own.refuses(&peer, hello.role);
        refused = again.or_else(|| (!is_proven).then(|| Failure::new(Code::ConsentElsewhere)));
        if refused.is_none() {
            peer.set_proven();
        }
    }
    let place = place.filter(|_| refused.is_none());
    writer.write(&welcome(refused, None)).await?;
    Ok(place.map(|place| Admitted { reader, writer, hello, peer, place }))
}

/// A place among those that are connected, if there is one left for it.
fn place(hello: &Hello, own: &Own, peer: &Peer, fronts: &Fronts) -> Option<OwnedSemaphorePermit> {
    let place_in = |room: &Arc<Semaphore>| Arc::clone(room).try_acquire_owned().ok();
    if hello.role == Role::Session {
        return place_in(&fronts.session_room);
    }
    let spare = || own.runs_window(peer).then(|| place_in(&fronts.window_room)).flatten();
    place_in(&fronts.room).or_else(spare)
}

/// Does what a front asks until it leaves or the host ends.
async fn serve(
    admitted: Admitted,
    own: Arc<Own>,
    host: Host,
    fronts: &Fronts,
) -> Result<(), FrameError> {
    let Admitted { reader, writer, hello, peer, place: _held } = admitted;
    if hello.role == Role::Session {
        let (reader, by) = (reader.with_longest(LONGEST_OF_SHIM), program_of(&peer));
        return join::serve(reader, writer, &peer, by, &host).await;
    }
    if own.is_window(&peer) {
        fronts.had_window.store(true, Ordering::Relaxed);
        own.consent.note_window();
        host.set_terminal_consent(own.consent.is_terminal_allowed()).await.map_err(ended)?;
    }
    let (to_front, unsent) = mpsc::channel(UNSENT);
    let reach = Reach { host: host.clone(), own, peer, role: hello.role };
    let front = Arc::new(Front::new(reach, fronts.clone(), to_front.clone()));
    let sending = send(writer, unsent, fronts, Arc::clone(&front), hello.watches);
    let taking = take(reader.with_longest(LONGEST_ASK), front, to_front);
    tokio::select! {
        // What was said before the end is sent before it.
        biased;
        sent = sending => sent,
        taken = taking => taken,
        () = host.closed() => Ok(()),
    }
}

/// Carries out what the front asks, several at a time.
async fn take(
    mut reader: Reader<OwnedReadHalf>,
    front: Arc<Front>,
    to_front: mpsc::Sender<Frame>,
) -> Result<(), FrameError> {
    let under_way = Arc::new(Semaphore::new(UNDER_WAY));
    // Dropped with the front, and with it whatever it waited for.
    let mut work = JoinSet::new();
    let memory = Arc::new(Semaphore::new(MEMORY));
    loop {
        let Ok(turn) = Arc::clone(&under_way).acquire_owned().await else { return Ok(()) };
        while work.try_join_next().is_some() {}
        let (asked, bytes) = reader.read_sized::<RawAsk>().await?;
        let bytes = u32::try_from(bytes).unwrap_or(u32::MAX);
        let Ok(held) = Arc::clone(&memory).acquire_many_owned(bytes).await else { return Ok(()) };
        let (front, to_front) = (Arc::clone(&front), to_front.clone());
        let (id, command) = (asked.id, asked.command());
        let ends = matches!(command, Ok(Command::Quit {}));
        let mut carried_out = Box::pin(async move {
            let result = match command {
                Ok(command) => front.done(command).await,
                Err(failure) => Err(failure),
            };
            let _ = to_front.send(answer(id, result)).await;
            if ends {
                // Once the answer is on its way, or the front is gone: the connection ends with the
                // host, and the host does not live on with it.
                tokio::spawn(async move {
                    drop(to_front.reserve_many(UNSENT).await);
                    front.end_host().await;
                });
            }
            drop((turn, held));
        });
        // Begun here, so that commands reach the actor in the order in which they were sent.
        let begun = poll_fn(|context| Poll::Ready(carried_out.as_mut().poll(context))).await;
        if begun.is_pending() {
            work.spawn(carried_out);
        }
    }
}

fn answer(id: u32, result: Result<Box<RawValue>, Failure>) -> Frame {
    let frame = encode(&Said::answer(id, result)).or_else(|error| {
        tracing::warn!(%error, "an answer can't be sent");
        encode(&Said::answer(id, Err(unsendable(Code::AnswerTooLong, error))))
    });
    frame.unwrap_or_default().into()
}

/// Sends a front its answers and, if it watches, what all are told. Of views it gets the newest.
async fn send(
    mut writer: Writer<OwnedWriteHalf>,
    mut unsent: mpsc::Receiver<Frame>,
    fronts: &Fronts,
    front: Arc<Front>,
    watches: bool,
) -> Result<(), FrameError> {
    let mut views: watch::Receiver<Option<Frame>> = fronts.frame.subscribe();
    views.mark_changed();
    let mut said = fronts.said.subscribe();
    loop {
        let frame = tokio::select! {
            frame = unsent.recv() => match frame {
                Some(frame) => frame,
                None => return Ok(()),
            },
            heard = said.recv() => match heard {
                Ok(Heard::All(frame)) if watches => frame,
                Ok(Heard::Progress(progress)) => match front.own_progress(progress) {
                    Some(progress) => encode(&Said::push(Push::Progress(progress)))?.into(),
                    None => continue,
                },
                // One that was behind has lost what it missed, and the next view is whole.
                Ok(Heard::All(_)) | Err(broadcast::error::RecvError::Lagged(_)) => continue,
                Err(broadcast::error::RecvError::Closed) => return Ok(()),
            },
            changed = views.changed(), if watches => {
                if changed.is_err() {
                    return Ok(());
                }
                let Some(frame) = views.borrow_and_update().clone() else { continue };
                frame
            }
        };
        let written = timeout(UNREAD, writer.write_encoded(&frame)).await;
        written.map_err(|_| FrameError::Ended)??;
    }
}

/// A front that is connected is counted.
struct Counted<'a>(&'a Fronts);

impl<'a> Counted<'a> {
    fn new(fronts: &'a Fronts) -> Self {
        fronts.count.send_modify(|count| *count += 1);
        Self(fronts)
    }
}

impl Drop for Counted<'_> {
    fn drop(&mut self) {
        self.0.count.send_modify(|count| *count = count.saturating_sub(1));
    }
}

fn ended(_: Failure) -> FrameError {
    FrameError::Ended
}

const _: () = assert!(LONGEST_ASK <= LONGEST, "a front may send what the host reads");
