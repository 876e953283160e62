//! What a fuzzer has an app and a server say to each other.
#![expect(clippy::panic, clippy::expect_used, reason = "a target fails by panicking")]

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use paddock_mcp::wire::{Id, Incoming, Message, decode, decode_item};
use paddock_mcp::{Access, AskReply, RootEntry, Roots};
use serde::Deserialize;
use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream, ReadHalf, WriteHalf, duplex, split};
use tokio::runtime;
use tokio::sync::watch;
use tokio::time::timeout;

use crate::{Event, Loss, Options, Rule, Rules, Verdict, begin, replies};

/// How long an app waits for what is late.
const SOON: Duration = Duration::from_millis(1);
/// For an answer that has to come.
const PATIENCE: Duration = Duration::from_secs(10);

/// Lines that begin with `<` are the server's, all others the app's.
///
/// # Panics
///
/// Something reaches a side that must not, a request of the app is answered twice, or neither is it
/// answered nor does the session end.
pub fn session(data: &[u8]) {
    let (mut app, mut server) = (Vec::new(), Vec::new());
    for line in data.split(|byte| *byte == b'\n') {
        match line.strip_prefix(b"<") {
            Some(line) => server.extend([line, b"\n"].concat()),
            None => app.extend([line, b"\n"].concat()),
        }
    }
    let runtime = runtime::Builder::new_current_thread().enable_time().build().expect("a runtime");
    let asked = Calls::by(&app);
    let (to_app, to_server) = runtime.block_on(play(app, server, &asked));
    let heard = messages(&to_app);
    for message in &heard {
        app_may_see(message);
    }
    asked.assert_answered_once_at_most(&heard);
    for message in messages(&to_server) {
        server_may_see(&message);
    }
}

/// What comes to either side of what the other one says.
async fn play(app: Vec<u8>, server: Vec<u8>, asked: &Calls) -> (Vec<u8>, Vec<u8>) {
    let rules = Rules::new(|tool| match tool {
        "off" => Rule::Off,
        "ask" => Rule::Ask,
        _ => Rule::Allowed,
    });
    let options = Options {
        line_limit: 1024,
        queue_limit: 256,
        rules: Some(rules),
        stand_in: true,
        patience: SOON,
        greeting: 2 * SOON,
        statement_time_out: SOON,
        person_time_out: 2 * SOON,
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
    let (is_quiet, mut quiet) = watch::channel(false);
    let ((), (), to_app, to_server, ()) = tokio::join!(
        async {
            let mut writer = say(app_writer, app).await;
            // An app that has said all goes on listening: its server is gone, so all is answered.
            let answered = timeout(PATIENCE, quiet.wait_for(|quiet| *quiet)).await;
            assert!(answered.is_ok(), "the app waits in vain for an answer");
            let _ = writer.shutdown().await;
        },
        async { drop(say(server_writer, server).await.shutdown().await) },
        hear_answers(app_reader, asked, &is_quiet),
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
async fn say(mut writer: WriteHalf<DuplexStream>, bytes: Vec<u8>) -> WriteHalf<DuplexStream> {
    let _ = writer.write_all(&bytes).await;
    writer
}

/// Until the session ends; tells when all that must be answered is.
async fn hear_answers(
    mut reader: ReadHalf<DuplexStream>,
    asked: &Calls,
    is_quiet: &watch::Sender<bool>,
) -> Vec<u8> {
    let mut bytes = Vec::new();
    loop {
        if bytes.is_empty() || bytes.ends_with(b"\n") {
            is_quiet.send_replace(asked.is_all_answered(&messages(&bytes)));
        }
        if !matches!(reader.read_buf(&mut bytes).await, Ok(1..)) {
            is_quiet.send_replace(true);
            return bytes;
        }
    }
}

async fn hear(mut reader: ReadHalf<DuplexStream>) -> Vec<u8> {
    let mut bytes = Vec::new();
    let _ = reader.read_to_end(&mut bytes).await;
    bytes
}

/// What the app asks.
#[derive(Default)]
struct Calls {
    /// How often each id is used.
    ids: BTreeMap<String, usize>,
    /// What has to be answered whatever the server does.
    owed: BTreeSet<String>,
    /// Some of what it says is no JSON-RPC: what is answered to that has any id.
    is_broken: bool,
}

impl Calls {
    fn by(app: &[u8]) -> Self {
        let mut asked = Self::default();
        let mut takes_back = false;
        for line in app.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()) {
            let Ok(Incoming::One(message)) = decode(line) else {
                asked.is_broken = true;
                continue;
            };
            let is_response = matches!(message, Message::Response { .. });
            let Seen { method, id, .. } = see(message);
            takes_back |= method.as_deref() == Some("notifications/cancelled");
            if let Some(id) = id.filter(|_| !is_response) {
                *asked.ids.entry(id.as_str().to_owned()).or_default() += 1;
                // What listens is not answered until it is over.
                if method.as_deref() != Some("subscriptions/listen") {
                    asked.owed.insert(id.as_str().to_owned());
                }
            }
        }
        if takes_back || asked.is_broken {
            asked.owed.clear();
        }
        asked
    }

    fn answers(heard: &[Seen]) -> impl Iterator<Item = &str> {
        let answers = heard.iter().filter(|seen| seen.method.is_none());
        answers.filter_map(|seen| seen.id.as_ref().map(Id::as_str))
    }

    fn is_all_answered(&self, heard: &[Seen]) -> bool {
        self.owed.iter().all(|id| Self::answers(heard).any(|answer| answer == id))
    }

    fn assert_answered_once_at_most(&self, heard: &[Seen]) {
        for (id, times) in &self.ids {
            let answers = Self::answers(heard).filter(|answer| answer == id).count();
            assert!(self.is_broken || answers <= *times, "{id} is answered {answers} times");
        }
    }
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
