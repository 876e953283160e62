//! A scripted client around the built server.

use std::{
    ffi::OsStr,
    fs::File,
    io::{BufRead, BufReader, Write},
    os::unix::fs::symlink,
    path::{Path, PathBuf},
    process::{Child, ChildStdin, Command, ExitStatus, Stdio},
    sync::mpsc::{Receiver, RecvTimeoutError, channel},
    thread,
    time::Duration,
};

use serde_json::{Value, json};

pub(crate) const PATIENCE: Duration = Duration::from_secs(30);

/// The server, and its client's side of the pipes.
pub(crate) struct Client {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
    calls: u64,
}

impl Client {
    /// Starts the server and says nothing.
    pub(crate) fn start() -> Self {
        Self::start_with(&[])
    }

    /// Starts the server with arguments and says nothing.
    pub(crate) fn start_with(arguments: &[&OsStr]) -> Self {
        Self::start_other(env!("CARGO_BIN_EXE_paddock-files").as_ref(), arguments)
    }

    /// Starts any server and says nothing.
    #[expect(clippy::disallowed_methods, reason = "the server is started without the app")]
    pub(crate) fn start_other(program: &OsStr, arguments: &[&OsStr]) -> Self {
        let mut child = Command::new(program)
            .args(arguments)
            .stderr(Stdio::null())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = channel();
        thread::spawn(move || {
            stdout.lines().map_while(Result::ok).try_for_each(|line| sender.send(line))
        });
        Self { stdin: child.stdin.take(), child, lines, calls: 1000 }
    }

    /// Starts the server and initializes, up to the server's question for roots.
    pub(crate) fn asked() -> (Self, Value) {
        let mut client = Self::start();
        client.initialize("2025-11-25", &json!({ "roots": { "listChanged": true } }));
        client.notify("notifications/initialized");
        let question = client.next();
        assert_eq!(question["method"], "roots/list");
        (client, question)
    }

    /// Starts the server and grants `roots`.
    pub(crate) fn with_roots(roots: &[&Path]) -> Self {
        let (mut client, question) = Self::asked();
        client.answer_roots(&question, roots);
        client
    }

    /// The result of a tool's call, whole.
    pub(crate) fn result(&mut self, tool: &str, arguments: &Value) -> Value {
        let call = json!({ "name": tool, "arguments": arguments });
        let mut answer = self.request("tools/call", &call);
        assert!(answer["error"].is_null(), "{answer}");
        answer["result"].take()
    }

    pub(crate) fn initialize(&mut self, revision: &str, capabilities: &Value) -> Value {
        self.request(
            "initialize",
            &json!({
                "protocolVersion": revision,
                "capabilities": capabilities,
                "clientInfo": { "name": "test", "version": "0" },
            }),
        )
    }

    pub(crate) fn send_line(&mut self, line: &[u8]) {
        let stdin = self.stdin.as_mut().unwrap();
        stdin.write_all(line).unwrap();
        stdin.write_all(b"\n").unwrap();
    }

    pub(crate) fn send(&mut self, message: &Value) {
        self.send_line(message.to_string().as_bytes());
    }

    pub(crate) fn notify(&mut self, method: &str) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method }));
    }

    /// Sends a request and returns its id.
    pub(crate) fn ask(&mut self, method: &str, params: &Value) -> u64 {
        self.calls += 1;
        let id = self.calls;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        id
    }

    /// Sends a request and returns the whole answer.
    pub(crate) fn request(&mut self, method: &str, params: &Value) -> Value {
        let id = self.ask(method, params);
        let answer = self.next();
        assert_eq!(answer["id"], id, "{answer}");
        answer
    }

    pub(crate) fn ask_tool(&mut self, tool: &str, arguments: &Value) -> u64 {
        self.ask("tools/call", &json!({ "name": tool, "arguments": arguments }))
    }

    /// Calls a tool: its text, or its error's text.
    pub(crate) fn call(&mut self, tool: &str, arguments: &Value) -> Result<String, String> {
        self.ask_tool(tool, arguments);
        outcome(&self.next())
    }

    pub(crate) fn read(&mut self, path: &Path) -> Result<String, String> {
        self.call("read_text_file", &json!({ "path": path }))
    }

    pub(crate) fn write(&mut self, path: &Path, content: &str) -> Result<String, String> {
        self.call("write_file", &json!({ "path": path, "content": content }))
    }

    pub(crate) fn answer_roots(&mut self, question: &Value, roots: &[&Path]) {
        let uris: Vec<_> = roots.iter().map(|root| json!({ "uri": uri(root) })).collect();
        self.answer(question, &json!({ "roots": uris }));
    }

    pub(crate) fn answer(&mut self, question: &Value, result: &Value) {
        self.send(&json!({ "jsonrpc": "2.0", "id": question["id"], "result": result }));
    }

    pub(crate) fn next(&mut self) -> Value {
        let line = self.lines.recv_timeout(PATIENCE).unwrap();
        serde_json::from_str(&line).unwrap()
    }

    /// Whether the server has sent nothing more, told by what it sends next being a pong.
    pub(crate) fn is_silent(&mut self) -> bool {
        let id = self.ask("ping", &json!({}));
        self.next()["id"] == id
    }

    /// The server's memory in bytes: `VmRSS` now, `VmHWM` at most so far.
    pub(crate) fn memory(&self, which: &str) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix(which)).unwrap();
        let kilobytes = line.trim_start_matches(':').trim().trim_end_matches(" kB");
        kilobytes.parse::<u64>().unwrap() * 1024
    }

    pub(crate) fn close_stdin(&mut self) {
        self.stdin = None;
    }

    pub(crate) fn stdin(&mut self) -> &mut ChildStdin {
        self.stdin.as_mut().unwrap()
    }

    /// Waits for the server to end; nothing more may be on its stdout.
    pub(crate) fn ended(&mut self) -> ExitStatus {
        let end = self.lines.recv_timeout(PATIENCE);
        assert_eq!(end, Err(RecvTimeoutError::Disconnected));
        self.child.wait().unwrap()
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What a request of 2026-07-28 says of itself.
pub(crate) fn meta(capabilities: &Value) -> Value {
    json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": { "name": "test", "version": "0" },
        "io.modelcontextprotocol/clientCapabilities": capabilities,
    })
}

pub(crate) fn outcome(answer: &Value) -> Result<String, String> {
    let result = &answer["result"];
    let text = result["content"][0]["text"].as_str().unwrap_or_else(|| panic!("{answer}"));
    if result["isError"] == true { Err(text.into()) } else { Ok(text.into()) }
}

pub(crate) fn uri(path: &Path) -> String {
    use std::os::unix::ffi::OsStrExt;
    let encoded = path.as_os_str().as_bytes().iter().map(|&byte| match byte {
        b'/' | b'-' | b'.' | b'_' | b'~' => char::from(byte).to_string(),
        _ if byte.is_ascii_alphanumeric() => char::from(byte).to_string(),
        _ => format!("%{byte:02X}"),
    });
    format!("file://{}", encoded.collect::<String>())
}

/// A world with a granted folder `root`, and around it what must stay out of reach.
pub(crate) struct World {
    _folder: tempfile::TempDir,
    pub(crate) root: PathBuf,
    pub(crate) outside: PathBuf,
    pub(crate) secret: PathBuf,
}

pub(crate) const SECRET: &str = "the secret";

impl World {
    pub(crate) fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let base = folder.path().canonicalize().unwrap();
        let (root, outside) = (base.join("root"), base.join("outside"));
        let secret = outside.join("secret.txt");
        std::fs::create_dir_all(root.join("sub")).unwrap();
        std::fs::create_dir_all(&outside).unwrap();
        std::fs::write(root.join("file.txt"), "inside").unwrap();
        std::fs::write(root.join("sub/deep.txt"), "deep").unwrap();
        std::fs::write(&secret, SECRET).unwrap();
        Self { _folder: folder, root, outside, secret }
    }

    pub(crate) fn link(&self, name: &str, target: impl AsRef<Path>) -> PathBuf {
        let link = self.root.join(name);
        symlink(target, &link).unwrap();
        link
    }

    /// Nothing outside the root was changed or added.
    pub(crate) fn assert_outside_untouched(&self) {
        assert_eq!(std::fs::read_to_string(&self.secret).unwrap(), SECRET);
        assert_eq!(self.outside.read_dir().unwrap().count(), 1);
        let beside = self.outside.parent().unwrap().read_dir().unwrap().count();
        assert_eq!(beside, 2, "something was made beside the root");
    }
}

pub(crate) fn file(path: &Path) -> File {
    File::create(path).unwrap()
}
