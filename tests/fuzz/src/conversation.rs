use std::collections::BTreeMap;
use std::io;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use paddock_mcp::elicitation::Elicitation;
use paddock_mcp::{AskReply, Connection, Event, Events, Implementation, Options, Roots, connect};
use serde_json::Value;
use serde_json::value::RawValue;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::timeout;

/// The most lines that are said. Each waits until we had time to say something.
const LINES: usize = 64;

/// The longest line, in bytes.
const LIMIT: usize = 4096;

/// Whoever still talks after so long does not stop.
const END: Duration = Duration::from_hours(24);

/// Has a server say `data`, line by line, while the host does with it all that a host does.
///
/// # Panics
///
/// The connection does not end when the server does, something comes after its end, or we say what
/// is no message.
pub fn conversation(data: &[u8]) {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .start_paused(true)
        .build()
        .expect("a runtime without I/O needs nothing");
    runtime.block_on(async {
        let host = Hears::default();
        let heard = Arc::clone(&host.0);
        let (connection, events) = connect(Says::new(data), host, options(), roots());
        timeout(END, attend(connection, events)).await.expect("it ends with its server");
        let heard = heard.lock().unwrap_or_else(PoisonError::into_inner);
        // The last line may be cut by the end of the server.
        for line in heard.split_inclusive(|byte| *byte == b'\n').filter(|it| it.ends_with(b"\n")) {
            is_message(line);
        }
    });
}

fn options() -> Options {
    let client = Implementation { name: "fuzz".to_owned(), ..Implementation::default() };
    Options { line_limit: LIMIT, in_flight_limit: 8, ask_limit: 4, ..Options::new(client) }
}

fn roots() -> Option<Roots> {
    Roots::new(1, &[]).ok()
}

/// Answers whatever is asked, and asks for whatever there is.
async fn attend(connection: Connection, mut events: Events) {
    let mut has_ended = false;
    while let Some(event) = events.recv().await {
        assert!(!has_ended, "{event:?} after the end");
        match event {
            Event::Ready(_) => {
                let connection = connection.clone();
                tokio::spawn(async move { ask_for_all(&connection).await });
            }
            Event::Asked(ask) => {
                connection.answer(ask.id, AskReply::Result(Elicitation::cancelled()));
            }
            Event::Closed(_) => has_ended = true,
            Event::RootsTold { .. }
            | Event::RootsChangedSent { .. }
            | Event::ListChanged(_)
            | Event::ResourceUpdated { .. }
            | Event::AskEnded { .. }
            | Event::ElicitationComplete { .. }
            | Event::Log(_)
            | Event::Progress(_)
            | Event::Violation(_)
            | Event::Dropped { .. } => {}
        }
    }
    assert!(has_ended, "no end was told");
}

async fn ask_for_all(connection: &Connection) {
    let call = connection.call_tool("t", RawValue::from_string("{}".to_owned()).expect("JSON"));
    let _ = tokio::join!(
        connection.tools(),
        connection.resources(),
        connection.resource_templates(),
        connection.prompts(),
        connection.follow_resource("file:///a", true),
        connection.prompt("p", BTreeMap::new()),
        connection.ping(),
        call,
    );
}

fn is_message(line: &[u8]) {
    let text = String::from_utf8_lossy(line);
    let message: Value = match serde_json::from_slice(line) {
        Ok(message) => message,
        Err(error) => panic!("{error}: {text}"),
    };
    // A batch is answered by a batch.
    let all = message.as_array().map_or(std::slice::from_ref(&message), Vec::as_slice);
    assert!(!all.is_empty());
    for message in all {
        assert_eq!(message["jsonrpc"], "2.0", "{text}");
        let kinds = ["method", "result", "error"].map(|kind| message.get(kind).is_some());
        assert_eq!(kinds.iter().filter(|is| **is).count(), 1, "{text}");
    }
}

struct Says {
    lines: std::vec::IntoIter<Vec<u8>>,
    has_waited: u8,
}

impl Says {
    fn new(data: &[u8]) -> Self {
        let lines = data.split_inclusive(|byte| *byte == b'\n').take(LINES).map(<[u8]>::to_vec);
        Self { lines: lines.collect::<Vec<_>>().into_iter(), has_waited: 0 }
    }
}

impl AsyncRead for Says {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        // Everyone else has a turn or two before the next line.
        if self.has_waited < 4 {
            self.has_waited += 1;
            context.waker().wake_by_ref();
            return Poll::Pending;
        }
        self.has_waited = 0;
        let Some(mut line) = self.lines.next() else { return Poll::Ready(Ok(())) };
        line.truncate(buffer.remaining());
        buffer.put_slice(&line);
        Poll::Ready(Ok(()))
    }
}

#[derive(Default)]
struct Hears(Arc<Mutex<Vec<u8>>>);

impl AsyncWrite for Hears {
    fn poll_write(
        self: Pin<&mut Self>,
        _: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
        Poll::Ready(Ok(bytes.len()))
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}
