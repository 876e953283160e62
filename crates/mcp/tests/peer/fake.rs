use std::time::Duration;

use paddock_mcp::{
    Access, Ask, Connection, Era, Event, Events, Implementation, Options, Ready, RootEntry, Roots,
    Violation, connect,
};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader, DuplexStream, duplex};
use tokio::time::timeout;

/// Far longer than anything the host waits for in these tests, in paused time.
const DEADLINE: Duration = Duration::from_hours(1);

/// Long enough to prove that nothing comes, shorter than every time-out of the host.
const SILENCE: Duration = Duration::from_millis(100);

/// Capacity of each pipe.
pub(crate) const PIPE: usize = 64 * 1024;

pub(crate) struct World {
    pub(crate) connection: Connection,
    pub(crate) events: Watcher,
    pub(crate) server: Server,
}

/// For a server that is known to be of the legacy era, so that `initialize` is the first message.
pub(crate) fn options() -> Options {
    Options { era: Some(Era::Legacy), ..unprobed() }
}

/// For a server that nothing is known of.
pub(crate) fn unprobed() -> Options {
    Options::new(Implementation { name: "host".to_owned(), title: None, version: "1".to_owned() })
}

pub(crate) fn roots(generation: u64, folder: &str) -> Roots {
    let entry = RootEntry {
        uri: format!("file:///{folder}"),
        name: folder.to_owned(),
        access: Access::Read,
    };
    Roots::new(generation, &[entry]).unwrap()
}

pub(crate) fn listed(folder: &str) -> Value {
    let meta = json!({"org.paddock/access": "read"});
    json!({"roots": [{"uri": format!("file:///{folder}"), "name": folder, "_meta": meta}]})
}

/// A server that has said nothing yet.
pub(crate) fn start(options: Options, roots: Option<Roots>) -> World {
    let (host_writer, server_reader) = duplex(PIPE);
    let (server_writer, host_reader) = duplex(PIPE);
    let (connection, events) = connect(host_reader, host_writer, options, roots);
    World {
        connection,
        events: Watcher { events },
        server: Server { reader: BufReader::new(server_reader), writer: Some(server_writer) },
    }
}

/// A server after the handshake, its `Ready` seen.
pub(crate) async fn ready(options: Options, roots: Option<Roots>) -> World {
    ready_with("2025-11-25", options, roots).await
}

pub(crate) async fn ready_with(revision: &str, options: Options, roots: Option<Roots>) -> World {
    let mut world = start(options, roots);
    world.server.answer_initialize(revision).await;
    world.server.read_initialized().await;
    assert!(matches!(world.events.next().await, Event::Ready(_)));
    world
}

/// A legacy server with these capabilities, its `Ready` seen.
pub(crate) async fn ready_offering(revision: &str, capabilities: Value, options: Options) -> World {
    let mut world = start(options, None);
    let id = world.server.read_request("initialize").await;
    let mut result = initialize_result(revision);
    result["capabilities"] = capabilities;
    world.server.answer(&id, result).await;
    world.server.read_initialized().await;
    world.events.ready().await;
    world
}

/// A modern server after discovery, its `Ready` seen.
pub(crate) async fn modern(options: Options, roots: Option<Roots>) -> World {
    modern_with(json!({"tools": {}, "logging": {}}), options, roots).await
}

pub(crate) async fn modern_with(
    capabilities: Value,
    options: Options,
    roots: Option<Roots>,
) -> World {
    let mut world = start(Options { era: Some(Era::Modern), ..options }, roots);
    let id = world.server.read_request("server/discover").await;
    let mut result = discover_result();
    result["capabilities"] = capabilities;
    world.server.answer(&id, result).await;
    assert!(matches!(world.events.next().await, Event::Ready(_)));
    world
}

/// A server with the grant of one folder `a`, generation 1.
pub(crate) async fn granted() -> World {
    ready(options(), Some(roots(1, "a"))).await
}

pub(crate) struct Watcher {
    pub(crate) events: Events,
}

impl Watcher {
    pub(crate) async fn next(&mut self) -> Event {
        timeout(DEADLINE, self.events.recv()).await.expect("an event").expect("not the end")
    }

    pub(crate) async fn next_violation(&mut self) -> Violation {
        let event = self.next().await;
        let Event::Violation(violation) = event else { panic!("no violation: {event:?}") };
        violation
    }

    pub(crate) async fn next_ask(&mut self) -> Ask {
        let event = self.next().await;
        let Event::Asked(ask) = event else { panic!("nothing was asked: {event:?}") };
        *ask
    }

    pub(crate) async fn ready(&mut self) -> Ready {
        let event = self.next().await;
        let Event::Ready(ready) = event else { panic!("not ready: {event:?}") };
        *ready
    }

    pub(crate) async fn silent(&mut self) {
        if let Ok(event) = timeout(SILENCE, self.events.recv()).await {
            panic!("unexpected: {event:?}");
        }
    }

    /// Everything up to the last event.
    pub(crate) async fn rest(&mut self) -> Vec<Event> {
        let mut all = Vec::new();
        while let Some(event) = timeout(DEADLINE, self.events.recv()).await.expect("an end") {
            all.push(event);
        }
        all
    }
}

pub(crate) struct Server {
    reader: BufReader<DuplexStream>,
    writer: Option<DuplexStream>,
}

impl Server {
    /// The next line, to the byte, without its `\n`; `None` when the host closed our input.
    pub(crate) async fn read_line(&mut self) -> Option<String> {
        let mut line = String::new();
        let read = timeout(DEADLINE, self.reader.read_line(&mut line)).await;
        if read.expect("a line").unwrap() == 0 {
            return None;
        }
        Some(line.strip_suffix('\n').expect("a whole line").to_owned())
    }

    pub(crate) async fn read(&mut self) -> Value {
        serde_json::from_str(&self.read_line().await.expect("a message")).unwrap()
    }

    /// Reads a request and gives its id.
    pub(crate) async fn read_request(&mut self, method: &str) -> Value {
        let message = self.read().await;
        assert_eq!(message["method"], method);
        message["id"].clone()
    }

    /// Everything up to the end of our input, whole lines or not.
    pub(crate) async fn read_bytes_to_end(&mut self) -> Vec<u8> {
        let mut all = Vec::new();
        let read = timeout(DEADLINE, self.reader.read_to_end(&mut all)).await;
        read.expect("an end").unwrap();
        all
    }

    pub(crate) async fn silent(&mut self) {
        let mut line = String::new();
        let read = timeout(SILENCE, self.reader.read_line(&mut line)).await;
        assert!(read.is_err(), "unexpected: {line:?}");
    }

    pub(crate) async fn send(&mut self, message: &Value) {
        self.send_line(&message.to_string()).await;
    }

    pub(crate) async fn send_line(&mut self, line: &str) {
        self.send_bytes(format!("{line}\n").as_bytes()).await;
    }

    pub(crate) async fn send_bytes(&mut self, bytes: &[u8]) {
        let sent = self.try_send(bytes).await;
        assert!(sent, "the host does not read");
    }

    /// False if the host does not take the bytes, whatever time passes.
    pub(crate) async fn try_send(&mut self, bytes: &[u8]) -> bool {
        let writer = self.writer.as_mut().expect("output is open");
        match timeout(SILENCE, writer.write_all(bytes)).await {
            Ok(written) => written.is_ok(),
            Err(_) => false,
        }
    }

    pub(crate) async fn request(&mut self, id: &str, method: &str) {
        self.send_line(&format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"{method}"}}"#)).await;
    }

    pub(crate) async fn notify(&mut self, method: &str, params: Value) {
        self.send(&json!({"jsonrpc": "2.0", "method": method, "params": params})).await;
    }

    pub(crate) async fn answer(&mut self, id: &Value, result: Value) {
        self.send(&json!({"jsonrpc": "2.0", "id": id, "result": result})).await;
    }

    pub(crate) async fn refuse(&mut self, id: &Value, code: i64) {
        let error = json!({"code": code, "message": "no"});
        self.send(&json!({"jsonrpc": "2.0", "id": id, "error": error})).await;
    }

    pub(crate) async fn answer_initialize(&mut self, revision: &str) {
        let id = self.read_request("initialize").await;
        self.answer(&id, initialize_result(revision)).await;
    }

    pub(crate) async fn read_initialized(&mut self) {
        let message = self.read().await;
        assert_eq!(message, json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
    }

    pub(crate) fn close_output(&mut self) {
        self.writer = None;
    }
}

pub(crate) fn discover_result() -> Value {
    let server = json!({"name": "fake", "version": "3"});
    json!({
        "resultType": "complete",
        "supportedVersions": ["2026-07-28"],
        "capabilities": {"tools": {}, "logging": {}},
        "instructions": "be brief",
        "_meta": {"io.modelcontextprotocol/serverInfo": server},
        "ttlMs": 0,
        "cacheScope": "private",
    })
}

pub(crate) fn initialize_result(revision: &str) -> Value {
    json!({
        "protocolVersion": revision,
        "capabilities": {"tools": {"listChanged": true}, "logging": {}},
        "serverInfo": {"name": "fake", "version": "2"},
        "instructions": "be kind",
    })
}
