//! What a front may ask for, and what waits for the person's consent.

use std::path::PathBuf;

use paddock_control::Role;
use paddock_host::view::NetworkChoice;
use paddock_host::view::{
    Access, Asked, Code, Confinement, FrontView, LifetimeChoice, PausedView, RetentionView,
    RunView, Scope, ServerDraft, TodayView, ToolRule, View, WideningView,
};
use tokio::time::timeout;

use crate::fronts::{code, front, until};
use crate::world::{Ground, PATIENCE, READ, WRITE, World, fake, find, program};

#[tokio::test(flavor = "multi_thread")]
async fn what_widens_waits_for_the_place_where_a_person_consents() {
    let world = World::new();
    let server = world.well_behaved("one").await;
    let folder = world.folder("acme");
    let grant = world.grant_and_tell(server, &folder, READ).await;
    let (page, mut pushed) = front(&world, Role::View).await;

    let waits = page.set_access(grant, WRITE).await.unwrap().expect("it waits");
    let view = until(&mut pushed, |view| !view.consents.is_empty()).await;
    assert_eq!(view.grants[0].access, READ);
    assert_eq!(
        view.consents[0].what,
        WideningView::Access { grant, access: WRITE, warnings: vec![] }
    );
    assert_eq!(view.consents[0].by, FrontView::Window);
    // Asking again is one question, and asking is all that a page can do.
    assert_eq!(page.set_access(grant, WRITE).await.unwrap(), Some(waits));
    assert_eq!(code(page.agree(waits).await), Code::NeedsConsent);

    world.host.agree(waits).await.unwrap();
    let written = |view: &View| view.grants[0].access == WRITE && view.consents.is_empty();
    until(&mut pushed, written).await;
    assert_eq!(code(world.host.agree(waits).await), Code::UnknownConsent);

    // What narrows is done at once.
    assert_eq!(page.set_access(grant, READ).await.unwrap(), None);
    until(&mut pushed, |view| view.grants[0].access == READ).await;
    page.revoke(grant).await.unwrap();
    world.quit().await;
}

/// What could give a server more of the disk, the network, or the right to run, as a page that was
/// taken over would ask for it.
#[tokio::test(flavor = "multi_thread")]
async fn a_page_that_was_taken_over_widens_nothing() {
    let world = World::new();
    let server = world.well_behaved("one").await;
    let folder = world.folder("acme");
    let grant = world.grant_for(server, &folder, READ, LifetimeChoice::For { minutes: 5 }).await;
    let gone = world.grant(server, &world.folder("gone"), WRITE).await;
    world.host.revoke(gone).await.unwrap();
    let untrusted = world.host.add_server(fake("two", &[])).await.unwrap();
    let fingerprint = world.until_asked_to_trust(untrusted).await;
    let before = world.until("all is at rest", |view| view.grants.len() == 1).await;
    let (page, _pushed) = front(&world, Role::View).await;
    page.deny_destination(server, "never.example".into()).await.unwrap();

    let pick = page.pick(world.folder("secret").into()).await.unwrap();
    let free = |asked, network| Confinement { asked, network, ask_first: false };
    world.confine(server, free(Asked::Enforced, NetworkChoice::Off)).await;
    let always = LifetimeChoice::Always;
    assert_eq!(code(page.grant(pick, server, READ, always, None).await), Code::NeedsConsent);
    for waits in [
        page.set_access(grant, WRITE).await,
        page.set_access(grant, Access::WriteGuarded).await,
        page.set_lifetime(grant, always).await,
        page.set_lifetime(grant, LifetimeChoice::ThisRun).await,
        page.grant_again(gone).await,
        page.grant_all_again(vec![gone]).await,
        page.trust_server(untrusted, fingerprint).await,
        page.allow_destination(server, "*".into(), always).await,
        page.forget_destination(server, "never.example".into()).await,
        page.set_confinement(server, free(Asked::Advisory, NetworkChoice::Off)).await,
        page.set_confinement(server, free(Asked::Enforced, NetworkChoice::Ask)).await,
    ] {
        let waits = waits.unwrap().expect("it waits");
        assert_eq!(code(page.agree(waits).await), Code::NeedsConsent);
    }
    assert_eq!(code(page.trust_server(untrusted, "0".repeat(64)).await), Code::CommandChanged);
    for waits in page.introduce_servers(vec![untrusted], vec![untrusted], vec![gone]).await.unwrap()
    {
        assert_eq!(code(page.agree(waits).await), Code::NeedsConsent);
    }

    let after = world.view().await;
    assert_eq!(after.grants[0].access, READ);
    assert_eq!(after.grants[0].lifetime, before.grants[0].lifetime);
    assert_eq!(after.grants.len(), 1);
    let unenforced =
        after.servers.iter().filter(|it| it.reaches_all || it.network > NetworkChoice::Off);
    assert_eq!(unenforced.filter(|it| it.id == server).count(), 0);
    let state = &find(&after, untrusted).unwrap().state;
    assert!(matches!(state, RunView::NeedsTrust { .. }), "{state:?}");
    assert_eq!((after.picks.len(), after.consents.len()), (1, 11));
    world.quit().await;
}

/// The same of what lets apps do more, and of what would hide it.
#[tokio::test(flavor = "multi_thread")]
async fn a_page_that_was_taken_over_lets_no_app_do_more() {
    let world = World::new();
    let server = world.well_behaved("one").await;
    let (page, _pushed) = front(&world, Role::View).await;
    let (echo, off) = (|| "echo".to_owned(), Some(ToolRule::Off));
    for done in [
        page.set_scope(server, Scope::WhereAppWorks).await,
        page.set_tool_rule(server, None, echo(), off).await,
        page.set_hold_changed(server, true).await,
        page.set_most_sent(server, Some(1)).await,
        page.set_keyring_only(true).await,
        page.set_terminal_consent(false).await,
    ] {
        assert_eq!(done.unwrap(), None, "what narrows is done at once");
    }
    page.pause_app("zed".into(), None).await.unwrap();
    page.pause(None).await.unwrap();
    let all_at_rest = |view: &View| view.paused.is_some() && !view.paused_apps.is_empty();
    let before = world.until("all is paused", all_at_rest).await;

    let more = RetentionView { arguments: true, ..before.retention };
    for waits in [
        page.set_scope(server, Scope::AllFolders).await,
        page.set_tool_rule(server, None, echo(), None).await,
        page.set_tool_rule(server, Some("zed".into()), echo(), Some(ToolRule::Ask)).await,
        page.set_hold_changed(server, false).await,
        page.set_most_sent(server, None).await,
        page.send_today(server, TodayView::Unlimited).await,
        page.set_keyring_only(false).await,
        page.set_terminal_consent(true).await,
        page.set_retention(more).await,
        page.delete_activity().await,
        page.resume().await,
        page.resume_app("zed".into()).await,
    ] {
        let waits = waits.unwrap().expect("it waits");
        assert_eq!(code(page.agree(waits).await), Code::NeedsConsent);
    }

    let after = world.view().await;
    let usage = |view: &View| find(view, server).unwrap().usage.clone();
    assert_eq!((usage(&after), after.consents.len()), (usage(&before), 12));
    assert_eq!(find(&after, server).unwrap().sending.most, Some(1));
    assert!(after.secrets.keyring_only && !after.terminal_consent);
    assert_eq!((&after.retention, after.activity_deleted), (&before.retention, None));
    assert_eq!((&after.paused, &after.paused_apps), (&before.paused, &before.paused_apps));
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn another_program_asks_and_a_person_is_told_which() {
    let mut ground = Ground::new();
    ground.window = program("paddock-fake-server");
    // Nobody can consent here, so what a person does is done by the host itself.
    let world = ground.start_unattended();
    let (script, mut pushed) = front(&world, Role::View).await;
    assert_eq!(code(world.ground.connect(Role::Consent).await), Code::ConsentElsewhere);
    script.pick(world.folder("acme").into()).await.unwrap();
    let view = until(&mut pushed, |view| !view.picks.is_empty()).await;
    let FrontView::Program { path, .. } = &view.picks[0].by else { panic!("{view:?}") };
    assert_eq!(PathBuf::from(path), std::env::current_exe().unwrap());

    // There is nothing to end.
    assert_eq!(script.resume().await.unwrap(), None);
    // A pause is anyone's, and its end is not, however it is said.
    script.pause(None).await.unwrap();
    until(&mut pushed, |view| view.paused == Some(PausedView { until: None })).await;
    script.pause(Some(0)).await.unwrap();
    assert_eq!(script.view().await.unwrap().paused, Some(PausedView { until: None }));
    let waits = script.resume().await.unwrap();
    assert!(waits.is_some());
    // Nor is the end of an app's, by whatever name that would be it for a person.
    assert_eq!(script.resume_app("Cursor".into()).await.unwrap(), None);
    script.pause_app("Cursor\u{7}".into(), None).await.unwrap();
    script.pause_app("Cursor\u{7}".into(), Some(0)).await.unwrap();
    for name in ["Cursor\u{7}", "Cursor\\u{7}"] {
        assert!(script.resume_app(name.into()).await.unwrap().is_some(), "{name:?}");
    }
    let paused = script.view().await.unwrap().paused_apps;
    let paused: Vec<_> = paused.iter().map(|it| (it.app.as_str(), it.until)).collect();
    assert_eq!(paused, [("Cursor\\u{7}", None)]);
    // Nor are answers to what servers ask, though they are given elsewhere than consent.
    assert_eq!(code(script.submit_form(1, "{}".into()).await), Code::NeedsConsent);
    assert_eq!(code(script.allow_next(1, 5).await), Code::NeedsConsent);
    assert_eq!(code(script.set_stand_in("Cursor".into(), true).await), Code::NeedsConsent);
    script.set_stand_in("Cursor".into(), false).await.unwrap();
    script.quit().await.unwrap();
    world.ended().await;
}

/// A program that connects, can leave the socket to a child, and then executes the window.
const BEGINS: &str = r#"
import os, socket, struct, sys, json
peer = socket.socket(socket.AF_UNIX)
peer.connect(sys.argv[1])
peer.set_inheritable(True)
parent = os.getpid()
def read():
    length, = struct.unpack(">I", peer.recv(4, socket.MSG_WAITALL))
    return json.loads(peer.recv(length, socket.MSG_WAITALL))
def write(value):
    text = json.dumps(value).encode()
    peer.sendall(struct.pack(">I", len(text)) + text)
def become_the_window():
    # The kernel closes the parent's end once it runs the other program.
    ends, held = os.pipe()
    if os.fork():
        os.execv(sys.argv[2], ["sleep", "60"])
    os.close(held)
    os.read(ends, 1)
"#;

#[tokio::test(flavor = "multi_thread")]
async fn consent_is_not_given_to_who_only_became_the_window() {
    let mut ground = Ground::new();
    // What it becomes is a program that only sleeps; the host takes it for the window.
    ground.window = PathBuf::from("/bin/sleep").canonicalize().unwrap();
    let world = ground.start_unattended();
    let socket = paddock_control::places::socket_in(&world.ground.places.data);
    let script = r#"
write({"protocol": 1, "role": "consent", "watches": False})
welcome = read()
assert welcome["refused"] is None, welcome
write({"challenge": welcome["challenge"]})
print(read()["refused"]["code"], flush=True)
os.kill(parent, 9)
"#;
    let script = format!("{BEGINS}become_the_window()\n{script}");
    let run = run_python(&script, &[socket, world.ground.window.clone()]).await;
    assert_eq!(run.trim(), "consent-elsewhere");
    world.host.quit().await.unwrap();
    world.ended().await;
}

/// An app starts a server by its name, and would start another one.
#[tokio::test(flavor = "multi_thread")]
async fn a_trusted_server_is_named_anew_by_a_person_only() {
    let world = Ground::new().start();
    let draft =
        |name: &str| ServerDraft { name: name.into(), ..fake("fake", &["--era", "legacy"]) };
    let server = world.add(draft("notes")).await;
    let socket = paddock_control::places::socket_in(&world.ground.places.data);
    let script = r#"
write({"protocol": 1, "role": "view", "watches": False})
assert read()["refused"] is None
write({"id": 1, "command": {"editServer": {"server": int(sys.argv[2]), "draft": json.loads(sys.argv[3])}}})
print((read()["answer"].get("failure") or {}).get("code"), flush=True)
"#;
    let script = format!("{BEGINS}{script}");
    let edit = async |name: &str| {
        let draft = serde_json::to_string(&draft(name)).unwrap();
        let args = [socket.clone(), server.to_string().into(), draft.into()];
        run_python(&script, &args).await.trim().to_owned()
    };
    assert_eq!(edit("mail").await, "needs-consent");
    assert_eq!(edit("notes").await, "None");
    world.host.edit_server(server, draft("mail")).await.unwrap();
    world.host.withdraw_trust(server).await.unwrap();
    assert_eq!(edit("notes").await, "None");
    world.quit().await;
}

/// The rules of apps, the pause, and whatever a person alone may do hold for it as before.
#[tokio::test(flavor = "multi_thread")]
async fn who_becomes_the_window_after_the_greeting_is_what_it_was() {
    let mut ground = Ground::new();
    ground.window = PathBuf::from("/bin/sleep").canonicalize().unwrap();
    let world = ground.start_unattended();
    let socket = paddock_control::places::socket_in(&world.ground.places.data);
    let script = r#"
write({"protocol": 1, "role": "view", "watches": False})
welcome = read()
assert welcome["refused"] is None and "challenge" not in welcome, welcome
become_the_window()
write({"id": 1, "command": {"setStandIn": {"app": "An app", "on": True}}})
print(read()["answer"]["failure"]["code"], flush=True)
os.kill(parent, 9)
"#;
    let script = format!("{BEGINS}{script}");
    let run = run_python(&script, &[socket, world.ground.window.clone()]).await;
    assert_eq!(run.trim(), "needs-consent");
    world.host.quit().await.unwrap();
    world.ended().await;
}

#[expect(clippy::disallowed_methods, reason = "it is a program of the account, not a server")]
async fn run_python(script: &str, args: &[PathBuf]) -> String {
    let mut python = tokio::process::Command::new("python3");
    python.args(["-c", script]).args(args).stdin(std::process::Stdio::null());
    let ran = timeout(PATIENCE, python.output()).await.expect("it ends").unwrap();
    format!("{}{}", String::from_utf8_lossy(&ran.stdout), String::from_utf8_lossy(&ran.stderr))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_does_not_take_the_place_of_a_person() {
    let mut ground = Ground::new();
    ground.window = program("paddock-fake-server");
    let world = ground.start_unattended();
    let (script, _pushed) = front(&world, Role::View).await;
    for number in 0..10 {
        script.pick(world.folder(&format!("f{number}")).into()).await.unwrap();
    }
    assert_eq!(code(script.pick(world.folder("more").into()).await), Code::TooManyConsents);
    let mut others = Vec::new();
    let refused = loop {
        match world.ground.connect(Role::View).await {
            Ok(other) => others.push(other),
            Err(failure) => break failure,
        }
    };
    assert_eq!((refused.code.clone(), others.len() <= 64), (Code::TooManyFronts, true));
    script.quit().await.unwrap();
    world.ended().await;
}
