//! How much a server sends in a day: held at its limit, asked about, let go on, and stopped.

use std::io::{Read, Write};
use std::net::TcpListener;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use paddock_control::{Client, Role};
use paddock_host::Notification;
use paddock_host::view::{LifetimeChoice, TodayView, View};
use serde_json::json;

use crate::world::{World, find};

/// Somebody on this computer who takes whatever is sent, and says how much that was.
#[derive(Clone, Default)]
struct Sink(Arc<AtomicU64>);

impl Sink {
    fn listen(&self) -> u16 {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let sink = self.clone();
        thread::spawn(move || {
            for stream in listener.incoming() {
                let sink = sink.clone();
                thread::spawn(move || {
                    let (mut stream, mut of_this) = (stream.unwrap(), 0);
                    let mut bytes = [0; 8192];
                    while let Ok(count @ 1..) = stream.read(&mut bytes) {
                        of_this += count;
                        sink.0.fetch_add(count as u64, Ordering::Relaxed);
                    }
                    _ = stream.write_all(of_this.to_string().as_bytes());
                });
            }
        });
        port
    }

    async fn until(&self, bytes: u64) {
        while self.0.load(Ordering::Relaxed) < bytes {
            tokio::task::yield_now().await;
        }
    }

    fn got(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

async fn upload(world: &World, server: u32, port: u16, count: u64) -> String {
    let arguments = json!({ "host": "127.0.0.1", "port": port, "count": count });
    world.call(server, "upload", arguments).await.unwrap().text
}

/// Lets a server connect to a port of this computer.
async fn allow(world: &World, page: &Client, server: u32, port: u16) {
    let to = format!("localhost:{port}");
    let waits = page.allow_destination(server, to, LifetimeChoice::Always).await.unwrap();
    world.host.agree(waits.unwrap()).await.unwrap();
    while upload(world, server, port, 0).await != "0" {
        tokio::task::yield_now().await;
    }
}

async fn until_asked(world: &World, up_to: u32) -> View {
    let is_asked = |view: &View| view.asked_sending.iter().any(|it| it.up_to == up_to);
    world.until("it is asked", is_asked).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_sends_more_than_its_limit_waits_and_is_asked_about() {
    let world = World::new();
    if !world.enforces_live().await {
        return;
    }
    let server = world.well_behaved("one").await;
    let (page, _pushed) = world.ground.connect(Role::View).await.unwrap();
    let sink = Sink::default();
    let port = sink.listen();
    allow(&world, &page, server, port).await;

    // A limit is set by anyone, at once.
    assert_eq!(page.set_most_sent(server, Some(1000)).await.unwrap(), None);
    let uploading = upload(&world, server, port, 1_500_000);
    let allowing = async {
        let view = until_asked(&world, 2000).await;
        let asked = &view.asked_sending[0];
        assert_eq!((asked.server, asked.sent, asked.more), (server, 1000, 1000));
        sink.until(1_000_000).await;
        assert_eq!(sink.got(), 1_000_000);
        let sending = find(&view, server).unwrap().sending;
        assert!(sending.counted && (sending.sent - 1_000_000.0).abs() < 0.5, "{sending:?}");
        let more = TodayView::UpTo { kilobytes: asked.up_to };
        let waits = page.send_today(server, more).await.unwrap().expect("it waits");
        assert_eq!(sink.got(), 1_000_000);
        world.host.agree(waits).await.unwrap();
    };
    let (sent, ()) = tokio::join!(uploading, allowing);
    assert_eq!(sent, "1500000");
    assert_eq!(world.view().await.asked_sending, []);

    let uploading = upload(&world, server, port, 1_000_000);
    let stopping = async {
        until_asked(&world, 3000).await;
        sink.until(2_000_000).await;
        assert_eq!(page.send_today(server, TodayView::Stopped).await.unwrap(), None);
    };
    let (cut, ()) = tokio::join!(uploading, stopping);
    assert!(cut.starts_with("error"), "{cut}");
    assert_eq!(sink.got(), 2_000_000);
    let refused = upload(&world, server, port, 1).await;
    assert!(refused.starts_with("error"), "{refused}");
    assert_eq!(world.view().await.asked_sending, []);
    let kinds = world.activity(server).await;
    for kind in ["limits-changed", "sending-held", "sending-allowed", "sending-stopped"] {
        assert!(kinds.contains(&kind.to_owned()), "{kind} in {kinds:?}");
    }
    let is_told = |it: &Notification| matches!(it, Notification::Sending { sent: 1000, .. });
    let told = world
        .shell
        .until("a person is told", |seen| seen.notifications.iter().any(is_told).then_some(()));
    told.await;

    // A new host knows what was sent, and what was said.
    let world = world.quit().await.start();
    let sending = find(&world.view().await, server).unwrap().sending;
    assert_eq!((sending.most, sending.today), (Some(1000), Some(TodayView::Stopped)));
    assert!((sending.sent - 2_000_000.0).abs() < 0.5, "{sending:?}");
    let (page, _pushed) = world.ground.connect(Role::View).await.unwrap();
    assert_eq!(page.set_most_sent(server, Some(900)).await.unwrap(), None);
    let waits = page.set_most_sent(server, None).await.unwrap();
    world.host.agree(waits.expect("it waits")).await.unwrap();
    world.until_running(server).await;
    let is_free = |view: &View| find(view, server).unwrap().sending.today.is_none();
    world.until("it has no limit", is_free).await;
    while upload(&world, server, port, 1).await != "1" {
        tokio::task::yield_now().await;
    }
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn many_connections_have_one_limit_together() {
    let world = World::new();
    if !world.enforces_live().await {
        return;
    }
    let server = world.well_behaved("one").await;
    let (page, _pushed) = world.ground.connect(Role::View).await.unwrap();
    let sink = Sink::default();
    let port = sink.listen();
    allow(&world, &page, server, port).await;
    page.set_most_sent(server, Some(1000)).await.unwrap();
    let uploads = async {
        let one = || upload(&world, server, port, 700_000);
        tokio::join!(one(), one(), one(), one())
    };
    let stopping = async {
        until_asked(&world, 2000).await;
        sink.until(1_000_000).await;
        page.send_today(server, TodayView::Stopped).await.unwrap();
    };
    let (_, ()) = tokio::join!(uploads, stopping);
    assert_eq!(sink.got(), 1_000_000);
    world.quit().await;
}
