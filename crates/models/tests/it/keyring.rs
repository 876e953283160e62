//! The Secret Service of a desktop: gnome-keyring, on a bus of its own.
//!
//! Which bus a program speaks on stands in its environment. So each test makes a desktop, and runs
//! itself once more, on it.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use paddock_models::{Kept, Key, Keyring, KeyringError};
use tempfile::TempDir;
use tokio::time::timeout;
use zbus::export::ordered_stream::OrderedStreamExt;
use zbus::fdo::DBusProxy;
use zbus::zvariant::{ObjectPath, OwnedObjectPath};

use crate::{PATIENCE, SECRET};

/// What tells a test that it is on its desktop, and what to do there.
const ACT: &str = "PADDOCK_KEYRING_TEST";

const SERVICE: &str = "org.freedesktop.secrets";

/// Lets everyone speak, and starts nothing by itself.
const BUS: &str = r#"<busconfig>
  <type>session</type>
  <listen>unix:dir=FOLDER</listen>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>"#;

#[tokio::test]
async fn a_key_is_kept_by_the_desktop_and_forgotten_there() {
    match act() {
        Some("store") => {
            let keyring = Keyring::of_the_system();
            assert_eq!(keyring.load("provider-1").await, Ok(None));
            assert_eq!(keyring.store("provider-1", key("sk-old")).await, Kept::Keyring);
            assert_eq!(keyring.store("provider-1", key(SECRET)).await, Kept::Keyring);
            assert_eq!(keyring.put("env-TOKEN-1", &text()).await, Ok(()));
        }
        Some("load") => {
            let keyring = Keyring::of_the_system();
            let kept = Ok(Some((key(SECRET), Kept::Keyring)));
            assert_eq!(keyring.load("provider-1").await, kept);
            assert_eq!(keyring.load("provider-2").await, Ok(None));
            assert_eq!(keyring.remove("provider-1").await, Ok(()));
            assert_eq!(keyring.load("provider-1").await, Ok(None));
            assert_eq!(keyring.get("env-TOKEN-1").await.unwrap().unwrap().as_str(), text());
            assert_eq!(keyring.get("env-TOKEN-2").await, Ok(None));
            assert_eq!(keyring.remove("env-TOKEN-1").await, Ok(()));
            assert_eq!(keyring.get("env-TOKEN-1").await, Ok(None));
        }
        _ => {
            let Some(desktop) = Desktop::new() else { return };
            let test = "keyring::a_key_is_kept_by_the_desktop_and_forgotten_there";
            let keyring = desktop.unlock().await;
            desktop.run(test, "store");
            drop(keyring);
            desktop.until_gone().await;
            desktop.assert_nothing_plain();
            let _keyring = desktop.unlock().await;
            desktop.run(test, "load");
        }
    }
}

#[tokio::test]
async fn a_keyring_that_stays_locked_is_said_and_nothing_is_written_in_plain() {
    match act() {
        Some("store") => {
            let keyring = Keyring::of_the_system();
            assert_eq!(keyring.store("a", key("sk-a")).await, Kept::Keyring);
            assert_eq!(keyring.put("c", &text()).await, Ok(()));
        }
        Some("locked") => {
            let keyring = Keyring::of_the_system();
            assert!(matches!(keyring.load("a").await.unwrap_err(), KeyringError::Unavailable(_)));
            assert_eq!(keyring.store("b", key(SECRET)).await, Kept::UntilQuit);
            assert_eq!(keyring.load("b").await, Ok(Some((key(SECRET), Kept::UntilQuit))));
            assert!(matches!(
                keyring.put("d", &text()).await.unwrap_err(),
                KeyringError::Unavailable(_)
            ));
            assert!(matches!(keyring.get("c").await.unwrap_err(), KeyringError::Unavailable(_)));
        }
        _ => {
            let Some(desktop) = Desktop::new() else { return };
            let test =
                "keyring::a_keyring_that_stays_locked_is_said_and_nothing_is_written_in_plain";
            let _keyring = desktop.unlock().await;
            desktop.run(test, "store");
            desktop.lock().await;
            desktop.run(test, "locked");
            desktop.assert_nothing_plain();
        }
    }
}

#[tokio::test]
async fn without_a_keyring_a_key_is_kept_in_memory_alone() {
    if act() == Some("none") {
        let keyring = Keyring::of_the_system();
        assert!(matches!(keyring.load("a").await.unwrap_err(), KeyringError::Unavailable(_)));
        assert_eq!(keyring.store("a", key(SECRET)).await, Kept::UntilQuit);
        assert_eq!(keyring.load("a").await, Ok(Some((key(SECRET), Kept::UntilQuit))));
        assert!(matches!(keyring.remove("a").await.unwrap_err(), KeyringError::Unavailable(_)));
        return;
    }
    let Some(mut desktop) = Desktop::new() else { return };
    let test = "keyring::without_a_keyring_a_key_is_kept_in_memory_alone";
    desktop.run(test, "none");
    // Nor is there a bus.
    desktop.address = format!("unix:path={}/none", desktop.folder.path().display());
    desktop.run(test, "none");
    desktop.assert_nothing_plain();
}

/// What a variable may hold.
fn text() -> String {
    format!(" {SECRET}\n\u{fc}ber zwei Zeilen\n")
}

fn key(secret: &str) -> Key {
    Key::new(secret.to_owned()).unwrap()
}

fn act() -> Option<&'static str> {
    let act = std::env::var(ACT).ok()?;
    ["store", "load", "locked", "none"].into_iter().find(|known| *known == act)
}

/// A bus, and a home that nothing but a test uses.
struct Desktop {
    folder: TempDir,
    address: String,
    _bus: Running,
}

impl Desktop {
    /// None where what it takes is missing, which is said.
    fn new() -> Option<Self> {
        for program in ["dbus-daemon", "gnome-keyring-daemon"] {
            if let Err(error) = command(program).arg("--version").output() {
                paddock_skip::skip_for_peer(format_args!("{program}: {error}"));
                return None;
            }
        }
        let folder = tempfile::tempdir().unwrap();
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o700)).unwrap();
        let config = folder.path().join("bus.conf");
        fs::write(&config, BUS.replace("FOLDER", &folder.path().to_string_lossy())).unwrap();
        let mut bus = command("dbus-daemon");
        bus.args(["--nofork", "--nopidfile", "--print-address=1"]).arg("--config-file").arg(config);
        let mut bus = Running(bus.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap());
        let mut address = String::new();
        let said = bus.0.stdout.take().unwrap();
        BufReader::new(said).read_line(&mut address).unwrap();
        Some(Self { folder, address: address.trim().to_owned(), _bus: bus })
    }

    /// Starts a keyring with a password that is known, and waits until it is there.
    async fn unlock(&self) -> Running {
        let mut daemon = self.command("gnome-keyring-daemon");
        daemon.args(["--foreground", "--unlock", "--components=secrets"]);
        daemon.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        let mut daemon = Running(daemon.spawn().unwrap());
        daemon.0.stdin.take().unwrap().write_all(b"password").unwrap();
        self.until(true).await;
        daemon
    }

    async fn until_gone(&self) {
        self.until(false).await;
    }

    async fn until(&self, there: bool) {
        let connection = self.connect().await;
        let bus = DBusProxy::new(&connection).await.unwrap();
        let mut changes = bus.receive_name_owner_changed().await.unwrap();
        let name = zbus::names::BusName::try_from(SERVICE).unwrap();
        while bus.name_has_owner(name.clone()).await.unwrap() != there {
            timeout(PATIENCE, changes.next()).await.unwrap().unwrap();
        }
    }

    /// Locks what [`unlock`](Self::unlock) opened. There is nobody to ask for its password.
    async fn lock(&self) {
        let connection = self.connect().await;
        let all = [ObjectPath::try_from("/org/freedesktop/secrets/collection/login").unwrap()];
        let path = "/org/freedesktop/secrets";
        let interface = Some("org.freedesktop.Secret.Service");
        let asked = (&all[..],);
        let reply = connection.call_method(Some(SERVICE), path, interface, "Lock", &asked).await;
        let (locked, _): (Vec<OwnedObjectPath>, OwnedObjectPath) =
            reply.unwrap().body().deserialize().unwrap();
        assert_eq!(locked.len(), 1);
    }

    async fn connect(&self) -> zbus::Connection {
        let builder = zbus::connection::Builder::address(self.address.as_str()).unwrap();
        builder.build().await.unwrap()
    }

    /// Runs a test of this file here, which does what belongs to `act`.
    fn run(&self, test: &str, act: &str) {
        let me = std::env::current_exe().unwrap();
        let mut again = self.command(&me.to_string_lossy());
        again.args(["--exact", test, "--nocapture"]).env(ACT, act);
        let output = again.output().unwrap();
        let said = String::from_utf8_lossy(&output.stdout);
        let wrong = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && said.contains("1 passed"), "{act}: {said}{wrong}");
    }

    fn command(&self, program: &str) -> Command {
        let mut command = command(program);
        command
            .env("DBUS_SESSION_BUS_ADDRESS", &self.address)
            .env("HOME", self.folder.path())
            .env("XDG_RUNTIME_DIR", self.folder.path())
            .env("XDG_DATA_HOME", self.folder.path())
            .env("XDG_CONFIG_HOME", self.folder.path())
            .env_remove("GNOME_KEYRING_CONTROL")
            .env_remove("DISPLAY");
        command
    }

    fn assert_nothing_plain(&self) {
        for file in files(self.folder.path()) {
            let bytes = fs::read(&file).unwrap();
            let plain = bytes.windows(SECRET.len()).any(|window| window == SECRET.as_bytes());
            assert!(!plain, "{}", file.display());
        }
    }
}

fn files(folder: &Path) -> Vec<std::path::PathBuf> {
    let mut all = Vec::new();
    for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let kind = entry.file_type().unwrap();
        if kind.is_dir() {
            all.extend(files(&entry.path()));
        } else if kind.is_file() {
            all.push(entry.path());
        }
    }
    all
}

#[expect(clippy::disallowed_methods, reason = "no server, and ended with the test")]
fn command(program: &str) -> Command {
    Command::new(program)
}

/// A process that is ended with its test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        _ = self.0.kill();
        _ = self.0.wait();
    }
}
