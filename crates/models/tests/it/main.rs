//! Providers on this machine, good and bad ones, and a keyring that is a real one.

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test fails by panicking"
)]

mod anthropic;
mod faults;
#[cfg(target_os = "linux")]
mod keyring;
mod openai;
mod proxy;
mod server;
mod tls;

use std::time::Duration;

use paddock_models::{
    Api, Client, ClientOptions, Completion, Key, Message, ModelError, Part, Prompt, Provider, Role,
    TimeOuts, ToolChoice,
};
use tokio::sync::mpsc;

/// How long something may take that has to happen.
const PATIENCE: Duration = Duration::from_mins(1);

const SECRET: &str = "sk-never-to-be-seen";

fn provider(api: Api, url: &str) -> Provider {
    let base_url = url.parse().unwrap();
    Provider { api, base_url, key: Key::new(SECRET.to_owned()) }
}

fn client() -> Client {
    Client::with(ClientOptions::default()).unwrap()
}

/// One that waits for nothing.
fn hurried(time_outs: TimeOuts) -> Client {
    Client::with(ClientOptions { time_outs, ..ClientOptions::default() }).unwrap()
}

fn prompt(text: &str) -> Prompt {
    Prompt {
        model: "m-1".to_owned(),
        system: None,
        messages: vec![message(Role::User, vec![Part::Text(text.to_owned())])],
        max_tokens: 100,
        temperature: None,
        stop_sequences: Vec::new(),
        tools: Vec::new(),
        tool_choice: ToolChoice::Auto,
    }
}

fn message(role: Role, parts: Vec<Part>) -> Message {
    Message { role, parts }
}

/// The answer, and the pieces in which it came.
async fn ask(
    client: &Client,
    provider: &Provider,
    prompt: &Prompt,
) -> (Result<Completion, ModelError>, Vec<String>) {
    let (deltas, mut pieces) = mpsc::channel(1);
    let gather = async {
        let mut all = Vec::new();
        while let Some(piece) = pieces.recv().await {
            all.push(piece);
        }
        all
    };
    tokio::join!(client.ask(provider, prompt, deltas), gather)
}

/// The text of an answer that is nothing else.
fn text(answer: &Completion) -> &str {
    let [Part::Text(text)] = answer.parts.as_slice() else { panic!("{answer:?}") };
    text
}
