//! A front's end of the connection.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::{mpsc, oneshot, watch};

use crate::frame::{FrameError, LONGEST, Reader, Writer, encode};
use crate::hello::{Hello, greet};
use crate::view::{Code, Failure};
use crate::{Answer, Ask, Command, Push};

/// Commands that wait to be written, at the most.
const OUTGOING: usize = 64;
/// What was said unasked and not taken yet, at the most; more is lost, except views.
const INCOMING: usize = 1024;

/// A connection to the host. Clones are handles to the same one. Its methods are the
/// [commands](crate::commands); each fails with `host-gone` once the connection has ended.
#[derive(Clone, Debug)]
pub struct Client {
    outgoing: mpsc::Sender<Vec<u8>>,
    waiting: Arc<Waiting>,
    version: Arc<str>,
}

#[derive(Debug, Default)]
struct Waiting {
    last: AtomicU32,
    /// None once the connection has ended.
    answers: Mutex<Option<HashMap<u32, oneshot::Sender<Answer>>>>,
}

impl Client {
    /// Greets the host over an open connection.
    ///
    /// # Errors
    /// The host speaks another version, refuses the role, or is none.
    pub async fn open<R, W>(from: R, to: W, hello: Hello) -> Result<(Self, Pushed), Failure>
    where
        R: AsyncRead + Send + Unpin + 'static,
        W: AsyncWrite + Send + Unpin + 'static,
    {
        let (mut reader, mut writer) = (Reader::new(from, LONGEST), Writer::new(to));
        let welcome = greet(&mut reader, &mut writer, &hello).await?;
        let (outgoing, to_write) = mpsc::channel(OUTGOING);
        let (to_views, views) = watch::channel(None);
        let (to_rest, rest) = mpsc::channel(INCOMING);
        let answers = Mutex::new(Some(HashMap::new()));
        let waiting = Arc::new(Waiting { last: AtomicU32::new(0), answers });
        tokio::spawn(write(writer, to_write));
        tokio::spawn(read(reader, Arc::clone(&waiting), to_views, to_rest));
        let pushed = Pushed { views, views_end: false, rest, waiting: Arc::clone(&waiting) };
        Ok((Self { outgoing, waiting, version: welcome.version.into() }, pushed))
    }

    /// The version of the host, as its packages have it.
    pub fn host_version(&self) -> &str {
        &self.version
    }

    /// Whether the connection has ended.
    pub fn has_ended(&self) -> bool {
        self.waiting.lock().is_none()
    }

    pub(crate) async fn ask<T: DeserializeOwned>(&self, command: Command) -> Result<T, Failure> {
        let done = self.carry_out(command).await?;
        serde_json::from_str(done.get()).map_err(Failure::internal)
    }

    /// Has the host carry out a command, and takes its answer as it is written.
    ///
    /// # Errors
    /// The host's own, or `host-gone`.
    pub async fn carry_out(&self, command: Command) -> Result<Box<RawValue>, Failure> {
        let id = self.waiting.last.fetch_add(1, Ordering::Relaxed);
        let frame = encode(&Ask { id, command }).map_err(|error| match error {
            FrameError::TooLong(bytes) => Failure::new(Code::CommandTooLong).with("bytes", bytes),
            FrameError::Ended | FrameError::Malformed(_) | FrameError::Io(_) => {
                Failure::internal(error)
            }
        })?;
        let (answer, answered) = oneshot::channel();
        self.waiting.lock().as_mut().ok_or_else(gone)?.insert(id, answer);
        let _waits = Waits { waiting: &self.waiting, id };
        self.outgoing.send(frame).await.map_err(|_| gone())?;
        let Answer { done, failure, .. } = answered.await.map_err(|_| gone())?;
        match (done, failure) {
            (_, Some(failure)) => Err(failure),
            (Some(done), None) => Ok(done),
            (None, None) => RawValue::from_string("null".to_owned()).map_err(Failure::internal),
        }
    }
}

/// Nobody waits for an answer any more, however that came.
struct Waits<'a> {
    waiting: &'a Waiting,
    id: u32,
}

impl Drop for Waits<'_> {
    fn drop(&mut self) {
        if let Some(answers) = self.waiting.lock().as_mut() {
            answers.remove(&self.id);
        }
    }
}

impl Waiting {
    fn lock(&self) -> MutexGuard<'_, Option<HashMap<u32, oneshot::Sender<Answer>>>> {
        self.answers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whoever waits learns that nothing comes.
    fn end(&self) {
        self.lock().take();
    }
}

async fn write<W: AsyncWrite + Unpin>(
    mut writer: Writer<W>,
    mut to_write: mpsc::Receiver<Vec<u8>>,
) {
    while let Some(frame) = to_write.recv().await {
        if writer.write_encoded(&frame).await.is_err() {
            return;
        }
    }
}

/// A [`Said`](crate::Said) whose push nobody has read yet.
#[derive(Deserialize)]
struct Heard {
    #[serde(default)]
    answer: Option<Answer>,
    #[serde(default)]
    push: Option<Box<RawValue>>,
}

/// A [`Push::View`], which is long: it is read by whoever takes it, and holds up no answer.
#[derive(Deserialize)]
struct Unread {
    view: Option<Box<RawValue>>,
}

async fn read<R: AsyncRead + Unpin>(
    mut reader: Reader<R>,
    waiting: Arc<Waiting>,
    views: watch::Sender<Option<Arc<RawValue>>>,
    rest: mpsc::Sender<Push>,
) {
    while let Ok(Heard { answer, push }) = reader.read().await {
        if let Some(answer) = answer {
            let waits = waiting.lock().as_mut().and_then(|answers| answers.remove(&answer.id));
            if let Some(waits) = waits {
                let _ = waits.send(answer);
            }
        }
        let Some(push) = push else { continue };
        match serde_json::from_str(push.get()) {
            Ok(Unread { view: Some(view) }) => drop(views.send_replace(Some(view.into()))),
            Ok(Unread { view: None }) | Err(_) => match serde_json::from_str(push.get()) {
                Ok(push) => drop(rest.try_send(push)),
                Err(_) => break,
            },
        }
    }
    waiting.end();
}

/// What the host says unasked. Of views the newest; of the rest as much as is taken in time.
#[derive(Debug)]
pub struct Pushed {
    views: watch::Receiver<Option<Arc<RawValue>>>,
    views_end: bool,
    rest: mpsc::Receiver<Push>,
    waiting: Arc<Waiting>,
}

impl Pushed {
    /// The next, or none when the connection has ended. Nothing is lost if this is dropped.
    pub async fn next(&mut self) -> Option<Push> {
        loop {
            tokio::select! {
                biased;
                changed = self.views.changed(), if !self.views_end => match changed {
                    Ok(()) => {
                        let view = self.views.borrow_and_update().clone();
                        if let Some(view) = view {
                            return self.view(&view);
                        }
                    }
                    Err(_) => self.views_end = true,
                },
                push = self.rest.recv() => return push,
            }
        }
    }

    /// One that can't be read ends the connection, as any frame does.
    fn view(&mut self, view: &RawValue) -> Option<Push> {
        let view = serde_json::from_str(view.get()).map(Push::View);
        if view.is_err() {
            self.waiting.end();
            self.views_end = true;
            self.rest.close();
            while self.rest.try_recv().is_ok() {}
        }
        view.ok()
    }
}

fn gone() -> Failure {
    Failure::new(Code::HostGone).with("reason", "the connection ended")
}
