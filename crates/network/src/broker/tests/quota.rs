use super::names::{hear, question, resolver};
use super::*;

/// What a name costs that is looked up.
const NAME: u64 = "good.example".len() as u64;

/// Reads what is there, and waits for `count` bytes of it.
async fn read_exactly(stream: &mut TcpStream, count: usize) {
    let mut bytes = vec![0; count];
    timeout(PATIENCE, stream.read_exact(&mut bytes)).await.unwrap().unwrap();
}

/// Once what is sent is held: all that may be sent has been passed on by then.
fn nothing_came(stream: &TcpStream) -> bool {
    stream.try_read(&mut [0]).is_err_and(|error| error.kind() == io::ErrorKind::WouldBlock)
}

#[tokio::test]
async fn a_server_is_held_at_the_byte_and_goes_on_where_it_was() {
    let most = 300_001;
    let (world, quota) = World::with_most(&["good.example:25"], most + NAME).await;
    let mut holds = quota.holds();
    let mut server = world.connect_to_name("good.example", 25).await;
    let mut outside = world.accept().await;
    let upload = tokio::spawn(async move {
        server.write_all(&vec![b'u'; 500_000]).await.unwrap();
        server.shutdown().await.unwrap();
        server
    });
    read_exactly(&mut outside, 300_001).await;
    timeout(PATIENCE, holds.changed()).await.unwrap().unwrap();
    assert!(nothing_came(&outside));
    assert_eq!((quota.sent(), world.broker.seen()[0].sent), (most + NAME, most));
    assert_eq!(world.broker.seen()[0].open, 1);

    quota.set_ceiling(Ceiling::Bytes(most + NAME + 1));
    read_exactly(&mut outside, 1).await;
    timeout(PATIENCE, holds.changed()).await.unwrap().unwrap();
    assert!(nothing_came(&outside));
    quota.set_ceiling(Ceiling::Unlimited);
    assert_eq!(read_to_end(&mut outside).await.unwrap().len(), 500_000 - 300_002);
    // What comes back is never held.
    outside.write_all(b"thanks").await.unwrap();
    drop(outside);
    assert_eq!(read_to_end(&mut upload.await.unwrap()).await.unwrap(), b"thanks");
}

#[tokio::test]
async fn who_sends_all_that_it_may_and_no_more_is_not_held() {
    let (world, quota) = World::with_most(&["good.example:25"], 5 + NAME).await;
    let holds = quota.holds();
    let mut server = world.connect_to_name("good.example", 25).await;
    let mut outside = world.accept().await;
    server.write_all(b"hello").await.unwrap();
    read_exactly(&mut outside, 5).await;
    server.shutdown().await.unwrap();
    assert!(read_to_end(&mut outside).await.unwrap().is_empty());
    assert!(!holds.has_changed().unwrap());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn many_connections_send_no_byte_more_together() {
    let most = 1_000_003;
    let (world, quota) = World::with_most(&["localhost:25"], most).await;
    let mut holds = quota.holds();
    let got = Arc::new(AtomicU64::new(0));
    let mut connections = Vec::new();
    for _ in 0..16 {
        let server = world.connect("127.0.0.1:25".parse().unwrap()).await;
        connections.push((server, world.accept().await));
    }
    for (mut server, mut outside) in connections {
        tokio::spawn(async move {
            _ = server.write_all(&vec![b'u'; 200_000]).await;
            std::future::pending::<()>().await;
        });
        let got = Arc::clone(&got);
        tokio::spawn(async move {
            let mut bytes = vec![0; 65_536];
            while let Ok(count @ 1..) = outside.read(&mut bytes).await {
                got.fetch_add(count as u64, Ordering::Relaxed);
            }
        });
    }
    let arrived = async {
        while got.load(Ordering::Relaxed) < most {
            tokio::task::yield_now().await;
        }
    };
    timeout(PATIENCE, arrived).await.unwrap();
    // Five may have sent all that they have. Each of the others is held.
    timeout(PATIENCE, holds.wait_for(|count| *count >= 11)).await.unwrap().unwrap();
    assert_eq!((got.load(Ordering::Relaxed), quota.sent()), (most, most));
}

#[tokio::test]
async fn a_new_connection_waits_where_nothing_may_be_sent_and_another_day_lets_it_go_on() {
    let (world, quota) = World::with_most(&["good.example"], 5).await;
    let mut holds = quota.holds();
    // Not even its name is looked up.
    let _server = world.connect_to_name("good.example", 443).await;
    timeout(PATIENCE, holds.changed()).await.unwrap().unwrap();
    assert!(world.dialled().is_empty());
    assert_eq!((quota.sent(), world.broker.looked_up()), (0, 0));
    quota.set_ceiling(Ceiling::Bytes(NAME));
    world.accept().await;
    assert_eq!((quota.sent(), world.broker.looked_up()), (NAME, NAME));

    let _second = world.connect_to_name("good.example", 443).await;
    timeout(PATIENCE, holds.changed()).await.unwrap().unwrap();
    assert_eq!(world.dialled().len(), 1);
    quota.begin_day();
    world.accept().await;
    assert_eq!(quota.sent(), NAME);
}

#[tokio::test]
async fn a_server_that_is_stopped_is_cut_and_gets_nowhere() {
    let (world, quota) = World::with_most(&["good.example"], 1000).await;
    let asker = resolver(&world).await;
    let mut server = world.connect_to_name("good.example", 80).await;
    let mut outside = world.accept().await;
    server.write_all(b"GET /").await.unwrap();
    read_exactly(&mut outside, 5).await;
    quota.set_ceiling(Ceiling::Stopped);
    assert!(is_reset(&mut server).await);
    assert!(is_reset(&mut outside).await);
    assert_eq!(world.event().await, Event::Cut(meant("good.example", 80)));
    let mut late = world.connect_to_name("good.example", 80).await;
    assert!(is_reset(&mut late).await);
    let refused = Event::Refused(meant("good.example", 80), Refusal::Stopped);
    assert_eq!(world.event().await, refused);
    asker.send(&question("good.example")).await.unwrap();
    assert_eq!(hear(&asker).await, Err(3));
    quota.set_ceiling(Ceiling::Bytes(1000));
    asker.send(&question("good.example")).await.unwrap();
    assert!(hear(&asker).await.is_ok());
}

#[tokio::test]
async fn a_connection_that_waits_to_be_made_is_cut_when_the_server_is_stopped() {
    let (world, quota) = World::with_most(&["good.example"], 0).await;
    let mut holds = quota.holds();
    let mut server = world.connect_to_name("good.example", 80).await;
    timeout(PATIENCE, holds.changed()).await.unwrap().unwrap();
    quota.set_ceiling(Ceiling::Stopped);
    assert!(is_reset(&mut server).await);
    assert!(world.dialled().is_empty());
}

#[tokio::test]
async fn who_is_held_and_gone_is_not_waited_for() {
    let (world, quota) = World::with_most(&["localhost:25"], 1).await;
    let mut holds = quota.holds();
    let mut server = world.connect("127.0.0.1:25".parse().unwrap()).await;
    let _outside = world.accept().await;
    server.write_all(b"hello").await.unwrap();
    timeout(PATIENCE, holds.changed()).await.unwrap().unwrap();
    pump::cut(&server);
    drop(server);
    let closed = async {
        while world.broker.seen()[0].open > 0 {
            tokio::task::yield_now().await;
        }
    };
    timeout(PATIENCE, closed).await.unwrap();
}
