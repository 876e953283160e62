use paddock_control::view::{
    Asked, AskedDestinationView, AskingView, AttemptView, CommandView, DestinationRule,
    DestinationView, EnforcementView, FolderView, FrontView, HeldByView, HeldCallView, InForceView,
    LifecycleView, LimitsView, ListsView, NetworkChoice, OffersView, PausedAppView, PausedView,
    PickView, PlaceView, ReachabilityView, ReachedView, RequestKind, RetentionView, SeenView,
    SendingView, ServerView, SessionView, SystemView, Tier, ToldView, UsageView,
};

use paddock_front::Language;

use super::*;

pub(crate) fn view(grants: Vec<GrantView>) -> View {
    let tier = Tier::LiveMounts;
    let server = ServerView {
        id: 1,
        name: "Files".into(),
        bundled: true,
        command: CommandView {
            trusted: true,
            program: "paddock-files".into(),
            args: vec![],
            env_names: vec![],
            in_keyring: vec![],
            in_file: vec![],
            env_values: vec![],
            cwd: None,
            line: "paddock-files".into(),
            resolved: None,
            file: None,
            fingerprint: None,
        },
        state: RunView::Running { since: 0.0 },
        reported: None,
        revision: None,
        asks_for_roots: true,
        told: ToldView::Told,
        enforcement: EnforcementView {
            asked: Asked::Enforced,
            supported: Some(tier),
            in_force: InForceView::Enforced { tier },
        },
        reaches_all: false,
        reaches_anywhere: false,
        network: NetworkChoice::Open,
        destinations: vec![],
        ask_first: false,
        folders_in_command: false,
        reads: vec![],
        untold: false,
        proof: None,
        attempts: vec![],
        sought: vec![],
        refused_unasked: 0,
        unmet: vec![],
        missed: None,
        lingering: vec![],
        ignores_empty_list: false,
        not_entered: None,
        calls_in_flight: 0,
        offers: OffersView::default(),
        lists: ListsView::default(),
        followed: Vec::new(),
        lifecycle: LifecycleView::default(),
        limits: LimitsView {
            processes: 4096,
            processes_held: HeldByView::Nothing,
            memory: None,
            memory_held: HeldByView::Nothing,
        },
        sending: SendingView::default(),
        asking: AskingView::default(),
        usage: UsageView::default(),
    };
    View {
        sequence: 1,
        servers: vec![server],
        sessions: vec![],
        grants,
        ended: vec![],
        ended_destinations: vec![],
        picks: vec![],
        consents: vec![],
        paused: None,
        paused_apps: vec![],
        notices: vec![],
        requests: Vec::new(),
        missed: Vec::new(),
        places: Vec::new(),
        held_calls: Vec::new(),
        asked_destinations: Vec::new(),
        asked_sending: Vec::new(),
        providers: Vec::new(),
        system: SystemView::default(),
        secrets: paddock_control::view::SecretsView::default(),
        terminal_consent: false,
        stand_ins: Vec::new(),
        retention: RetentionView::default(),
        activity_deleted: None,
    }
}

fn a_grant(id: u32, access: Access, lifetime: LifetimeView) -> GrantView {
    let name = format!("folder-{id}");
    GrantView {
        id,
        server: 1,
        folder: FolderView { path: format!("/{name}"), uri: format!("file:///{name}"), name },
        access,
        lifetime,
        reachability: ReachabilityView::Reachable,
        granted_at: 0.0,
        last_told: None,
        last_used: None,
        inside: None,
        held_back: None,
    }
}

fn a_session(number: u32, app: &str, folder: Option<&str>) -> SessionView {
    let tier = Tier::LiveMounts;
    SessionView {
        server: 1,
        number,
        app: app.into(),
        folder: folder.map(str::to_owned),
        works_in: vec![],
        reaches: vec![],
        taken: vec![],
        since: 0.0,
        state: RunView::Running { since: 0.0 },
        revision: None,
        told: ToldView::Told,
        enforcement: EnforcementView {
            asked: Asked::Enforced,
            supported: Some(tier),
            in_force: InForceView::Enforced { tier },
        },
        proof: None,
        calls: 0,
    }
}

/// A call that waits, or of which its app was told to try again.
pub(crate) fn a_held_call(id: u32, lapsed: bool) -> HeldCallView {
    HeldCallView {
        id,
        server: 1,
        session: 3,
        app: "Codex".into(),
        tool: "write_file".into(),
        at: 0.0,
        lapsed,
        until: None,
        changed: false,
    }
}

/// A folder that waits for consent.
pub(crate) fn a_pick(id: u32, by: FrontView) -> PickView {
    PickView {
        id,
        folder: FolderView { path: "/w".into(), uri: "file:///w".into(), name: "w".into() },
        picked_as: None,
        repository: None,
        size: None,
        projects: vec![],
        warnings: vec![],
        type_name_to_grant: false,
        refused: false,
        granted_to: vec![],
        server: None,
        named: None,
        wished: None,
        together: None,
        by,
    }
}

fn action(text: &str, action: Action, enabled: bool) -> Item {
    Item::Action { text: text.into(), action, enabled }
}

fn ending(paused: bool, grants: bool) -> Vec<Item> {
    let pause = Item::Submenu {
        text: "Pause all servers".into(),
        items: vec![
            action("For 15 minutes", Action::Pause15, true),
            action("Until I resume", Action::PauseUntilResumed, true),
        ],
    };
    let resume = action("Resume servers…", Action::Resume, true);
    vec![
        action("Revoke all access", Action::RevokeAll, grants),
        if paused { resume } else { pause },
        Item::Separator,
        action("Open Paddock", Action::Open, true),
        action("Quit and stop all servers", Action::Quit { keep_servers: false }, true),
    ]
}

#[test]
fn with_no_grants_there_is_nothing_to_revoke() {
    let mut expected = vec![Item::Line("No folder access".into()), Item::Separator];
    expected.extend(ending(false, false));
    assert_eq!(menu(&view(vec![]), 0, AtQuit::Stop, &Strings::of(Language::English)), expected);
}

#[test]
fn a_server_that_is_not_enforced_heads_the_list_and_is_counted() {
    let mut view = view(vec![a_grant(7, Access::Read, LifetimeView::Always)]);
    view.servers[0].reaches_all = true;
    let shown = menu(&view, 0, AtQuit::Stop, &Strings::of(Language::English));
    assert_eq!(shown[0], Item::Line("1 grant, 1 server not enforced".into()));
    let stop = vec![action("Stop", Action::Stop(1), true)];
    let text = "Files → everything that you can read, not enforced".into();
    assert_eq!(shown[2], Item::Submenu { text, items: stop });

    view.grants.clear();
    let shown = menu(&view, 0, AtQuit::Stop, &Strings::of(Language::English));
    assert_eq!(shown[0], Item::Line("No folder access, 1 server not enforced".into()));
    assert!(shown.contains(&action("Revoke all access", Action::RevokeAll, true)));
}

#[test]
fn a_grant_can_be_extended_narrowed_and_revoked() {
    let until = LifetimeView::Until { at: 1_700_000_000_000.0 };
    let menu = menu(
        &view(vec![a_grant(7, Access::ReadWrite, until)]),
        0,
        AtQuit::Stop,
        &Strings::of(Language::English),
    );
    let Item::Submenu { text, items } = &menu[2] else { panic!("{menu:?}") };
    assert!(text.starts_with("folder-7 → Files, write everything, until "), "{text}");
    let expected = [
        action("Extend to 1 hour from now…", Action::ExtendHour(7), true),
        action("Make read-only", Action::MakeReadOnly(7), true),
        action("Revoke", Action::Revoke(7), true),
    ];
    assert_eq!(items, &expected);
}

#[test]
fn a_standing_read_only_grant_can_only_be_revoked() {
    let menu = menu(
        &view(vec![a_grant(7, Access::Read, LifetimeView::Always)]),
        0,
        AtQuit::Stop,
        &Strings::of(Language::English),
    );
    let items = vec![action("Revoke", Action::Revoke(7), true)];
    assert_eq!(menu[2], Item::Submenu { text: "folder-7 → Files, read".into(), items });
}

#[test]
fn five_grants_at_the_most_are_in_the_menu() {
    let grants = (0..8).map(|id| a_grant(id, Access::Read, LifetimeView::Always)).collect();
    let menu = menu(&view(grants), 0, AtQuit::Stop, &Strings::of(Language::English));
    let grants = menu.iter().filter(|item| {
        matches!(item, Item::Submenu { items, .. } if matches!(items.last(), Some(Item::Action { action: Action::Revoke(_), .. })))
    });
    assert_eq!(grants.count(), 5);
    assert!(menu.contains(&action("3 more…", Action::Open, true)));
}

#[test]
fn a_pause_says_so_and_can_be_ended() {
    let paused = View { paused: Some(PausedView { until: None }), ..view(vec![]) };
    let menu = menu(&paused, 0, AtQuit::Stop, &Strings::of(Language::English));
    assert_eq!(menu[0], Item::Line("All servers are paused".into()));
    assert_eq!(menu[2..], ending(true, false));
}

#[test]
fn all_that_waits_for_the_person_is_one_line_above_the_grants() {
    let request = |id, phase| RequestView {
        id,
        server: 1,
        at: 0.0,
        kind: RequestKind::Form,
        summary: "Your name?".into(),
        during: None,
        phase,
        of: None,
    };
    let mut view = view(vec![a_grant(7, Access::Read, LifetimeView::Always)]);
    view.requests = vec![
        request(1, RequestPhase::Waiting),
        request(2, RequestPhase::Answering),
        request(3, RequestPhase::Review),
    ];
    let line = |text| action(text, Action::Requests, true);
    assert_eq!(
        menu(&view, 0, AtQuit::Stop, &Strings::of(Language::English))[2],
        line("2 requests wait for you…")
    );
    let fingerprint = "0".repeat(64);
    view.servers[0].state = RunView::NeedsTrust { fingerprint, changed: false, was: None };
    view.servers[0].attempts.push(AttemptView {
        id: 1,
        path: "/w".into(),
        write: false,
        count: 1,
        last: 0.0,
        held: true,
        held_until: None,
        needs: None,
        offer: None,
    });
    view.held_calls = vec![a_held_call(1, false), a_held_call(2, true)];
    view.places = vec![PlaceView {
        id: 1,
        server: 1,
        app: "Codex".into(),
        folder: FolderView { path: "/w".into(), uri: "file:///w".into(), name: "w".into() },
        at: 0.0,
    }];
    // However many there are, a server asks once.
    let seeks = |id, destination: &str| AskedDestinationView {
        id,
        server: 1,
        app: None,
        destination: destination.into(),
        leads_to: Vec::new(),
        during: Vec::new(),
        at: 0.0,
        times: 3,
    };
    view.asked_destinations = vec![seeks(1, "api.example.com"), seeks(2, "b.example.com")];
    let menu = menu(&view, 0, AtQuit::Stop, &Strings::of(Language::English));
    assert_eq!(menu[2], line("8 requests wait for you…"));
    assert!(matches!(menu[4], Item::Submenu { .. }), "{menu:?}");
}

#[test]
fn every_action_is_known_by_its_name() {
    use Action::{
        Consent, EndSession, ExtendHour, MakeReadOnly, Open, Pause15, PauseApp, PauseUntilResumed,
        Quit, Requests, Resume, ResumeApp, Revoke, RevokeAll, Stop, TakeBack, TakeFolder, TryAgain,
    };
    for action in [
        Open,
        Requests,
        Consent,
        TryAgain,
        ExtendHour(1),
        Stop(1),
        EndSession { server: 1, session: 7 },
        MakeReadOnly(2),
        Revoke(3),
        TakeBack { server: 1, destination: "localhost:5432".into() },
        TakeFolder { server: 1, session: 7, folder: "/w/a:b".into() },
        TakeBack { server: 1, destination: "[fd00::1]:22".into() },
        RevokeAll,
        PauseApp("Claude: Code".into()),
        ResumeApp("Claude: Code".into()),
        Pause15,
        PauseUntilResumed,
        Resume,
        Quit { keep_servers: false },
        Quit { keep_servers: true },
    ] {
        assert_eq!(Action::from_id(&action.id()), Some(action));
    }
    assert_eq!(Action::from_id("revoke"), None);
    for wrong in ["revoke:x", "end:1", "end:1:x", "end::1", "stop:1:2", "take-back:1", "take:1:2"] {
        assert_eq!(Action::from_id(wrong), None, "{wrong}");
    }
}

#[test]
fn what_waits_for_consent_is_before_all_else() {
    let mut view = view(vec![]);
    view.picks = vec![a_pick(1, FrontView::Window), a_pick(2, FrontView::Window)];
    let menu = menu(&view, 0, AtQuit::Stop, &Strings::of(Language::English));
    assert_eq!(menu[2], action("2 consents wait for you…", Action::Consent, true));
}

#[test]
fn consents_are_counted_as_the_window_counts_them() {
    let together = |id| PickView { together: Some(7), ..a_pick(id, FrontView::Window) };
    let mut view = view(vec![]);
    view.picks = vec![together(1), together(2), PickView { refused: true, ..together(3) }];
    let menu = |changes| menu(&view, changes, AtQuit::Stop, &Strings::of(Language::English));
    assert_eq!(menu(0)[2], action("2 consents wait for you…", Action::Consent, true));
    // Changes of configs of apps wait in the same place.
    assert_eq!(menu(1)[2], action("3 consents wait for you…", Action::Consent, true));
}

#[test]
fn quitting_says_what_becomes_of_servers() {
    let last_of =
        |at_quit| menu(&view(vec![]), 0, at_quit, &Strings::of(Language::English)).split_off(6);
    let stops = action("Quit and stop all servers", Action::Quit { keep_servers: false }, true);
    let goes_on =
        action("Quit, and keep servers running", Action::Quit { keep_servers: true }, true);
    assert_eq!(last_of(AtQuit::Ask), [goes_on.clone(), stops.clone()]);
    assert_eq!(last_of(AtQuit::Stop), [stops]);
    assert_eq!(last_of(AtQuit::Keep), [goes_on]);
}

#[test]
fn without_a_host_there_is_nothing_to_ask_for() {
    let expected = vec![
        Item::Line("Paddock’s background service stopped".into()),
        Item::Separator,
        action("Try again", Action::TryAgain, true),
        action("Open Paddock", Action::Open, true),
        action("Quit", Action::Quit { keep_servers: false }, true),
    ];
    assert_eq!(without_host(&Strings::of(Language::English)), expected);
}

fn apps_in(menu: &[Item]) -> Option<(&str, &[Item])> {
    let mut submenus = menu.iter().filter_map(|item| {
        let Item::Submenu { text, items } = item else { return None };
        Some((text.as_str(), items.as_slice()))
    });
    submenus.find(|(text, _)| text.starts_with("Apps"))
}

#[test]
fn each_use_by_an_app_can_be_ended() {
    let mut view = view(vec![a_grant(7, Access::Read, LifetimeView::Always)]);
    assert_eq!(apps_in(&menu(&view, 0, AtQuit::Stop, &Strings::of(Language::English))), None);
    view.sessions =
        vec![a_session(3, "Claude Code", Some("/w/acme/")), a_session(4, "Zed & co", None)];
    let menu = menu(&view, 0, AtQuit::Stop, &Strings::of(Language::English));
    let ends = |text: &str, session| Item::Submenu {
        text: text.into(),
        items: vec![
            Item::Line(format!("Since {}", clock(0.0, &Strings::of(Language::English)))),
            Item::Line("Reaches no folder".into()),
            action("End", Action::EndSession { server: 1, session }, true),
        ],
    };
    let pause = |app: &str| action(&format!("Pause {app}"), Action::PauseApp(app.into()), true);
    let expected = [
        ends("Claude Code → Files, acme", 3),
        ends("Zed & co → Files", 4),
        pause("Claude Code"),
        pause("Zed & co"),
    ];
    assert_eq!(apps_in(&menu), Some(("Apps (2)", &expected[..])));
    assert_eq!(menu[4], Item::Separator);
}

#[test]
fn what_a_use_reaches_is_listed_and_each_folder_can_be_taken_away() {
    let mut view = view(vec![]);
    let at = |path: &str, access| ReachedView { path: path.into(), access };
    let mut reaches = vec![at("/w/acme", Access::Read), at("/w/b", Access::ReadWrite)];
    view.sessions = vec![SessionView { reaches: reaches.clone(), ..a_session(3, "Codex", None) }];
    let strings = Strings::of(Language::English);
    let items_of = |view: &View| {
        let menu = menu(view, 0, AtQuit::Stop, &strings);
        let (_, apps) = apps_in(&menu).unwrap();
        let Item::Submenu { items, .. } = &apps[0] else { panic!("{apps:?}") };
        items.clone()
    };
    let take = |text: &str, folder: &str| {
        let folder = folder.to_owned();
        action(text, Action::TakeFolder { server: 1, session: 3, folder }, true)
    };
    let items = items_of(&view);
    assert_eq!(items[1], take("Remove acme, read", "/w/acme"));
    assert_eq!(items[2], take("Remove b, write everything", "/w/b"));
    reaches.extend((0..9).map(|it| at(&format!("/w/{it}"), Access::Read)));
    view.sessions[0].reaches = reaches;
    assert_eq!(items_of(&view)[6], action("6 more…", Action::Open, true));
    view.sessions[0].enforcement.in_force = InForceView::Advisory;
    assert_eq!(items_of(&view)[1], Item::Line("Reaches everything that you can read".into()));
}

#[test]
fn an_app_that_is_paused_can_be_resumed_whether_or_not_it_is_here() {
    let mut view = view(vec![]);
    view.paused_apps = vec![PausedAppView { app: "Codex".into(), until: None }];
    let resume = action("Resume Codex…", Action::ResumeApp("Codex".into()), true);
    let strings = Strings::of(Language::English);
    let alone = menu(&view, 0, AtQuit::Stop, &strings);
    assert_eq!(apps_in(&alone), Some(("Apps (1)", &[resume.clone()][..])));
    view.sessions = vec![a_session(3, "Codex", None)];
    let here = menu(&view, 0, AtQuit::Stop, &strings);
    let (text, items) = apps_in(&here).unwrap();
    assert_eq!((text, &items[1..]), ("Apps (1)", &[resume][..]));
}

#[test]
fn a_use_that_is_not_enforced_heads_the_apps_and_is_counted() {
    let mut view = view(vec![]);
    view.sessions = vec![a_session(3, "Codex", None), a_session(4, "Zed", None)];
    view.sessions[1].enforcement.in_force = InForceView::Advisory;
    let menu = menu(&view, 0, AtQuit::Stop, &Strings::of(Language::English));
    assert_eq!(menu[0], Item::Line("No folder access, 1 server not enforced".into()));
    assert!(menu.contains(&action("Revoke all access", Action::RevokeAll, true)));
    let (_, items) = apps_in(&menu).unwrap();
    assert!(
        matches!(&items[0], Item::Submenu { text, .. } if text == "Zed → Files, not enforced"),
        "{items:?}"
    );
}

#[test]
fn a_server_that_only_apps_use_counts_as_running() {
    let mut view = view(vec![a_grant(7, Access::Read, LifetimeView::Always)]);
    view.servers[0].state = RunView::Stopped;
    let status =
        |view: &View| menu(view, 0, AtQuit::Stop, &Strings::of(Language::English)).remove(0);
    assert_eq!(status(&view), Item::Line("1 grant, 0 servers running".into()));
    view.sessions = vec![a_session(3, "Codex", None), a_session(4, "Zed", None)];
    assert_eq!(status(&view), Item::Line("1 grant, 1 server running".into()));
}

#[test]
fn twelve_uses_at_the_most_are_in_the_menu() {
    let mut view = view(vec![]);
    view.sessions = (1..=20).map(|number| a_session(number, "LangChain", None)).collect();
    let menu = menu(&view, 0, AtQuit::Stop, &Strings::of(Language::English));
    let (text, items) = apps_in(&menu).unwrap();
    assert_eq!((text, items.len()), ("Apps (20)", 14));
    assert_eq!(items[12], action("8 more…", Action::Open, true));
}

fn allowed(destination: &str, lifetime: LifetimeView) -> DestinationView {
    let rule = DestinationRule::Allowed { lifetime, since: 0.0 };
    DestinationView {
        destination: destination.into(),
        rule,
        seen: SeenView::default(),
        unreached: None,
    }
}

#[test]
fn where_servers_may_connect_can_be_taken_back() {
    let mut view = view(vec![]);
    let never = DestinationView {
        rule: DestinationRule::Never,
        ..allowed("tracker.example.net", LifetimeView::Always)
    };
    let until = LifetimeView::Until { at: 1_700_000_000_000.0 };
    view.servers[0].destinations = vec![
        allowed("api.example.com", LifetimeView::Always),
        allowed("localhost:5432", until),
        never,
    ];
    let menu = menu(&view, 0, AtQuit::Stop, &Strings::of(Language::English));
    let Item::Submenu { text, items } = &menu[2] else { panic!("{menu:?}") };
    assert_eq!((text.as_str(), items.len()), ("Destinations (2)", 2));
    let destination = "api.example.com".to_owned();
    let take_back = action("Take back", Action::TakeBack { server: 1, destination }, true);
    let text = "api.example.com → Files".to_owned();
    assert_eq!(items[0], Item::Submenu { text, items: vec![take_back] });
    let Item::Submenu { text, .. } = &items[1] else { panic!("{items:?}") };
    assert!(text.starts_with("localhost:5432 → Files, until "), "{text}");
    let all = action("Revoke all access, and 2 destinations", Action::RevokeAll, true);
    assert!(menu.contains(&all), "{menu:?}");
}

#[test]
fn twelve_destinations_at_the_most_are_in_the_menu() {
    let mut view = view(vec![]);
    let names = (1..=20).map(|number| format!("n{number}.example.com"));
    view.servers[0].destinations = names.map(|it| allowed(&it, LifetimeView::Always)).collect();
    let menu = menu(&view, 0, AtQuit::Stop, &Strings::of(Language::English));
    let Item::Submenu { items, .. } = &menu[2] else { panic!("{menu:?}") };
    assert_eq!(items.len(), 13);
    assert_eq!(items[12], action("8 more…", Action::Open, true));
}

/// What says who has what.
fn lines_in(items: &[Item]) -> Vec<&str> {
    let submenus = items.iter().filter_map(|item| {
        let Item::Submenu { text, items } = item else { return None };
        Some((text.as_str(), items))
    });
    let lines = submenus.flat_map(|(text, items)| std::iter::once(text).chain(lines_in(items)));
    lines.filter(|line| line.contains(" → ")).collect()
}

#[test]
fn every_language_says_who_has_what_in_lines_of_its_own() {
    let until = LifetimeView::Until { at: 0.0 };
    let mut view = view(vec![
        a_grant(1, Access::Read, LifetimeView::Always),
        a_grant(2, Access::WriteGuarded, until),
        a_grant(3, Access::WriteCommits, LifetimeView::ThisRun),
        a_grant(4, Access::ReadWrite, until),
    ]);
    view.sessions = vec![
        a_session(1, "Zed", Some("/w/acme")),
        a_session(2, "Zed", None),
        a_session(3, "Zed", Some("/w/acme")),
        a_session(4, "Zed", None),
    ];
    view.sessions[0].enforcement.in_force = InForceView::Advisory;
    view.sessions[1].enforcement.in_force = InForceView::Advisory;
    view.servers[0].destinations = vec![allowed("a.example.com", until)];
    let said = [
        (
            Language::English,
            [
                "folder-1 → Files, read",
                "folder-2 → Files, write, but not what runs, until TIME",
                "folder-3 → Files, write and commit",
                "folder-4 → Files, write everything, until TIME",
                "Zed → Files, acme, not enforced",
                "Zed → Files, not enforced",
                "Zed → Files, acme",
                "Zed → Files",
                "a.example.com → Files, until TIME",
            ],
        ),
        (
            Language::German,
            [
                "folder-1 → Files, lesen",
                "folder-2 → Files, schreiben, außer was ausgeführt wird, bis TIME",
                "folder-3 → Files, schreiben und committen",
                "folder-4 → Files, alles schreiben, bis TIME",
                "Zed → Files, acme, nicht durchgesetzt",
                "Zed → Files, nicht durchgesetzt",
                "Zed → Files, acme",
                "Zed → Files",
                "a.example.com → Files, bis TIME",
            ],
        ),
        (
            Language::Korean,
            [
                "folder-1 → Files, 읽기",
                "folder-2 → Files, 쓰기(실행되는 파일 제외), TIME까지",
                "folder-3 → Files, 쓰기 및 커밋",
                "folder-4 → Files, 전체 쓰기, TIME까지",
                "Zed → Files, acme, 강제 적용 안 됨",
                "Zed → Files, 강제 적용 안 됨",
                "Zed → Files, acme",
                "Zed → Files",
                "a.example.com → Files, TIME까지",
            ],
        ),
        (
            Language::Chinese,
            [
                "folder-1 → Files，只读",
                "folder-2 → Files，可写，但会被执行的文件除外，到 TIME 为止",
                "folder-3 → Files，可写并可提交",
                "folder-4 → Files，可写全部内容，到 TIME 为止",
                "Zed → Files，acme，未强制执行",
                "Zed → Files，未强制执行",
                "Zed → Files，acme",
                "Zed → Files",
                "a.example.com → Files，到 TIME 为止",
            ],
        ),
    ];
    for (language, expected) in said {
        let strings = Strings::of(language);
        let time = clock(0.0, &strings);
        let menu = menu(&view, 0, AtQuit::Stop, &strings);
        assert_eq!(lines_in(&menu), expected.map(|it| it.replace("TIME", &time)), "{language:?}");
    }
}
