//! A host on rmcp: one client a server.

#![expect(deprecated, reason = "roots are what is measured")]

use std::env;
use std::error::Error;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use rmcp::model::{
    CallToolRequestParams, ClientCapabilities, ClientConfig, Implementation, ListRootsResult, Root,
};
use rmcp::service::{RequestContext, RunningService};
use rmcp::transport::TokioChildProcess;
use rmcp::{ClientHandler, ErrorData, RoleClient, ServiceExt};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, BufReader, stdin};
use tokio::process::Command;
use tokio::task::JoinSet;

type Failure = Box<dyn Error + Send + Sync>;

#[derive(Clone)]
struct Host {
    list: Arc<Mutex<ListRootsResult>>,
}

impl ClientHandler for Host {
    fn get_info(&self) -> ClientConfig {
        let roots = ClientCapabilities::builder().enable_roots().enable_roots_list_changed().build();
        ClientConfig::new(roots, Implementation::new("bench", "1"))
    }

    async fn list_roots(&self, _: RequestContext<RoleClient>) -> Result<ListRootsResult, ErrorData> {
        Ok(self.list.lock().map(|list| list.clone()).unwrap_or_default())
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Failure> {
    let args: Vec<String> = env::args().skip(1).collect();
    let number: usize = args[0].parse()?;
    let host = Host { list: Arc::new(Mutex::new(list(number, 0))) };
    let mut clients = Vec::new();
    for command in args[1..].split(|arg| arg == "--").filter(|command| !command.is_empty()) {
        let mut process = Command::new(&command[0]);
        process.args(&command[1..]);
        clients.push(Arc::new(host.clone().serve(TokioChildProcess::new(process)?).await?));
    }
    say(0, 0, &[]);
    let mut orders = BufReader::new(stdin()).lines();
    while let Some(line) = orders.next_line().await? {
        let order: Value = serde_json::from_str(&line)?;
        let count = |name: &str| order[name].as_u64().unwrap_or(0);
        if order["do"] == "edit" {
            edit(&host, &clients, number, count("version"), count("times")).await?;
        } else {
            let server = usize::try_from(count("server"))?;
            let bytes = usize::try_from(count("bytes"))?;
            call(&clients[server], count("times"), usize::try_from(count("together"))?, bytes).await?;
        }
    }
    Ok(())
}

type Client = Arc<RunningService<RoleClient, Host>>;

async fn edit(
    host: &Host,
    clients: &[Client],
    number: usize,
    version: u64,
    times: u64,
) -> Result<(), Failure> {
    let began = now();
    for version in version + 1 - times..=version {
        if let Ok(mut held) = host.list.lock() {
            *held = list(number, version);
        }
        for client in clients {
            client.notify_roots_list_changed().await?;
        }
    }
    say(began, now() - began, &[]);
    Ok(())
}

async fn call(client: &Client, times: u64, together: usize, bytes: usize) -> Result<(), Failure> {
    let text = "x".repeat(bytes);
    let began = now();
    let (mut under_way, mut calls) = (JoinSet::new(), Vec::new());
    for _ in 0..times {
        if under_way.len() == together
            && let Some(took) = under_way.join_next().await
        {
            calls.push(took??);
        }
        let (client, arguments) = (client.clone(), json!({ "text": text }));
        under_way.spawn(async move {
            let began = now();
            let arguments = arguments.as_object().cloned().unwrap_or_default();
            client.call_tool(CallToolRequestParams::new("echo").with_arguments(arguments)).await?;
            Ok::<_, Failure>(now() - began)
        });
    }
    while let Some(took) = under_way.join_next().await {
        calls.push(took??);
    }
    say(began, now() - began, &calls);
    Ok(())
}

fn list(number: usize, version: u64) -> ListRootsResult {
    let folders = (1..number).map(|it| format!("file:///home/ada/projects/folder-{it}"));
    let uris = folders.chain([format!("file:///bench-version-{version}")]);
    ListRootsResult::new(uris.map(|uri| Root::new(uri).with_name("folder")).collect())
}

/// Nanoseconds of `CLOCK_MONOTONIC`, which all processes share.
fn now() -> u64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::Monotonic);
    let since = Duration::new(time.tv_sec as u64, time.tv_nsec as u32);
    since.as_nanos() as u64
}

fn say(began: u64, took: u64, calls: &[u64]) {
    println!("{}", json!({ "began": began, "took": took, "calls": calls }));
}
