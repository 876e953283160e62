//! What a person is shown of a folder, and what they have to do to give it away.

use std::fs;
use std::path::Path;
use std::path::PathBuf;

use paddock_control::Role;
use paddock_host::view::{
    Access, Action, ActivityFilter, ActivityFormat, Code, LifetimeChoice, Outcome, PickView,
    ServerDraft, View, Warning, WarningCode, WarningLevel, WideningView,
};

use crate::world::{READ, WRITE, World};

const ALWAYS: LifetimeChoice = LifetimeChoice::Always;

#[tokio::test(flavor = "multi_thread")]
async fn home_is_given_away_only_by_its_typed_name() {
    let world = World::new();
    let files = world.bundled().await;
    let home = world.ground.places.home.clone();
    let pick = picked(&world, &home).await;
    assert!(pick.type_name_to_grant && !pick.refused);
    assert!(
        pick.warnings
            .iter()
            .any(|it| it.code == WarningCode::Home && it.level == WarningLevel::Red)
    );

    for typed in [None, Some(String::new()), Some("Home".to_owned())] {
        let refused = world.host.grant(pick.id, files, READ, ALWAYS, typed).await.unwrap_err();
        assert_eq!(refused.code, Code::NameNotTyped);
    }
    assert!(world.view().await.grants.is_empty());
    world.host.grant(pick.id, files, READ, ALWAYS, Some("home".into())).await.unwrap();
    let view = world.view().await;
    assert_eq!((view.grants.len(), view.picks.len()), (1, 0));
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_app_gives_nothing_of_its_own_away() {
    let world = World::new();
    let files = world.bundled().await;
    let pick = picked(&world, &world.ground.places.data).await;
    assert!(pick.refused);
    let name = Some("data".to_owned());
    let refused = world.host.grant(pick.id, files, READ, ALWAYS, name).await.unwrap_err();
    assert_eq!(refused.code, Code::GrantRefused);
    assert!(world.view().await.grants.is_empty());
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_repository_around_a_folder_is_offered_in_its_place() {
    let world = World::new();
    let files = world.bundled().await;
    let acme = world.folder("acme");
    let inside = world.folder("acme/src");
    fs::create_dir(acme.join(".git")).unwrap();
    let pick = picked(&world, &inside).await;
    assert_eq!(pick.repository.unwrap().path, acme.display().to_string());
    let instead = world.host.pick_repository(pick.id).await.unwrap();
    let view = world.view().await;
    let offered: Vec<_> = view.picks.iter().map(|it| it.folder.path.as_str()).collect();
    assert_eq!(offered, [acme.to_str().unwrap()]);
    world.host.grant(instead, files, WRITE, ALWAYS, None).await.unwrap();

    // What is inside of a granted folder says so, and is a grant of its own.
    world.grant(files, &inside, READ).await;
    let view = world.view().await;
    let grant = view.grants.iter().find(|it| it.folder.name == "src").unwrap();
    assert_eq!(grant.inside.as_deref(), acme.to_str());
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_folder_of_a_workspace_is_proposed_and_the_missing_ones_are_noticed() {
    let world = World::new();
    let (one, two) = (world.folder("one"), world.folder("two"));
    let file = world.ground.beside("all.code-workspace");
    let folders = format!(
        r#"{{ "folders": [ {{ "path": "home/one" }}, {{ "path": "gone" }}, {{ "path": "{}" }} ] }}"#,
        two.display()
    );
    fs::write(&file, folders).unwrap();
    let picks = world.host.pick_workspace(file.into()).await.unwrap();
    assert_eq!(picks.len(), 2);
    let view = world.view().await;
    let offered: Vec<_> = view.picks.iter().map(|it| it.folder.path.clone()).collect();
    assert_eq!(offered, [one, two].map(|folder| folder.display().to_string()));
    assert_eq!(view.notices[0].failure.code, Code::FolderMissing);
    let together = view.picks[0].together;
    assert!(together.is_some() && view.picks.iter().all(|it| it.together == together));
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn folders_are_granted_together_or_none_of_them() {
    let world = World::new();
    let files = world.bundled().await;
    let mut picks = Vec::new();
    for name in ["one", "two", "three"] {
        picks.push(picked(&world, &world.folder(name)).await.id);
    }
    let home = picked(&world, &world.ground.places.home.clone()).await.id;
    let with_home: Vec<_> = picks.iter().copied().chain([home]).collect();
    let refused = world.host.grant_folders(with_home, files, READ, ALWAYS).await.unwrap_err();
    assert_eq!(refused.code, Code::NameNotTyped);
    assert_eq!(world.view().await.grants, []);

    // Another folder stands there now.
    let three = world.folder("three");
    fs::rename(&three, world.ground.beside("away")).unwrap();
    fs::create_dir(&three).unwrap();
    let refused = world.host.grant_folders(picks.clone(), files, READ, ALWAYS).await.unwrap_err();
    assert_eq!(refused.code, Code::FolderChanged);
    assert_eq!(world.view().await.grants, []);

    world.host.grant_folders(picks[..2].to_vec(), files, READ, ALWAYS).await.unwrap();
    let view = world.view().await;
    let granted: Vec<_> = view.grants.iter().map(|it| it.folder.name.as_str()).collect();
    assert_eq!(granted, ["one", "two"]);
    let left: Vec<_> = view.picks.iter().map(|it| it.id).collect();
    assert_eq!(left, [picks[2], home]);
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_granted_folder_is_proposed_for_another_server_while_it_is_the_same_one() {
    let world = World::new();
    let files = world.bundled().await;
    let other = world.add_fake("other", &[]).await;
    let acme = world.folder("acme");
    let grant = world.grant(files, &acme, READ).await;
    let pick = world.host.pick_granted(grant, Some(other)).await.unwrap();
    let view = world.view().await;
    let proposed = view.picks.iter().find(|it| it.id == pick).unwrap();
    assert_eq!((proposed.wished, proposed.folder.name.as_str()), (Some(other), "acme"));
    // Nothing is granted by it.
    assert_eq!(view.grants.len(), 1);

    fs::rename(&acme, world.ground.beside("away")).unwrap();
    fs::create_dir(&acme).unwrap();
    let refused = world.host.pick_granted(grant, Some(other)).await.unwrap_err();
    assert_eq!(refused.code, Code::FolderChanged);
    let unknown = world.host.pick_granted(4_000_000, None).await.unwrap_err();
    assert_eq!(unknown.code, Code::UnknownGrant);
    world.quit().await;
}

/// Paddock's own data is in it, and is not covered: the server is not let in.
#[tokio::test(flavor = "multi_thread")]
async fn a_folder_that_a_server_is_not_let_into_is_said_to_be_so() {
    let world = World::new();
    if !world.enforces_live().await {
        return;
    }
    let server = world.well_behaved("one").await;
    let data = world.ground.places.data.clone();
    let around = data.parent().unwrap().to_owned();
    let pick = picked(&world, &around).await;
    assert!(codes(&pick.warnings).contains(&WarningCode::ContainsOwnData));
    let name = Some(pick.folder.name.clone());
    world.host.grant(pick.id, server, READ, ALWAYS, name).await.unwrap();
    let is_said = |view: &View| {
        view.grants
            .iter()
            .any(|it| it.reachability == paddock_host::view::ReachabilityView::NotLetIn)
    };
    world.until("it is not let in", is_said).await;
    let text = format!("{}\n{}", around.join("x").display(), data.join("y").display());
    let verdicts = world.host.check_paths(Some(server), text).await.unwrap();
    assert!(verdicts.iter().all(|it| it.outcome == Outcome::Withheld), "{verdicts:?}");
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_path_is_allowed_withheld_or_outside() {
    let world = World::new();
    let files = world.bundled().await;
    let (read, write) = (world.folder("read"), world.folder("write"));
    world.grant_and_tell(files, &read, READ).await;
    world.grant_and_tell(files, &write, WRITE).await;
    let evil = world.folder("read-evil");
    let link = read.join("link");
    std::os::unix::fs::symlink(&evil, &link).unwrap();
    let paths = [
        (read.join("new/file"), Outcome::AllowedRead),
        (write.clone(), Outcome::AllowedReadWrite),
        (evil, Outcome::Outside),
        (link, Outcome::Outside),
        ("~/write/x".into(), Outcome::AllowedReadWrite),
        ("relative".into(), Outcome::NotAPath),
    ];
    let text: Vec<_> = paths.iter().map(|(path, _)| path.display().to_string()).collect();
    let verdicts = world.host.check_paths(Some(files), text.join("\n")).await.unwrap();
    let outcomes: Vec<_> = verdicts.iter().map(|it| it.outcome).collect();
    assert_eq!(outcomes, paths.map(|(_, outcome)| outcome));

    fs::rename(&write, world.ground.beside("away")).unwrap();
    let missing = |view: &View| {
        let of_write = view.grants.iter().find(|it| it.folder.name == "write").unwrap();
        of_write.reachability == paddock_host::view::ReachabilityView::Missing
    };
    world.until("the folder is missing", missing).await;
    let verdicts = world.host.check_paths(Some(files), "~/write/x".into()).await.unwrap();
    assert_eq!(verdicts[0].outcome, Outcome::Withheld);
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_activity_can_be_searched_and_written_out() {
    let world = World::new();
    let files = world.bundled().await;
    let folder = world.folder("acme");
    let grant = world.grant_and_tell(files, &folder, READ).await;
    world.host.revoke(grant).await.unwrap();
    let filter = ActivityFilter {
        kinds: vec![Action::Granted.into(), Action::Revoked.into()],
        text: "acme".into(),
        ..ActivityFilter::default()
    };
    let page = world.host.activity(filter.clone()).await.unwrap();
    let found: Vec<_> = page.records.iter().map(|it| (it.kind.known(), it.access)).collect();
    assert_eq!(found, [(Some(Action::Revoked), Some(READ)), (Some(Action::Granted), Some(READ)),]);
    assert_eq!(page.records[0].path.as_deref(), folder.to_str());

    let file = world.ground.beside("activity.jsonl");
    assert_eq!(
        world
            .host
            .export_activity(filter, ActivityFormat::JsonLines, file.clone().into())
            .await
            .unwrap(),
        2
    );
    let text = fs::read_to_string(&file).unwrap();
    let kinds: Vec<_> = text
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap()["kind"].clone())
        .collect();
    assert_eq!(kinds, ["granted", "revoked"]);
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_folder_is_asked_about_for_the_server_that_was_named_and_so_is_its_repository() {
    let world = World::new();
    world.bundled().await;
    let other = world.add_fake("other", &[]).await;
    let acme = world.folder("acme");
    fs::create_dir_all(acme.join(".git")).unwrap();
    fs::create_dir(acme.join("src")).unwrap();
    let wished = async |pick| {
        let view = world.view().await;
        view.picks.iter().find(|it| it.id == pick).and_then(|it| it.wished)
    };
    let pick = world.host.pick_for(acme.join("src").into(), other).await.unwrap();
    assert_eq!(wished(pick).await, Some(other));
    let instead = world.host.pick_repository(pick).await.unwrap();
    assert_eq!(wished(instead).await, Some(other));
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_can_not_be_is_refused_by_name() {
    let world = World::new();
    let files = world.bundled().await;
    let pick = world.host.pick(world.folder("acme").into()).await.unwrap();
    let code = |refused: Result<(), paddock_host::view::Failure>| refused.unwrap_err().code;
    assert_eq!(code(world.host.grant(pick, 999, READ, ALWAYS, None).await), Code::UnknownServer);
    assert_eq!(code(world.host.grant(999, files, READ, ALWAYS, None).await), Code::UnknownPick);
    assert_eq!(code(world.host.revoke(999).await), Code::UnknownGrant);
    assert_eq!(code(world.host.grant_again(999).await.map(drop)), Code::UnknownGrant);
    assert_eq!(code(world.host.start_server(999).await), Code::UnknownServer);
    assert_eq!(code(world.host.remove_server(999).await), Code::UnknownServer);
    assert_eq!(
        code(world.host.pick(PathBuf::from("/nowhere").into()).await.map(drop)),
        Code::FolderMissing
    );
    assert_eq!(
        code(world.host.pick(PathBuf::from("/etc/passwd").into()).await.map(drop)),
        Code::NotAFolder
    );
    let nameless = ServerDraft { program: "x".into(), ..ServerDraft::default() };
    assert_eq!(code(world.host.add_server(nameless).await.map(drop)), Code::DraftEmptyName);
    let called = world.host.call_tool(files, "x".into(), "[1]".into(), 1).await;
    assert_eq!(code(called.map(drop)), Code::BadArguments);
    let view = world.view().await;
    assert_eq!((view.servers.len(), view.grants.len(), view.picks.len()), (1, 0, 1));
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn how_much_there_is_in_a_folder_follows_the_question() {
    let world = World::new();
    let folder = world.folder("acme");
    fs::create_dir(folder.join("src")).unwrap();
    fs::write(folder.join("src/a"), [0; 100]).unwrap();
    std::os::unix::fs::symlink("/usr", folder.join("usr")).unwrap();
    let id = picked(&world, &folder).await.id;
    let counted = |view: &View| {
        let pick = view.picks.iter().find(|it| it.id == id)?;
        pick.size.map(|size| (size.files, size.bytes, size.at_least))
    };
    let counted = |view: &View| counted(view).is_some_and(|it| it == (1, 100.0, false));
    world.until("it is counted", counted).await;
    world.quit().await;
}

async fn picked(world: &World, folder: &Path) -> PickView {
    let id = world.host.pick(folder.to_path_buf().into()).await.unwrap();
    let view = world.view().await;
    view.picks.into_iter().find(|it| it.id == id).unwrap()
}

/// As when it is picked: what a hook or a setting leads to may not all be found.
#[tokio::test(flavor = "multi_thread")]
async fn what_is_not_all_guarded_is_said_where_more_is_allowed_and_where_it_is_given_again() {
    let world = World::new();
    let server = world.well_behaved("one").await;
    let folder = world.folder("acme");
    fs::create_dir_all(folder.join(".git")).unwrap();
    fs::write(folder.join(".git/config"), "# long\n".repeat(200_000)).unwrap();
    let grant = world.grant_and_tell(server, &folder, READ).await;
    let (front, _pushed) = world.ground.connect(Role::View).await.unwrap();
    let warned = async || {
        let view = world.view().await;
        let said = view.consents.iter().filter_map(|consent| {
            if let WideningView::Access { access, warnings, .. } = &consent.what {
                return Some((Some(*access), codes(warnings)));
            }
            let WideningView::GrantAgain { warnings, .. } = &consent.what else { return None };
            Some((None, codes(warnings)))
        });
        said.collect::<Vec<_>>()
    };
    let not_all = vec![WarningCode::NotAllGuarded];

    let waits = front.set_access(grant, Access::WriteGuarded).await.unwrap().unwrap();
    assert_eq!(warned().await, [(Some(Access::WriteGuarded), not_all.clone())]);
    assert_eq!(front.set_access(grant, Access::WriteGuarded).await.unwrap(), Some(waits));
    world.host.dismiss_consent(waits).await.unwrap();
    // Nothing is guarded from who may write everything.
    let waits = front.set_access(grant, Access::ReadWrite).await.unwrap().unwrap();
    assert_eq!(warned().await, [(Some(Access::ReadWrite), vec![WarningCode::GitHooks])]);
    world.host.agree(waits).await.unwrap();
    // What narrows waits for nothing that is looked at.
    assert_eq!(front.set_access(grant, Access::WriteGuarded).await.unwrap(), None);

    world.host.revoke(grant).await.unwrap();
    let ended = world.view().await.ended[0].id;
    front.grant_again(ended).await.unwrap().unwrap();
    assert_eq!(warned().await, [(None, not_all.clone())]);
    let consents = world.view().await.consents;
    world.host.dismiss_consent(consents[0].id).await.unwrap();
    front.grant_all_again(vec![ended]).await.unwrap().unwrap();
    let WideningView::GrantAllAgain { folders, .. } = &world.view().await.consents[0].what else {
        panic!("nothing is asked")
    };
    assert_eq!(codes(&folders[0].warnings), not_all, "the same list");
    world.quit().await;
}

fn codes(warnings: &[Warning]) -> Vec<WarningCode> {
    warnings.iter().map(|warning| warning.code.clone()).collect()
}
