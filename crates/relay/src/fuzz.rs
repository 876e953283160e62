//! What a fuzzer has an app and a server say to each other.
#![expect(clippy::panic, clippy::expect_used, reason = "a target fails by panicking")]

use paddock_mcp::wire::{Id, Incoming, Message, decode, decode_item};
use paddock_mcp::{Access, AskReply, RootEntry, Roots};
use serde::Deserialize;
use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream, ReadHalf, WriteHalf, duplex, split};
use tokio::runtime;

use crate::{Event, Loss, Options, Policy, ToolRule, Verdict, begin, replies};

/// Lines that begin with `<` are the server's, all others the app's.
///
/// # Panics
///
/// Something reaches a side that must not, or the session does not end.
pub fn session(data: &[u8]) {
    let (mut app, mut server) = (Vec::new(), Vec::new());
    for line in data.split(|byte| *byte == b'\n') {
        match line.strip_prefix(b"<") {
            Some(line) => server.extend([line, b"\n"].concat()),
            None => app.extend([line, b"\n"].concat()),
        }
    }
    let runtime = runtime::Builder::new_current_thread().enable_time().build().expect("a runtime");
    let (to_app, to_server) = runtime.block_on(play(app, server));
    for message in messages(&to_app) {
        app_may_see(&message);
    }
    for message in messages(&to_server) {
        server_may_see(&message);
    }
}

/// What comes to either side of what the other one says.
async fn play(app: Vec<u8>, server: Vec<u8>) -> (Vec<u8>, Vec<u8>) {
    let policy = Policy::new(|tool| match tool {
        "off" => ToolRule::Off,
        "ask" => ToolRule::Ask,
        _ => ToolRule::Allowed,
    });
    let options = Options {
        line_limit: 1024,
        queue_limit: 256,
        policy: Some(policy),
        stand_in: true,
        ..Options::default()
    };
    let entry =
        RootEntry { uri: "file:///a".to_owned(), name: "a".to_owned(), access: Access::Read };
    let roots = Roots::new(1, &[entry]).expect("a list");
    let (app_reader, app_writer, far) = side();
    let (reader, writer) = split(far);
    let (session, mut events) = begin(reader, writer, roots, options);
    let (server_reader, server_writer, far) = side();
    let (reader, writer) = split(far);
    session.serve(reader, writer);
    let follow = async {
        while let Some(event) = events.recv().await {
            if matches!(event, Event::AppGone) {
                session.close();
            }
            if let Event::Asked(ask) = &event
                && ask.number % 2 == 0
            {
                session.answer(ask.number, AskReply::Denied);
            }
            if let Event::Waits { call, .. } = event
                && call % 2 == 0
            {
                session.decide(call, Verdict::Denied);
            }
            if matches!(event, Event::ServerGone) {
                session.lost(&Loss { message: "gone".to_owned(), another: false });
            }
        }
    };
    let ((), (), to_app, to_server, ()) = tokio::join!(
        say(app_writer, app),
        say(server_writer, server),
        hear(app_reader),
        hear(server_reader),
        follow,
    );
    (to_app, to_server)
}

fn side() -> (ReadHalf<DuplexStream>, WriteHalf<DuplexStream>, DuplexStream) {
    let (near, far) = duplex(64);
    let (reader, writer) = split(near);
    (reader, writer, far)
}

/// The other side may be gone before all is said.
async fn say(mut writer: WriteHalf<DuplexStream>, bytes: Vec<u8>) {
    let _ = writer.write_all(&bytes).await;
    let _ = writer.shutdown().await;
}

async fn hear(mut reader: ReadHalf<DuplexStream>) -> Vec<u8> {
    let mut bytes = Vec::new();
    let _ = reader.read_to_end(&mut bytes).await;
    bytes
}

#[derive(Debug)]
struct Seen {
    method: Option<String>,
    tool: Option<String>,
    id: Option<Id>,
}

/// What was passed on; the last line may be cut off by the end.
fn messages(bytes: &[u8]) -> Vec<Seen> {
    let mut seen = Vec::new();
    let Some(end) = bytes.iter().rposition(|byte| *byte == b'\n') else { return seen };
    for line in bytes[..end].split(|byte| *byte == b'\n') {
        match decode(line) {
            Ok(Incoming::One(message)) => seen.push(see(message)),
            Ok(Incoming::Batch(items)) => {
                seen.extend(items.iter().filter_map(|item| decode_item(item).ok()).map(see));
            }
            Err(_) if line.starts_with(br#"{"error""#) => {}
            Err(violation) => panic!("{violation} was passed on: {}", line.escape_ascii()),
        }
    }
    seen
}

fn see(message: Message<'_>) -> Seen {
    #[derive(Deserialize)]
    struct Named {
        name: String,
    }
    let (id, method, params) = match message {
        Message::Request { id, method, params } => (Some(id.canonical()), method, params),
        Message::Notification { method, params } => (None, method, params),
        Message::Response { id, .. } => {
            return Seen { method: None, tool: None, id: Some(id.canonical()) };
        }
    };
    let named = params.and_then(|params| serde_json::from_str::<Named>(params.get()).ok());
    let tool = named.filter(|_| method == "tools/call").map(|named| named.name);
    Seen { method: Some(method.into_owned()), tool, id }
}

fn app_may_see(seen: &Seen) {
    let ours = seen.id.as_ref().is_some_and(replies::is_own);
    match seen.method.as_deref() {
        Some("roots/list") => assert!(ours, "the server asked the app: {seen:?}"),
        Some(_) => assert!(!ours, "{seen:?}"),
        // The answer to a refused request may have any id.
        None => {}
    }
}

fn server_may_see(seen: &Seen) {
    assert_ne!(seen.method.as_deref(), Some("notifications/roots/list_changed"), "{seen:?}");
    assert_ne!(seen.tool.as_deref(), Some("off"), "{seen:?}");
    assert_ne!(seen.tool.as_deref(), Some("ask"), "nobody allowed it: {seen:?}");
}
