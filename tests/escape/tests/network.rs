//! Every way out of a network by destinations, without a sandbox and in one.
#![cfg(target_os = "linux")]
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test fails by panicking"
)]

mod common;

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::os::fd::OwnedFd;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use common::ground::Ground;
use common::keeper::Server;
use common::yard::{self, Yard};
use common::{Run, User, loudly, or_skip};
use paddock_escape::table::Bare;
use paddock_escape::ways::{WAYS, Way};
use paddock_escape::{Outcome, Said};
use paddock_network::{Broker, Limits, Sockets, Unasked};
use paddock_sandbox::{Network, Tier};
use rustix::io::{FdFlags, fcntl_setfd};
use tokio::runtime::{Builder, Runtime};

#[test]
fn without_a_sandbox_the_ways_lead_out() {
    for user in User::all() {
        let run = Run { tier: None, network: Network::Open, user };
        judge(run, walk(run, &[]), |way, is_out, is_there| match way.bare {
            Bare::Escapes => is_out,
            Bare::AsRoot if user.is_root() => is_out || !is_there,
            Bare::AsRoot | Bare::Blocked(_) => !is_out,
            Bare::Depends(what) => is_out || !yard::has(what),
            Bare::BesideRoot => true,
        });
    }
}

#[test]
fn a_network_by_destinations_keeps_the_server_in() {
    for user in User::all() {
        let run = Run { tier: Some(Tier::LiveMounts), network: Network::Destinations, user };
        judge(run, walk(run, &[]), |_, is_out, _| !is_out);
    }
}

/// The same ways lead out where that is allowed: it is the decision that keeps the server in.
#[test]
fn what_is_allowed_leads_out_and_nothing_else() {
    let user = User::all()[0];
    let run = Run { tier: Some(Tier::LiveMounts), network: Network::Destinations, user };
    let out = [
        "plain-address",
        "one-number",
        "localhost",
        "another-loopback",
        "without-waiting",
        "redirected",
        "display",
    ];
    let not_out = [
        "rebound",
        "rebound-second",
        "own-address",
        "redirected-to-metadata",
        "another-server",
        "datagram",
        "question-txt",
    ];
    judge(run, walk(run, &["localhost"]), |way, is_out, _| {
        (!out.contains(&way.name) || is_out) && (!not_out.contains(&way.name) || !is_out)
    });
}

#[test]
fn there_are_as_many_ways_as_are_wanted_each_with_a_name() {
    let mut names: Vec<_> = WAYS.iter().map(|way| way.name).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), WAYS.len());
    assert!(WAYS.len() >= 60);
}

/// What came of each way, and whether it led out; `None` where there is no such run.
type Walked = Option<BTreeMap<String, (Outcome, bool)>>;

/// `also` is allowed at the port of the service.
fn walk(run: Run, also: &[&str]) -> Walked {
    let ground = Ground::new(run);
    let mut yard = Yard::open(&ground.token, run.tier.is_some());
    let neighbour = start_neighbour(&ground, run)?;
    yard.outdoors.neighbour = neighbour.port;
    // As an app has its own connections, and may forget to keep them to itself.
    let open = TcpStream::connect((Ipv4Addr::LOCALHOST, yard.outdoors.port)).unwrap();
    fcntl_setfd(&open, FdFlags::empty()).unwrap();
    let (mut server, broker) = start(&ground, run, &yard, also)?;
    let mut said = BTreeMap::new();
    loop {
        let line = server.stdout.next().unwrap_or_else(|| panic!("ended after {said:#?}"));
        let Ok(one) = serde_json::from_str::<Said>(&line) else { break };
        said.insert(one.probe, one.outcome);
    }
    server.end();
    neighbour.server.end();
    drop(broker);
    assert!(yard.site_visits.load(Ordering::Relaxed) > 0, "{run}: not even the site was reached");
    let judged = |(name, outcome)| {
        let is_out = yard.is_out(&outcome);
        (name, (outcome, is_out))
    };
    Some(said.into_iter().map(judged).collect())
}

fn judge(run: Run, walked: Walked, is_right: impl Fn(&Way, bool, bool) -> bool) {
    let Some(walked) = walked else { return };
    let mut wrong = Vec::new();
    for way in WAYS {
        let (outcome, is_out) = &walked[way.name];
        let is_there = !matches!(outcome, Outcome::NotApplicable(_));
        if !is_right(way, *is_out, is_there) {
            wrong.push(format!("{}: {outcome:?}", way.name));
        }
    }
    let out = walked.values().filter(|(_, is_out)| *is_out).count();
    loudly(&format!("{run}: {out} of {} ways led out", WAYS.len()));
    assert!(wrong.is_empty(), "{run}: not as it must be: {wrong:#?}");
}

/// Another server, which listens in its own network.
struct Neighbour {
    server: Server,
    port: u16,
}

fn start_neighbour(ground: &Ground, run: Run) -> Option<Neighbour> {
    let token = OsString::from(&ground.token);
    let launch = ground.launch_of(run, &ground.world.program(), vec!["neighbour".into(), token]);
    let mut server = if run.tier.is_none() {
        Server::bare(&launch, run.user, &ground.careless())
    } else {
        let server = Server::kept(launch, run.user, &ground.careless());
        or_skip(server, run, WAYS.len())?
    };
    let port = server.stdout.next().expect("it listens").trim().parse().unwrap();
    Some(Neighbour { server, port })
}

fn start(ground: &Ground, run: Run, yard: &Yard, also: &[&str]) -> Option<(Server, Option<Kept>)> {
    let outdoors = OsString::from(serde_json::to_string(&yard.outdoors).unwrap());
    let program = ground.world.program();
    let mut launch = ground.launch_of(run, &program, vec!["ways".into(), outdoors]);
    if run.tier.is_none() {
        return Some((Server::bare(&launch, run.user, &ground.careless()), None));
    }
    launch.policy.as_mut().unwrap().ports = yard.outdoors.ports().to_vec();
    let server = Server::kept(launch, run.user, &ground.careless());
    let mut server = or_skip(server, run, WAYS.len())?;
    let sockets = server.take_network();
    Some((server, Some(Kept::decide(sockets, yard, also))))
}

/// A broker at work.
struct Kept {
    broker: Option<Broker>,
    runtime: Runtime,
}

impl Kept {
    fn decide(sockets: Vec<OwnedFd>, yard: &Yard, also: &[&str]) -> Self {
        let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
        let mut sockets = sockets.into_iter();
        let mut next = || sockets.next().unwrap();
        let (questions, long_questions) = (next().into(), next().into());
        let sockets = Sockets {
            questions: vec![questions],
            long_questions: vec![long_questions],
            refusals: vec![next(), next()],
            listeners: sockets.map(TcpListener::from).collect(),
        };
        let broker = {
            let _inside = runtime.enter();
            let outside = Arc::new(yard.map.clone());
            Broker::start(
                sockets,
                yard.rules(also),
                Unasked::Refuse,
                outside,
                Limits::default(),
                Arc::default(),
            )
        };
        Self { broker: Some(broker.unwrap()), runtime }
    }
}

impl Drop for Kept {
    fn drop(&mut self) {
        let _inside = self.runtime.enter();
        drop(self.broker.take());
    }
}
