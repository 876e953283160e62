//! Folders that a command names are proposed, and granted only by a consent each.

use std::fs;
use std::path::{Path, PathBuf};

use paddock_control::Role;
use paddock_host::view::{Code, EnvEntry, LifetimeChoice, NamedBy, Pasted, PickView, ServerDraft};
use serde_json::json;

use crate::peers::node_peer;
use crate::world::{READ, World, find, is_on, is_running};

/// Ends at once where it may not list the folder it is given.
const NEEDS_ITS_FOLDER: &str = "\
import os, sys
at = sys.argv.index('--repository') + 1
try:
    os.listdir(sys.argv[at])
except OSError as error:
    sys.exit(f'{sys.argv[at]} is not a repository: {error}')
";

#[tokio::test(flavor = "multi_thread")]
async fn server_filesystem_is_granted_the_folders_that_its_command_names() {
    let Some(mut draft) = node_peer("server-filesystem") else { return };
    let world = World::new();
    let (one, two) = (with_a_file(&world, "one"), with_a_file(&world, "two words"));
    let outside = with_a_file(&world, "outside");
    draft.args.extend(["~/one".to_owned(), two.display().to_string()]);
    let server = world.host.add_server(draft).await.unwrap();
    let picks = propose(&world, server).await;
    assert_eq!(folders(&picks), [&one, &two].map(|it| it.display().to_string()));
    assert!(picks.iter().all(|pick| pick.server == Some(server)));
    let by = picks[0].named.as_ref().unwrap();
    assert_eq!(by.by, NamedBy::Argument { text: "~/one".into() });
    assert!(world.view().await.grants.is_empty(), "nothing is granted by naming it");
    for pick in &picks {
        allow(&world, pick).await;
    }
    assert_eq!(world.view().await.picks, []);
    world.trust(server).await;
    world.until_told(server).await;
    for (folder, readable) in [(&one, true), (&two, true), (&outside, false)] {
        let path = json!({ "path": folder.join("hello.txt") });
        let said = world.call(server, "read_text_file", path).await.unwrap();
        assert_eq!(!said.is_error && said.text == "hello", readable, "{said:?}");
    }
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn folders_that_a_command_names_are_said_without_proposing_them() {
    let world = World::new();
    let acme = world.folder("acme");
    let args = ["--repository".to_owned(), "~/acme".to_owned()];
    let server = world.host.add_server(script(&world, &args)).await.unwrap();
    let named = world.host.named_folders(server).await.unwrap();
    assert_eq!(named, [acme.display().to_string()]);
    assert_eq!(world.view().await.picks, []);
    world.grant(server, &acme, READ).await;
    assert!(world.host.named_folders(server).await.unwrap().is_empty());
    assert_eq!(world.host.named_folders(99).await.unwrap_err().code, Code::UnknownServer);
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_without_its_folder_fails_once_and_starts_when_that_is_granted() {
    let world = World::new();
    let repository = world.folder("acme");
    let args = ["--repository".to_owned(), "~/acme".to_owned()];
    let server = world.host.add_server(script(&world, &args)).await.unwrap();
    world.trust(server).await;
    let reason = world.until_failed(server).await;
    assert_eq!(reason.code, Code::ServerExited, "{reason:?}");
    // Once more at the most, in the other era.
    let failed = world.activity(server).await;
    assert!(failed.iter().filter(|kind| *kind == "server-failed").count() <= 2, "{failed:?}");
    let view = world.view().await;
    let unmet = &view.servers.iter().find(|it| it.id == server).unwrap().unmet;
    assert_eq!(*unmet, [repository.display().to_string()]);

    let picks = propose(&world, server).await;
    allow(&world, &picks[0]).await;
    world.until_server(server, "it started by itself", is_running).await;
    let view = world.view().await;
    assert!(view.servers.iter().find(|it| it.id == server).unwrap().unmet.is_empty());
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn after_a_start_of_the_app_a_server_still_fails_once() {
    let world = World::new();
    world.folder("acme");
    let args = ["--repository".to_owned(), "~/acme".to_owned()];
    let server = world.host.add_server(script(&world, &args)).await.unwrap();
    world.trust(server).await;
    world.until_failed(server).await;
    let world = world.quit().await.start();
    let reason = world.until_failed(server).await;
    assert_ne!(reason.code, Code::CrashLoop);
    assert_eq!(propose(&world, server).await.len(), 1);
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn folders_of_arguments_of_the_environment_and_of_the_start_are_proposed() {
    let world = World::new();
    let (data, of_env, cwd) = (world.folder("data"), world.folder("env"), world.folder("work"));
    fs::write(data.join("x.db"), "").unwrap();
    fs::create_dir(cwd.join("inner")).unwrap();
    let args = ["--repository", "./inner", "--db-path=$HOME/data/x.db", "https://x.y/z"];
    let mut draft = script(&world, &args.map(str::to_owned));
    draft.env.push(EnvEntry { name: "ALLOWED_DIR".into(), value: of_env.display().to_string() });
    draft.cwd = Some("~/work".into());
    let server = world.host.add_server(draft).await.unwrap();
    let picks = propose(&world, server).await;
    let expected = [&cwd.join("inner"), &data, &of_env, &cwd].map(|it| it.display().to_string());
    assert_eq!(folders(&picks), expected);
    let named: Vec<_> = picks.iter().map(|pick| pick.named.clone().unwrap()).collect();
    assert_eq!(named[1].file.as_deref(), Some("x.db"));
    assert_eq!(named[2].by, NamedBy::Variable { name: "ALLOWED_DIR".into() });
    assert_eq!(named[3].by, NamedBy::WorkingFolder);
    allow(&world, &picks[3]).await;
    // The folder within is granted with the one around it.
    assert_eq!(world.host.pick_named(server, true).await.unwrap().len(), 2);
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_answered_is_not_asked_again_and_what_is_new_is() {
    let world = World::new();
    let (one, two) = (world.folder("one"), world.folder("two"));
    let draft =
        |folder: &Path| script(&world, &["--repository".to_owned(), folder.display().to_string()]);
    let server = world.host.add_server(draft(&one)).await.unwrap();
    let picks = propose(&world, server).await;
    world.host.dismiss_pick(picks[0].id).await.unwrap();
    assert!(world.host.pick_named(server, false).await.unwrap().is_empty());

    let mut both = draft(&one);
    both.args.push(two.display().to_string());
    world.host.edit_server(server, both).await.unwrap();
    assert_eq!(folders(&propose(&world, server).await), [two.display().to_string()]);
    // Whoever asks for it is shown all of it.
    assert_eq!(world.host.pick_named(server, true).await.unwrap().len(), 2);
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_servers_that_name_one_folder_are_asked_about_apart() {
    let world = World::new();
    let folder = world.folder("acme");
    let args = ["--repository".to_owned(), folder.display().to_string()];
    let one = world.host.add_server(script(&world, &args)).await.unwrap();
    let two = ServerDraft { name: "other".into(), ..script(&world, &args) };
    let two = world.host.add_server(two).await.unwrap();
    let picks = [propose(&world, one).await, propose(&world, two).await].concat();
    let servers: Vec<_> = world.view().await.picks.iter().map(|pick| pick.server).collect();
    assert_eq!(servers, [Some(one), Some(two)]);
    allow(&world, &picks[0]).await;
    assert_eq!(world.view().await.picks.len(), 1);
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn cautions_hold_for_what_is_named_too() {
    let world = World::new();
    let keys = world.folder(".ssh");
    let data = world.ground.places.data.clone();
    let args = ["--repository", "~/.ssh", "~", data.to_str().unwrap()].map(str::to_owned);
    let server = world.host.add_server(script(&world, &args)).await.unwrap();
    let picks = propose(&world, server).await;
    assert_eq!(picks[0].folder.path, keys.display().to_string());
    assert!(picks[0].type_name_to_grant && picks[1].type_name_to_grant && picks[2].refused);
    for pick in &picks {
        let refused = world.host.grant(pick.id, server, READ, ALWAYS, None).await.unwrap_err();
        assert!([Code::NameNotTyped, Code::GrantRefused].contains(&refused.code), "{refused:?}");
    }
    assert!(world.view().await.grants.is_empty());
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_not_there_is_said() {
    let world = World::new();
    let args = ["--repository".to_owned(), "~/gone".to_owned()];
    let server = world.host.add_server(script(&world, &args)).await.unwrap();
    assert!(world.host.pick_named(server, false).await.unwrap().is_empty());
    let said = &world.view().await.notices[0].failure;
    assert_eq!(said.code, Code::NamedMissing);
    let gone = world.ground.places.home.join("gone").display().to_string();
    assert!(said.details.values().any(|value| *value == gone), "{said:?}");
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_that_was_turned_after_it_was_shown_is_not_asked_about() {
    let world = World::new();
    let (one, two) = (world.folder("one"), world.folder("two"));
    let args = ["--repository".to_owned(), one.display().to_string()];
    let server = world.host.add_server(script(&world, &args)).await.unwrap();
    world.until_server(server, "its command was looked at", |it| !it.unmet.is_empty()).await;
    fs::remove_dir(&one).unwrap();
    std::os::unix::fs::symlink(&two, &one).unwrap();
    assert!(world.host.pick_named(server, false).await.unwrap().is_empty());
    let view = world.view().await;
    assert_eq!((view.picks.len(), view.notices[0].failure.code.clone()), (0, Code::FolderChanged));
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn several_commands_and_the_folders_they_name_wait_for_one_consent() {
    let world = World::new();
    let (acme, notes) = (world.folder("acme"), world.folder("Notes"));
    world.folder(".ssh");
    let named = |name: &str, folders: &[&str]| {
        let args = ["--repository"].iter().chain(folders).map(|it| (*it).to_owned());
        ServerDraft { name: name.into(), ..script(&world, &args.collect::<Vec<_>>()) }
    };
    let one = world.host.add_server(named("one", &["~/acme", "~/Notes", "~/.ssh"])).await.unwrap();
    let two = world.host.add_server(named("two", &["~/acme"])).await.unwrap();
    for server in [one, two] {
        world.until_asked_to_trust(server).await;
    }
    let (page, _pushed) = world.ground.connect(Role::View).await.unwrap();
    let waits = page.introduce_servers(vec![one, two], vec![one], vec![]).await.unwrap();
    let view = world.view().await;
    assert_eq!(view.consents.iter().map(|it| it.id).collect::<Vec<_>>(), waits);
    let together = view.consents[0].together;
    assert!(together.is_some());
    assert!(view.consents.iter().all(|it| it.together == together), "{:?}", view.consents);
    let picks: Vec<_> = view.picks.iter().collect();
    assert!(picks.iter().all(|it| it.together == together && it.server == Some(one)));
    let red: Vec<_> = picks.iter().map(|it| it.type_name_to_grant).collect();
    assert_eq!(red, [false, false, true], "a red warning is there to be a question of its own");

    for (consent, pick) in waits.iter().zip([picks[0].id, picks[2].id]) {
        assert_eq!(page.agree(*consent).await.unwrap_err().code, Code::NeedsConsent);
        let granted = page.grant_folders(vec![pick], one, READ, ALWAYS).await;
        assert_eq!(granted.unwrap_err().code, Code::NeedsConsent);
    }
    let all = picks.iter().map(|it| it.id).collect();
    let refused = world.host.grant_folders(all, one, READ, ALWAYS).await.unwrap_err();
    assert_eq!(refused.code, Code::NameNotTyped, "it is not granted among others");
    let plain = vec![picks[0].id, picks[1].id];
    world.host.grant_folders(plain, one, READ, ALWAYS).await.unwrap();
    world.host.agree(waits[0]).await.unwrap();
    world.until_running(one).await;
    let view = world.view().await;
    let granted: Vec<_> = view.grants.iter().map(|it| (it.server, it.access)).collect();
    assert_eq!(granted, [(one, READ), (one, READ)]);
    assert!([&acme, &notes].iter().all(|it| view.grants.iter().any(|grant| is_on(grant, it))));
    assert!(!is_running(find(&view, two).unwrap()), "nobody agreed to it");
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_what_waits_for_trust_is_introduced_and_no_more_than_can_wait() {
    let world = World::new();
    let files = world.bundled().await;
    let (page, _pushed) = world.ground.connect(Role::View).await.unwrap();
    let refused =
        async |servers| page.introduce_servers(servers, vec![], vec![]).await.unwrap_err().code;
    assert_eq!(refused(vec![files]).await, Code::CommandChanged);
    assert_eq!(refused(vec![999]).await, Code::CommandChanged);
    assert_eq!(refused((0..1000).collect()).await, Code::TooManyConsents);
    assert_eq!(world.view().await.consents, []);
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_pasted_server_lists_what_it_names() {
    let world = World::new();
    let (one, two) = (world.folder("a"), world.folder("b"));
    let text = json!({ "mcpServers": { "fs": {
        "command": "npx",
        "args": ["-y", "@modelcontextprotocol/server-filesystem", "~/a", two, "/mcp", "~/gone", "--to=/path/to/dir"],
    }}});
    let pasted = world.host.read_servers(text.to_string()).await.unwrap();
    let Pasted::Server { names, missing, .. } = &pasted[0] else { panic!("{pasted:?}") };
    assert_eq!(*names, [&one, &two].map(|it| it.display().to_string()));
    assert_eq!(*missing, ["~/gone", "/path/to/dir"]);
    let view = world.view().await;
    assert!(view.picks.is_empty() && view.notices.is_empty(), "reading asks nothing");
    world.quit().await;
}

const ALWAYS: LifetimeChoice = LifetimeChoice::Always;

/// Agrees to be asked about what the server names.
async fn propose(world: &World, server: u32) -> Vec<PickView> {
    let picked = world.host.pick_named(server, false).await.unwrap();
    let picks = world.view().await.picks;
    let of = |id: &u32| picks.iter().find(|pick| pick.id == *id).unwrap().clone();
    picked.iter().map(of).collect()
}

async fn allow(world: &World, pick: &PickView) {
    let server = pick.server.unwrap();
    world.host.grant(pick.id, server, READ, ALWAYS, None).await.unwrap();
}

fn folders(picks: &[PickView]) -> Vec<String> {
    picks.iter().map(|pick| pick.folder.path.clone()).collect()
}

/// A server that does not start without the folder of `--repository`.
pub(crate) fn script(world: &World, args: &[String]) -> ServerDraft {
    let script = world.folder("src").join("server.py");
    fs::write(&script, format!("{NEEDS_ITS_FOLDER}\n{}", include_str!("reader.py"))).unwrap();
    let args = std::iter::once(script.display().to_string()).chain(args.to_vec());
    ServerDraft {
        name: "git".into(),
        program: "python3".into(),
        args: args.collect(),
        ..ServerDraft::default()
    }
}

fn with_a_file(world: &World, name: &str) -> PathBuf {
    let folder = world.folder(name);
    fs::write(folder.join("hello.txt"), "hello").unwrap();
    folder
}
