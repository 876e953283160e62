//! A network of the server's own, in which every address leads to a broker.
#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod common;

use std::time::Duration;

use common::PATIENCE;
use common::destinations::{Outside, Stage, name};
use paddock_network::{Event, Meant, Refusal, Unasked};
use paddock_supervisor::{Arrival, Way};
use tokio::time::timeout;

/// Connects, sends a word, and prints what comes back.
fn say(host: &str, port: u16) -> String {
    format!("bash -c 'exec 3<>/dev/tcp/{host}/{port}; echo hello >&3; head -1 <&3'")
}

#[tokio::test]
async fn the_launch_proves_where_the_network_leads() {
    let stage = Stage::new(&[]).await;
    let passages = &stage.proof().passages;
    let found = |way| passages.iter().find(|it| it.way == way).map(|it| it.found);
    assert_eq!(found(Way::Ipv4), Some(Arrival::Here), "{passages:?}");
    assert_eq!(found(Way::Question), Some(Arrival::Here), "{passages:?}");
    assert_ne!(found(Way::Ipv6), Some(Arrival::Elsewhere), "{passages:?}");
    for way in [Way::ClosedPort, Way::Datagram, Way::Interface] {
        assert_eq!(found(way), Some(Arrival::Nowhere), "{passages:?}");
    }
}

#[tokio::test]
async fn an_allowed_name_is_reached_and_no_other() {
    let mut stage = Stage::new(&["good.example"]).await;
    let outside = Outside::echo().await;
    stage.is_at("good.example", &outside);
    stage.is_at("other.example", &outside);
    assert_eq!(stage.succeeds(&say("good.example", 80)).await, "hello");
    stage.fails(&say("other.example", 80)).await;
    assert_eq!(stage.event().await, Event::NameRefused(name("other.example")));
    assert_eq!(outside.count(), 1);
}

#[tokio::test]
async fn what_is_allowed_and_revoked_is_so_in_the_running_process() {
    let mut stage = Stage::new(&[]).await;
    let outside = Outside::echo().await;
    stage.is_at("good.example", &outside);
    stage.fails(&say("good.example", 80)).await;
    stage.allow(&["good.example"]).await;
    assert_eq!(stage.succeeds(&say("good.example", 80)).await, "hello");
    stage.succeeds("exec 3<>/dev/tcp/good.example/80; echo hello >&3; head -1 <&3").await;
    stage.allow(&[]).await;
    // Reads until it is cut.
    stage.succeeds("cat <&3; :").await;
    stage.fails("(echo hello >&3 && echo hello >&3)").await;
}

#[tokio::test]
async fn addresses_lead_nowhere_unless_they_are_allowed() {
    let mut stage = Stage::new(&["good.example", "1.2.3.4"]).await;
    let outside = Outside::echo().await;
    stage.every_address_is(&outside);
    for address in ["93.184.216.34", "127.0.0.1", "169.254.169.254", "10.0.0.1"] {
        let printed = stage.run(&say(address, 80)).await.0;
        assert!(!printed.contains("hello"), "{address}: {printed}");
        let Event::Refused(meant, Refusal::NotAllowed) = stage.event().await else { panic!() };
        let is_expected = match meant {
            Meant::Address(meant, 80) => meant.to_string() == address,
            Meant::ThisComputer(80) => address == "127.0.0.1",
            Meant::Address(..) | Meant::ThisComputer(_) | Meant::Name(..) => false,
        };
        assert!(is_expected, "{meant} for {address}");
    }
    assert_eq!(outside.count(), 0);
    assert_eq!(stage.succeeds(&say("1.2.3.4", 80)).await, "hello");
}

#[tokio::test]
async fn ipv6_arrives_with_the_address_that_was_meant() {
    let mut stage = Stage::new(&["2606:4700::1111"]).await;
    let outside = Outside::echo().await;
    stage.every_address_is(&outside);
    if stage.proof().passages.iter().any(|it| it.way == Way::Ipv6 && it.found == Arrival::Nowhere) {
        return paddock_skip::skip("there is no IPv6");
    }
    assert_eq!(stage.succeeds(&say("2606:4700::1111", 80)).await, "hello");
    stage.run(&say("fd00:ec2::254", 80)).await;
    let meant = Meant::Address("fd00:ec2::254".parse().unwrap(), 80);
    assert_eq!(stage.event().await, Event::Refused(meant, Refusal::NotAllowed));
}

#[tokio::test]
async fn a_port_of_this_computer_is_allowed_while_it_runs() {
    let mut stage = Stage::new(&[]).await;
    let outside = Outside::echo().await;
    let port = outside.port();
    stage.this_computer_is_real();
    let refused = stage.fails(&say("127.0.0.1", port)).await;
    assert!(refused.contains("refused"), "{refused}");
    stage.allow(&[&format!("localhost:{port}")]).await;
    assert_eq!(stage.succeeds(&say("localhost", port)).await, "hello");
    stage.allow(&[]).await;
    stage.until_closed(port).await;
    let refused = stage.fails(&say("127.0.0.1", port)).await;
    assert!(refused.contains("refused"), "{refused}");
}

#[tokio::test]
async fn what_is_tried_at_a_closed_port_is_asked_about_and_opened() {
    let mut stage = Stage::which(Unasked::Hold(PATIENCE), &["db.example"]).await;
    let outside = Outside::echo().await;
    stage.is_at("db.example", &outside);
    let refused = stage.fails(&say("db.example", 5432)).await;
    assert!(refused.contains("refused"), "{refused}");
    let meant = Meant::Name(name("db.example"), 5432);
    assert_eq!(stage.event().await, Event::AsksFor(meant.clone()));
    assert_eq!(stage.event().await, Event::Refused(meant, Refusal::NotAllowed));
    stage.allow(&["db.example", "db.example:5432"]).await;
    assert_eq!(stage.succeeds(&say("db.example", 5432)).await, "hello");

    stage.fails(&say("1.2.3.4", 22)).await;
    let address = Meant::Address("1.2.3.4".parse().unwrap(), 22);
    assert_eq!(stage.event().await, Event::AsksFor(address.clone()));
    assert_eq!(stage.event().await, Event::Refused(address, Refusal::NotAllowed));
    stage.fails(&say("127.0.0.1", 6379)).await;
    assert_eq!(stage.event().await, Event::AsksFor(Meant::ThisComputer(6379)));
}

#[tokio::test]
async fn a_closed_port_of_ipv6_is_asked_about_as_well() {
    let mut stage = Stage::which(Unasked::Hold(PATIENCE), &[]).await;
    if stage.proof().passages.iter().any(|it| it.way == Way::Ipv6 && it.found == Arrival::Nowhere) {
        return paddock_skip::skip("there is no IPv6");
    }
    stage.fails(&say("2606:4700::1111", 22)).await;
    let meant = Meant::Address("2606:4700::1111".parse().unwrap(), 22);
    assert_eq!(stage.event().await, Event::AsksFor(meant));
}

/// What goes on at ports where somebody listens is not looked at, and the server is not asked about
/// what it has started itself.
#[tokio::test]
async fn nothing_but_closed_ports_is_heard_of() {
    let mut stage = Stage::which(Unasked::Hold(PATIENCE), &["good.example"]).await;
    let outside = Outside::echo().await;
    stage.is_at("good.example", &outside);
    assert_eq!(stage.succeeds(&say("good.example", 80)).await, "hello");
    // The first is refused on the way to the second; the third listens nowhere yet.
    let own = "import socket\n\
        s=socket.create_server((\"127.0.0.1\",8000))\n\
        socket.create_connection((\"localhost\",8000)).close()\n\
        c=socket.socket(socket.AF_INET6).connect_ex((\"::1\",8000))\n\
        e=socket.socket().connect_ex((\"127.0.0.1\",45678))\n\
        print(bool(e))";
    let printed = stage.succeeds(&format!("python3 -c '{}'", own.replace('\n', "; "))).await;
    assert_eq!(printed, "True");
    stage.fails(&say("1.2.3.4", 22)).await;
    let meant = Meant::Address("1.2.3.4".parse().unwrap(), 22);
    assert_eq!(stage.event().await, Event::AsksFor(meant));
}

/// However often it tries, it is told once, and the rest of its work goes on.
#[tokio::test]
async fn a_server_that_tries_every_port_is_heard_of_as_often_as_may_be() {
    let mut stage = Stage::new(&["good.example"]).await;
    let outside = Outside::echo().await;
    stage.is_at("good.example", &outside);
    let scan = "import socket; [socket.socket().connect_ex((\"1.2.3.4\",p)) for _ in range(3) for p in range(1000,4000)]";
    stage.succeeds(&format!("python3 -c '{scan}'; :")).await;
    assert_eq!(stage.succeeds(&say("good.example", 80)).await, "hello");
    let event = stage.event().await;
    assert!(matches!(event, Event::Refused(_, Refusal::NotAllowed)), "{event:?}");
    let mut told = 1;
    while let Ok(event) = timeout(Duration::ZERO, stage.broker.next_event()).await {
        told += usize::from(matches!(event, Event::Refused(..)));
    }
    assert!(told <= 64, "{told}");
}

#[tokio::test]
async fn the_servers_own_loopback_stays_its_own() {
    let mut stage = Stage::new(&[]).await;
    let serve = "import socket,threading\n\
        s=socket.create_server((\"127.0.0.1\",8000))\n\
        threading.Thread(target=lambda: s.accept()[0].sendall(b\"mine\")).start()\n\
        print(socket.create_connection((\"localhost\",8000)).recv(9).decode())";
    let printed = stage.succeeds(&format!("python3 -c '{}'", serve.replace('\n', "; "))).await;
    assert_eq!(printed, "mine");
}

#[tokio::test]
async fn a_port_where_the_server_listens_is_its_own() {
    let mut stage = Stage::new(&[]).await;
    let serve = "import socket; s=socket.create_server((\"127.0.0.1\",8000)); print(\"up\", flush=True); s.accept()";
    stage.succeeds(&format!("exec 4< <(python3 -c '{serve}'); head -1 <&4")).await;
    assert_eq!(stage.failed_ports(&["localhost:8000"]).await, [8000]);
}

#[tokio::test]
async fn a_server_that_connects_without_end_costs_itself() {
    const MOST: usize = 20;
    let mut stage = Stage::narrow(MOST, &["good.example"]).await;
    let outside = Outside::echo().await;
    stage.is_at("good.example", &outside);
    let flood = "import socket; a=socket.gethostbyname(\"good.example\"); s=[socket.socket() for _ in range(900)]; [x.setblocking(False) for x in s]; [x.connect_ex((a,80)) for x in s]; print(\"flooded\", flush=True); input()";
    stage.succeeds("mkfifo end").await;
    stage.succeeds(&format!("exec 4< <(python3 -c '{flood}' <end); exec 5>end; head -1 <&4")).await;
    common::until("as many as may be", || outside.count() >= MOST).await;
    assert_eq!(outside.count(), MOST);
    // They end with the program, and another takes its turn.
    stage.succeeds("echo >&5; exec 5>&-; cat <&4").await;
    assert_eq!(stage.succeeds(&say("good.example", 80)).await, "hello");
}

#[tokio::test]
async fn names_are_tried_from_inside() {
    let stage = Stage::new(&["good.example", "*.wild.example"]).await;
    let names = ["good.example", "a.wild.example", "other.example", "localhost", ""];
    let names = names.map(str::to_owned).to_vec();
    let answers = stage.job.boundary().unwrap().try_names(names).await.unwrap();
    let found: Vec<_> = answers.iter().map(|it| it.address.map(|it| it.to_string())).collect();
    let address = |text: &str| Some(text.to_owned());
    let expected = [address("33.250.0.1"), address("33.250.0.2"), None, address("127.0.0.1"), None];
    assert_eq!(found, expected, "{answers:?}");
    assert_eq!(answers[2].errno, rustix::io::Errno::NOENT.raw_os_error());
}

#[tokio::test]
async fn a_name_that_waits_for_a_decision_is_not_waited_for_by_a_probe() {
    let stage = Stage::which(Unasked::Hold(PATIENCE), &[]).await;
    let asked = stage.job.boundary().unwrap().try_names(vec!["good.example".into()]);
    let answers = asked.await.unwrap();
    assert_eq!(answers[0].errno, rustix::io::Errno::TIMEDOUT.raw_os_error());
}

#[tokio::test]
async fn the_files_of_names_are_ours() {
    let mut stage = Stage::new(&[]).await;
    let resolver = stage.succeeds("cat /etc/resolv.conf").await;
    assert_eq!(resolver, "nameserver 127.0.0.1\noptions timeout:30 attempts:1");
    let hosts = stage.succeeds("cat /etc/hosts").await;
    assert!(hosts.starts_with("127.0.0.1 localhost\n::1 localhost"), "{hosts}");
    stage.fails("echo nameserver 8.8.8.8 >/etc/resolv.conf").await;
    stage.fails("rm /etc/resolv.conf").await;
}
