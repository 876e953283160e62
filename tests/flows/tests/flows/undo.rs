//! What was revoked at once is given again at once, by one consent.

use std::collections::BTreeMap;
use std::fs;

use paddock_control::Role;
use paddock_host::view::{
    Access, Code, EndedWhy, EnvEntry, FolderAgain, LifetimeChoice, LifetimeView, ReachabilityView,
    RunView, ServerDraft, ServerView, View, WideningView,
};

use crate::world::{READ, WRITE, World, fake, find};

const FOLDERS: usize = 25;

fn ended(view: &View) -> Vec<u32> {
    let folders = view.ended.iter().map(|it| it.id);
    folders.chain(view.ended_destinations.iter().map(|it| it.id)).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn all_that_was_revoked_comes_back_by_one_consent_but_what_is_gone() {
    let world = World::new();
    let files = world.bundled().await;
    for number in 0..FOLDERS {
        world.grant(files, &world.folder(&format!("a{number}")), WRITE).await;
    }
    let short = LifetimeChoice::For { minutes: 30 };
    let (brief, replaced) = (world.folder("brief"), world.folder("replaced"));
    world.grant_for(files, &brief, READ, short).await;
    world.grant(files, &replaced, READ).await;
    world.host.allow_destination(files, "a.example".into(), short).await.unwrap();
    let before = world.until("it is allowed", |view| connects(view, files) == 1).await;
    world.host.revoke_all().await.unwrap();
    let after = |view: &View| view.grants.is_empty() && connects(view, files) == 0;
    let view = world.until("all is revoked", after).await;
    assert_eq!(ended(&view).len(), FOLDERS + 3);
    fs::remove_dir(&replaced).unwrap();
    fs::create_dir(&replaced).unwrap();

    let (page, _pushed) = world.ground.connect(Role::View).await.unwrap();
    let waits = page.grant_all_again(ended(&view)).await.unwrap().expect("it waits");
    assert_eq!(page.agree(waits).await.unwrap_err().code, Code::NeedsConsent);
    let view = world.view().await;
    assert!(after(&view), "nothing is given before a person agreed");
    let [consent] = view.consents.as_slice() else { panic!("{:?}", view.consents) };
    let WideningView::GrantAllAgain { folders, destinations, lost } = &consent.what else {
        panic!("{consent:?}");
    };
    assert_eq!((folders.len(), destinations.len()), (FOLDERS + 1, 1));
    let [gone] = lost.as_slice() else { panic!("{lost:?}") };
    assert_eq!(gone.why, ReachabilityView::Replaced);
    assert_eq!(gone.folder.path, replaced.display().to_string());

    world.host.agree(waits).await.unwrap();
    let back = |view: &View| view.grants.len() == FOLDERS + 1 && connects(view, files) == 1;
    let view = world.until("all is back", back).await;
    let until = |view: &View| {
        let is_it = |path: &str| path == brief.display().to_string();
        view.grants.iter().find(|it| is_it(&it.folder.path)).unwrap().lifetime
    };
    assert_eq!(until(&view), until(&before), "it lasts no longer than it would have");
    assert!(matches!(until(&view), LifetimeView::Until { .. }));
    assert_eq!(view.grants.iter().filter(|it| it.access == WRITE).count(), FOLDERS);
    assert_eq!(ended(&view).len(), 1, "what is gone is still named");
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_folder_that_is_replaced_while_it_is_asked_about_is_not_given() {
    let world = World::new();
    let files = world.bundled().await;
    let folder = world.folder("acme");
    world.grant(files, &folder, READ).await;
    world.grant(files, &world.folder("other"), READ).await;
    world.host.revoke_all().await.unwrap();
    let view = world.until("all is revoked", |view| view.grants.is_empty()).await;
    let (page, _pushed) = world.ground.connect(Role::View).await.unwrap();
    let waits = page.grant_all_again(ended(&view)).await.unwrap().expect("it waits");
    fs::remove_dir(&folder).unwrap();
    fs::create_dir(&folder).unwrap();
    assert_eq!(world.host.agree(waits).await.unwrap_err().code, Code::FolderChanged);
    assert!(world.view().await.grants.is_empty());
    world.quit().await;
}

/// A server that had home, by its name, and another folder, and lost both.
async fn without_home(world: &World) -> (u32, View) {
    let files = world.bundled().await;
    let home = world.ground.places.home.clone();
    let pick = world.host.pick(home.into()).await.unwrap();
    let always = LifetimeChoice::Always;
    world.host.grant(pick, files, READ, always, Some("home".into())).await.unwrap();
    world.grant(files, &world.folder("acme"), READ).await;
    world.host.revoke_all().await.unwrap();
    (files, world.until("all is revoked", |view| view.grants.is_empty()).await)
}

#[tokio::test(flavor = "multi_thread")]
async fn what_takes_a_typed_name_is_a_question_of_its_own_again() {
    let world = World::new();
    let (files, view) = without_home(&world).await;
    let home = view.ended.iter().find(|it| it.folder.name == "home").unwrap().id;
    let (page, _pushed) = world.ground.connect(Role::View).await.unwrap();

    // One by itself, and all at once; nor does who may consent give it without the name.
    assert_eq!(page.grant_again(home).await.unwrap(), None);
    assert_eq!(world.host.grant_again(home).await.unwrap(), None);
    let all = page.grant_all_again(ended(&view)).await.unwrap().expect("the other one waits");
    let view = world.view().await;
    assert!(view.grants.is_empty(), "{:?}", view.grants);
    let WideningView::GrantAllAgain { folders, lost, .. } = &view.consents[0].what else {
        panic!("{:?}", view.consents);
    };
    let names: Vec<_> = folders.iter().map(|it| it.folder.name.as_str()).collect();
    assert_eq!((names.as_slice(), lost.len()), (&["acme"][..], 0));
    let asked = view.picks.iter().filter(|it| it.folder.name == "home");
    let asked: Vec<_> = asked.map(|it| (it.id, it.type_name_to_grant, it.wished)).collect();
    let [(pick, true, Some(wished)), ..] = asked[..] else { panic!("{asked:?}") };
    assert_eq!(wished, files);

    world.host.agree(all).await.unwrap();
    let always = LifetimeChoice::Always;
    let refused = world.host.grant(pick, files, READ, always, None).await.unwrap_err();
    assert_eq!(refused.code, Code::NameNotTyped);
    world.host.grant(pick, files, READ, always, Some("home".into())).await.unwrap();
    world.until("both are back", |view| view.grants.len() == 2).await;
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_there_is_more_to_know_of_by_the_time_that_it_is_agreed_to_is_not_given() {
    let world = World::new();
    let files = world.bundled().await;
    let folder = world.folder("acme");
    world.grant(files, &folder, WRITE).await;
    world.host.revoke_all().await.unwrap();
    let view = world.until("all is revoked", |view| view.grants.is_empty()).await;
    let (page, _pushed) = world.ground.connect(Role::View).await.unwrap();
    let one = view.ended[0].id;
    let told = page.grant_again(one).await.unwrap().expect("it waits");
    let all = page.grant_all_again(vec![one]).await.unwrap().expect("it waits");
    fs::write(folder.join(".env"), "TOKEN=secret").unwrap();
    for waits in [told, all] {
        let refused = world.host.agree(waits).await.unwrap_err();
        assert_eq!(refused.code, Code::UnknownConsent);
    }
    assert!(world.view().await.grants.is_empty());
    let waits = page.grant_again(one).await.unwrap().expect("it is asked anew");
    world.host.agree(waits).await.unwrap();
    world.until("it is back", |view| view.grants.len() == 1).await;
    world.quit().await;
}

/// Of nested folders the innermost counts: without it, the one around it would give more.
#[tokio::test(flavor = "multi_thread")]
async fn what_lies_around_a_folder_that_is_gone_is_a_question_of_its_own() {
    let world = World::new();
    let files = world.bundled().await;
    let (around, inner) = (world.folder("w"), world.folder("w/secret"));
    world.grant(files, &around, WRITE).await;
    world.grant(files, &inner, READ).await;
    world.grant(files, &world.folder("other"), WRITE).await;
    world.host.revoke_all().await.unwrap();
    let view = world.until("all is revoked", |view| view.grants.is_empty()).await;
    fs::remove_dir(&inner).unwrap();
    let (page, _pushed) = world.ground.connect(Role::View).await.unwrap();
    let waits = page.grant_all_again(ended(&view)).await.unwrap().expect("the other one waits");
    let view = world.view().await;
    let WideningView::GrantAllAgain { folders, lost, .. } = &view.consents[0].what else {
        panic!("{:?}", view.consents);
    };
    let names: Vec<_> = folders.iter().map(|it| it.folder.name.as_str()).collect();
    assert_eq!((names.as_slice(), lost.len()), (&["other"][..], 1));
    let asked = view.picks.iter().find(|it| it.folder.name == "w").map(|it| it.wished);
    assert_eq!(asked, Some(Some(files)));
    world.host.agree(waits).await.unwrap();
    world.until("the other one is back", |view| view.grants.len() == 1).await;
    world.quit().await;
}

/// As for a folder that comes to need it while a person is asked.
#[tokio::test(flavor = "multi_thread")]
async fn an_answer_that_came_without_the_name_gives_nothing_that_needs_it() {
    let world = World::new();
    let (_, view) = without_home(&world).await;
    let home = view.ended.iter().find(|it| it.folder.name == "home").unwrap();
    let again = FolderAgain {
        ended: home.id,
        server: home.server,
        folder: home.folder.clone(),
        access: home.access,
        lifetime: LifetimeView::Always,
        warnings: Vec::new(),
    };
    let (destinations, lost) = (Vec::new(), Vec::new());
    for agreed in [
        WideningView::GrantAgain { ended: home.id, warnings: vec![] },
        WideningView::GrantAllAgain { folders: vec![again], destinations, lost },
    ] {
        world.inner().widen(agreed).await.unwrap();
        let view = world.view().await;
        assert!(view.grants.is_empty(), "{:?}", view.grants);
        assert!(view.picks.iter().any(|it| it.type_name_to_grant), "{:?}", view.picks);
    }
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn of_what_nobody_had_nothing_is_given_again() {
    let world = World::new();
    let (page, _pushed) = world.ground.connect(Role::View).await.unwrap();
    for made_up in [vec![], vec![0, 1, 2, u32::MAX]] {
        let refused = page.grant_all_again(made_up).await.unwrap_err();
        assert_eq!(refused.code, Code::UnknownGrant);
    }
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_ended_is_there_after_the_host_was_started_again() {
    let world = World::new();
    let files = world.bundled().await;
    let folder = world.folder("acme");
    world.grant(files, &folder, WRITE).await;
    world.grant_for(files, &world.folder("run"), READ, LifetimeChoice::ThisRun).await;
    let forgotten = world.grant(files, &world.folder("forgotten"), READ).await;
    world.host.allow_destination(files, "a.example".into(), LifetimeChoice::Always).await.unwrap();
    world.until("it is allowed", |view| connects(view, files) == 1).await;
    world.host.revoke_all().await.unwrap();
    world.host.forget_ended(forgotten).await.unwrap();
    let before = world.until("all is revoked", |view| view.grants.is_empty()).await;

    let world = world.quit().await.start();
    let view = world.view().await;
    let named = |view: &View| {
        let folders = view.ended.iter().map(|it| (it.id, it.folder.path.clone(), it.access));
        folders.collect::<std::collections::BTreeSet<_>>()
    };
    assert_eq!(named(&view), named(&before));
    assert_eq!(view.ended_destinations, before.ended_destinations);
    let (page, _pushed) = world.ground.connect(Role::View).await.unwrap();
    let waits = page.grant_all_again(ended(&view)).await.unwrap().expect("it waits");
    world.host.agree(waits).await.unwrap();
    let back = |view: &View| view.grants.len() == 2 && connects(view, files) == 1;
    world.until("all is back", back).await;

    // What was given again has not ended any more, whenever the host starts.
    let world = world.quit().await.start();
    let view = world.view().await;
    assert!(view.ended.iter().all(|it| it.why == EndedWhy::RunEnded), "{:?}", view.ended);
    assert_eq!(view.ended_destinations, []);
    world.quit().await;
}

/// A server of a person's own with two folders and somewhere to connect; it was removed. What brings
/// it back, and what it had.
async fn removed(world: &World) -> (ServerDraft, BTreeMap<String, (Access, LifetimeView)>) {
    let id = world.host.add_server(fake("notes", &[])).await.unwrap();
    world.trust(id).await;
    world.grant(id, &world.folder("acme"), WRITE).await;
    let short = LifetimeChoice::For { minutes: 30 };
    world.grant_for(id, &world.folder("brief"), READ, short).await;
    world.host.allow_destination(id, "a.example".into(), LifetimeChoice::Always).await.unwrap();
    let view = world.until("it is allowed", |view| connects(view, id) == 1).await;
    let draft = world.host.server_draft(id).await.unwrap();
    world.host.remove_server(id).await.unwrap();
    (ServerDraft { was: Some(id), ..draft }, folders(&view, id))
}

/// The folders of a server, each with how and for how long it has it.
fn folders(view: &View, server: u32) -> BTreeMap<String, (Access, LifetimeView)> {
    let grants = view.grants.iter().filter(|it| it.server == server);
    grants.map(|it| (it.folder.path.clone(), (it.access, it.lifetime))).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_is_added_again_gets_back_what_it_had_with_the_same_consent() {
    let world = World::new();
    let (draft, had) = removed(&world).await;
    assert!(ended(&world.view().await).is_empty(), "what is gone is not offered");
    let (page, _pushed) = world.ground.connect(Role::View).await.unwrap();
    let back = page.add_server(draft).await.unwrap();
    world.until_asked_to_trust(back).await;
    let view = world.view().await;
    assert!(view.grants.is_empty() && connects(&view, back) == 0, "nobody agreed to it");
    assert_eq!(ended(&view).len(), 3);

    let waits = page.introduce_servers(vec![back], vec![], ended(&view)).await.unwrap();
    let [trust, again] = waits[..] else { panic!("{waits:?}") };
    let view = world.view().await;
    let [first, second] = view.consents.as_slice() else { panic!("{:?}", view.consents) };
    assert!(first.together.is_some() && first.together == second.together, "one question");
    assert!(matches!(first.what, WideningView::Trust { server, .. } if server == back));
    let WideningView::GrantAllAgain { folders: asked, destinations, lost } = &second.what else {
        panic!("{second:?}");
    };
    assert_eq!((asked.len(), destinations.len(), lost.len()), (2, 1, 0));
    for consent in [trust, again] {
        assert_eq!(page.agree(consent).await.unwrap_err().code, Code::NeedsConsent);
    }
    world.host.agree(again).await.unwrap();
    world.host.agree(trust).await.unwrap();
    let is_trusted = |view: &View| {
        let state = &find(view, back).unwrap().state;
        !matches!(state, RunView::NeedsTrust { .. }) && connects(view, back) == 1
    };
    let view = world.until("it is as it was", is_trusted).await;
    assert_eq!(folders(&view, back), had, "each as wide and for as long as before");
    assert!(ended(&view).is_empty());
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn another_command_is_not_taken_for_the_server_that_was_removed() {
    let world = World::new();
    let (draft, _) = removed(&world).await;
    let (page, _pushed) = world.ground.connect(Role::View).await.unwrap();
    let named = |name: &str| ServerDraft { name: name.into(), ..draft.clone() };
    let option = EnvEntry { name: "NODE_OPTIONS".into(), value: "--require ./other.js".into() };
    for other in [
        ServerDraft { program: "/bin/sh".into(), ..named("program") },
        ServerDraft { args: vec!["--other".into()], ..named("args") },
        ServerDraft { env: vec![option], ..named("env") },
        ServerDraft { cwd: Some("/tmp".into()), ..named("cwd") },
        ServerDraft { was: Some(u32::MAX), ..named("nobody") },
    ] {
        let name = other.name.clone();
        let added = page.add_server(other).await.unwrap();
        let looked_for = |it: &ServerView| !matches!(it.state, RunView::Starting { .. });
        world.until_server(added, "it was looked for", looked_for).await;
        assert!(ended(&world.view().await).is_empty(), "{name} was given what another had");
    }
    // It comes back once.
    let first = page.add_server(named("first")).await.unwrap();
    let second = page.add_server(named("second")).await.unwrap();
    world.until_asked_to_trust(first).await;
    world.until_asked_to_trust(second).await;
    let view = world.view().await;
    let of: Vec<_> = view.ended.iter().map(|it| it.server).collect();
    assert_eq!((of, view.ended_destinations.len()), (vec![first, first], 1));
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_one_command_had_comes_back_with_no_other() {
    let world = World::new();
    let (page, _pushed) = world.ground.connect(Role::View).await.unwrap();
    let edited = |draft: &ServerDraft| ServerDraft {
        args: [draft.args.clone(), vec!["--other".into()]].concat(),
        ..draft.clone()
    };
    // It was edited, and nobody trusted that, before it was removed.
    let id = world.host.add_server(fake("edited", &[])).await.unwrap();
    world.trust(id).await;
    world.grant(id, &world.folder("one"), WRITE).await;
    let other = edited(&world.host.server_draft(id).await.unwrap());
    page.edit_server(id, other.clone()).await.unwrap();
    page.remove_server(id).await.unwrap();
    let back = page.add_server(ServerDraft { was: Some(id), ..other }).await.unwrap();
    world.until_asked_to_trust(back).await;
    assert!(ended(&world.view().await).is_empty(), "another command had it");

    // It is edited once it is there again.
    let (draft, _) = removed(&world).await;
    let back = page.add_server(draft.clone()).await.unwrap();
    world.until_asked_to_trust(back).await;
    assert_eq!(ended(&world.view().await).len(), 3);
    page.edit_server(back, edited(&draft)).await.unwrap();
    world.until("it is forgotten", |view| ended(view).is_empty()).await;
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_takes_a_typed_name_is_asked_about_if_its_server_is() {
    let world = World::new();
    let id = world.host.add_server(fake("notes", &[])).await.unwrap();
    world.trust(id).await;
    let home = world.ground.places.home.clone();
    let pick = world.host.pick(home.into()).await.unwrap();
    let always = LifetimeChoice::Always;
    world.host.grant(pick, id, READ, always, Some("home".into())).await.unwrap();
    let draft = world.host.server_draft(id).await.unwrap();
    world.host.remove_server(id).await.unwrap();
    let (page, _pushed) = world.ground.connect(Role::View).await.unwrap();
    let back = page.add_server(ServerDraft { was: Some(id), ..draft }).await.unwrap();
    world.until_asked_to_trust(back).await;
    let all = ended(&world.view().await);
    let trusted = world.bundled().await;
    let asked = page.introduce_servers(vec![back, trusted], vec![], all.clone()).await;
    assert_eq!(asked.unwrap_err().code, Code::CommandChanged);
    let by_name = |view: &View| {
        view.picks.iter().filter(|it| it.type_name_to_grant && it.wished == Some(back)).count()
    };
    assert_eq!(by_name(&world.view().await), 0);
    page.introduce_servers(vec![back], vec![], all).await.unwrap();
    assert_eq!(by_name(&world.view().await), 1);
    world.quit().await;
}

/// The program may be another one by the time that it is added again.
#[tokio::test(flavor = "multi_thread")]
async fn what_a_program_had_that_was_replaced_is_not_offered() {
    let world = World::new();
    let program = world.folder("programs").join("notes");
    fs::copy(fake("notes", &[]).program, &program).unwrap();
    let draft = ServerDraft { program: program.display().to_string(), ..fake("notes", &[]) };
    let id = world.host.add_server(draft.clone()).await.unwrap();
    world.trust(id).await;
    world.grant(id, &world.folder("acme"), WRITE).await;
    world.host.remove_server(id).await.unwrap();
    fs::remove_file(&program).unwrap();
    fs::copy(fake("notes", &[]).program, &program).unwrap();
    let back = world.host.add_server(ServerDraft { was: Some(id), ..draft }).await.unwrap();
    world.until_asked_to_trust(back).await;
    assert!(ended(&world.view().await).is_empty(), "another file had it");
    world.quit().await;
}

fn connects(view: &View, server: u32) -> usize {
    find(view, server).map_or(0, |server| server.destinations.len())
}
