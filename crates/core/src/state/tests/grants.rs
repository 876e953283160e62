//! What is granted, told and taken back.

use std::time::Duration;

use super::{Fixture, HOUR, START, path, root, seen};
use crate::network::{Destination, NetworkChoice};
use crate::{
    Access, Again, Asking, Change, Command, Confinement, Consent, CustomCommand, Effect, Ended,
    EndedWhy, Ending, Event, Fingerprint, Grant, GrantId, How, Lifetime, Limits, Notice,
    Reachability, Refusal, Saved, Scope, Server, ServerId, State, Time, ToolOf, ToolRule, Verdict,
};

#[test]
fn a_revoked_folder_is_told_before_anything_is_written() {
    let (mut fixture, files) = Fixture::running();
    let grant = fixture.grant(&root("/a", 1), files, Access::Read, Lifetime::Always);
    let effects = fixture.send(Event::Revoke(grant));
    assert_eq!(effects[0], Effect::Announce(files.own()));
    assert!(fixture.state.view(files).unwrap().entries.is_empty());
}

#[test]
fn a_grant_that_can_not_be_kept_is_not_in_force() {
    let (mut fixture, server) = Fixture::running();
    let consent =
        Consent { root: root("/a", 1), server, access: Access::Read, lifetime: Lifetime::Always };
    let effects = fixture.state.handle(Event::Grant(consent), START);
    let Effect::Commit(commit) = &effects[0] else { panic!("{effects:?}") };
    let effects = fixture.state.handle(Event::CommitFailed(commit.id), START);
    assert!(effects.contains(&Effect::Refuse(Refusal::NotSaved)));
    assert_eq!(fixture.state.grants().count(), 0);
}

#[test]
fn a_revocation_that_can_not_be_kept_is_in_force_and_said() {
    let (mut fixture, files) = Fixture::running();
    let grant = fixture.grant(&root("/a", 1), files, Access::Read, Lifetime::Always);
    let effects = fixture.state.handle(Event::Revoke(grant), START);
    let commit = effects.iter().find_map(|effect| {
        if let Effect::Commit(commit) = effect { Some(commit.id) } else { None }
    });
    let effects = fixture.state.handle(Event::CommitFailed(commit.unwrap()), START);
    assert!(effects.contains(&Effect::Tell(Notice::RevokeNotSaved)));
    assert!(fixture.state.view(files).unwrap().entries.is_empty());
}

#[test]
fn only_servers_whose_list_changed_are_told() {
    let (mut fixture, files) = Fixture::running();
    let other = fixture.custom("other");
    let fingerprint = Fingerprint::of(&seen(1));
    fixture.send(Event::Found { session: other.own(), seen: Some(seen(1)) });
    fixture.send(Event::Trust { server: other, fingerprint });
    fixture.send(Event::Found { session: other.own(), seen: Some(seen(1)) });
    fixture.send(Event::Ready(other.own()));
    let consent = Consent {
        root: root("/a", 1),
        server: files,
        access: Access::Read,
        lifetime: Lifetime::Always,
    };
    let effects = fixture.send(Event::Grant(consent));
    assert!(effects.contains(&Effect::Announce(files.own())));
    assert!(!effects.contains(&Effect::Announce(other.own())));
}

#[test]
fn a_missing_folder_is_withheld_and_returns_by_itself() {
    let (mut fixture, files) = Fixture::running();
    let acme = root("/a", 1);
    fixture.grant(&acme, files, Access::Read, Lifetime::Always);
    let effects = fixture.send(Event::Reached(acme.clone(), Reachability::Missing));
    assert!(effects.contains(&Effect::Announce(files.own())));
    assert!(effects.contains(&Effect::Tell(Notice::FolderGone(acme.clone()))));
    assert!(fixture.state.view(files).unwrap().entries.is_empty());
    fixture.send(Event::Reached(acme, Reachability::Reachable));
    assert_eq!(fixture.state.view(files).unwrap().entries.len(), 1);
}

#[test]
fn a_folder_found_at_the_start_as_it_was_is_no_news() {
    let (mut fixture, files) = Fixture::running();
    fixture.grant(&root("/a", 1), files, Access::Read, Lifetime::Always);
    let servers = fixture.state.servers().cloned().collect();
    let grants = fixture.state.grants().cloned().collect();
    let (mut state, _) =
        State::open(Saved { servers, grants, next_id: 9, ..Saved::default() }, START);
    assert!(state.view(files).unwrap().entries.is_empty(), "nobody looked yet");
    let found = Event::Reached(root("/a", 1), Reachability::Reachable);
    assert_eq!(state.handle(found, START), []);
    assert_eq!(state.view(files).unwrap().entries.len(), 1);
    let gone = state.handle(Event::Reached(root("/a", 1), Reachability::Missing), START);
    assert!(gone.contains(&Effect::Tell(Notice::FolderGone(root("/a", 1)))));
}

#[test]
fn consent_to_another_folder_in_the_same_place_replaces_the_old_consent() {
    let (mut fixture, files) = Fixture::running();
    let old = fixture.grant(&root("/a", 1), files, Access::ReadWrite, Lifetime::Always);
    fixture.send(Event::Reached(root("/a", 1), Reachability::Replaced));
    assert!(fixture.state.view(files).unwrap().entries.is_empty());
    let new = fixture.grant(&root("/a", 2), files, Access::Read, Lifetime::Always);
    assert_ne!(old, new);
    assert_eq!(fixture.state.grants().count(), 1);
    assert_eq!(fixture.state.view(files).unwrap().entries[0].access, Access::Read);
}

#[test]
fn a_grant_ends_when_its_time_is_over_and_is_told_of_before() {
    let (mut fixture, files) = Fixture::running();
    let until = Lifetime::Until(Time(START.0 + HOUR));
    let grant = fixture.grant(&root("/a", 1), files, Access::Read, until);
    let effects = fixture.send_at(Event::TimePassed, Time(START.0 + HOUR - 5 * 60_000));
    assert!(effects.contains(&Effect::Tell(Notice::Expiring(grant))));
    assert!(effects.contains(&Effect::Wake(Some(Time(START.0 + HOUR)))));
    let effects = fixture.send_at(Event::TimePassed, Time(START.0 + HOUR));
    assert!(effects.contains(&Effect::Announce(files.own())));
    assert_eq!(fixture.state.grants().count(), 0);
}

#[test]
fn a_grant_for_this_run_outlives_a_crash_and_not_a_stop() {
    let (mut fixture, files) = Fixture::running();
    fixture.grant(&root("/a", 1), files, Access::Read, Lifetime::ThisRun);
    fixture.send(Event::Ended(files.own(), Ending::crash("x", Duration::ZERO)));
    assert_eq!(fixture.state.grants().count(), 1);
    let moment = Time(START.0 + 500);
    let effects = fixture.send_at(Event::TimePassed, moment);
    assert!(effects.contains(&Effect::Find(files.own())), "{effects:?}");
    fixture.send(Event::Found { session: files.own(), seen: None });
    fixture.send(Event::Ready(files.own()));
    fixture.send(Event::Stop(files));
    fixture.send(Event::Ended(files.own(), Ending::Asked));
    assert_eq!(fixture.state.grants().count(), 0);
}

#[test]
fn folders_a_run_was_told_of_linger_until_it_restarts() {
    let (mut fixture, files) = Fixture::advisory();
    let grant = fixture.grant(&root("/a", 1), files, Access::Read, Lifetime::Always);
    let list = fixture.state.view(files).unwrap().clone();
    fixture.send(Event::Told(files.own(), list));
    assert_eq!(fixture.state.lingering(files).count(), 0);
    fixture.send(Event::Revoke(grant));
    assert_eq!(fixture.state.lingering(files).collect::<Vec<_>>(), [&root("/a", 1)]);
    fixture.send(Event::Ended(files.own(), Ending::crash("x", Duration::ZERO)));
    assert_eq!(fixture.state.lingering(files).count(), 0);
}

#[test]
fn less_is_in_force_at_once_and_more_once_it_is_kept() {
    let mut fixture = Fixture::new();
    fixture.send(Event::Surveyed(Some(How::Live)));
    let usual = Confinement::default();
    fixture.send(Event::SetConfinement(fixture.files(), usual));
    let (mut fixture, files) = fixture.run_files();
    let off = Confinement { network: NetworkChoice::Off, ..usual };
    let effects = fixture.state.handle(Event::SetConfinement(files, off), START);
    assert!(effects.contains(&Effect::Stop(files.own())), "{effects:?}");
    let effects = fixture.state.handle(Event::SetConfinement(files, usual), START);
    assert!(!effects.contains(&Effect::Stop(files.own())));
    assert_eq!(fixture.state.server(files).unwrap().confinement.network, NetworkChoice::Off);
}

#[test]
fn what_ended_can_be_given_again() {
    let (mut fixture, files) = Fixture::running();
    let grant = fixture.grant(&root("/a", 1), files, Access::ReadWrite, Lifetime::Always);
    fixture.send(Event::Revoke(grant));
    fixture.send(Event::GrantAgain(grant));
    let again = fixture.state.grants().next().unwrap();
    assert_eq!((again.access, again.lifetime), (Access::ReadWrite, Lifetime::Always));
    assert_eq!(fixture.state.ended().count(), 0);
}

#[test]
fn what_had_an_end_is_given_again_until_then_or_for_an_hour_where_that_is_over() {
    let (mut fixture, files) = Fixture::running();
    let end = Time(START.0 + 600_000);
    let grant = fixture.grant(&root("/a", 1), files, Access::Read, Lifetime::Until(end));
    fixture.send(Event::Revoke(grant));
    fixture.send(Event::GrantAgain(grant));
    let again = fixture.state.grants().next().unwrap();
    let (id, lifetime) = (again.id, again.lifetime);
    assert_eq!(lifetime, Lifetime::Until(end), "it lasts no longer than before");
    fixture.send_at(Event::Revoke(id), end);
    fixture.send_at(Event::GrantAgain(id), end);
    let again = fixture.state.grants().next().unwrap();
    assert_eq!(again.lifetime, Lifetime::Until(end.plus(Duration::from_hours(1))));
}

#[test]
fn all_that_was_revoked_at_once_is_given_again_as_it_was() {
    let (mut fixture, files) = Fixture::running();
    let end = Time(START.0 + 600_000);
    for number in 0..40 {
        let lifetime = if number == 0 { Lifetime::Until(end) } else { Lifetime::Always };
        fixture.grant(&root(&format!("/a{number}"), number + 1), files, Access::Read, lifetime);
    }
    let to = |text: &str| text.parse::<Destination>().unwrap();
    fixture.send(Event::Allow(files, vec![to("a.example")], Lifetime::ThisRun));
    fixture.send(Event::Allow(files, vec![to("b.example")], Lifetime::Always));
    fixture.send(Event::RevokeAll);
    let folders = fixture.state.ended().map(|it| (it.grant.id, it.grant.lifetime));
    let connects = fixture.state.ended_destinations().map(|it| (it.id, it.lifetime));
    let all: Vec<_> = folders.chain(connects).collect();
    assert_eq!(all.len(), 42);
    // Of what a person says since, that counts.
    fixture.send(Event::Never(files, to("b.example")));
    assert_eq!(fixture.state.ended_destinations().count(), 1);
    let again = all.into_iter().map(|(ended, lifetime)| Again { ended, lifetime }).collect();
    fixture.send(Event::GrantAllAgain(again));
    assert_eq!(fixture.state.grants().count(), 40);
    let first = fixture.state.grants().find(|grant| grant.root == root("/a0", 1)).unwrap();
    assert_eq!(first.lifetime, Lifetime::Until(end), "it lasts no longer than before");
    let server = fixture.state.server(files).unwrap();
    let allowed: Vec<_> = server.destinations.allowed.iter().collect();
    let [(name, allowance)] = allowed.as_slice() else { panic!("{allowed:?}") };
    assert_eq!((*name, allowance.lifetime), (&to("a.example"), Lifetime::ThisRun));
    assert_eq!((fixture.state.ended().count(), fixture.state.ended_destinations().count()), (0, 0));
}

/// A server with a command that a person trusts.
fn trusted(fixture: &mut Fixture) -> ServerId {
    let server = fixture.custom("other");
    find(fixture, server, 1);
    fixture.send(Event::Trust { server, fingerprint: Fingerprint::of(&seen(1)) });
    server
}

/// Its program is found, of this size.
fn find(fixture: &mut Fixture, server: ServerId, size: u64) -> Vec<Effect> {
    fixture.send(Event::Found { session: server.own(), seen: Some(seen(size)) })
}

/// The trusted command with another argument.
fn edited(server: ServerId) -> Event {
    let (program, args) = ("other".into(), vec!["--all".into()]);
    let command = Command::Custom(CustomCommand { program, args, ..CustomCommand::default() });
    Event::EditServer { server, name: "other".into(), command }
}

fn count_ended(fixture: &Fixture) -> (usize, usize) {
    (fixture.state.ended().count(), fixture.state.ended_destinations().count())
}

#[test]
fn what_a_removed_server_had_is_given_to_the_one_that_comes_back_only_by_a_person() {
    let mut fixture = Fixture::new();
    let server = trusted(&mut fixture);
    let end = Time(START.0 + HOUR);
    fixture.grant(&root("/a", 1), server, Access::ReadWrite, Lifetime::Until(end));
    fixture.grant(&root("/b", 2), server, Access::Read, Lifetime::Always);
    let revoked = fixture.grant(&root("/c", 3), server, Access::Read, Lifetime::Always);
    fixture.send(Event::Revoke(revoked));
    let to = "a.example".parse::<Destination>().unwrap();
    fixture.send(Event::Allow(server, vec![to.clone()], Lifetime::ThisRun));
    let had = fixture.state.had(server).unwrap();
    fixture.send(Event::RemoveServer(server));
    let refused = fixture.send(Event::CameBack(server, had.clone()));
    assert_eq!(refused, [Effect::Refuse(Refusal::UnknownServer)]);

    let back = fixture.custom("other");
    fixture.send(Event::CameBack(back, had));
    assert_eq!(count_ended(&fixture), (0, 0), "nobody knows yet what its command is");
    let effects = find(&mut fixture, back, 1);
    let kept = effects.iter().filter(|effect| matches!(effect, Effect::Note(_)));
    assert_eq!((kept.count(), count_ended(&fixture)), (3, (2, 1)), "{effects:?}");
    assert_eq!(fixture.state.grants().count(), 0, "nobody agreed to it");
    assert!(fixture.state.server(back).unwrap().destinations.allowed.is_empty());

    let folders = fixture.state.ended().map(|it| (it.grant.id, it.grant.lifetime));
    let connects = fixture.state.ended_destinations().map(|it| (it.id, it.lifetime));
    let again = folders.chain(connects).map(|(ended, lifetime)| Again { ended, lifetime });
    let again = again.collect();
    fixture.send(Event::GrantAllAgain(again));
    let grants = fixture.state.grants_of(back);
    let grants: Vec<_> = grants.map(|it| (&it.root, it.access, it.lifetime)).collect();
    assert_eq!(grants.len(), 2, "{grants:?}");
    assert!(grants.contains(&(&root("/a", 1), Access::ReadWrite, Lifetime::Until(end))));
    assert!(grants.contains(&(&root("/b", 2), Access::Read, Lifetime::Always)));
    let allowed = &fixture.state.server(back).unwrap().destinations.allowed;
    assert_eq!(allowed.get(&to).map(|it| it.lifetime), Some(Lifetime::ThisRun));
    assert_eq!(count_ended(&fixture), (0, 0));
}

#[test]
fn a_server_that_comes_back_is_as_narrow_as_it_was() {
    let mut fixture = Fixture::new();
    let server = trusted(&mut fixture);
    fixture.send(Event::Allow(server, vec!["*".parse().unwrap()], Lifetime::Always));
    fixture.send(Event::Never(server, "evil.example".parse().unwrap()));
    fixture.send(Event::SetMostSent(server, Some(5000)));
    fixture.send(Event::SetScope(server, Scope::WhereAppWorks));
    let of = ToolOf { tool: "write".into(), app: None };
    fixture.send(Event::SetToolRule(server, of, Some(ToolRule::Off)));
    fixture.send(Event::SetLimits(server, Limits { processes: 100, memory: Some(512) }));
    fixture.send(Event::SetAsking(server, Asking { muted: true, ..Asking::default() }));
    let ask_first = Confinement { ask_first: true, ..Confinement::default() };
    let off = Confinement { network: NetworkChoice::Off, ..ask_first };
    fixture.send(Event::SetConfinement(server, off));
    let old = fixture.state.server(server).unwrap().clone();
    let had = fixture.state.had(server).unwrap();
    fixture.send(Event::RemoveServer(server));

    let back = fixture.custom("other");
    let effects = fixture.send(Event::CameBack(back, had.clone()));
    let now = fixture.state.server(back).unwrap();
    let kept_to =
        |it: &Server| (it.confinement, it.limits, it.sending, it.asking, it.usage.clone());
    assert_eq!(kept_to(now), kept_to(&old), "before anybody agreed to anything");
    assert_eq!(now.destinations.never, old.destinations.never);
    assert!(now.destinations.allowed.is_empty());
    let put = [Change::PutServer(now.clone())];
    let is_kept = |effect: &Effect| {
        if let Effect::Commit(commit) = effect { commit.changes == put } else { false }
    };
    assert!(effects.iter().any(is_kept), "{effects:?}");
    // Of one that something was said of, nothing is put in the place of that.
    let refused = fixture.send(Event::CameBack(back, had));
    assert_eq!(refused, [Effect::Refuse(Refusal::UnknownServer)]);

    find(&mut fixture, back, 1);
    let all = fixture.state.ended_destinations().map(|it| (it.id, it.lifetime));
    let all = all.map(|(ended, lifetime)| Again { ended, lifetime }).collect();
    fixture.send(Event::GrantAllAgain(all));
    let now = fixture.state.server(back).unwrap();
    assert_eq!(now.destinations.allowed.len(), 1);
    assert!(now.destinations.is_within(&old.destinations));
    assert_eq!(kept_to(now), kept_to(&old));
}

#[test]
fn a_server_has_nothing_to_bring_back_by_a_command_that_nobody_trusted() {
    let mut fixture = Fixture::new();
    let server = fixture.custom("other");
    fixture.grant(&root("/a", 1), server, Access::ReadWrite, Lifetime::Always);
    assert_eq!(fixture.state.had(server), None, "it was never trusted");
    find(&mut fixture, server, 1);
    fixture.send(Event::Trust { server, fingerprint: Fingerprint::of(&seen(1)) });
    assert!(fixture.state.had(server).is_some());
    let never = "a.example".parse::<Destination>().unwrap();
    find(&mut fixture, server, 2);
    assert_eq!(fixture.state.had(server), None, "its program is another file");

    // What it is kept to is no gift.
    fixture.send(Event::Never(server, never.clone()));
    let had = fixture.state.had(server).unwrap();
    fixture.send(Event::RemoveServer(server));
    let back = fixture.custom("other");
    fixture.send(Event::CameBack(back, had));
    find(&mut fixture, back, 2);
    assert!(fixture.state.server(back).unwrap().destinations.never.contains(&never));
    assert_eq!(count_ended(&fixture), (0, 0));

    let mut fixture = Fixture::new();
    let server = trusted(&mut fixture);
    fixture.send(edited(server));
    assert_eq!(fixture.state.had(server), None, "it says something else");
}

#[test]
fn what_one_command_had_is_not_offered_with_another() {
    let (mut fixture, back) = came_back();
    find(&mut fixture, back, 2);
    assert_eq!(count_ended(&fixture), (0, 0), "its program is another file");

    let (mut fixture, back) = came_back();
    find(&mut fixture, back, 1);
    assert_eq!(count_ended(&fixture), (1, 1));
    fixture.send(Event::Start(back));
    let effects = find(&mut fixture, back, 2);
    assert_eq!((forgotten(&effects), count_ended(&fixture)), (2, (0, 0)), "it was replaced");

    let (mut fixture, back) = came_back();
    fixture.send(edited(back));
    fixture.send(Event::Ended(back.own(), Ending::Asked));
    find(&mut fixture, back, 1);
    assert_eq!(count_ended(&fixture), (0, 0), "it was edited before it was found");

    let (mut fixture, back) = came_back();
    find(&mut fixture, back, 1);
    let effects = fixture.send(edited(back));
    assert_eq!((forgotten(&effects), count_ended(&fixture)), (2, (0, 0)), "it was edited");
}

#[test]
fn what_a_trusted_command_had_is_not_offered_with_the_first_trust_in_another() {
    let mut fixture = Fixture::new();
    let server = trusted(&mut fixture);
    let grant = fixture.grant(&root("/a", 1), server, Access::Read, Lifetime::Always);
    fixture.send(Event::Revoke(grant));
    fixture.send(edited(server));
    assert_eq!(count_ended(&fixture), (1, 0), "it is shown what changed");
    let effects = fixture.send(Event::WithdrawTrust(server));
    assert_eq!((forgotten(&effects), count_ended(&fixture)), (1, (0, 0)));
}

/// A server with a folder and a destination that was removed and is there again; its program was
/// not found yet.
fn came_back() -> (Fixture, ServerId) {
    let mut fixture = Fixture::new();
    let server = trusted(&mut fixture);
    fixture.grant(&root("/a", 1), server, Access::ReadWrite, Lifetime::Always);
    let to = "a.example".parse::<Destination>().unwrap();
    fixture.send(Event::Allow(server, vec![to], Lifetime::Always));
    let had = fixture.state.had(server).unwrap();
    fixture.send(Event::RemoveServer(server));
    let back = fixture.custom("other");
    fixture.send(Event::CameBack(back, had));
    (fixture, back)
}

fn forgotten(effects: &[Effect]) -> usize {
    let notes = effects.iter().filter_map(|effect| {
        if let Effect::Note(change) = effect { Some(&**change) } else { None }
    });
    notes.filter(|change| matches!(change, Change::Forget(_))).count()
}

#[test]
fn what_a_server_was_given_meanwhile_has_not_ended_when_it_comes_back() {
    let (mut fixture, back) = came_back();
    fixture.grant(&root("/a", 1), back, Access::Read, Lifetime::Always);
    fixture.send(Event::Never(back, "a.example".parse().unwrap()));
    find(&mut fixture, back, 1);
    assert_eq!(count_ended(&fixture), (0, 0));
}

#[test]
fn all_that_ended_is_kept_until_its_time_is_over() {
    let server = Server::new(ServerId(1), "files".into(), Command::Bundled);
    let ended = |number: u32| Ended {
        grant: Grant {
            id: GrantId(number),
            root: root(&format!("/a{number}"), number.into()),
            server: server.id,
            access: Access::Read,
            lifetime: Lifetime::Always,
            granted_at: START,
        },
        at: START,
        why: EndedWhy::Revoked,
    };
    let ended = (2..1500).map(ended).collect();
    let saved = Saved { servers: vec![server], ended, next_id: 2000, ..Saved::default() };
    let (state, _) = State::open(saved, START);
    let mut fixture = Fixture { state, effects: Vec::new(), os_waits: false };
    let files = fixture.files();
    let grant = fixture.grant(&root("/new", 5000), files, Access::Read, Lifetime::Always);
    let later = Time(START.0 + 5);
    fixture.send_at(Event::Revoke(grant), later);
    let ids = |fixture: &Fixture| -> Vec<GrantId> {
        fixture.state.ended().map(|it| it.grant.id).collect()
    };
    let all = ids(&fixture);
    assert_eq!((all.len(), all[0], all[1]), (1499, grant, GrantId(2)));
    fixture.send_at(Event::ForgetBefore(START), later);
    assert_eq!(ids(&fixture).len(), 1499);
    fixture.send_at(Event::ForgetBefore(later), later);
    assert_eq!(ids(&fixture), [grant]);
}

#[test]
fn what_would_be_over_by_now_is_not_given_again() {
    let (mut fixture, files) = Fixture::running();
    let end = Time(START.0 + 600_000);
    let grant = fixture.grant(&root("/a", 1), files, Access::Read, Lifetime::Until(end));
    fixture.send(Event::RevokeAll);
    let again = vec![Again { ended: grant, lifetime: Lifetime::Until(end) }];
    let effects = fixture.send_at(Event::GrantAllAgain(again), end);
    assert!(effects.contains(&Effect::Refuse(Refusal::AlreadyOver)), "{effects:?}");
    assert_eq!(fixture.state.grants().count(), 0);
}

#[test]
fn the_nearest_grant_decides_on_a_path() {
    let (mut fixture, files) = Fixture::running();
    let outer = fixture.grant(&root("/w/a", 1), files, Access::ReadWrite, Lifetime::Always);
    let inner = fixture.grant(&root("/w/a/docs", 2), files, Access::Read, Lifetime::Always);
    let paths = ["/w/a/x", "/w/a/docs/x", "/w/a-evil/x", "/z"].map(path);
    assert_eq!(
        fixture.state.check(files, &paths),
        [
            Verdict::Allowed { by: outer, access: Access::ReadWrite },
            Verdict::Allowed { by: inner, access: Access::Read },
            Verdict::Outside { nearest: Some(outer) },
            Verdict::Outside { nearest: None },
        ]
    );
    fixture.send(Event::Reached(root("/w/a", 1), Reachability::Missing));
    assert_eq!(fixture.state.check(files, &paths[..1]), [Verdict::Withheld { by: outer }]);
}

#[test]
fn one_folder_is_known_by_whatever_path() {
    let (mut fixture, files) = Fixture::running();
    let grant = fixture.grant(&root("/a", 1), files, Access::Read, Lifetime::Always);
    let bind_mount = root("/elsewhere", 1);
    let same: Vec<_> = fixture.state.same_folder(&bind_mount).map(|grant| grant.id).collect();
    assert_eq!(same, [grant]);
}
