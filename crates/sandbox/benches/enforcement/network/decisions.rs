//! How soon what is decided holds.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use paddock_network::{Broker, Event, Limits, Rules, Sockets, Unasked};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};

use crate::common::PATIENCE;
use crate::common::destinations::{Map, Outside};
use crate::samples::tell_times;

/// How often something is allowed, and taken back.
const TIMES: usize = 200;
const MEANT: &str = "1.2.3.4:80";

/// A broker, and a way to connect to it without a sandbox.
struct Beside {
    broker: Broker,
    listener: TcpListener,
    address: SocketAddr,
}

pub(super) async fn measure() {
    tell_times("allow", "allow", &Beside::new(Unasked::Hold(PATIENCE)).await.allowed().await);
    tell_times("cut", "cut", &Beside::new(Unasked::Refuse).await.cut().await);
}

impl Beside {
    async fn new(unasked: Unasked) -> Self {
        let map = Map::default();
        map.leads_everywhere(&Outside::echo().await);
        let (sockets, rules, limits) = (Sockets::default(), Rules::default(), Limits::default());
        let broker =
            Broker::start(sockets, rules, unasked, Arc::new(map), limits, Arc::default()).unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        Self { broker, listener, address }
    }

    /// A connection of the server, which has said a word.
    async fn connection(&self) -> TcpStream {
        let (accepted, connected) =
            tokio::join!(self.listener.accept(), TcpStream::connect(self.address));
        self.broker.admit(accepted.unwrap().0, MEANT.parse().unwrap());
        let mut server = connected.unwrap();
        server.write_all(b"x").await.unwrap();
        server
    }

    /// From the decision to the answer to a connection that waits for it, from outside.
    async fn allowed(&self) -> Vec<Duration> {
        let mut times = Vec::new();
        for _ in 0..TIMES {
            let mut server = self.connection().await;
            while !matches!(self.broker.next_event().await, Event::AsksFor(_)) {}
            let start = Instant::now();
            self.broker.set_rules(allowed());
            server.read_u8().await.unwrap();
            times.push(start.elapsed());
            self.broker.set_rules(Rules::default());
            assert_eq!(server.read_u8().await.unwrap_err().kind(), io::ErrorKind::ConnectionReset);
        }
        times
    }

    /// From the decision to the error that the server's end sees.
    async fn cut(&self) -> Vec<Duration> {
        let mut times = Vec::new();
        for _ in 0..TIMES {
            self.broker.set_rules(allowed());
            let mut server = self.connection().await;
            server.read_u8().await.unwrap();
            let start = Instant::now();
            self.broker.set_rules(Rules::default());
            let cut = server.read_u8().await;
            times.push(start.elapsed());
            assert_eq!(cut.unwrap_err().kind(), io::ErrorKind::ConnectionReset);
        }
        times
    }
}

fn allowed() -> Rules {
    Rules::new(vec!["1.2.3.4".parse().unwrap()], Vec::new())
}
