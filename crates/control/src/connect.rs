//! Finding the host, and starting it where there is none.

use std::io;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use tokio::io::{AsyncBufReadExt as _, BufReader};
use tokio::net::UnixStream;
use tokio::process::{Child, Command};
use tokio::sync::oneshot;
use tokio::time::timeout;

use crate::client::Pushed;
use crate::hello::Hello;
use crate::view::{Code, Failure};
use crate::{Client, Whereabouts};

/// How long a host may take until it answers: its database may have to be migrated.
const START: Duration = Duration::from_secs(30);
/// How long a host that runs may take until it greets.
const GREETING: Duration = Duration::from_secs(30);
/// The longest line that a host says about its start.
const REPORT: u64 = 64 << 10;
/// What a host says on its standard output once it can be reached.
pub const READY: &str = "ready";
/// Where the descriptor table of a process shows the folder of a long path.
#[cfg(target_os = "linux")]
const LONGEST_ADDRESS: usize = 107;

/// What the host is given of the environment of whoever starts it: an app's holds tokens.
const INHERITED: &[&str] = &[
    "ALL_PROXY",
    "DBUS_SESSION_BUS_ADDRESS",
    "DISPLAY",
    "HOME",
    "HTTPS_PROXY",
    "HTTP_PROXY",
    "LANG",
    "LANGUAGE",
    "LOGNAME",
    "NODE_EXTRA_CA_CERTS",
    "NO_PROXY",
    "PADDOCK_LOG",
    "PATH",
    "REQUESTS_CA_BUNDLE",
    "RUST_BACKTRACE",
    "SHELL",
    "SSL_CERT_DIR",
    "SSL_CERT_FILE",
    "TERM",
    "TMPDIR",
    "TZ",
    "USER",
    "WAYLAND_DISPLAY",
    "XAUTHORITY",
    "all_proxy",
    "http_proxy",
    "https_proxy",
    "no_proxy",
];
const INHERITED_PREFIXES: &[&str] = &["LC_", "XDG_"];
/// For whoever works on Paddock: a lesser tier than the best that works.
const INHERITED_IN_DEBUG: &str = "PADDOCK_BEST_TIER";

/// Connects to the host; none where no host runs.
///
/// # Errors
/// A host runs that can't be spoken with.
pub async fn connect(
    whereabouts: &Whereabouts,
    hello: Hello,
) -> Result<Option<(Client, Pushed)>, Failure> {
    match reach_any(&whereabouts.data).await? {
        Some(stream) => open(stream, hello).await.map(Some),
        None => Ok(None),
    }
}

/// Connects to the host, and starts it where none runs. However many ask together, one is started.
///
/// # Errors
/// It did not start, with its own reason; or it can't be spoken with.
pub async fn connect_or_start(
    whereabouts: &Whereabouts,
    hello: Hello,
) -> Result<(Client, Pushed), Failure> {
    match open(reach_or_start(whereabouts).await?, hello.clone()).await {
        // One that was killed may take a connection in its last moment. It takes no other.
        Err(failure) if failure.code == Code::HostGone => {
            open(reach_or_start(whereabouts).await?, hello).await
        }
        opened => opened,
    }
}

/// Connects to the host's socket without greeting it, and starts the host where none runs. However
/// many ask together, one is started.
///
/// # Errors
/// It did not start, with its own reason.
pub async fn reach_or_start(whereabouts: &Whereabouts) -> Result<UnixStream, Failure> {
    if let Some(stream) = reach_any(&whereabouts.data).await? {
        return Ok(stream);
    }
    let lock = take_turn(&whereabouts.data).await?;
    let mut stream = reach_any(&whereabouts.data).await?;
    if stream.is_none() {
        start(whereabouts).await?;
        stream = reach_any(&whereabouts.data).await?;
    }
    drop(lock);
    stream.ok_or_else(|| host_failed("it ended as soon as it had started"))
}

pub(crate) async fn reach_any(data: &Path) -> Result<Option<UnixStream>, Failure> {
    match reach(data).await {
        // The folder is the person's alone. Should it not be, a stranger's host is not spoken with.
        Ok(stream) if stream.peer_cred().is_ok_and(|peer| peer.uid() == own_uid()) => {
            Ok(Some(stream))
        }
        Ok(_) => Err(Failure::new(Code::HostForeign)),
        Err(error) if is_nobody(&error) => Ok(None),
        Err(error) => Err(unreachable(&error)),
    }
}

/// Connects to the socket in this folder of data, whoever listens there.
///
/// # Errors
/// Nobody does.
pub async fn reach(data: &Path) -> io::Result<UnixStream> {
    reach_socket(&crate::places::socket_in(data)).await
}

async fn open(stream: UnixStream, hello: Hello) -> Result<(Client, Pushed), Failure> {
    let (from, to) = stream.into_split();
    let opened = timeout(GREETING, Client::open(from, to, hello)).await;
    opened.unwrap_or_else(|_| Err(Failure::new(Code::HostSilent)))
}

fn own_uid() -> u32 {
    rustix::process::getuid().as_raw()
}

/// Connects to a socket whose path may be longer than an address has room for.
async fn reach_socket(socket: &Path) -> io::Result<UnixStream> {
    #[cfg(target_os = "linux")]
    if socket.as_os_str().len() > LONGEST_ADDRESS {
        use rustix::fs::{Mode, OFlags};
        use std::os::fd::AsRawFd as _;
        let (Some(folder), Some(name)) = (socket.parent(), socket.file_name()) else {
            return Err(io::ErrorKind::NotFound.into());
        };
        let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC;
        let folder = rustix::fs::open(folder, flags, Mode::empty())?;
        let short = Path::new("/proc/self/fd").join(folder.as_raw_fd().to_string()).join(name);
        return UnixStream::connect(short).await;
    }
    UnixStream::connect(socket).await
}

fn is_nobody(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::ConnectionRefused)
}

/// Starters go one after the other.
async fn take_turn(data: &Path) -> Result<std::fs::File, Failure> {
    let data = data.to_path_buf();
    let (taken, lock) = oneshot::channel();
    // Not one of the runtime's threads: those are waited for at the end.
    let take = move || {
        private_folder(&data)?;
        let lock = std::fs::File::options()
            .create(true)
            .truncate(false)
            .write(true)
            .open(data.join("start.lock"))?;
        lock.lock()?;
        Ok::<_, io::Error>(lock)
    };
    std::thread::spawn(move || taken.send(take()));
    let lock =
        timeout(START, lock).await.map_err(|_| host_failed("another start takes too long"))?;
    lock.map_err(Failure::internal)?.map_err(host_failed)
}

/// Makes the folder of the data where it is missing: nobody else may look into it.
pub(crate) fn private_folder(data: &Path) -> io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(data)
}

async fn start(whereabouts: &Whereabouts) -> Result<(), Failure> {
    let mut host = spawn(&whereabouts.programs.host)
        .map_err(|error| host_failed(error).with_path("path", &whereabouts.programs.host))?;
    let Some(output) = host.stdout.take() else { return Err(host_failed("it has no output")) };
    let mut report = String::new();
    let mut output = BufReader::new(tokio::io::AsyncReadExt::take(output, REPORT));
    let read = timeout(START, output.read_line(&mut report)).await;
    read.map_err(|_| host_failed("it did not answer in time"))?.map_err(host_failed)?;
    match report.trim_end() {
        READY => Ok(()),
        report => Err(serde_json::from_str(report)
            .unwrap_or_else(|_| host_failed(format_args!("it ended before it could be reached")))),
    }
}

/// Starts the host away from what its starter is tied to. It leaves the session by itself.
fn spawn(host: &Path) -> io::Result<Child> {
    let inherited = std::env::vars_os().filter(|(name, _)| {
        let name = name.to_str().unwrap_or_default();
        let upper = name.to_ascii_uppercase();
        INHERITED.contains(&upper.as_str())
            || cfg!(debug_assertions) && name == INHERITED_IN_DEBUG
            || INHERITED_PREFIXES.iter().any(|prefix| name.starts_with(prefix))
    });
    #[expect(clippy::disallowed_methods, reason = "the host is no server: it launches them")]
    let mut command = Command::new(host);
    command
        .env_clear()
        .envs(inherited)
        .current_dir("/")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .kill_on_drop(false);
    command.spawn()
}

fn host_failed(reason: impl std::fmt::Display) -> Failure {
    Failure::new(Code::HostFailed).with("reason", reason)
}

fn unreachable(error: &io::Error) -> Failure {
    Failure::new(Code::HostUnreachable).with("reason", error)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Role;

    #[tokio::test(start_paused = true)]
    async fn a_host_that_does_not_greet_is_not_waited_for_for_ever() {
        let (ours, _theirs) = UnixStream::pair().unwrap();
        let opened = open(ours, Hello::new(Role::View, false)).await;
        assert_eq!(opened.err().map(|failure| failure.code), Some(Code::HostSilent));
    }
}
