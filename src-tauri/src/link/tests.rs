use std::time::Duration;

use paddock_control::view::Code;
use paddock_control::{
    Ask, Command, LONGEST, Notification, PROTOCOL, Reader, Said, Welcome, Writer,
};
use tokio::io::{DuplexStream, ReadHalf, WriteHalf, duplex, split};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::time::timeout;

use super::*;

const PATIENCE: Duration = Duration::from_secs(10);
const NO_WAIT: &[Duration] = &[Duration::ZERO, Duration::ZERO];

/// The host's end of both connections.
struct FakeHost {
    asks: Socket,
    consents: Socket,
}

struct Socket(Reader<ReadHalf<DuplexStream>>, Writer<WriteHalf<DuplexStream>>);

impl Socket {
    async fn next(&mut self) -> Ask {
        timeout(PATIENCE, self.0.read()).await.unwrap().unwrap()
    }

    async fn say(&mut self, said: Said) {
        self.1.write(&said).await.unwrap();
    }

    /// Answers the next command with `null`; what it was.
    async fn serve(&mut self) -> Command {
        let ask = self.next().await;
        let null = serde_json::value::RawValue::from_string("null".into()).unwrap();
        self.say(Said::answer(ask.id, Ok(null))).await;
        ask.command
    }
}

/// Gives the test the other ends, or fails as it says.
struct FakeDial {
    answers: UnboundedReceiver<Result<(), Failure>>,
    hosts: UnboundedSender<FakeHost>,
    dials: UnboundedSender<()>,
}

impl Dial for FakeDial {
    async fn dial(&mut self) -> Result<Dialed, Failure> {
        self.dials.send(()).unwrap();
        self.answers.recv().await.unwrap()?;
        let (asks, of_asks) = opened(Role::View).await;
        let (consents, of_consents) = opened(Role::Consent).await;
        self.hosts.send(FakeHost { asks: of_asks, consents: of_consents }).unwrap();
        Ok(Dialed { asks, consents })
    }
}

async fn opened(role: Role) -> ((Client, Pushed), Socket) {
    let (front, host) = duplex(1 << 16);
    let (from, to) = split(front);
    let (from_front, to_front) = split(host);
    let mut socket = Socket(Reader::new(from_front, LONGEST), Writer::new(to_front));
    let greeted = async {
        let hello: Hello = socket.0.read().await.unwrap();
        assert_eq!(hello.role, role);
        let welcome =
            Welcome { protocol: PROTOCOL, version: "1".into(), refused: None, challenge: None };
        socket.1.write(&welcome).await.unwrap();
    };
    let (opened, ()) = tokio::join!(Client::open(from, to, Hello::new(role, true)), greeted);
    (opened.unwrap(), socket)
}

#[derive(Debug, PartialEq)]
enum Heard {
    Pushed,
    Lost(bool),
    Back,
    CannotStart(Code),
}

struct FakeHears(UnboundedSender<Heard>);

impl Hears for FakeHears {
    fn pushed(&mut self, _: Push) {
        self.0.send(Heard::Pushed).unwrap();
    }
    fn lost(&mut self, _: &Failure, tries_again: bool) {
        self.0.send(Heard::Lost(tries_again)).unwrap();
    }
    fn back(&mut self) {
        self.0.send(Heard::Back).unwrap();
    }
    fn cannot_start(&mut self, failure: Failure) {
        self.0.send(Heard::CannotStart(failure.code)).unwrap();
    }
}

struct Bench {
    link: Link,
    answers: UnboundedSender<Result<(), Failure>>,
    hosts: UnboundedReceiver<FakeHost>,
    heard: UnboundedReceiver<Heard>,
    /// One for each attempt to connect.
    dials: UnboundedReceiver<()>,
}

impl Bench {
    fn new() -> Self {
        let (answers, to_give) = unbounded_channel();
        let (to_hosts, hosts) = unbounded_channel();
        let (to_heard, heard) = unbounded_channel();
        let (to_dials, dials) = unbounded_channel();
        let dial = FakeDial { answers: to_give, hosts: to_hosts, dials: to_dials };
        let link = Link::with(dial, FakeHears(to_heard), Tries::waiting(NO_WAIT));
        Self { link, answers, hosts, heard, dials }
    }

    async fn host(&mut self) -> FakeHost {
        self.answers.send(Ok(())).unwrap();
        timeout(PATIENCE, self.dials.recv()).await.unwrap().unwrap();
        timeout(PATIENCE, self.hosts.recv()).await.unwrap().unwrap()
    }

    async fn heard(&mut self) -> Heard {
        timeout(PATIENCE, self.heard.recv()).await.unwrap().unwrap()
    }

    async fn revoke(&self) -> Result<(), Failure> {
        timeout(PATIENCE, async { Asks(self.link.clone()).client().await?.revoke(1).await })
            .await
            .unwrap()
    }
}

fn code(result: Result<(), Failure>) -> Code {
    result.unwrap_err().code
}

#[tokio::test]
async fn what_is_asked_before_the_host_is_there_waits_for_it() {
    let mut bench = Bench::new();
    let asks = Asks(bench.link.clone());
    let revoked = tokio::spawn(async move { asks.client().await?.revoke(1).await });
    let mut host = bench.host().await;
    assert_eq!(host.asks.serve().await, Command::Revoke { grant: 1 });
    timeout(PATIENCE, revoked).await.unwrap().unwrap().unwrap();
}

#[tokio::test]
async fn pages_ask_over_one_connection_and_a_person_consents_over_the_other() {
    let mut bench = Bench::new();
    let mut host = bench.host().await;
    let (asks, consents) = (Asks(bench.link.clone()), Consents(bench.link.clone()));
    let (asked, command) =
        tokio::join!(async { asks.client().await?.revoke(2).await }, host.asks.serve());
    assert_eq!((asked, command), (Ok(()), Command::Revoke { grant: 2 }));
    let (agreed, command) =
        tokio::join!(async { consents.client().await?.agree(3).await }, host.consents.serve());
    assert_eq!((agreed, command), (Ok(()), Command::Agree { consent: 3 }));
}

#[tokio::test]
async fn a_host_that_ends_is_followed_by_another() {
    let mut bench = Bench::new();
    let mut first = bench.host().await;
    first.asks.say(Said::push(Push::Notify(Notification::RevokeNotSaved))).await;
    assert_eq!(bench.heard().await, Heard::Pushed);
    drop(first);
    assert_eq!(bench.heard().await, Heard::Lost(true));
    assert_eq!(code(bench.revoke().await), Code::HostGone, "it does not wait for the next");
    let mut second = bench.host().await;
    assert_eq!(bench.heard().await, Heard::Back);
    let (revoked, _) = tokio::join!(bench.revoke(), second.asks.serve());
    assert_eq!(revoked, Ok(()));
}

#[tokio::test]
async fn one_connection_alone_is_none() {
    let mut bench = Bench::new();
    let FakeHost { asks, consents } = bench.host().await;
    drop(consents);
    drop(asks);
    assert_eq!(bench.heard().await, Heard::Lost(true));
}

#[tokio::test]
async fn the_third_end_is_the_last_until_a_person_asks() {
    let mut bench = Bench::new();
    drop(bench.host().await);
    assert_eq!(bench.heard().await, Heard::Lost(true));
    bench.answers.send(Err(Failure::new(Code::HostFailed))).unwrap();
    assert_eq!(bench.heard().await, Heard::Lost(true));
    bench.answers.send(Err(Failure::new(Code::HostFailed))).unwrap();
    assert_eq!(bench.heard().await, Heard::Lost(false));
    assert_eq!(code(bench.revoke().await), Code::HostGone);
    bench.link.try_again();
    drop(bench.host().await);
    assert_eq!(bench.heard().await, Heard::Back);
    assert_eq!(bench.heard().await, Heard::Lost(true), "and counts anew");
}

#[tokio::test]
async fn a_host_that_was_asked_to_end_is_left_alone() {
    let mut bench = Bench::new();
    let mut host = bench.host().await;
    host.asks.say(Said::push(Push::Bye)).await;
    drop(host);
    assert_eq!(bench.heard().await, Heard::Lost(false));
}

#[tokio::test]
async fn where_no_host_starts_that_is_said_and_commands_fail() {
    let mut bench = Bench::new();
    bench.answers.send(Err(Failure::new(Code::StorageNewer))).unwrap();
    assert_eq!(bench.heard().await, Heard::CannotStart(Code::StorageNewer));
    assert_eq!(code(bench.revoke().await), Code::HostGone);
}

#[tokio::test]
async fn the_end_of_the_app_is_the_hosts() {
    let mut bench = Bench::new();
    let mut host = bench.host().await;
    let ended = timeout(PATIENCE, bench.link.end(true));
    let (ended, command) = tokio::join!(ended, host.asks.serve());
    assert_eq!((ended, command), (Ok(()), Command::Quit {}));
    assert_eq!(bench.heard.recv().await, None, "nobody is told of an end that was wanted");
    assert_eq!(code(bench.revoke().await), Code::HostGone);
}

#[tokio::test]
async fn a_host_that_is_to_go_on_is_asked_nothing() {
    let mut bench = Bench::new();
    let mut host = bench.host().await;
    timeout(PATIENCE, bench.link.end(false)).await.unwrap();
    assert!(timeout(Duration::ZERO, host.asks.0.read::<Ask>()).await.is_err());
}

#[tokio::test]
async fn a_host_on_its_way_is_ended_when_it_is_there() {
    let mut bench = Bench::new();
    drop(bench.host().await);
    assert_eq!(bench.heard().await, Heard::Lost(true));
    timeout(PATIENCE, bench.dials.recv()).await.unwrap().unwrap();
    let link = bench.link.clone();
    let ended = tokio::spawn(async move { link.end(true).await });
    bench.answers.send(Ok(())).unwrap();
    let mut host = timeout(PATIENCE, bench.hosts.recv()).await.unwrap().unwrap();
    assert_eq!(host.asks.serve().await, Command::Quit {});
    timeout(PATIENCE, ended).await.unwrap().unwrap();
}
