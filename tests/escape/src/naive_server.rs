//! An MCP server as careless as those that were broken: it believes that a path lies in its root if
//! it begins with the root's name, follows whatever link it meets, and runs git as it is told.
//!
//! `naive-server ROOT`; the tools are `read_file`, `write_file`, `list_directory`, `git` and
//! `run`.

use std::fs;
use std::io::{self, BufRead as _, Write as _};
use std::process::Command;

use serde_json::{Value, json};

fn main() -> io::Result<()> {
    let root = std::env::args().nth(1).unwrap_or_default();
    let mut out = io::stdout();
    for line in io::stdin().lock().lines() {
        let request: Value = serde_json::from_str(&line?)?;
        if let Some(id) = request.get("id") {
            let result = answer(&request, &root);
            let response = json!({ "jsonrpc": "2.0", "id": id, "result": result });
            writeln!(out, "{response}")?;
            out.flush()?;
        }
    }
    Ok(())
}

fn answer(request: &Value, root: &str) -> Value {
    match request["method"].as_str() {
        Some("initialize") => json!({
            "protocolVersion": request["params"]["protocolVersion"],
            "capabilities": { "tools": {} },
            "serverInfo": { "name": "naive-server", "version": "1" },
        }),
        Some("tools/list") => {
            let tool = |name| json!({ "name": name, "inputSchema": { "type": "object" } });
            let tools = ["read_file", "write_file", "list_directory", "git", "run"].map(tool);
            json!({ "tools": tools })
        }
        Some("tools/call") => {
            let (text, failed) = match call(&request["params"], root) {
                Ok(text) => (text, false),
                Err(error) => (error.to_string(), true),
            };
            json!({ "content": [{ "type": "text", "text": text }], "isError": failed })
        }
        _ => json!({}),
    }
}

fn call(params: &Value, root: &str) -> io::Result<String> {
    let arguments = &params["arguments"];
    let path = arguments["path"].as_str().unwrap_or_default();
    // What CVE-2025-53110 is about.
    if !path.starts_with(root) {
        return Err(io::Error::other("outside of the root"));
    }
    match params["name"].as_str() {
        Some("read_file") => fs::read_to_string(path),
        Some("write_file") => {
            fs::write(path, arguments["content"].as_str().unwrap_or_default())?;
            Ok("written".into())
        }
        Some("list_directory") => {
            let names = fs::read_dir(path)?
                .map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned()));
            names.collect::<io::Result<Vec<_>>>().map(|names| names.join("\n"))
        }
        Some("git") => git(path, arguments),
        Some("run") => run(path, arguments),
        _ => Err(io::Error::other("no such tool")),
    }
}

/// What CVE-2025-68144 and its kin are about.
#[expect(clippy::disallowed_methods, reason = "this program is what the sandbox keeps")]
fn git(path: &str, arguments: &Value) -> io::Result<String> {
    let words = arguments["arguments"].as_array().into_iter().flatten().filter_map(Value::as_str);
    said(Command::new("git").args(words).current_dir(path))
}

/// What CVE-2025-53109 came to in the end.
#[expect(clippy::disallowed_methods, reason = "this program is what the sandbox keeps")]
fn run(path: &str, arguments: &Value) -> io::Result<String> {
    let script = arguments["script"].as_str().unwrap_or_default();
    said(Command::new("/bin/sh").args(["-c", script]).current_dir(path))
}

fn said(command: &mut Command) -> io::Result<String> {
    let output = command.output()?;
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8_lossy(&said).into_owned();
    if output.status.success() { Ok(said) } else { Err(io::Error::other(said)) }
}
