//! Where a server connects: asked about, allowed, and cut.

use std::io::{Read, Write};
use std::net::TcpListener;
use std::thread;
use std::time::Duration;

use paddock_control::Role;
use paddock_host::Notification;
use paddock_host::view::{
    ArrivalView, Asked, Code, Confinement, DestinationRule, LifetimeChoice, LifetimeView,
    NetworkChoice, NotReached, PassageView, SeenView, SoughtView, View, WayView, WideningView,
};
use serde_json::json;
use tokio::time::timeout;

use crate::app::App;
use crate::world::{World, fake, find};

const ALWAYS: LifetimeChoice = LifetimeChoice::Always;

/// Somebody on this computer who answers everyone, and the port.
pub(crate) fn neighbour() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    thread::spawn(move || {
        for stream in listener.incoming() {
            thread::spawn(move || {
                let mut stream = stream.unwrap();
                let mut said = [0; 6];
                if stream.read_exact(&mut said).is_ok() {
                    stream.write_all(b"and to you").unwrap();
                }
            });
        }
    });
    port
}

pub(crate) async fn use_network(
    world: &World,
    server: u32,
    tool: &str,
    host: &str,
    port: u16,
) -> String {
    let arguments = json!({ "host": host, "port": port });
    world.call(server, tool, arguments).await.unwrap().text
}

/// Until so many connections of the server to a destination are open.
async fn until_open(world: &World, server: u32, to: &str, open: u32) {
    let is_open = |view: &View| {
        let server = find(view, server).unwrap();
        server.destinations.iter().any(|it| it.destination == to && it.seen.open == open)
    };
    world.until("the connection counts", is_open).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_server_connects_to_what_it_is_allowed_until_that_is_taken_back() {
    let world = World::new();
    if !world.enforces_live().await {
        return;
    }
    let server = world.well_behaved("one").await;
    assert_eq!(find(&world.view().await, server).unwrap().network, NetworkChoice::Ask);
    let port = neighbour();
    let to = format!("localhost:{port}");
    let refused = use_network(&world, server, "connect", "127.0.0.1", port).await;
    assert!(refused.starts_with("error"), "{refused}");

    let (page, _pushed) = world.ground.connect(Role::View).await.unwrap();
    let waits = page.allow_destination(server, to.clone(), ALWAYS).await.unwrap();
    let refused = use_network(&world, server, "connect", "127.0.0.1", port).await;
    assert!(refused.starts_with("error"), "{refused}");
    world.host.agree(waits.expect("it waits")).await.unwrap();
    // The port is opened a moment after the consent.
    let is_listed = |view: &View| find(view, server).unwrap().destinations.len() == 1;
    world.until("it is allowed", is_listed).await;
    while use_network(&world, server, "connect", "127.0.0.1", port).await != "and to you" {
        tokio::task::yield_now().await;
    }

    let holding = use_network(&world, server, "hold", "127.0.0.1", port);
    let revoking = async {
        until_open(&world, server, &to, 1).await;
        assert_eq!(page.forget_destination(server, to.clone()).await.unwrap(), None);
    };
    let (held, ()) = tokio::join!(holding, revoking);
    assert!(held.starts_with("cut"), "{held}");
    let refused = use_network(&world, server, "connect", "127.0.0.1", port).await;
    assert!(refused.starts_with("error"), "{refused}");
    let kinds = world.activity(server).await;
    for kind in ["destination-allowed", "connected", "destination-revoked", "connection-cut"] {
        assert!(kinds.contains(&kind.to_owned()), "{kind} in {kinds:?}");
    }
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_went_to_a_destination_outlives_the_run_and_the_host() {
    let world = World::new();
    if !world.enforces_live().await {
        return;
    }
    let server = world.well_behaved("one").await;
    let port = neighbour();
    let to = format!("localhost:{port}");
    let (page, _pushed) = world.ground.connect(Role::View).await.unwrap();
    let waits = page.allow_destination(server, to.clone(), ALWAYS).await.unwrap();
    world.host.agree(waits.expect("it waits")).await.unwrap();
    while use_network(&world, server, "connect", "127.0.0.1", port).await != "and to you" {
        tokio::task::yield_now().await;
    }
    world.host.stop_server(server).await.unwrap();
    world.until_stopped(server).await;
    let seen = seen_of(&world.view().await, server);
    assert_eq!((seen.connections, seen.open), (1, 0));
    assert!(seen.last.is_some() && seen.received > 0.0, "{seen:?}");

    drop(page);
    let world = world.quit().await.start();
    let kept = seen_of(&world.view().await, server);
    assert_eq!((kept.connections, kept.received), (1, seen.received));
    assert!(kept.last.is_some_and(|last| last <= seen.last.unwrap()), "{kept:?}");
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn that_nobody_answers_is_said_where_it_is_allowed() {
    let world = World::new();
    if !world.enforces_live().await {
        return;
    }
    let server = world.well_behaved("one").await;
    // Nobody listens there once the listener is dropped.
    let port = TcpListener::bind(("127.0.0.1", 0)).unwrap().local_addr().unwrap().port();
    let (page, _pushed) = world.ground.connect(Role::View).await.unwrap();
    let waits = page.allow_destination(server, format!("localhost:{port}"), ALWAYS).await.unwrap();
    world.host.agree(waits.expect("it waits")).await.unwrap();
    let why = |view: &View| {
        let server = find(view, server).unwrap();
        Some(server.destinations.first()?.unreached?.why)
    };
    while why(&world.view().await) != Some(NotReached::Unreachable) {
        let refused = use_network(&world, server, "connect", "127.0.0.1", port).await;
        assert!(!refused.starts_with("and to you"), "{refused}");
    }
    world.quit().await;
}

fn seen_of(view: &View, server: u32) -> SeenView {
    find(view, server).unwrap().destinations[0].seen
}

#[tokio::test(flavor = "multi_thread")]
async fn a_name_that_nobody_decided_on_waits_for_the_person() {
    let world = World::new();
    if !world.enforces_live().await {
        return;
    }
    let server = world.well_behaved("one").await;
    let looking = use_network(&world, server, "look-up", "api.example.com", 0);
    let allowing = async {
        let view = world.until("it is asked", |view| view.asked_destinations.len() == 1).await;
        let asked = view.asked_destinations[0].clone();
        assert_eq!((asked.server, asked.destination.as_str()), (server, "api.example.com"));
        assert_eq!(asked.during, ["look-up"]);
        let once = LifetimeChoice::ThisRun;
        world.host.allow_destination(server, asked.destination, once).await.unwrap();
    };
    let sought = || async { find(&world.view().await, server).unwrap().sought.clone() };
    let (found, ()) = tokio::join!(looking, allowing);
    assert!(found.starts_with("33.250."), "{found}");
    assert_eq!(sought().await, [], "it was allowed");
    let view = world.until("nothing is asked", |view| view.asked_destinations.is_empty()).await;
    let rule = find(&view, server).unwrap().destinations[0].rule.clone();
    assert!(
        matches!(rule, DestinationRule::Allowed { lifetime: LifetimeView::ThisRun, .. }),
        "{rule:?}"
    );

    // What is refused for good is refused at once, and nobody is asked.
    world.host.deny_destination(server, "api.example.com".into()).await.unwrap();
    world.host.deny_destination(server, "other.example.com".into()).await.unwrap();
    let refused = use_network(&world, server, "look-up", "other.example.com", 0).await;
    assert!(refused.starts_with("error"), "{refused}");
    assert_eq!(world.view().await.asked_destinations, []);
    let is_it = |it: &SoughtView| it.never && it.destination == "other.example.com";
    let is_listed = |view: &View| find(view, server).unwrap().sought.iter().any(is_it);
    world.until("what was refused is listed", is_listed).await;

    // It ends with the run.
    world.host.stop_server(server).await.unwrap();
    world.until_stopped(server).await;
    let view = world.view().await;
    let rules = find(&view, server).unwrap().destinations.iter().map(|it| it.rule.clone());
    assert_eq!(rules.collect::<Vec<_>>(), [DestinationRule::Never, DestinationRule::Never]);
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_refused_at_a_port_where_nothing_is_allowed_is_asked_about() {
    let world = World::new();
    if !world.enforces_live().await {
        return;
    }
    let server = world.well_behaved("one").await;
    let refused = use_network(&world, server, "connect", "203.0.113.7", 5432).await;
    assert!(refused.starts_with("error"), "{refused}");
    let view = world.until("it is asked", |view| view.asked_destinations.len() == 1).await;
    let asked = view.asked_destinations[0].destination.clone();
    assert_eq!(asked, "203.0.113.7:5432");
    world.host.deny_destination(server, asked).await.unwrap();
    world.until("nothing is asked", |view| view.asked_destinations.is_empty()).await;
    let kinds = world.activity(server).await;
    assert!(kinds.contains(&"connection-refused".to_owned()), "{kinds:?}");
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_call_waits_no_longer_for_a_destination_that_is_put_off() {
    let world = World::new();
    if !world.enforces_live().await {
        return;
    }
    let server = world.well_behaved("one").await;
    let call = use_network(&world, server, "connect", "undecided.example", 443);
    let put_off = async {
        let view = world.until("it is asked", |view| view.asked_destinations.len() == 1).await;
        world.host.dismiss_destination(view.asked_destinations[0].id).await.unwrap();
    };
    // Well before it would be refused without that.
    let (said, ()) =
        timeout(Duration::from_secs(20), async { tokio::join!(call, put_off) }).await.unwrap();
    assert!(said.starts_with("error"), "{said}");
    assert!(world.view().await.asked_destinations.is_empty());
    world.quit().await;
}

/// Nothing is opened for it once it runs: its first connection is as good as any other.
#[tokio::test(flavor = "multi_thread")]
async fn a_port_that_is_allowed_is_open_from_the_first_moment() {
    let world = World::new();
    if !world.enforces_live().await {
        return;
    }
    let server = world.well_behaved("one").await;
    let port = neighbour();
    world.host.allow_destination(server, format!("localhost:{port}"), ALWAYS).await.unwrap();
    for _ in 0..5 {
        world.host.stop_server(server).await.unwrap();
        world.until_stopped(server).await;
        world.host.start_server(server).await.unwrap();
        world.until_running(server).await;
        let said = use_network(&world, server, "connect", "127.0.0.1", port).await;
        assert_eq!(said, "and to you");
    }
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_reaches_the_session_of_an_app() {
    let world = World::new();
    if !world.enforces_live().await {
        return;
    }
    let server = world.well_behaved("one").await;
    let mut app = App::open(&world.ground, "one", None).await;
    let looking = app.call("look-up", json!({ "host": "api.example.com" }));
    let allowing = async {
        let view = world.until("it is asked", |view| view.asked_destinations.len() == 1).await;
        assert!(view.asked_destinations[0].app.is_some());
        assert_eq!(view.asked_destinations[0].during, ["look-up"]);
        let to = "*.example.com".to_owned();
        let (page, _pushed) = world.ground.connect(Role::View).await.unwrap();
        let waits = page.allow_destination(server, to, ALWAYS).await.unwrap();
        world.host.agree(waits.expect("it waits")).await.unwrap();
    };
    let (found, ()) = tokio::join!(looking, allowing);
    assert!(!found.is_error, "{found:?}");
    let found = use_network(&world, server, "look-up", "more.example.com", 0).await;
    assert!(found.starts_with("33.250."), "{found}");
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_destination_is_refused_with_a_reason() {
    let world = World::new();
    let server = world.host.add_server(fake("one", &[])).await.unwrap();
    for (text, reason) in [
        ("https://example.com", "page"),
        ("localhost", "no-port"),
        ("localhost:*", "no-port"),
        ("*.com", "star"),
        ("a b", "characters"),
        ("33.250.0.9", "of-names"),
        ("33.250.0.0/16:443", "of-names"),
    ] {
        let failure = world.host.allow_destination(server, text.into(), ALWAYS).await.unwrap_err();
        assert_eq!(failure.code, Code::BadDestination);
        assert_eq!(crate::world::detail(&failure, "reason"), reason, "{text}");
    }
    // What is shown is what is carried out, however it was written.
    let (page, _pushed) = world.ground.connect(Role::View).await.unwrap();
    for (text, reads, goes_anywhere) in [
        (" API.Example.com. ", "api.example.com", false),
        ("*.example.com", "*.example.com", false),
        ("*.GitHub.io", "*.github.io", true),
        ("*:8080", "*:8080", true),
    ] {
        let waits = page.allow_destination(server, text.into(), ALWAYS).await.unwrap();
        let consents = world.view().await.consents;
        let shown = &consents.iter().find(|it| Some(it.id) == waits).expect("it waits").what;
        let WideningView::Destination { destination, anywhere, .. } = shown else { panic!() };
        assert_eq!((&**destination, *anywhere), (reads, goes_anywhere));
    }
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn open_again_takes_a_consent_and_off_takes_none() {
    let world = World::new();
    let server = world.well_behaved("one").await;
    let (page, _pushed) = world.ground.connect(Role::View).await.unwrap();
    let choice = |network| Confinement { asked: Asked::Enforced, network, ask_first: false };
    assert!(page.set_confinement(server, choice(NetworkChoice::Open)).await.unwrap().is_some());
    assert_eq!(page.set_confinement(server, choice(NetworkChoice::Off)).await.unwrap(), None);
    assert!(page.set_confinement(server, choice(NetworkChoice::Ask)).await.unwrap().is_some());
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_command_names_is_proposed_with_its_trust() {
    let world = World::new();
    let draft = fake("one", &["--icons", "https://api.example.com/x"]);
    let server = world.host.add_server(draft).await.unwrap();
    let fingerprint = world.until_asked_to_trust(server).await;
    let (page, _pushed) = world.ground.connect(Role::View).await.unwrap();
    let waits = page.trust_server(server, fingerprint).await.unwrap().expect("it waits");
    let view = world.view().await;
    let consent = view.consents.iter().find(|it| it.id == waits).unwrap();
    let WideningView::Trust { destinations, .. } = &consent.what else { unreachable!() };
    assert_eq!(*destinations, ["api.example.com"]);
    assert_eq!(find(&view, server).unwrap().destinations, []);
    world.host.agree(waits).await.unwrap();
    world.until_running(server).await;
    let view = world.view().await;
    let allowed = &find(&view, server).unwrap().destinations;
    assert_eq!(allowed.len(), 1);
    assert_eq!(allowed[0].destination, "api.example.com");
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_left_out_at_trust_is_not_allowed_and_asked_about_later() {
    let world = World::new();
    let named = ["https://api.example.com/x", "postgres://h1.example,h2.example/x"];
    let named: Vec<_> = named.iter().flat_map(|it| ["--icons", *it]).collect();
    let server = world.host.add_server(fake("one", &named)).await.unwrap();
    let fingerprint = world.until_asked_to_trust(server).await;
    let (page, _pushed) = world.ground.connect(Role::View).await.unwrap();
    let waits = page.trust_server(server, fingerprint).await.unwrap().expect("it waits");
    let consent = world.view().await.consents.into_iter().find(|it| it.id == waits).unwrap();
    let WideningView::Trust { destinations, .. } = consent.what else { unreachable!() };
    assert_eq!(destinations, ["api.example.com", "h1.example:5432", "h2.example:5432"]);
    let left = vec!["h1.example:5432".to_owned(), "evil.example".to_owned()];
    let refused = page.agree_without(waits, left.clone()).await.unwrap_err();
    assert_eq!(refused.code, Code::NeedsConsent);
    let (person, _pushed) = world.ground.connect(Role::Consent).await.unwrap();
    person.agree_without(waits, left).await.unwrap();
    world.until_running(server).await;
    let both = |view: &View| find(view, server).is_some_and(|it| it.destinations.len() >= 2);
    let view = world.until("what is ticked is allowed", both).await;
    let allowed = find(&view, server).unwrap().destinations.iter();
    let allowed: Vec<_> = allowed.map(|it| &*it.destination).collect();
    assert_eq!(allowed, ["api.example.com", "h2.example:5432"]);
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn each_change_is_tried_by_a_name_that_is_allowed_and_one_that_is_not_and_nobody_is_asked() {
    let world = World::new();
    if !world.enforces_live().await {
        return;
    }
    let server = world.well_behaved("one").await;
    let names = |view: &View| {
        let proof = find(view, server)?.proof.clone()?;
        let of_names =
            |it: &PassageView| matches!(it.way, WayView::AllowedName | WayView::OtherName);
        let names: Vec<_> = proof.passages.into_iter().filter(of_names).collect();
        (!names.is_empty()).then_some(names)
    };
    let other = PassageView { way: WayView::OtherName, found: ArrivalView::Nowhere, ok: true };
    let view = world.until("a name is tried", |view| names(view).is_some()).await;
    assert_eq!(names(&view).unwrap(), [other]);
    world.host.allow_destination(server, "db.example:5432".into(), ALWAYS).await.unwrap();
    let allowed = PassageView { way: WayView::AllowedName, found: ArrivalView::Paddock, ok: true };
    let both = [allowed, other];
    let view = world.until("both are tried", |view| names(view).is_some_and(|it| it == both)).await;
    assert!(find(&view, server).unwrap().proof.as_ref().unwrap().holds);
    assert_eq!((view.asked_destinations.len(), view.requests.len()), (0, 0));
    let server = find(&view, server).unwrap().clone();
    assert_eq!((server.sought.len(), server.destinations[0].seen.connections), (0, 0));
    world.host.forget_destination(server.id, "db.example:5432".into()).await.unwrap();
    let only_other = |view: &View| names(view).is_some_and(|it| it == [other]);
    let view = world.until("what was taken back is tried", only_other).await;
    let sought = &find(&view, server.id).unwrap().sought;
    assert_eq!((sought.len(), view.asked_destinations.len()), (0, 0));
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn names_that_come_one_upon_the_other_are_one_word() {
    let world = World::new();
    if !world.enforces_live().await {
        return;
    }
    let server = world.well_behaved("one").await;
    let look_up = async |name: &str| {
        let arguments = json!({ "host": name, "port": 0 });
        world.call(server, "look-up", arguments).await.map(drop)
    };
    let asked = world.until("both are asked", |view| view.asked_destinations.len() == 2);
    tokio::select! {
        view = asked => drop(view),
        _ = look_up("one.example.com") => unreachable!("nobody decided"),
        _ = look_up("two.example.com") => unreachable!("nobody decided"),
    }
    let tried = find(&world.view().await, server).unwrap().sought.clone();
    let mut tried: Vec<_> = tried.iter().map(|it| &*it.destination).collect();
    tried.sort_unstable();
    assert_eq!(tried, ["one.example.com", "two.example.com"]);
    let told = world.shell.until("a person is told", |seen| {
        let of_this = |it: &&Notification| matches!(it, Notification::Destination { .. });
        let told = seen.notifications.iter().filter(of_this).count();
        (told > 0).then_some(told)
    });
    assert_eq!(told.await, 1);
    world.quit().await;
}

/// Whose port it is, is not of interest here.
const WEB: u16 = 443;

#[tokio::test(flavor = "multi_thread")]
async fn a_name_on_a_private_network_is_asked_about_with_its_address() {
    let world = World::new();
    if !world.enforces_live().await {
        return;
    }
    let elsewhere = &world.ground.elsewhere;
    elsewhere.put("git.corp.example", "10.20.30.40");
    elsewhere.listen("10.20.30.40", neighbour());
    let server = world.well_behaved("one").await;
    let once = LifetimeChoice::ThisRun;
    world.host.allow_destination(server, "git.corp.example".into(), once).await.unwrap();

    let (page, _pushed) = world.ground.connect(Role::View).await.unwrap();
    let connecting = use_network(&world, server, "connect", "git.corp.example", WEB);
    let allowing = async {
        let view = world.until("it is asked", |view| view.asked_destinations.len() == 1).await;
        let asked = view.asked_destinations[0].clone();
        assert_eq!(asked.destination, "git.corp.example");
        assert_eq!(asked.leads_to, ["10.20.30.40"]);
        let waits = page.allow_asked_destination(asked.id, ALWAYS).await.unwrap();
        let view = world.view().await;
        let consent = view.consents.iter().find(|it| Some(it.id) == waits).expect("it waits");
        let WideningView::Destination { leads_to, .. } = &consent.what else { unreachable!() };
        assert_eq!(*leads_to, asked.leads_to);
        world.host.agree(consent.id).await.unwrap();
    };
    let (answered, ()) = tokio::join!(connecting, allowing);
    assert_eq!(answered, "and to you");
    let view = world.until("nothing is asked", |view| view.asked_destinations.is_empty()).await;
    let always = |lifetime| matches!(lifetime, LifetimeView::Always);
    let said: Vec<_> = find(&view, server).unwrap().destinations.iter().collect();
    assert_eq!(said.len(), 2);
    for it in said {
        let DestinationRule::Allowed { lifetime, .. } = it.rule else { panic!("{it:?}") };
        assert!(always(lifetime), "{it:?}");
    }

    // The name is somewhere else now: what was allowed does not go with it.
    for (address, asked_as, leads_to) in [
        ("10.20.30.41", "git.corp.example", Some("10.20.30.41")),
        ("169.254.169.254", "169.254.169.254", None),
        ("127.0.0.1", "localhost:443", None),
    ] {
        elsewhere.put("git.corp.example", address);
        let connecting = use_network(&world, server, "connect", "git.corp.example", WEB);
        let denying = async {
            let view = world.until("it is asked", |view| view.asked_destinations.len() == 1).await;
            let asked = &view.asked_destinations[0];
            assert_eq!(asked.destination, asked_as);
            assert_eq!(asked.leads_to.first().map(String::as_str), leads_to);
            let never = leads_to.unwrap_or(asked_as).to_owned();
            page.deny_destination(server, never).await.unwrap();
        };
        let (answered, ()) = tokio::join!(connecting, denying);
        assert!(answered.starts_with("error") || answered.starts_with("cut"), "{answered}");
        world.until("nothing is asked", |view| view.asked_destinations.is_empty()).await;
    }
    world.quit().await;
}
