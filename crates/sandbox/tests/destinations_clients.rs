//! The HTTP clients that come with languages: each in one process that is allowed, refused, asked
//! about, allowed while it runs, and refused again.
#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod common;

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use common::destinations::{Stage, name};
use common::sites::{GOOD, NEVER, OTHER, hello, stage_for};
use common::{PATIENCE, within};
use paddock_network::{Event, Meant, Refusal, Unasked};

/// An address where a site is, when no name was asked for.
const BARE: &str = "93.184.216.99";

/// How long a program may go on trying what is refused: nothing waits for a decision there.
const AT_ONCE: Duration = Duration::from_mins(1);

#[tokio::test]
async fn python() {
    uses_what_is_allowed("/usr/bin/python3", "fetch.py", "/usr/bin/python3 fetch.py").await;
}

#[tokio::test]
async fn node() {
    uses_what_is_allowed("/usr/bin/node", "fetch.mjs", "/usr/bin/node fetch.mjs").await;
}

/// As `reqwest`, with `rustls`.
#[tokio::test]
async fn rust() {
    let here = env::current_exe().unwrap();
    let client = here.ancestors().nth(2).unwrap().join("examples/fetch");
    assert!(client.exists(), "run `cargo build -p paddock-sandbox --example fetch`");
    let prepare = |home: &Path| {
        fs::copy(&client, home.join("fetch")).unwrap();
        "./fetch".into()
    };
    let mut client = Running::start("/bin/sh", prepare).await.unwrap();
    client.goes_through_all_of_it().await;
}

/// With the resolver of its own, and with the system's.
#[tokio::test]
async fn go() {
    let Some(go) = of_peers("PADDOCK_PEERS_PYTHON_GO", "go").or_else(|| on_path("go")) else {
        return;
    };
    for resolver in ["go", "cgo"] {
        let prepare = |home: &Path| {
            build(&go, home);
            format!("GODEBUG=netdns={resolver} ./fetch")
        };
        let mut client = Running::start("/bin/sh", prepare).await.unwrap();
        client.goes_through_all_of_it().await;
    }
}

/// It remembers for ten seconds that a name was refused, unless it is told not to.
#[tokio::test]
async fn java() {
    let Some(java) = on_path("java") else { return };
    if on_path("javac").is_none() {
        return;
    }
    let prepare = |home: &Path| {
        fs::copy(sources().join("Fetch.java"), home.join("Fetch.java")).unwrap();
        fs::write(home.join("forget"), "networkaddress.cache.negative.ttl=0\n").unwrap();
        format!("{} -Djava.security.properties=forget Fetch.java", java.display())
    };
    let mut client = Running::start("/bin/sh", prepare).await.unwrap();
    client.goes_through_all_of_it().await;
}

async fn uses_what_is_allowed(program: &str, source: &str, command: &str) {
    let copy = |home: &Path| {
        fs::copy(sources().join(source), home.join(source)).unwrap();
        command.to_owned()
    };
    let Some(mut client) = Running::start(program, copy).await else { return };
    client.goes_through_all_of_it().await;
}

fn sources() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/clients")
}

/// A program beside the interpreter that a variable names, as `npm test` has installed it.
fn of_peers(variable: &str, program: &str) -> Option<PathBuf> {
    Some(Path::new(&env::var_os(variable)?).with_file_name(program))
}

/// A program that is not among what tests need, where it can be read in a sandbox.
fn on_path(program: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    let places = env::split_paths(&path).filter(|folder| folder.starts_with("/usr"));
    let found = places.map(|folder| folder.join(program)).find(|it| it.exists());
    if found.is_none() {
        paddock_skip::skip(format_args!("{program} is not on the PATH"));
    }
    found
}

#[expect(clippy::disallowed_methods, reason = "a compiler is no server")]
fn build(go: &Path, home: &Path) {
    let built = std::process::Command::new(go)
        .args(["build", "-o"])
        .arg(home.join("fetch"))
        .arg(sources().join("fetch.go"))
        .env("GOCACHE", env::temp_dir().join("paddock-go"))
        .env("GO111MODULE", "off")
        .status();
    assert!(built.unwrap().success());
}

/// A client that waits for addresses.
struct Running {
    stage: Stage,
}

impl Running {
    /// `prepare` puts into the home what runs there, and says the command.
    async fn start(program: &str, prepare: impl FnOnce(&Path) -> String) -> Option<Self> {
        let mut stage = stage_for(program, &hello(), Unasked::Hold(PATIENCE)).await?;
        let command = prepare(&stage.world.home());
        stage.succeeds("cd && mkfifo addresses").await;
        stage
            .succeeds(&format!("exec 4< <({command} <addresses 2>errors); exec 5>addresses"))
            .await;
        Some(Self { stage })
    }

    async fn goes_through_all_of_it(&mut self) {
        self.stage.decide(&[GOOD], &[NEVER, BARE]);
        assert_eq!(self.fetch(GOOD).await, "hello");
        self.is_refused(NEVER).await;
        self.until(|event| *event == Event::NameRefused(name(NEVER))).await;
        self.is_refused(BARE).await;
        let meant = Meant::Address(BARE.parse().unwrap(), 443);
        self.until(|event| *event == Event::Refused(meant.clone(), Refusal::NotAllowed)).await;

        // Asked about, and allowed while it waits.
        self.begin(OTHER).await;
        self.until(|event| *event == Event::AsksForName(name(OTHER))).await;
        self.stage.decide(&[GOOD, OTHER], &[NEVER, BARE]);
        assert_eq!(self.stage.outcome().await, ("hello".into(), 0));

        // What it heard before does not stay.
        self.stage.decide(&[GOOD, OTHER, NEVER], &[]);
        assert_eq!(self.fetch(NEVER).await, "hello");

        // Nor does a connection that it keeps.
        self.stage.decide(&[], &[GOOD, OTHER, NEVER]);
        for name in [GOOD, OTHER, NEVER] {
            self.is_refused(name).await;
        }
    }

    /// Programs ask for both kinds of address, and more than once.
    async fn until(&self, is_it: impl Fn(&Event) -> bool) {
        while !is_it(&self.stage.event().await) {}
    }

    async fn begin(&mut self, host: &str) {
        let line = format!("echo https://{host}/ >&5; IFS= read -r said <&4; echo \"$said\"");
        self.stage.begin(&line).await;
    }

    async fn fetch(&mut self, host: &str) -> String {
        self.begin(host).await;
        self.stage.outcome().await.0
    }

    async fn is_refused(&mut self, host: &str) {
        let begun = tokio::time::Instant::now();
        let said = within("a refusal to be understood", self.fetch(host)).await;
        assert!(said.starts_with("refused: "), "{host}: {said}");
        assert!(begun.elapsed() < AT_ONCE, "{host}: {said} after {:?}", begun.elapsed());
    }
}
