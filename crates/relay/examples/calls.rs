//! What passing one short call through the relay costs: two pipes on each side, one call at a time,
//! and the same without the relay. `cargo run --release -p paddock-relay --example calls`

#![expect(clippy::print_stdout, clippy::unwrap_used, reason = "it measures, for a person")]

use std::time::{Duration, Instant};

use paddock_mcp::Roots;
use paddock_mcp::wire::{Line, LineReader};
use paddock_relay::{Options, begin};
use tokio::io::{AsyncWrite, AsyncWriteExt};
use tokio::net::unix::pipe::{Receiver, pipe};

const CALLS: u32 = 20_000;
const CALL: &[u8] = br#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t"}}"#;

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let (there, back) = (pipe().unwrap(), pipe().unwrap());
    tokio::spawn(echo(there.1, back.0));
    let direct = measure(back.1, there.0).await;

    let (app_in, app_out, server_in, server_out) =
        (pipe().unwrap(), pipe().unwrap(), pipe().unwrap(), pipe().unwrap());
    let roots = Roots::new(1, &[]).unwrap();
    let (session, mut events) = begin(app_in.1, app_out.0, roots, Options::default());
    session.serve(server_out.1, server_in.0);
    tokio::spawn(async move { while events.recv().await.is_some() {} });
    tokio::spawn(echo(server_in.1, server_out.0));
    let relayed = measure(app_out.1, app_in.0).await;

    println!("{} B a call, one after another, all on one thread", CALL.len());
    println!("direct:  {direct:?} a call");
    println!("relayed: {relayed:?} a call");
}

/// Answers each call.
async fn echo(reader: Receiver, mut writer: impl AsyncWrite + Unpin) {
    let mut lines = LineReader::new(reader, 1 << 20);
    while let Ok(Some(Line::Bytes(_))) = lines.next().await {
        writer
            .write_all(b"{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"content\":[]}}\n")
            .await
            .unwrap();
    }
}

async fn measure(reader: Receiver, mut writer: impl AsyncWrite + Unpin) -> Duration {
    let mut lines = LineReader::new(reader, 1 << 20);
    let call = [CALL, b"\n"].concat();
    let begun = Instant::now();
    for _ in 0..CALLS {
        writer.write_all(&call).await.unwrap();
        assert!(matches!(lines.next().await, Ok(Some(Line::Bytes(_)))));
    }
    begun.elapsed() / CALLS
}
