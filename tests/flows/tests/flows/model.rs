//! A provider of language models on this machine, whose every word is the test's.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Notify, watch};
use tokio::time::timeout;

use crate::world::PATIENCE;

/// The first of the models that it offers.
pub(crate) const MODEL: &str = "claude-sonnet-of-the-test";

/// Clones are the same provider. It ends with the test's runtime.
#[derive(Clone, Debug)]
pub(crate) struct FakeModel {
    url: String,
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    script: Mutex<VecDeque<Says>>,
    heard: watch::Sender<Vec<Heard>>,
    hung_up: watch::Sender<usize>,
    go_on: Notify,
    models: Mutex<Vec<&'static str>>,
}

/// What it says when it is next asked for an answer.
#[derive(Clone, Debug)]
pub(crate) enum Says {
    Text(&'static str),
    /// The first piece, and the rest when it is let.
    Half(&'static str, &'static str),
    Tool {
        name: &'static str,
        arguments: &'static str,
    },
    Status(u16),
    /// The first piece, and then it is gone.
    CutOff(&'static str),
}

/// A question, as it came.
#[derive(Clone, Debug)]
pub(crate) struct Heard {
    pub(crate) path: String,
    /// The header `authorization`.
    pub(crate) key: Option<String>,
    pub(crate) body: Value,
}

impl FakeModel {
    pub(crate) async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/v1", listener.local_addr().unwrap());
        let shared = Arc::new(Shared {
            script: Mutex::default(),
            heard: watch::Sender::default(),
            hung_up: watch::Sender::default(),
            go_on: Notify::new(),
            models: Mutex::new(vec![MODEL, "other"]),
        });
        let model = Self { url, shared };
        let serving = model.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let serving = serving.clone();
                tokio::spawn(async move { serving.serve(stream).await });
            }
        });
        model
    }

    pub(crate) fn url(&self) -> String {
        self.url.clone()
    }

    /// Adds to what it says; when nothing is left, it says `fine`.
    pub(crate) fn will(&self, says: Says) {
        self.shared.script.lock().unwrap().push_back(says);
    }

    /// The models that it has from now on.
    pub(crate) fn offers(&self, models: &[&'static str]) {
        *self.shared.models.lock().unwrap() = models.to_vec();
    }

    pub(crate) fn go_on(&self) {
        self.shared.go_on.notify_one();
    }

    /// Every question for an answer so far.
    pub(crate) fn asked(&self) -> Vec<Heard> {
        let heard = self.shared.heard.borrow();
        heard.iter().filter(|heard| heard.path.ends_with("/chat/completions")).cloned().collect()
    }

    pub(crate) fn heard(&self) -> Vec<Heard> {
        self.shared.heard.borrow().clone()
    }

    /// Waits until whoever asked no longer listens.
    pub(crate) async fn until_hung_up(&self) {
        let mut hung_up = self.shared.hung_up.subscribe();
        timeout(PATIENCE, hung_up.wait_for(|count| *count > 0)).await.unwrap().unwrap();
    }

    async fn serve(&self, mut stream: TcpStream) {
        let Some(heard) = read(&mut stream).await else { return };
        let path = heard.path.clone();
        self.shared.heard.send_modify(|all| all.push(heard));
        if path.ends_with("/models") {
            let models = self.shared.models.lock().unwrap().clone();
            let models: Vec<_> = models.into_iter().map(|id| json!({ "id": id })).collect();
            let models = json!({ "object": "list", "data": models });
            return respond(&mut stream, 200, &models.to_string()).await;
        }
        let says = self.shared.script.lock().unwrap().pop_front();
        match says.unwrap_or(Says::Text("fine")) {
            Says::Text(text) => {
                begin(&mut stream).await;
                say(&mut stream, &words(text)).await;
                end(&mut stream, "stop").await;
            }
            Says::Half(first, rest) => {
                begin(&mut stream).await;
                say(&mut stream, &words(first)).await;
                tokio::select! {
                    () = self.shared.go_on.notified() => {}
                    _ = stream.read_u8() => {
                        return self.shared.hung_up.send_modify(|count| *count += 1);
                    }
                }
                say(&mut stream, &words(rest)).await;
                end(&mut stream, "stop").await;
            }
            Says::Tool { name, arguments } => {
                begin(&mut stream).await;
                let call = json!({
                    "index": 0, "id": "use-1", "type": "function",
                    "function": { "name": name, "arguments": arguments },
                });
                say(&mut stream, &json!({ "tool_calls": [call] })).await;
                end(&mut stream, "tool_calls").await;
            }
            Says::Status(status) => {
                let error = json!({ "error": { "message": "not today", "type": "test" } });
                respond(&mut stream, status, &error.to_string()).await;
            }
            Says::CutOff(first) => {
                begin(&mut stream).await;
                say(&mut stream, &words(first)).await;
            }
        }
    }
}

async fn read(stream: &mut TcpStream) -> Option<Heard> {
    let mut bytes = Vec::new();
    let head = loop {
        let at = bytes.windows(4).position(|window| window == b"\r\n\r\n");
        if let Some(at) = at {
            break at;
        }
        if stream.read_buf(&mut bytes).await.ok()? == 0 {
            return None;
        }
    };
    let text = String::from_utf8(bytes[..head].to_vec()).ok()?;
    let header = |name: &str| {
        let mut lines = text.lines().skip(1).filter_map(|line| line.split_once(':'));
        let found = lines.find(|(key, _)| key.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.trim().to_owned())
    };
    let length = header("content-length").map_or(0, |length| length.parse().unwrap());
    while bytes.len() < head + 4 + length {
        if stream.read_buf(&mut bytes).await.ok()? == 0 {
            return None;
        }
    }
    let path = text.split_whitespace().nth(1)?.to_owned();
    let body = serde_json::from_slice(&bytes[head + 4..head + 4 + length]).unwrap_or_default();
    Some(Heard { path, key: header("authorization"), body })
}

async fn respond(stream: &mut TcpStream, status: u16, body: &str) {
    let head = format!(
        "HTTP/1.1 {status} so\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\
         connection: close\r\n\r\n",
        body.len()
    );
    let _ = stream.write_all(format!("{head}{body}").as_bytes()).await;
}

async fn begin(stream: &mut TcpStream) {
    let head = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n";
    let _ = stream.write_all(head.as_bytes()).await;
    say(stream, &json!({ "role": "assistant" })).await;
}

fn words(text: &str) -> Value {
    json!({ "content": text })
}

async fn say(stream: &mut TcpStream, delta: &Value) {
    let choice = json!({ "index": 0, "delta": delta, "finish_reason": null });
    event(stream, &json!({ "model": MODEL, "choices": [choice] })).await;
}

async fn end(stream: &mut TcpStream, why: &str) {
    let choice = json!({ "index": 0, "delta": {}, "finish_reason": why });
    event(stream, &json!({ "model": MODEL, "choices": [choice] })).await;
    let usage = json!({ "prompt_tokens": 11, "completion_tokens": 5, "total_tokens": 16 });
    event(stream, &json!({ "model": MODEL, "choices": [], "usage": usage })).await;
    let _ = stream.write_all(b"data: [DONE]\n\n").await;
    // The last words are read before the connection is reset.
    let _ = timeout(Duration::from_secs(1), stream.shutdown()).await;
}

async fn event(stream: &mut TcpStream, data: &Value) {
    let _ = stream.write_all(format!("data: {data}\n\n").as_bytes()).await;
}
