//! Hosts that can't be asked to quit.

use std::io::Read as _;
use std::os::unix::process::ExitStatusExt as _;
use std::process::{Child, Command, Stdio};

use paddock_control::end_by_signal;
use rustix::process::{Pid, Signal, kill_process};

use crate::fake_host::World;
use crate::program::run;

/// Greets with what it is given.
const OLD: &str = r#"
import socket, sys
listener = socket.socket(socket.AF_UNIX)
listener.bind(sys.argv[1])
listener.listen()
print("ready", flush=True)
while True:
    front, _ = listener.accept()
    greeting = sys.argv[2].encode()
    front.sendall(len(greeting).to_bytes(4, "big") + greeting)
"#;

const OLDER: &str = r#"{"protocol":0,"version":"0.0.1"}"#;
const REFUSES: &str =
    r#"{"protocol":1,"version":"0.0.1","refused":{"code":"host-other-version","details":{}}}"#;

#[expect(clippy::disallowed_methods, reason = "it stands in for a host, and is no server")]
fn other_host(world: &World, greeting: &str) -> Child {
    let mut command = Command::new("python3");
    command.args(["-c", OLD]).arg(world.socket()).arg(greeting).stdout(Stdio::piped());
    let mut host = command.spawn().unwrap();
    host.stdout.as_mut().unwrap().read_exact(&mut [0; 6]).unwrap();
    host
}

#[test]
fn one_of_another_version_is_ended_by_a_signal() {
    for greeting in [OLDER, REFUSES] {
        let world = World::new();
        let mut host = other_host(&world, greeting);
        let told = run(&world, &["status"]);
        assert!(told.code == 78 && told.err.contains("paddock quit"), "{}", told.err);
        let quit = run(&world, &["quit"]);
        assert_eq!((quit.code, quit.err.as_str()), (0, ""));
        assert_eq!(host.wait().unwrap().signal(), Some(Signal::TERM.as_raw()));
    }
}

#[tokio::test]
async fn one_that_was_stopped_goes_on_to_end() {
    let world = World::new();
    let mut host = other_host(&world, OLDER);
    kill_process(Pid::from_child(&host), Signal::STOP).unwrap();
    assert!(end_by_signal(&world.data()).await.unwrap());
    assert_eq!(host.wait().unwrap().signal(), Some(Signal::TERM.as_raw()));
    assert!(!end_by_signal(&world.data()).await.unwrap());
}
