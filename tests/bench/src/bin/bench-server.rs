//! The child of every host: as little of a server as can be, so that the host is what is measured.
//!
//! `bench-server BOARD SLOT [flood | giant | deaf | notify]`
//!
//! One that has such manners shows them when it is called first.

use std::env;
use std::io::{self, BufRead, BufReader, Write};
use std::path::PathBuf;

use paddock_bench::board::Slot;
use paddock_bench::now;
use serde::Deserialize;
use serde_json::value::RawValue;

const TOOLS: &str = r#"{"tools":[{"name":"echo","inputSchema":{"type":"object"}}]}"#;
const MARK: &str = "bench-version-";

#[derive(Deserialize)]
struct Message<'a> {
    #[serde(borrow)]
    id: Option<&'a RawValue>,
    method: Option<&'a str>,
    #[serde(borrow)]
    params: Option<&'a RawValue>,
}

#[derive(Deserialize)]
struct Params<'a> {
    #[serde(borrow)]
    arguments: Arguments<'a>,
}

#[derive(Deserialize)]
struct Arguments<'a> {
    #[serde(borrow)]
    text: &'a RawValue,
}

fn main() -> io::Result<()> {
    let mut args = env::args_os().skip(1);
    let board = PathBuf::from(args.next().unwrap_or_default());
    let number = args.next().and_then(|slot| slot.to_str()?.parse().ok()).unwrap_or(0);
    let mut manner = args.next().and_then(|manner| manner.into_string().ok()).unwrap_or_default();
    let slot = Slot::open(&board, number)?;
    let (mut input, mut output) =
        (BufReader::with_capacity(1 << 16, io::stdin()), io::stdout().lock());
    let mut line = Vec::new();
    let mut asked = 0_u64;
    loop {
        line.clear();
        if input.read_until(b'\n', &mut line)? == 0 {
            return Ok(());
        }
        let at = now();
        let message: Message<'_> = serde_json::from_slice(&line)?;
        match (message.method, message.id) {
            (Some("initialize"), Some(id)) => output.write_all(initialized(id).as_bytes())?,
            (Some("notifications/initialized" | "notifications/roots/list_changed"), None) => {
                ask(&mut output, &mut asked)?;
            }
            (Some("tools/call"), Some(_)) if !manner.is_empty() => {
                misbehave(&std::mem::take(&mut manner), &mut output)?;
            }
            (Some("tools/call"), Some(id)) => echo(&mut output, id, message.params)?,
            (Some("tools/list"), Some(id)) => answer(&mut output, id, TOOLS)?,
            (Some("ping"), Some(id)) => answer(&mut output, id, "{}")?,
            (Some(_), Some(id)) => refuse(&mut output, id)?,
            (Some(_), None) => {}
            (None, _) => slot.hold(version(&line), at),
        }
        output.flush()?;
    }
}

fn initialized(id: &RawValue) -> String {
    let result = r#"{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"bench","version":"1"}}"#;
    format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"result\":{result}}}\n")
}

fn ask(output: &mut impl Write, asked: &mut u64) -> io::Result<()> {
    *asked += 1;
    writeln!(output, r#"{{"jsonrpc":"2.0","id":{asked},"method":"roots/list"}}"#)
}

fn answer(output: &mut impl Write, id: &RawValue, result: &str) -> io::Result<()> {
    writeln!(output, r#"{{"jsonrpc":"2.0","id":{id},"result":{result}}}"#)
}

fn refuse(output: &mut impl Write, id: &RawValue) -> io::Result<()> {
    writeln!(
        output,
        r#"{{"jsonrpc":"2.0","id":{id},"error":{{"code":-32601,"message":"method not found"}}}}"#
    )
}

/// Gives back the text that it was given.
fn echo(output: &mut impl Write, id: &RawValue, params: Option<&RawValue>) -> io::Result<()> {
    let params: Params<'_> = serde_json::from_str(params.map_or("", RawValue::get))?;
    let text = params.arguments.text.get();
    writeln!(
        output,
        r#"{{"jsonrpc":"2.0","id":{id},"result":{{"content":[{{"type":"text","text":{text}}}]}}}}"#
    )
}

/// The version that the last root of a list names.
fn version(line: &[u8]) -> u64 {
    let text = std::str::from_utf8(line).unwrap_or_default();
    let digits = text.rfind(MARK).map(|at| &text[at + MARK.len()..]).unwrap_or_default();
    let end = digits.bytes().position(|byte| !byte.is_ascii_digit()).unwrap_or(digits.len());
    digits[..end].parse().unwrap_or(0)
}

/// What a hostile server does, until it is ended or has nothing left to say.
fn misbehave(manner: &str, output: &mut impl Write) -> io::Result<()> {
    match manner {
        "flood" => loop {
            writeln!(output, r#"{{"jsonrpc":"2.0","id":1,"method":"ping"}}"#)?;
        },
        "giant" => {
            let piece = vec![b'x'; 1 << 16];
            for _ in 0..(1 << 30) / piece.len() {
                output.write_all(&piece)?;
            }
            output.write_all(b"\n")
        }
        "notify" => {
            let params = r#"{"level":"info","data":"one of a million"}"#;
            for _ in 0..1_000_000 {
                writeln!(
                    output,
                    r#"{{"jsonrpc":"2.0","method":"notifications/message","params":{params}}}"#
                )?;
            }
            Ok(())
        }
        // It never reads again, and waits for what does not come.
        "deaf" => loop {
            std::thread::park();
        },
        _ => Ok(()),
    }
}
