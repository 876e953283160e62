//! Whole sessions over pipes in memory.

mod death;
mod flow;
mod greeting;
mod hostile;
mod legacy;
mod memory;
mod modern;
mod seeds;
mod stand_in;
mod tools;
mod visits;

use std::fmt::Debug;
use std::time::Duration;

use paddock_mcp::wire::{Line, LineReader};
use paddock_mcp::{Access, RootEntry, Roots};
use tokio::io::{AsyncWriteExt, DuplexStream, ReadHalf, WriteHalf, duplex, split};
use tokio::time::timeout;

use crate::{Event, Events, Loss, Options, Session};

/// One side, as the test plays it.
struct End {
    lines: LineReader<ReadHalf<DuplexStream>>,
    writer: WriteHalf<DuplexStream>,
}

impl End {
    fn pair(size: usize) -> (Self, DuplexStream) {
        let (near, far) = duplex(size);
        let (reader, writer) = split(near);
        (Self { lines: LineReader::new(reader, 64 << 20), writer }, far)
    }

    async fn send(&mut self, line: &str) {
        self.writer.write_all(line.as_bytes()).await.unwrap();
        self.writer.write_all(b"\n").await.unwrap();
    }

    /// The next line; `None` at the end.
    async fn next(&mut self) -> Option<String> {
        let wait = timeout(Duration::from_secs(20), self.lines.next());
        let line = wait.await.expect("no line comes").unwrap_or(None)?;
        match line {
            Line::Bytes(line) => Some(String::from_utf8(line.to_vec()).unwrap()),
            Line::TooLong => panic!("line too long"),
        }
    }

    async fn recv(&mut self) -> String {
        self.next().await.expect("a line")
    }

    #[track_caller]
    fn expect(&mut self, line: &str) -> impl Future<Output = ()> {
        let caller = std::panic::Location::caller();
        async move { assert_eq!(self.recv().await, line, "at {caller}") }
    }

    async fn end(mut self) -> Self {
        self.writer.shutdown().await.unwrap();
        self
    }
}

struct Scene {
    session: Session,
    events: Events,
    app: End,
}

const PIPE: usize = 64 * 1024;

fn scene(options: Options) -> Scene {
    let (app, far) = End::pair(PIPE);
    let (reader, writer) = split(far);
    let (session, events) = crate::begin(reader, writer, roots(1, &["a"]), options);
    Scene { session, events, app }
}

impl Scene {
    fn serve(&self) -> End {
        let (server, far) = End::pair(PIPE);
        let (reader, writer) = split(far);
        self.session.serve(reader, writer);
        server
    }

    /// The next event that the test wants.
    async fn event<T: Debug>(&mut self, mut wanted: impl FnMut(Event) -> Option<T>) -> T {
        loop {
            let wait = timeout(Duration::from_secs(20), self.events.recv());
            let event = wait.await.expect("no event comes").expect("an event");
            if let Some(found) = wanted(event) {
                return found;
            }
        }
    }

    async fn stated(&mut self) -> Option<Vec<String>> {
        self.event(|event| if let Event::Stated(stated) = event { Some(stated) } else { None })
            .await
    }

    async fn told(&mut self) -> u64 {
        self.event(|event| if let Event::Told(told) = event { Some(told) } else { None }).await
    }

    async fn server_gone(&mut self) {
        self.event(|event| matches!(event, Event::ServerGone).then_some(())).await;
    }
}

/// A legacy session after its handshake.
async fn opened(options: Options) -> (Scene, End) {
    let mut scene = scene(options);
    let mut server = scene.serve();
    scene.app.send(&initialize("{}")).await;
    server.expect(&initialize(ROOTS)).await;
    server.send(INITIALIZE_RESULT).await;
    scene.app.expect(INITIALIZE_RESULT).await;
    scene.app.send(INITIALIZED).await;
    server.expect(INITIALIZED).await;
    (scene, server)
}

fn roots(generation: u64, folders: &[&str]) -> Roots {
    let entries: Vec<_> = folders
        .iter()
        .map(|folder| RootEntry {
            uri: format!("file:///{folder}"),
            name: (*folder).to_owned(),
            access: Access::ReadWrite,
        })
        .collect();
    Roots::new(generation, &entries).unwrap()
}

fn initialize(capabilities: &str) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":0,"method":"initialize","params":{{"protocolVersion":"2025-11-25","capabilities":{capabilities},"clientInfo":{{"name":"app","version":"1"}}}}}}"#
    )
}

fn call(id: u64, tool: &str) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":"{tool}","arguments":{{}}}}}}"#
    )
}

fn result(id: u64) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{"content":[]}}}}"#)
}

fn another() -> Loss {
    Loss { message: "it crashed".to_owned(), another: true }
}

const ROOTS: &str = r#"{"roots":{"listChanged":true}}"#;
const INITIALIZE_RESULT: &str = r#"{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{"listChanged":true}},"serverInfo":{"name":"s","version":"1"}}}"#;
const INITIALIZED: &str = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;
const ROOTS_CHANGED: &str = r#"{"jsonrpc":"2.0","method":"notifications/roots/list_changed"}"#;
const TOOLS_CHANGED: &str = r#"{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}"#;
/// Passed on as it is, to show that nothing came before it.
const MARK: &str = r#"{"jsonrpc":"2.0","method":"notifications/mark"}"#;
