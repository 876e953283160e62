//! Fronts come and go, and do not read what they are sent.

use std::io::Write as _;
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::time::Duration;

use paddock_control::{Client, Hello, LONGEST, Push, Pushed, Reader, Role, Said, Writer, greet};
use paddock_host::Tier;
use paddock_host::view::{Asked, Code, Failure, ServerDraft, View};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use serde_json::json;
use tokio::task::JoinSet;
use tokio::time::timeout;

use crate::app::App;
use crate::world::{Ground, PATIENCE, READ, World, connected, fake};

pub(crate) type Front = (Client, Pushed);

pub(crate) async fn front(world: &World, role: Role) -> Front {
    world.ground.connect(role).await.unwrap()
}

pub(crate) fn code<T: std::fmt::Debug>(result: Result<T, Failure>) -> Code {
    result.unwrap_err().code
}

/// Waits for a view of this front.
pub(crate) async fn until(pushed: &mut Pushed, right: impl Fn(&View) -> bool) -> Box<View> {
    let wait = async {
        loop {
            match pushed.next().await {
                Some(Push::View(view)) if right(&view) => return view,
                Some(_) => {}
                None => panic!("the connection ended"),
            }
        }
    };
    timeout(PATIENCE, wait).await.expect("it is shown")
}

/// All that is said until the connection ends.
async fn rest(mut pushed: Pushed) -> Vec<Push> {
    let wait = async {
        let mut said = Vec::new();
        while let Some(push) = pushed.next().await {
            said.push(push);
        }
        said
    };
    timeout(PATIENCE, wait).await.expect("the connection ends")
}

#[tokio::test(flavor = "multi_thread")]
async fn fronts_come_and_go_under_load_and_no_session_notices() {
    let world = World::new();
    let server = world.well_behaved("one").await;
    let run = world.until_running(server).await.state;
    let mut app = App::open(&world.ground, "one", None).await;
    app.call("echo", json!({ "text": "x" })).await;
    let sessions = world.view().await.sessions;

    let mut coming = JoinSet::new();
    for _ in 0..10 {
        let data = world.ground.places.data.clone();
        coming.spawn(async move {
            for _ in 0..4 {
                let (client, mut pushed) = connected(&data, Role::View).await.unwrap();
                until(&mut pushed, |view| !view.servers.is_empty()).await;
                let call = |number| {
                    client.call_tool(server, "echo".into(), "{\"text\":\"x\"}".into(), number)
                };
                for number in 0..10 {
                    call(number).await.unwrap();
                }
                // It leaves in the middle of one.
                drop(timeout(Duration::ZERO, call(10)).await);
            }
        });
    }
    while !coming.is_empty() {
        assert_eq!(app.call("echo", json!({ "text": "x" })).await.text, "x");
        while let Some(came) = coming.try_join_next() {
            came.unwrap();
        }
    }
    assert_eq!(world.until_running(server).await.state, run);
    let after = world.view().await.sessions;
    assert_eq!(after.len(), 1);
    assert_eq!((after[0].number, &after[0].state), (sessions[0].number, &sessions[0].state));
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_front_that_does_not_read_costs_nothing() {
    let world = World::new();
    let server = world.well_behaved("one").await;
    let socket = paddock_control::places::socket_in(&world.ground.places.data);
    let mut deaf = UnixStream::connect(&socket).unwrap();
    let hello = paddock_control::encode(&Hello::new(Role::View, true)).unwrap();
    deaf.write_all(&hello).unwrap();
    // Far more than a socket holds.
    for round in 0..200 {
        let grant = world.grant(server, &world.folder(&format!("f{}", round % 5)), READ).await;
        world.host.revoke(grant).await.unwrap();
    }
    world.still_answers(server).await;
    // Which end of it is gone is said whether or not anything is read.
    let mut of_host = [PollFd::new(&deaf, PollFlags::empty())];
    let patience = Timespec::try_from(PATIENCE).unwrap();
    assert_eq!(poll(&mut of_host, Some(&patience)), Ok(1), "the host has dropped it");
    assert!(of_host[0].revents().contains(PollFlags::HUP));
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_greets_is_let_in_however_many_do_not() {
    let files = getrlimit(Resource::Nofile);
    setrlimit(Resource::Nofile, Rlimit { current: files.maximum, ..files }).unwrap();
    let world = World::new();
    let socket = paddock_control::places::socket_in(&world.ground.places.data);
    let mut silent = Vec::new();
    for _ in 0..1500 {
        silent.push(tokio::net::UnixStream::connect(&socket).await.unwrap());
        // A greeting may take five seconds.
        if silent.len() % 250 == 0 {
            let (front, _pushed) = front(&world, Role::View).await;
            front.revoke_all().await.unwrap();
        }
    }
    // The first ones made room.
    let mut byte = [0];
    let ended = tokio::io::AsyncReadExt::read(&mut silent[0], &mut byte);
    assert_eq!(timeout(PATIENCE, ended).await.unwrap().unwrap_or(0), 0);
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_any_program_may_add_leaves_room_for_a_view() {
    let world = World::new();
    let (page, _pushed) = front(&world, Role::View).await;
    let draft = |number: u32, arg: String| ServerDraft {
        name: format!("server {number}"),
        program: "/nowhere".into(),
        args: vec![arg],
        ..ServerDraft::default()
    };
    let mut number = 0;
    let full = loop {
        number += 1;
        if let Err(failure) = page.add_server(draft(number, "\u{1}".repeat(31_000))).await {
            break failure.code;
        }
    };
    assert_eq!((full, number), (Code::CommandsTooLong, 7));
    let view = page.view().await.unwrap();
    assert!(paddock_control::encode(&view).unwrap().len() < LONGEST / 4);
    page.revoke_all().await.unwrap();
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn senseless_bytes_end_their_own_connection_only() {
    let world = World::new();
    let server = world.well_behaved("one").await;
    let socket = paddock_control::places::socket_in(&world.ground.places.data);
    let hello = paddock_control::encode(&Hello::new(Role::View, false)).unwrap();
    let too_long = u32::try_from(LONGEST).unwrap().to_be_bytes();
    let ask = |json: &str| {
        [&u32::try_from(json.len()).unwrap().to_be_bytes()[..], json.as_bytes()].concat()
    };
    let hostile = [
        vec![0xff; 64],
        too_long.to_vec(),
        [&hello[..], &too_long[..]].concat(),
        [&hello[..], &ask("{\"command\":{\"grantAll\":{}}}")].concat(),
        [&hello[..], &ask("[[[[[[[[")].concat(),
        ask("{\"protocol\":1,\"role\":[]}"),
    ];
    for bytes in hostile {
        let mut stream = UnixStream::connect(&socket).unwrap();
        // It may hang up on the first of them.
        let _ = stream.write_all(&bytes);
        let mut rest = Vec::new();
        let _ = std::io::Read::read_to_end(&mut stream, &mut rest);
    }
    for hello in
        ["{\"protocol\":99,\"role\":\"view\"}", "{\"protocol\":1,\"role\":\"owner\",\"more\":1}"]
    {
        let mut other = UnixStream::connect(&socket).unwrap();
        other.write_all(&ask(hello)).unwrap();
        let mut said = Vec::new();
        std::io::Read::read_to_end(&mut other, &mut said).unwrap();
        assert!(String::from_utf8_lossy(&said).contains("host-other-version"), "{hello}");
    }
    world.still_answers(server).await;
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_command_of_another_version_is_answered_and_the_next_is_heard() {
    let world = World::new();
    let stream = paddock_control::reach(&world.ground.places.data).await.unwrap();
    let (from, to) = stream.into_split();
    let (mut reader, mut writer) = (Reader::new(from, LONGEST), Writer::new(to));
    greet(&mut reader, &mut writer, &Hello::new(Role::View, false)).await.unwrap();
    let other = [json!({ "grantAll": {} }), json!({ "revoke": { "folder": "/w" } }), json!("view")];
    let known = json!({ "view": {} });
    let mut failures = Vec::new();
    for (id, command) in (1_u32..).zip(other.iter().chain([&known])) {
        writer.write(&json!({ "id": id, "command": command })).await.unwrap();
        let said: Said = timeout(PATIENCE, reader.read()).await.unwrap().unwrap();
        let answer = said.answer.unwrap();
        assert_eq!(answer.id, id);
        failures.push(answer.failure.map(|failure| failure.code));
    }
    let unknown = || Some(Code::HostOtherVersion);
    assert_eq!(failures, [unknown(), unknown(), unknown(), None]);
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn each_front_follows_its_own_log_and_its_own_calls() {
    let world = World::new();
    let (one, two) = (world.well_behaved("one").await, world.well_behaved("two").await);
    let (first, mut of_first) = front(&world, Role::View).await;
    let (second, _of_second) = front(&world, Role::View).await;
    first.follow_log(Some(one)).await.unwrap().unwrap();
    second.follow_log(Some(two)).await.unwrap().unwrap();
    for server in [two, one] {
        world.call(server, "log", serde_json::json!({ "level": "info" })).await.unwrap();
    }
    let logged = async {
        loop {
            match of_first.next().await {
                Some(Push::Log(log)) => return log.server,
                Some(_) => {}
                None => panic!("the connection ended"),
            }
        }
    };
    assert_eq!(timeout(PATIENCE, logged).await.expect("it is logged"), one);
    // The same number of two fronts is two calls; nobody cancels another's.
    let echo = |client: Client| async move {
        client.call_tool(one, "echo".into(), "{\"text\":\"x\"}".into(), 7).await
    };
    let (mine, theirs, cancelled) =
        tokio::join!(echo(first.clone()), echo(second.clone()), second.cancel_call(8));
    assert!(mine.is_ok() && theirs.is_ok() && cancelled.is_ok());
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_waits_learns_that_the_host_has_ended() {
    let world = World::new();
    let server = world.well_behaved("one").await;
    let (client, pushed) = front(&world, Role::View).await;
    client.quit().await.unwrap();
    assert!(rest(pushed).await.contains(&Push::Bye));
    assert!(client.has_ended());
    assert_eq!(code(client.revoke_all().await), Code::HostGone);
    assert_eq!(code(client.tools(server).await), Code::HostGone);
    world.ended().await;
}

/// Its servers take their time; what is asked meanwhile would be lost with it.
#[tokio::test(flavor = "multi_thread")]
async fn a_host_that_ends_lets_nobody_in() {
    let world = World::new();
    world.well_behaved("one").await;
    let (client, pushed) = front(&world, Role::View).await;
    let late = paddock_control::reach(&world.ground.places.data).await.unwrap();
    client.quit().await.unwrap();
    let (from, to) = late.into_split();
    let late = Client::open(from, to, Hello::new(Role::View, true)).await;
    assert_eq!(code(late), Code::HostGone);
    // Then nobody listens, and the one who comes starts the next host.
    rest(pushed).await;
    assert!(paddock_control::reach(&world.ground.places.data).await.is_err());
    world.ended().await;
}

/// In both tiers.
#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_is_kept_in_does_not_reach_the_host() {
    for tier in [None, Some(Tier::Landlock)] {
        let mut ground = Ground::new();
        ground.places.best_tier = tier;
        let world = ground.start();
        let script = world.folder("mcp").join("server.py");
        std::fs::write(&script, include_str!("reader.py")).unwrap();
        let draft = ServerDraft {
            name: "reader".into(),
            program: "python3".into(),
            args: vec![script.display().to_string()],
            ..ServerDraft::default()
        };
        let server = world.add(draft.clone()).await;
        world.until_running(server).await;
        let connect = async |server, socket: &std::path::Path| {
            let path = format!("connect:{}", socket.display());
            world.call(server, "read", serde_json::json!({ "path": path })).await.unwrap().text
        };
        let socket = paddock_control::places::socket_in(&world.ground.places.data);
        assert_ne!(connect(server, &socket).await, "connected", "{tier:?}");

        // One that is not kept in gets there, so the try is one; and what it may is a page's.
        let free = ServerDraft { name: "free".into(), ..draft };
        let free = world.host.add_server(free).await.unwrap();
        world.choose(free, Asked::Advisory).await;
        world.trust(free).await;
        world.until_running(free).await;
        assert_eq!(connect(free, &socket).await, "connected");
        world.quit().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_has_no_end_is_not_read_and_what_is_too_long_not_kept() {
    let world = World::new();
    let (page, _pushed) = front(&world, Role::View).await;
    let pipe = world.ground.beside("pipe.code-workspace");
    let mode = rustix::fs::Mode::RUSR | rustix::fs::Mode::WUSR;
    rustix::fs::mknodat(rustix::fs::CWD, &pipe, rustix::fs::FileType::Fifo, mode, 0).unwrap();
    for endless in [PathBuf::from("/dev/zero"), pipe] {
        assert_eq!(code(page.pick_workspace(endless.into()).await), Code::WorkspaceUnreadable);
    }
    let mut long = fake("long", &[]);
    long.args.push("\u{1b}".repeat(1 << 20));
    assert_eq!(code(page.add_server(long).await), Code::DraftTooLong);
    let line = format!("/{}", "a/".repeat(1 << 20));
    let verdicts = page.check_paths(None, line).await.unwrap();
    assert!(verdicts.iter().all(|verdict| verdict.grant.is_none()));
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_has_it_quit_is_answered_before_it_ends() {
    for _ in 0..20 {
        // Nothing runs for long here, so the end comes at once.
        let ground = Ground::new().start().quit().await;
        let world = ground.start();
        world.host.quit().await.unwrap();
        world.ended().await;
    }
}
