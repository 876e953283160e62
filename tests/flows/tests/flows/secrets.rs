//! Secrets of servers are in the keyring: written by a person, given to the server, shown nowhere.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use paddock_control::Role;
use paddock_core::Command;
use paddock_host::Keyring;
use paddock_host::view::{
    Asked, Code, EnvEntry, Failure, SecretsView, ServerDraft, ServerView, View, WideningView,
    WireFilter,
};
use paddock_storage::Storage;
use serde_json::json;

use crate::world::{Ground, World, fake, find, is_running, program};

const SECRET: &str = "hunter2-hunter2";

/// With a keyring, and the switch that locks it.
fn ground() -> (Ground, Arc<AtomicBool>) {
    let (keyring, locked) = Keyring::of_a_test();
    let mut ground = Ground::new();
    ground.places.keyring = keyring;
    (ground, locked)
}

fn entry(name: &str, value: &str) -> EnvEntry {
    EnvEntry { name: name.into(), value: value.into() }
}

/// A server that writes down what it is given as `TOKEN` before it begins.
fn writer(given: &Path, env: Vec<EnvEntry>) -> ServerDraft {
    let fake = program("paddock-fake-server");
    let script = format!("printf %s \"$TOKEN\" >'{}'; exec '{}'", given.display(), fake.display());
    ServerDraft {
        name: "writer".into(),
        program: "/bin/sh".into(),
        args: vec!["-c".into(), script],
        env,
        ..ServerDraft::default()
    }
}

async fn run(world: &World, draft: ServerDraft) -> u32 {
    let id = world.host.add_server(draft).await.unwrap();
    world.choose(id, Asked::Advisory).await;
    world.trust(id).await;
    world.until_told(id).await;
    id
}

fn secrets(view: &View, id: u32) -> (Vec<String>, Vec<String>) {
    let command = &find(view, id).unwrap().command;
    (command.in_keyring.clone(), command.in_file.clone())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_failure_is_told_without_the_secrets_in_it() {
    let (ground, _) = ground();
    let world = ground.start();
    let says = r#"echo "no account for $TOKEN on $PLACE, API_KEY=0123456789" >&2; exit 3"#;
    let draft = ServerDraft {
        name: "says".into(),
        program: "/bin/sh".into(),
        args: vec!["-c".into(), says.into()],
        env: vec![entry("TOKEN", SECRET), entry("PLACE", "example.com")],
        ..ServerDraft::default()
    };
    let id = world.host.add_server(draft).await.unwrap();
    world.choose(id, Asked::Advisory).await;
    world.trust(id).await;
    let failure = world.until_failed(id).await;
    let expected = "no account for *** on example.com, API_KEY=***";
    assert_eq!(crate::world::detail(&failure, "stderr"), expected, "{failure:?}");
    world.quit().await;
}

/// Nothing in the folder of the data holds the secret.
fn assert_gone(ground: &Ground) {
    for file in fs::read_dir(&ground.places.data).unwrap() {
        let file = file.unwrap().path();
        if file.is_file() {
            let bytes = fs::read(&file).unwrap();
            let holds = bytes.windows(SECRET.len()).any(|part| part == SECRET.as_bytes());
            assert!(!holds, "{}", file.display());
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_secret_reaches_its_server_and_nothing_else() {
    let (ground, _) = ground();
    let world = ground.start();
    let given = world.ground.beside("given");
    let env = vec![entry("LEVEL", "debug"), entry("TOKEN", SECRET)];
    let id = run(&world, writer(&given, env)).await;
    assert_eq!(fs::read_to_string(&given).unwrap(), SECRET);

    let view = world.view().await;
    assert_eq!(secrets(&view, id), (vec!["TOKEN".into()], vec![]));
    assert_eq!(find(&view, id).unwrap().command.env_names, ["LEVEL", "TOKEN"]);
    let draft = world.host.server_draft(id).await.unwrap();
    assert_eq!(
        (draft.env.clone(), draft.secrets.clone()),
        (vec![entry("LEVEL", "debug")], vec!["TOKEN".into()])
    );
    assert!(!format!("{view:?}{draft:?}").contains("hunter2"));
    assert_gone(&world.ground);
    let echoed = world.call(id, "echo", json!({ "text": format!("it is {SECRET}") })).await;
    assert!(echoed.unwrap().text.contains(SECRET));
    let messages = world.host.messages(id, WireFilter::default()).await.unwrap();
    assert!(!format!("{messages:?}").contains("hunter2"));
    for (value, same) in [(SECRET, true), ("hunter3", false)] {
        assert_eq!(world.host.has_secrets(id, vec![entry("TOKEN", value)]).await.unwrap(), same);
    }

    // What is not touched in an edit stays, and a new value restarts it.
    let mut edited = ServerDraft { name: "renamed".into(), ..draft };
    world.host.edit_server(id, edited.clone()).await.unwrap();
    world.until_server(id, "it is renamed", |it| it.name == "renamed").await;
    world.host.restart_server(id).await.unwrap();
    world.until_told(id).await;
    assert_eq!(fs::read_to_string(&given).unwrap(), SECRET);
    fs::remove_file(&given).unwrap();
    edited.secrets.clear();
    edited.env.push(entry("TOKEN", "another"));
    world.host.edit_server(id, edited).await.unwrap();
    // With another value it is to be kept to its folders again.
    let enforced = |it: &ServerView| it.enforcement.asked == Asked::Enforced;
    world.until_server(id, "it is enforced", |it| enforced(it) && is_running(it)).await;
    world.choose(id, Asked::Advisory).await;
    world.until_server(id, "it runs", |it| !enforced(it) && is_running(it)).await;
    assert_eq!(fs::read_to_string(&given).unwrap(), "another");
    world.quit().await;
}

/// A secret that is an address says where the server connects, to the person who trusts it.
#[tokio::test(flavor = "multi_thread")]
async fn of_an_address_that_is_a_secret_the_host_is_proposed_and_the_rest_is_shown_nowhere() {
    let (ground, _) = ground();
    let world = ground.start();
    let address = format!("postgres://ada:{SECRET}@db.example.com:5433/notes");
    let draft = ServerDraft { env: vec![entry("DATABASE_URL", &address)], ..fake("one", &[]) };
    let id = world.host.add_server(draft).await.unwrap();
    let fingerprint = world.until_asked_to_trust(id).await;
    assert_eq!(secrets(&world.view().await, id), (vec!["DATABASE_URL".into()], vec![]));
    let (page, _pushed) = world.ground.connect(Role::View).await.unwrap();
    let waits = page.trust_server(id, fingerprint).await.unwrap().expect("it waits");
    let view = world.view().await;
    let consent = view.consents.iter().find(|it| it.id == waits).unwrap();
    let WideningView::Trust { destinations, .. } = &consent.what else { unreachable!() };
    assert_eq!(*destinations, ["db.example.com:5433"]);
    let shown = format!("{view:?}");
    assert!(!shown.contains(SECRET) && !shown.contains("ada:"), "{shown}");
    world.host.agree(waits).await.unwrap();
    world
        .until_server(id, "it runs and may connect to its database", |it| {
            is_running(it)
                && it.destinations.iter().any(|it| it.destination == "db.example.com:5433")
        })
        .await;
    assert_gone(&world.ground);
    world.quit().await;
}

/// Nobody can be asked about what a locked keyring keeps, and nothing waits for it for long.
#[tokio::test(flavor = "multi_thread")]
async fn a_keyring_that_is_locked_proposes_nothing() {
    let (ground, locked) = ground();
    let world = ground.start();
    let address = format!("postgres://ada:{SECRET}@db.example.com:5433/notes");
    let draft = ServerDraft { env: vec![entry("DATABASE_URL", &address)], ..fake("one", &[]) };
    let id = world.host.add_server(draft).await.unwrap();
    world.until_asked_to_trust(id).await;
    locked.store(true, Ordering::SeqCst);
    let world = world.quit().await.start();
    let fingerprint = world.until_asked_to_trust(id).await;
    let (page, _pushed) = world.ground.connect(Role::View).await.unwrap();
    let waits = page.trust_server(id, fingerprint).await.unwrap().expect("it waits");
    let consents = world.view().await.consents;
    let consent = consents.iter().find(|it| it.id == waits).unwrap();
    let WideningView::Trust { destinations, .. } = &consent.what else { unreachable!() };
    assert_eq!(*destinations, [""; 0]);
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_saved_moves_to_the_keyring_once_there_is_one() {
    let (keyring, _) = Keyring::of_a_test();
    let world = World::new();
    let given = world.ground.beside("given");
    let id = run(&world, writer(&given, vec![entry("TOKEN", SECRET)])).await;
    let view = world.view().await;
    assert_eq!(secrets(&view, id), (vec![], vec!["TOKEN".into()]), "there is no keyring");
    let SecretsView { keyring_only, in_file, trouble } = view.secrets.clone();
    assert_eq!((keyring_only, in_file), (false, 1));
    assert_eq!(trouble.unwrap().code, Code::SecretsNoKeyring);
    assert_eq!(world.host.server_draft(id).await.unwrap().secrets, ["TOKEN"]);
    assert!(!format!("{view:?}").contains("hunter2"));

    let mut ground = world.quit().await;
    ground.places.keyring = keyring;
    fs::remove_file(&given).unwrap();
    let world = ground.start();
    let moved = |view: &View| secrets(view, id) == (vec!["TOKEN".into()], vec![]);
    let view = world.until("it moved", moved).await;
    assert_eq!(view.secrets, SecretsView::default());
    world.until_told(id).await;
    world.host.restart_server(id).await.unwrap();
    world.until_told(id).await;
    assert_eq!(fs::read_to_string(&given).unwrap(), SECRET);
    let ground = world.quit().await;
    assert_gone(&ground);
    // Still trusted, and still given it.
    fs::remove_file(&given).unwrap();
    let world = ground.start();
    world.until_told(id).await;
    assert_eq!(fs::read_to_string(&given).unwrap(), SECRET);
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_does_not_start_without_its_secret_and_says_why() {
    let (ground, locked) = ground();
    let world = ground.start();
    let given = world.ground.beside("given");
    let id = run(&world, writer(&given, vec![entry("TOKEN", SECRET)])).await;
    locked.store(true, Ordering::SeqCst);
    world.host.restart_server(id).await.unwrap();
    let Failure { code, details, .. } = world.until_failed(id).await;
    assert_eq!(code, Code::SecretLocked);
    assert_eq!(details["variable"], "TOKEN");
    locked.store(false, Ordering::SeqCst);
    world.host.start_server(id).await.unwrap();
    world.until_told(id).await;
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_may_want_secrets_in_the_keyring_or_nowhere() {
    let (ground, locked) = ground();
    let world = ground.start();
    let given = world.ground.beside("given");
    locked.store(true, Ordering::SeqCst);
    let id = run(&world, writer(&given, vec![entry("TOKEN", SECRET)])).await;
    world.host.set_keyring_only(true).await.unwrap();
    world.host.restart_server(id).await.unwrap();
    assert_eq!(world.until_failed(id).await.code, Code::SecretInFile);
    let other = ServerDraft { name: "other".into(), ..writer(&given, vec![entry("KEY", "abc")]) };
    let refused = world.host.add_server(other.clone()).await.unwrap_err();
    assert_eq!(refused.code, Code::SecretsNoKeyring);

    // It outlives the host, and what is in the file goes as soon as it can.
    let world = world.quit().await.start();
    assert!(world.view().await.secrets.keyring_only);
    assert_eq!(world.until_failed(id).await.code, Code::SecretInFile);
    locked.store(false, Ordering::SeqCst);
    world.host.set_keyring_only(true).await.unwrap();
    world.until("it moved", |view| view.secrets.in_file == 0).await;
    world.host.add_server(other).await.unwrap();
    world.host.start_server(id).await.unwrap();
    world.until_told(id).await;

    // That they may be in the file again is a person's to say.
    let (script, _pushed) = world.ground.connect(Role::View).await.unwrap();
    let waits = script.set_keyring_only(false).await.unwrap().expect("it waits");
    let view = world.view().await;
    assert_eq!(view.consents[0].what, WideningView::SecretsInFile);
    assert!(view.secrets.keyring_only);
    let (person, _pushed) = world.ground.connect(Role::Consent).await.unwrap();
    person.agree(waits).await.unwrap();
    world.until("it was loosened", |view| !view.secrets.keyring_only).await;
    let world = world.quit().await.start();
    assert!(!world.view().await.secrets.keyring_only, "it outlives the host");
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_removed_server_comes_back_with_its_secrets_or_they_are_forgotten() {
    let (ground, _) = ground();
    let world = ground.start();
    let given = world.ground.beside("given");
    let id = run(&world, writer(&given, vec![entry("TOKEN", SECRET)])).await;
    let draft = world.host.server_draft(id).await.unwrap();
    let back = ServerDraft { was: Some(id), ..draft.clone() };
    let too_early = ServerDraft { name: "another".into(), ..back.clone() };
    let refused = world.host.add_server(too_early).await.unwrap_err();
    assert_eq!(
        refused.code,
        Code::DraftSecretGone,
        "nobody takes the secrets of a server that is there"
    );
    world.host.remove_server(id).await.unwrap();

    let other = ServerDraft { args: vec!["-c".into(), "env".into()], ..back.clone() };
    let refused = world.host.add_server(other).await.unwrap_err();
    assert_eq!(refused.code, Code::DraftSecretGone, "another command is not given them");
    fs::remove_file(&given).unwrap();
    let id = run(&world, back).await;
    assert_eq!(fs::read_to_string(&given).unwrap(), SECRET);
    world.host.remove_server(id).await.unwrap();
    let ground = world.quit().await;
    let world = ground.start();
    let late = ServerDraft { was: Some(id), ..draft };
    assert_eq!(world.host.add_server(late).await.unwrap_err().code, Code::DraftSecretGone);
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_keyring_forgets_what_no_server_has() {
    let (ground, _) = ground();
    let keyring = ground.places.keyring.clone();
    let world = ground.start();
    let given = world.ground.beside("given");
    let draft = writer(&given, vec![entry("TOKEN", SECRET)]);
    let id = world.host.add_server(draft.clone()).await.unwrap();
    let ground = world.quit().await;
    let first = kept_as(&ground);
    assert_eq!(keyring.get(&first).await.unwrap().unwrap().as_str(), SECRET);

    let world = ground.start();
    let taken = world.host.add_server(draft.clone()).await.unwrap_err();
    assert_eq!(taken.code, Code::DraftNameTaken);
    world.host.edit_server(id, writer(&given, vec![entry("TOKEN", "another")])).await.unwrap();
    let ground = world.quit().await;
    assert_eq!(keyring.get(&first).await, Ok(None), "another one took its place");
    let second = kept_as(&ground);
    assert!(keyring.get(&second).await.unwrap().is_some());

    let world = ground.start();
    world.host.remove_server(id).await.unwrap();
    world.quit().await;
    assert_eq!(keyring.get(&second).await, Ok(None));
}

/// The name under which the keyring has the one secret there is.
fn kept_as(ground: &Ground) -> String {
    let saved = Storage::open(&ground.places.data).unwrap().saved;
    let secrets: Vec<_> = saved
        .servers
        .iter()
        .filter_map(|server| match &server.command {
            Command::Custom(custom) => custom.secrets.first_key_value(),
            Command::Bundled => None,
        })
        .collect();
    let [(name, secret)] = secrets[..] else { panic!("{saved:?}") };
    format!("env-{name}-{:032x}", u128::from_be_bytes(secret.id))
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_person_says_is_a_secret_is_one() {
    let (ground, _) = ground();
    let world = ground.start();
    let given = world.ground.beside("given");
    let said = |name: &str, secret| [(name.to_owned(), secret)].into();
    let plain =
        ServerDraft { said: said("TOKEN", false), ..writer(&given, vec![entry("TOKEN", "plain")]) };
    let id = world.host.add_server(plain.clone()).await.unwrap();
    assert_eq!(secrets(&world.view().await, id), (vec![], vec![]));
    assert_eq!(world.host.server_draft(id).await.unwrap(), plain);
    let secret =
        ServerDraft { said: said("LEVEL", true), ..writer(&given, vec![entry("LEVEL", "debug")]) };
    world.host.edit_server(id, secret).await.unwrap();
    assert_eq!(secrets(&world.view().await, id).0, ["LEVEL"]);
    let shown = ServerDraft {
        said: said("LD_PRELOAD", true),
        ..writer(&given, vec![entry("LD_PRELOAD", "x.so")])
    };
    assert_eq!(world.host.edit_server(id, shown).await.unwrap_err().code, Code::DraftNotSecret);
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_person_said_is_a_secret_stays_one_where_no_keyring_took_it() {
    let (ground, locked) = ground();
    locked.store(true, Ordering::SeqCst);
    let world = ground.start();
    let given = world.ground.beside("given");
    let said = [("LEVEL".to_owned(), true)].into();
    let draft = ServerDraft { said, ..writer(&given, vec![entry("LEVEL", "debug")]) };
    let id = world.host.add_server(draft).await.unwrap();
    let in_file = (Vec::<String>::new(), vec!["LEVEL".to_owned()]);
    assert_eq!(secrets(&world.view().await, id), in_file);
    let as_it_is = world.host.server_draft(id).await.unwrap();
    world.host.edit_server(id, as_it_is).await.unwrap();
    assert_eq!(secrets(&world.view().await, id), in_file);
    world.quit().await;
}
