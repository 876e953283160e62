//! An AI app that uses a server through Paddock, shim and all, in this process.

use std::collections::VecDeque;
use std::io::{self, IoSlice};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::path::{Path, PathBuf};

use paddock_control::view::Failure;
use paddock_control::{Hello, Join, Joined, Over, Reader, Role, WirePath, Writer, greet};
use rustix::net::{SendAncillaryBuffer, SendAncillaryMessage, SendFlags, sendmsg};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::UnixStream;
use tokio::net::unix::{OwnedReadHalf, OwnedWriteHalf, pipe};
use tokio::time::timeout;

use crate::world::{Called, Ground, PATIENCE};

const LONGEST: usize = 64 << 10;

/// The shim's connection to the host.
pub(crate) struct Shim {
    pub(crate) reader: Reader<OwnedReadHalf>,
    pub(crate) writer: Writer<OwnedWriteHalf>,
}

pub(crate) struct App {
    shim: Option<Shim>,
    to: Option<pipe::Sender>,
    from: BufReader<pipe::Receiver>,
    last_id: u32,
    /// The folders that it says it works in, if it does.
    pub(crate) states: Option<Vec<PathBuf>>,
    /// What the server said unasked.
    pub(crate) said: VecDeque<Value>,
}

impl Shim {
    pub(crate) async fn greet(ground: &Ground) -> Self {
        let stream = paddock_control::reach(&ground.places.data).await.unwrap();
        let (from, to) = stream.into_split();
        let (mut reader, mut writer) = (Reader::new(from, LONGEST), Writer::new(to));
        greet(&mut reader, &mut writer, &Hello::new(Role::Session, false)).await.unwrap();
        Self { reader, writer }
    }

    pub(crate) async fn ask(&mut self, server: &str, folder: Option<PathBuf>) -> Option<Failure> {
        self.ask_as("Test App", server, folder).await
    }

    async fn ask_as(
        &mut self,
        app: &str,
        server: &str,
        folder: Option<PathBuf>,
    ) -> Option<Failure> {
        let folder = folder.map(WirePath);
        let join = Join { server: server.to_owned(), app: app.to_owned(), folder };
        self.writer.write(&join).await.unwrap();
        self.reader.read::<Joined>().await.unwrap().refused
    }

    pub(crate) fn send(&self, descriptors: &[BorrowedFd<'_>]) -> io::Result<usize> {
        let stream: &UnixStream = self.reader.get_ref().as_ref();
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(3))];
        let mut control = SendAncillaryBuffer::new(&mut space);
        if !descriptors.is_empty() {
            control.push(SendAncillaryMessage::ScmRights(descriptors));
        }
        Ok(sendmsg(stream, &[IoSlice::new(&[0])], &mut control, SendFlags::empty())?)
    }

    /// How the session ended; none if the host said nothing.
    pub(crate) async fn over(&mut self) -> Option<Over> {
        timeout(PATIENCE, self.reader.read()).await.expect("the session ends").ok()
    }
}

impl App {
    /// Begins a session, and opens it as a legacy client without any capability.
    pub(crate) async fn open(ground: &Ground, server: &str, folder: Option<&Path>) -> Self {
        let mut app = Self::join(ground, server, folder).await;
        let opened = app.initialize().await;
        assert!(opened["result"].is_object(), "{opened}");
        app
    }

    pub(crate) async fn join(ground: &Ground, server: &str, folder: Option<&Path>) -> Self {
        let mut shim = Shim::greet(ground).await;
        assert_eq!(shim.ask(server, folder.map(Path::to_path_buf)).await, None);
        Self::through(shim)
    }

    /// By another name than the usual one.
    pub(crate) async fn join_as(app: &str, ground: &Ground, server: &str) -> Self {
        let mut shim = Shim::greet(ground).await;
        assert_eq!(shim.ask_as(app, server, None).await, None);
        Self::through(shim)
    }

    fn through(shim: Shim) -> Self {
        let (input, to) = ends();
        let (from, output) = ends();
        shim.send(&[input.as_fd(), output.as_fd()]).unwrap();
        Self {
            shim: Some(shim),
            to: Some(pipe::Sender::from_owned_fd(to).unwrap()),
            from: BufReader::new(pipe::Receiver::from_owned_fd(from).unwrap()),
            last_id: 0,
            states: None,
            said: VecDeque::new(),
        }
    }

    pub(crate) async fn initialize(&mut self) -> Value {
        let client = json!({ "name": "test", "version": "1" });
        let roots = json!({ "roots": { "listChanged": true } });
        let capabilities = if self.states.is_some() { roots } else { json!({}) };
        let params = json!({
            "protocolVersion": "2025-06-18",
            "capabilities": capabilities,
            "clientInfo": client,
        });
        let opened = self.ask("initialize", params).await;
        self.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" })).await;
        opened
    }

    pub(crate) async fn send(&mut self, message: &Value) {
        let line = format!("{message}\n");
        self.to.as_mut().unwrap().write_all(line.as_bytes()).await.unwrap();
    }

    /// The next line; none at the end.
    pub(crate) async fn next(&mut self) -> Option<Value> {
        let mut line = String::new();
        let read = timeout(PATIENCE, self.from.read_line(&mut line)).await;
        let read = read.expect("the app is answered").unwrap();
        (read > 0).then(|| serde_json::from_str(&line).expect("a line of JSON"))
    }

    /// Begins a request, and says its id.
    pub(crate) async fn begin(&mut self, method: &str, params: Value) -> u32 {
        self.last_id += 1;
        let id = self.last_id;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params })).await;
        id
    }

    /// The answer to a request.
    pub(crate) async fn answer(&mut self, id: u32) -> Value {
        loop {
            let message = self.next().await.expect("the session goes on");
            if message.get("method").is_none() && message["id"] == id {
                return message;
            }
            if message["method"] == "roots/list" && self.states.is_some() {
                self.state(&message["id"]).await;
                continue;
            }
            self.said.push_back(message);
        }
    }

    async fn state(&mut self, id: &Value) {
        let folders = self.states.iter().flatten();
        let roots: Vec<_> =
            folders.map(|folder| json!({ "uri": crate::world::uri(folder) })).collect();
        let result = json!({ "roots": roots });
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "result": result })).await;
    }

    pub(crate) async fn ask(&mut self, method: &str, params: Value) -> Value {
        let id = self.begin(method, params).await;
        self.answer(id).await
    }

    pub(crate) async fn call(&mut self, tool: &str, arguments: Value) -> Called {
        let params = json!({ "name": tool, "arguments": arguments });
        let answer = self.ask("tools/call", params).await;
        let result = &answer["result"];
        let text = result["content"][0]["text"].as_str().map(str::to_owned);
        let is_error = result["isError"] == true || answer.get("error").is_some();
        Called { text: text.unwrap_or_else(|| answer["error"].to_string()), is_error }
    }

    /// As when the app closes the server's input.
    pub(crate) fn close(&mut self) {
        self.to = None;
    }

    /// As when the shim is killed.
    pub(crate) fn kill_shim(&mut self) {
        self.shim = None;
    }

    pub(crate) async fn over(&mut self) -> Option<Over> {
        self.shim.as_mut().unwrap().over().await
    }

    /// Waits until the app's input ends.
    pub(crate) async fn until_ended(&mut self) {
        while let Some(message) = self.next().await {
            self.said.push_back(message);
        }
    }
}

fn ends() -> (OwnedFd, OwnedFd) {
    rustix::pipe::pipe_with(rustix::pipe::PipeFlags::CLOEXEC).unwrap()
}
