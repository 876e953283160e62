//! The fronts that are connected: what they ask, and what they are shown.
//!
//! A front costs the host a task or two and bounded queues. One that does not read is dropped: a
//! view is whole, so when it comes back the next one makes up for all it missed.

mod consent;
mod front;
mod greeting;
mod join;
mod peer;
mod prove;
mod session;
mod terminal;

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use paddock_control::{FrameError, Notification, Programs, Push, Said, encode, places};
use tokio::net::{UnixListener, UnixStream};
use tokio::sync::{Semaphore, broadcast, watch};

use crate::view::{AnswerGrewView, Code, Failure, ProgressView, View};
use crate::{Host, Shell};
use greeting::Greeting;

/// Fronts connected at the same time, at the most.
const FRONTS: usize = 64;
/// Besides, kept for windows of Paddock's own.
const WINDOWS: usize = 4;
/// Sessions of apps, at the most.
const SESSIONS: usize = 256;
/// What was said and a front has not been sent yet, at the most, besides the newest view.
const UNSENT: usize = 256;
/// When no more connections can be taken for want of descriptors or memory.
const BREATHER: Duration = Duration::from_millis(200);

/// A frame as it is sent, encoded once for all fronts.
type Frame = Arc<[u8]>;

/// What every front is told. Clones tell the same fronts.
#[derive(Clone, Debug)]
pub struct Fronts {
    /// The newest view, as the actor gave it.
    view: watch::Sender<Option<Arc<View>>>,
    /// The same as a frame, or why it is none.
    frame: watch::Sender<Option<Frame>>,
    said: broadcast::Sender<Heard>,
    /// How many are connected.
    count: watch::Sender<usize>,
    room: Arc<Semaphore>,
    window_room: Arc<Semaphore>,
    session_room: Arc<Semaphore>,
    greeting: Greeting,
    had_window: Arc<AtomicBool>,
    /// Whether the host has begun to end.
    ends: watch::Sender<bool>,
}

/// What is said beside views.
#[derive(Clone, Debug)]
enum Heard {
    /// To all.
    All(Frame),
    /// To the one whose call this is; the number is the host's.
    Progress(ProgressView),
}

impl Default for Fronts {
    fn default() -> Self {
        Self {
            view: watch::Sender::new(None),
            frame: watch::Sender::new(None),
            said: broadcast::Sender::new(UNSENT),
            count: watch::Sender::new(0),
            room: Arc::new(Semaphore::new(FRONTS)),
            window_room: Arc::new(Semaphore::new(WINDOWS)),
            session_room: Arc::new(Semaphore::new(SESSIONS)),
            greeting: Greeting::default(),
            had_window: Arc::default(),
            ends: watch::Sender::new(false),
        }
    }
}

impl Fronts {
    /// Encodes each view that is the newest when its turn comes, away from the actor. Of one that
    /// can't be sent, fronts are told why, once.
    async fn encode_views(self) {
        let mut views = self.view.subscribe();
        let mut is_unshown = false;
        while views.changed().await.is_ok() {
            let Some(view) = views.borrow_and_update().clone() else { continue };
            match encode(&Said::push(Push::View(Box::new(View::clone(&view))))) {
                Ok(frame) => {
                    is_unshown = false;
                    self.frame.send_replace(Some(frame.into()));
                }
                Err(_) if is_unshown => {}
                Err(error) => {
                    tracing::error!(%error, "a view can't be sent");
                    let failure = unsendable(Code::ViewTooLarge, error);
                    if let Ok(frame) = encode(&Said::push(Push::Unshown(failure))) {
                        is_unshown = true;
                        self.frame.send_replace(Some(frame.into()));
                    }
                }
            }
        }
    }

    fn say(&self, push: Push) {
        match encode(&Said::push(push)) {
            Ok(frame) => drop(self.said.send(Heard::All(frame.into()))),
            Err(error) => tracing::error!(%error, "fronts were not told"),
        }
    }

    /// How many fronts are connected, as it changes.
    pub fn count(&self) -> watch::Receiver<usize> {
        self.count.subscribe()
    }

    /// Whether a window was connected in this run of the host.
    pub fn had_window(&self) -> bool {
        self.had_window.load(Ordering::Relaxed)
    }

    /// The newest view, as it changes.
    pub fn views(&self) -> watch::Receiver<Option<Arc<View>>> {
        self.view.subscribe()
    }

    /// Tells all that the host ends, and lets nobody else in: who comes now is not to lose what they
    /// ask, but to start the next host, which waits for this one.
    pub fn say_bye(&self) {
        self.ends.send_replace(true);
        self.say(Push::Bye);
    }

    fn has_ended(&self) -> bool {
        *self.ends.borrow()
    }
}

impl Shell for Fronts {
    fn show(&mut self, view: View) {
        self.view.send_replace(Some(Arc::new(view)));
    }

    fn grow_answer(&mut self, grown: AnswerGrewView) {
        self.say(Push::Grew(grown));
    }

    fn progress(&mut self, progress: ProgressView) {
        let _ = self.said.send(Heard::Progress(progress));
    }

    fn notify(&mut self, notification: Notification) {
        self.say(Push::Notify(notification));
    }
}

/// Why something is not sent; `code` where it is too long.
fn unsendable(code: Code, error: FrameError) -> Failure {
    match error {
        FrameError::TooLong(bytes) => Failure::new(code).with("bytes", bytes),
        error @ (FrameError::Ended | FrameError::Malformed(_) | FrameError::Io(_)) => {
            Failure::internal(error)
        }
    }
}

/// Where fronts reach the host, and which of them are Paddock's own.
#[derive(Debug)]
pub struct Door {
    listener: UnixListener,
    own: Arc<peer::Own>,
}

impl Door {
    /// Opens the socket in the folder of the data. Whoever does so holds the lock on it, so a socket
    /// that is there already is one that nobody listens on.
    ///
    /// # Errors
    /// It can't be made.
    pub fn open(data: &Path, programs: &Programs) -> io::Result<Self> {
        let socket = places::socket_in(data);
        let listener = bind(&socket)?;
        let own = Arc::new(peer::Own::of(programs, data));
        Ok(Self { listener, own })
    }

    /// Lets fronts in until the host begins to end.
    pub async fn serve(self, host: Host, fronts: Fronts) {
        tokio::spawn(fronts.clone().encode_views());
        let allowed = self.own.consent.is_terminal_allowed();
        let _ = host.set_terminal_consent(allowed).await;
        let mut ends = fronts.ends.subscribe();
        tokio::select! {
            _ = ends.wait_for(|ends| *ends) => {}
            () = self.let_all_in(&host, &fronts) => {}
        }
    }

    async fn let_all_in(&self, host: &Host, fronts: &Fronts) {
        loop {
            match self.listener.accept().await {
                Ok((stream, _)) => self.let_in(stream, host, fronts),
                Err(error) => {
                    tracing::warn!(%error, "a front could not be let in");
                    tokio::time::sleep(BREATHER).await;
                }
            }
        }
    }

    fn let_in(&self, stream: UnixStream, host: &Host, fronts: &Fronts) {
        let greets = fronts.greeting.begin();
        let (own, host, fronts) = (Arc::clone(&self.own), host.clone(), fronts.clone());
        tokio::spawn(async move {
            if let Err(error) = session::session(stream, own, host, fronts, greets).await {
                tracing::debug!(%error, "a front left");
            }
        });
    }
}

/// Binds beside, and moves it into place: nobody connects to a socket that is not ready.
fn bind(socket: &Path) -> io::Result<UnixListener> {
    use rustix::fs::{Mode, OFlags};
    use std::os::fd::AsRawFd as _;
    let folder: PathBuf = socket.parent().unwrap_or(Path::new("/")).into();
    let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC;
    let held = rustix::fs::open(&folder, flags, Mode::empty())?;
    // An address has room for about 100 bytes, and the folder may be anywhere.
    let beside =
        Path::new("/proc/self/fd").join(held.as_raw_fd().to_string()).join("host.sock.new");
    let _ = std::fs::remove_file(folder.join("host.sock.new"));
    let listener = UnixListener::bind(&beside)?;
    std::fs::rename(folder.join("host.sock.new"), socket)?;
    Ok(listener)
}
