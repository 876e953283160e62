use tokio::time::Instant;

use super::*;
use crate::{Answered, OpenedAs, Remembered};

const LEGACY: &str = r#"{"jsonrpc":"2.0","id":0,"result":{"capabilities":{"prompts":{"listChanged":true},"resources":{"listChanged":true},"tools":{"listChanged":true}},"protocolVersion":"2025-11-25","serverInfo":{"name":"notes","version":"unknown"}}}"#;
/// The same, with why there is no server.
const LEGACY_LOST: &str = r#"{"jsonrpc":"2.0","id":0,"result":{"capabilities":{"prompts":{"listChanged":true},"resources":{"listChanged":true},"tools":{"listChanged":true}},"instructions":"it needs a folder","protocolVersion":"2025-11-25","serverInfo":{"name":"notes","version":"unknown"}}}"#;
const TOOLS: &str = r#"{"tools":[{"name":"a"}]}"#;

fn named() -> Options {
    Options { name: "notes".to_owned(), ..Options::default() }
}

fn modern() -> Options {
    Options { era: Some(paddock_mcp::Era::Modern), ..named() }
}

fn lost() -> Loss {
    Loss { message: "it needs a folder".to_owned(), another: false }
}

fn list(id: u64, what: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"{what}/list"}}"#)
}

fn listed(id: &str, result: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{result}}}"#)
}

const META: &str = r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{"roots":{}}}"#;

fn modern_request(id: u64, method: &str, more: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"{method}","params":{{{more}{META}}}}}"#)
}

async fn died(scene: &mut Scene, server: End) {
    drop(server);
    scene.server_gone().await;
}

/// Of a server that nothing is remembered of.
#[tokio::test(start_paused = true)]
async fn an_app_is_greeted_where_its_server_ended_at_once() {
    // Whether it ends before the app opens the session, with its opening, or never began.
    for served in [true, false] {
        let mut scene = scene(named());
        let before = Instant::now();
        if served {
            let mut server = scene.serve();
            scene.app.send(&initialize("{}")).await;
            server.recv().await;
            died(&mut scene, server).await;
        } else {
            scene.app.send(&initialize("{}")).await;
        }
        scene.session.lost(&lost());
        scene.app.expect(LEGACY_LOST).await;
        scene.app.send(INITIALIZED).await;
        for (id, what, items) in [
            (1, "tools", "tools"),
            (2, "prompts", "prompts"),
            (3, "resources", "resources"),
            (4, "resources/templates", "resourceTemplates"),
        ] {
            scene.app.send(&list(id, what)).await;
            scene.app.expect(&listed(&id.to_string(), &format!(r#"{{"{items}":[]}}"#))).await;
        }
        scene.app.send(&call(5, "a")).await;
        let said = r#"{"content":[{"text":"it needs a folder","type":"text"}],"isError":true}"#;
        scene.app.expect(&listed("5", said)).await;
        assert!(before.elapsed() < Duration::from_millis(10));

        // It comes after all, offers tools and no prompts, and lists no resources.
        scene.session.lost(&another());
        let mut server = scene.serve();
        let replay = server.recv().await;
        assert!(replay.contains("initialize"), "{replay}");
        let opening = r#"{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"s","version":"1"}}"#;
        server.send(&listed(&own_id(&replay), opening)).await;
        server.expect(INITIALIZED).await;
        let mut learned = None;
        for _ in 0..4 {
            let asked = server.recv().await;
            let id = own_id(&asked);
            server
                .send(&match &asked {
                    it if it.contains("tools/list") => listed(&id, TOOLS),
                    it if it.contains("resources/list") => listed(&id, r#"{"resources":[]}"#),
                    _ => format!(
                        r#"{{"jsonrpc":"2.0","id":{id},"error":{{"code":-32601,"message":"no"}}}}"#
                    ),
                })
                .await;
        }
        server.send(MARK).await;
        scene.app.expect(TOOLS_CHANGED).await;
        scene.app.expect(MARK).await;
        while learned.as_ref().is_none_or(|it: &Remembered| it.tools.is_none()) {
            let event = |event| if let Event::Learned(it) = event { Some(it) } else { None };
            learned = Some(*scene.event(event).await);
        }
        assert_eq!(learned.unwrap().asked.capabilities, ROOTS, "for the next session");
        scene.app.send(&list(6, "tools")).await;
        server.expect(&list(6, "tools")).await;
    }
}

/// The id of ours that a line has.
fn own_id(line: &str) -> String {
    let at = line.find("\"paddock:").unwrap_or_else(|| panic!("{line}"));
    line[at..].split([',', '}']).next().unwrap().to_owned()
}

#[tokio::test(start_paused = true)]
async fn a_server_that_only_starts_slowly_greets_the_app_itself() {
    let mut scene = scene(named());
    scene.app.send(&initialize("{}")).await;
    tokio::time::sleep(Duration::from_millis(7900)).await;
    let mut server = scene.serve();
    server.expect(&initialize(ROOTS)).await;
    server.send(INITIALIZE_RESULT).await;
    scene.app.expect(INITIALIZE_RESULT).await;
    scene.app.send(INITIALIZED).await;
    scene.app.send(&list(1, "tools")).await;
    server.expect(INITIALIZED).await;
    server.expect(&list(1, "tools")).await;
    tokio::time::sleep(Duration::from_mins(1)).await;
    server.send(&listed("1", TOOLS)).await;
    scene.app.expect(&listed("1", TOOLS)).await;
}

#[tokio::test(start_paused = true)]
async fn an_app_that_can_not_be_let_wait_is_greeted() {
    let mut scene = scene(Options { greeting: Duration::from_secs(8), ..named() });
    let before = Instant::now();
    scene.app.send(&initialize("{}")).await;
    scene.app.expect(LEGACY).await;
    assert_eq!(before.elapsed().as_secs(), 8);
    scene.app.send(INITIALIZED).await;
    scene.app.send(&list(1, "tools")).await;
    scene.app.expect(&listed("1", r#"{"tools":[]}"#)).await;
    scene.app.send(&call(2, "a")).await;

    let mut server = scene.serve();
    server.expect(&initialize(ROOTS)).await;
    server.send(INITIALIZE_RESULT).await;
    server.expect(INITIALIZED).await;
    server.expect(&list(1, "tools")).await;
    server.expect(&call(2, "a")).await;
    server.send(&listed("1", TOOLS)).await;
    scene.app.expect(TOOLS_CHANGED).await;
}

#[tokio::test(start_paused = true)]
async fn an_app_of_another_legacy_revision_hears_what_was_said_to_another() {
    let opening = r#"{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"s","version":"1"},"instructions":"x"}"#;
    let remembered = Remembered {
        asked: OpenedAs {
            discover: false,
            revision: "2025-06-18".to_owned(),
            capabilities: "{}".to_owned(),
        },
        opening: Answered::Result(opening.to_owned()),
        tools: Some(TOOLS.to_owned()),
        prompts: None,
        resources: None,
        templates: None,
    };
    let mut scene = scene(Options { remembered: vec![remembered], ..named() });
    scene.session.lost(&lost());
    scene.app.send(&initialize("{}")).await;
    scene.app.expect(&listed("0", &opening.replace("2025-06-18", "2025-11-25"))).await;
    scene.app.send(&list(1, "tools")).await;
    scene.app.expect(&listed("1", TOOLS)).await;
}

#[tokio::test(start_paused = true)]
async fn what_is_of_no_known_era_is_discovered_by_nobody_else() {
    // It is refused where no server comes, so that the app opens a legacy session.
    let mut first = scene(named());
    let discover = modern_request(1, "server/discover", "");
    first.session.lost(&lost());
    first.app.send(&discover).await;
    assert!(first.app.recv().await.contains("-32601"));
    first.app.send(&initialize("{}")).await;
    first.app.expect(LEGACY_LOST).await;

    // One that may come is waited for.
    let mut second = scene(named());
    let mut server = second.serve();
    second.app.send(&discover).await;
    server.expect(&discover).await;
    tokio::time::sleep(Duration::from_mins(1)).await;
    server.send(&listed("1", "{}")).await;
    second.app.expect(&listed("1", "{}")).await;
}

const DISCOVERED: &str = r#"{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{"tools":{"listChanged":true}},"ttlMs":0,"cacheScope":"private"}"#;
const MODERN_TOOLS: &str =
    r#"{"resultType":"complete","tools":[{"name":"a"}],"ttlMs":0,"cacheScope":"private"}"#;

#[tokio::test(start_paused = true)]
async fn an_app_of_the_modern_era_is_greeted_and_hears_of_the_lists_that_come() {
    let mut scene = scene(modern());
    let mut server = scene.serve();
    let discover = modern_request(1, "server/discover", "");
    scene.app.send(&discover).await;
    server.expect(&discover).await;
    died(&mut scene, server).await;
    scene.session.lost(&lost());
    let greeting = scene.app.recv().await;
    assert!(greeting.contains(r#""supportedVersions":["2026-07-28"]"#), "{greeting}");
    assert!(greeting.contains(r#""name":"notes""#), "{greeting}");
    let filter = r#"{"toolsListChanged":true}"#;
    let listen =
        modern_request(2, "subscriptions/listen", &format!(r#""notifications":{filter},"#));
    scene.app.send(&listen).await;
    let subscription = r#""_meta":{"io.modelcontextprotocol/subscriptionId":2}"#;
    let acknowledged = format!(
        r#"{{"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":{{{subscription},"notifications":{filter}}}}}"#
    );
    scene.app.expect(&acknowledged).await;
    scene.app.send(&modern_request(3, "tools/list", "")).await;
    let empty = r#"{"resultType":"complete","tools":[],"ttlMs":0,"cacheScope":"private"}"#;
    scene.app.expect(&listed("3", empty)).await;
    scene.app.send(&modern_request(4, "tools/call", r#""name":"a","arguments":{},"#)).await;
    assert!(scene.app.recv().await.contains("it needs a folder"));

    scene.session.lost(&another());
    let mut server = scene.serve();
    let asked = server.recv().await;
    assert!(asked.contains("server/discover"), "{asked}");
    server.send(&listed(&own_id(&asked), DISCOVERED)).await;
    let asked = server.recv().await;
    assert!(asked.contains("tools/list") && asked.contains("2026-07-28"), "{asked}");
    server.expect(&listen).await;
    server.send(&acknowledged).await;
    server.send(&listed(&own_id(&asked), MODERN_TOOLS)).await;
    scene
        .app
        .expect(&format!(
            r#"{{"jsonrpc":"2.0","method":"notifications/tools/list_changed","params":{{{subscription}}}}}"#
        ))
        .await;
    let list = modern_request(5, "tools/list", "");
    scene.app.send(&list).await;
    server.expect(&list).await;
}

#[tokio::test(start_paused = true)]
async fn a_discovery_that_a_server_ended_with_is_answered_from_memory() {
    let discover = modern_request(1, "server/discover", "");
    let remembered = Remembered {
        asked: OpenedAs {
            discover: true,
            revision: "2026-07-28".to_owned(),
            capabilities: r#"{"roots":{}}"#.to_owned(),
        },
        opening: Answered::Result(DISCOVERED.to_owned()),
        tools: Some(MODERN_TOOLS.to_owned()),
        prompts: None,
        resources: None,
        templates: None,
    };
    let mut scene = scene(Options { remembered: vec![remembered], ..named() });
    let mut server = scene.serve();
    scene.app.send(&discover).await;
    server.expect(&discover).await;
    died(&mut scene, server).await;
    // It is tried once more, and ends again.
    scene.session.lost(&another());
    let mut server = scene.serve();
    server.expect(&discover).await;
    died(&mut scene, server).await;
    scene.session.lost(&lost());
    scene.app.expect(&listed("1", DISCOVERED)).await;
    scene.app.send(&modern_request(2, "tools/list", "")).await;
    scene.app.expect(&listed("2", MODERN_TOOLS)).await;
}

#[tokio::test(start_paused = true)]
async fn who_listens_no_more_is_not_heard_of_by_the_next_server() {
    let mut scene = scene(modern());
    scene.session.lost(&lost());
    let listen = modern_request(2, "subscriptions/listen", r#""notifications":{},"#);
    scene.app.send(&listen).await;
    assert!(scene.app.recv().await.contains("acknowledged"));
    scene
        .app
        .send(r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2}}"#)
        .await;
    scene.app.send(&modern_request(3, "tools/call", r#""name":"a","#)).await;
    scene.app.recv().await;
    let mut server = scene.serve();
    scene.app.send(MARK).await;
    server.expect(MARK).await;
}

/// What a server does not offer is for it to refuse.
#[tokio::test(start_paused = true)]
async fn what_was_promised_and_is_not_there_is_refused_by_the_server() {
    let mut scene = scene(named());
    scene.session.lost(&lost());
    scene.app.send(&initialize("{}")).await;
    scene.app.expect(LEGACY_LOST).await;
    scene.app.send(INITIALIZED).await;
    scene.session.lost(&another());
    let mut server = scene.serve();
    let replay = server.recv().await;
    server
        .send(&INITIALIZE_RESULT.replace(r#""id":0"#, &format!(r#""id":{}"#, own_id(&replay))))
        .await;
    server.expect(INITIALIZED).await;
    scene.app.send(&list(1, "prompts")).await;
    server.expect(&list(1, "prompts")).await;
    let refused =
        r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"Method not found"}}"#;
    server.send(refused).await;
    scene.app.expect(refused).await;
}
