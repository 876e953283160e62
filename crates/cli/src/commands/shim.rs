//! `paddock run`: what an AI app launches in a server's place. It hands its standard input and
//! output to the host and then only waits: no byte of the session goes through it.
//!
//! Standard output is the protocol's. On standard error it writes a line at the most: some apps do
//! not read it while they connect.

use std::borrow::Cow;
use std::io::{self, BufRead as _, IoSlice, Read as _, Write as _};
use std::mem::MaybeUninit;
use std::os::fd::AsFd as _;

use paddock_control::view::{Code, Failure};
use paddock_control::{
    FrameError, Hello, Join, Joined, LONGEST_OF_SHIM, Over, Reader, Role, WirePath, Writer, greet,
    reach_or_start,
};
use rustix::net::{SendAncillaryBuffer, SendAncillaryMessage, SendFlags, sendmsg};
use rustix::stdio::{dup2_stdin, dup2_stdout};
use serde::Deserialize;
use serde_json::value::RawValue;
use tokio::io::Interest;
use tokio::net::UnixStream;
use tokio::net::unix::{OwnedReadHalf, OwnedWriteHalf};

use super::given;
use crate::arguments::Run;
use crate::block_on;
use crate::exit::Exit;
use crate::front::{gone, whereabouts};
use crate::out::Out;

/// The longest message of an app that is read in order to refuse it, in bytes.
const LONGEST_MESSAGE: u64 = 1 << 20;
/// What the protocol leaves to implementations.
const NO_SERVER: i32 = -32_000;

type Host = (Reader<OwnedReadHalf>, Writer<OwnedWriteHalf>);

/// Until the session is over. Never fails otherwise than by its exit code.
pub(super) fn run(asked: Run, out: &Out) -> Exit {
    let ended = block_on(async {
        match begin(asked, out).await {
            Ok(host) => Ok(wait(host).await),
            Err(refused) => Err(refused),
        }
    });
    let failure = match ended {
        Ok(Ok(())) => return Exit::Done,
        Ok(Err(failure)) => failure,
        Err(failure) => {
            refuse(&failure, out);
            failure
        }
    };
    let _ = writeln!(io::stderr(), "paddock: {}", out.failure(&failure));
    Exit::from(&failure)
}

/// Hands the session over.
async fn begin(asked: Run, out: &Out) -> Result<Host, Failure> {
    let server = match asked.server {
        Some(server) => server,
        None => given::server(&asked.command, asked.name.as_deref(), out).await?,
    };
    let stream = reach_or_start(&whereabouts()?).await?;
    let (from, to) = stream.into_split();
    let (mut reader, mut writer) = (Reader::new(from, LONGEST_OF_SHIM), Writer::new(to));
    greet(&mut reader, &mut writer, &Hello::new(Role::Session, false)).await?;
    let folder = std::env::current_dir().ok().map(WirePath);
    let join = Join { server, app: name(asked.app), folder };
    writer.write(&join).await.map_err(broken)?;
    let Joined { refused } = reader.read().await.map_err(broken)?;
    if let Some(refused) = refused {
        return Err(refused);
    }
    let stream: &UnixStream = reader.get_ref().as_ref();
    stream.async_io(Interest::WRITABLE, || send_ends(stream)).await.map_err(Failure::internal)?;
    let_go_of_ends().map_err(Failure::internal)?;
    Ok((reader, writer))
}

/// A config has the id of an app; people know its name.
fn name(app: String) -> String {
    paddock_apps::app(&app).map_or(app, |known| known.name.to_owned())
}

fn send_ends(stream: &UnixStream) -> io::Result<()> {
    let (input, output) = (io::stdin(), io::stdout());
    let ends = [input.as_fd(), output.as_fd()];
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(2))];
    let mut control = SendAncillaryBuffer::new(&mut space);
    control.push(SendAncillaryMessage::ScmRights(&ends));
    sendmsg(stream, &[IoSlice::new(&[0])], &mut control, SendFlags::empty())?;
    Ok(())
}

/// The app sees the end of the output when everybody has closed it.
fn let_go_of_ends() -> io::Result<()> {
    let nothing = std::fs::File::options().read(true).write(true).open("/dev/null")?;
    dup2_stdin(&nothing)?;
    dup2_stdout(&nothing)?;
    Ok(())
}

/// Waits for the end of the session.
async fn wait((mut reader, _writer): Host) -> Result<(), Failure> {
    let Over { failure } = reader.read().await.map_err(|_| gone())?;
    failure.map_or(Ok(()), Err)
}

fn broken(error: FrameError) -> Failure {
    Failure::new(Code::HostGone).with("reason", error)
}

/// Answers what the app asks until it was told why there is no server: one that opens with
/// `server/discover` shows the answer to `initialize` alone.
fn refuse(failure: &Failure, out: &Out) {
    #[derive(Deserialize)]
    struct Request<'a> {
        #[serde(borrow)]
        id: Option<&'a RawValue>,
        #[serde(borrow)]
        method: Option<Cow<'a, str>>,
    }
    let mut line = String::new();
    let mut input = io::stdin().lock().take(LONGEST_MESSAGE);
    loop {
        line.clear();
        if input.read_line(&mut line).map_or(true, |read| read == 0) {
            return;
        }
        let request: Option<Request<'_>> = serde_json::from_str(&line).ok();
        let Some(Request { id: Some(id), method: Some(method) }) = request else { continue };
        let message = by_paddock(&out.failure(failure));
        let error = serde_json::json!({ "code": NO_SERVER, "message": message });
        let answer = format!("{{\"jsonrpc\":\"2.0\",\"id\":{},\"error\":{error}}}\n", id.get());
        let written = io::stdout().write_all(answer.as_bytes()).and_then(|()| io::stdout().flush());
        if written.is_err() || method == "initialize" {
            return;
        }
    }
}

/// Among what an app shows, it is Paddock that says it.
fn by_paddock(said: &str) -> String {
    if said.starts_with("Paddock") { said.to_owned() } else { format!("Paddock: {said}") }
}

#[cfg(test)]
mod tests {
    use super::{by_paddock, name};

    #[test]
    fn paddock_names_itself_once() {
        for (said, expected) in [
            ("Paddock has no server x.", "Paddock has no server x."),
            ("It is off.", "Paddock: It is off."),
        ] {
            assert_eq!(by_paddock(said), expected);
        }
    }

    #[test]
    fn an_app_is_called_as_people_know_it() {
        for (said, expected) in [("claude-code", "Claude Code"), ("My own", "My own")] {
            assert_eq!(name(said.to_owned()), expected);
        }
    }
}
