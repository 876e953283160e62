//! What a host on paper makes of what it is asked.

use std::path::Path;

use paddock_control::view::{
    Access, CallView, DestinationRule, DestinationView, FolderView, FrontView, GrantView, Hint,
    LifetimeChoice, LifetimeView, LogView, PartView, PickView, ProviderState, ReachabilityView,
    RunView, Scope, SeenView, SendingView, ServerView, SizeView, ToolRule, ToolRuleView, ToolView,
    UsageView, View, WideningView,
};

use crate::sample;

/// One more server, whose command nobody trusts yet.
pub(crate) fn untrusted(view: &View, name: String) -> ServerView {
    let id = view.servers.iter().map(|it| it.id).fold(8, u32::max) + 1;
    let mut server = view.servers[0].clone();
    server.command.trusted = false;
    let state = RunView::NeedsTrust { fingerprint: "ab".into(), changed: false, was: None };
    ServerView { id, name, bundled: false, state, ..server }
}

pub(crate) fn widen(view: &mut View, what: &WideningView) {
    match what {
        WideningView::Access { grant, access, .. } => {
            let grants = view.grants.iter_mut();
            grants.filter(|it| it.id == *grant).for_each(|it| it.access = *access);
        }
        WideningView::Trust { server, .. } => {
            let servers = view.servers.iter_mut();
            servers
                .filter(|it| it.id == *server)
                .for_each(|it| it.state = RunView::Starting { since: 0.0 });
        }
        WideningView::Scope { server, scope } => {
            change_usage(view, *server, |usage| usage.scope = *scope);
        }
        WideningView::ToolRule { server, app, tool, rule } => {
            put_rule(view, *server, app.as_ref(), tool, *rule);
        }
        WideningView::HoldChanged { server } => {
            change_usage(view, *server, |usage| usage.hold_changed = false);
        }
        WideningView::ChangedTools { server, .. } => {
            change_usage(view, *server, |usage| usage.changed_tools.clear());
        }
        WideningView::Destination { server, destination, leads_to, lifetime, .. } => {
            let since = 1_795_341_600_000.0;
            let lifetime = match lifetime {
                LifetimeChoice::Always => LifetimeView::Always,
                LifetimeChoice::ThisRun => LifetimeView::ThisRun,
                LifetimeChoice::OneHour
                | LifetimeChoice::UntilMidnight
                | LifetimeChoice::For { .. } => LifetimeView::Until { at: since },
            };
            for to in [destination].into_iter().chain(leads_to) {
                say(view, *server, to, Some(&DestinationRule::Allowed { lifetime, since }));
            }
        }
        WideningView::ForgetDestination { server, destination } => {
            say(view, *server, destination, None);
        }
        WideningView::Confinement { server, choice } => {
            let servers = view.servers.iter_mut();
            servers.filter(|it| it.id == *server).for_each(|it| {
                it.network = choice.network;
                it.ask_first = choice.ask_first;
                it.enforcement.asked = choice.asked;
            });
        }
        WideningView::MostSent { server, most } => {
            change_sending(view, *server, |sending| (sending.most, sending.today) = (*most, None));
        }
        WideningView::SendToday { server, today } => {
            change_sending(view, *server, |sending| sending.today = Some(*today));
        }
        WideningView::Provider { provider, .. } => {
            let providers = view.providers.iter_mut().filter(|it| it.id == *provider);
            providers.for_each(|it| it.state = ProviderState::Ready);
        }
        WideningView::Resume => view.paused = None,
        WideningView::ResumeApp { app } => view.paused_apps.retain(|it| it.app != *app),
        WideningView::GrantAgain { ended, .. } => view.ended.retain(|it| it.id != *ended),
        WideningView::GrantAllAgain { folders, .. } => {
            view.ended.retain(|it| !folders.iter().any(|folder| folder.ended == it.id));
        }
        WideningView::Lifetime { .. } | WideningView::TerminalConsent => {}
        WideningView::SecretsInFile => view.secrets.keyring_only = false,
        WideningView::Retention { keep } => view.retention = *keep,
        WideningView::DeleteActivity => view.activity_deleted = Some(1_795_341_600_000.0),
    }
}

/// What was asked of it is answered.
fn change_sending(view: &mut View, server: u32, change: impl Fn(&mut SendingView)) {
    view.asked_sending.retain(|it| it.server != server);
    view.servers.iter_mut().filter(|it| it.id == server).for_each(|it| change(&mut it.sending));
}

/// Something is decided about a destination, or nothing any more.
pub(crate) fn say(view: &mut View, server: u32, destination: &str, rule: Option<&DestinationRule>) {
    view.asked_destinations.retain(|it| it.destination != destination);
    for server in view.servers.iter_mut().filter(|it| it.id == server) {
        server.destinations.retain(|it| it.destination != destination);
        server.destinations.extend(rule.cloned().map(|rule| DestinationView {
            destination: destination.to_owned(),
            rule,
            seen: SeenView::default(),
            unreached: None,
        }));
    }
}

pub(crate) fn change_usage(view: &mut View, server: u32, change: impl Fn(&mut UsageView)) {
    let servers = view.servers.iter_mut();
    servers.filter(|it| it.id == server).for_each(|it| change(&mut it.usage));
}

pub(crate) fn put_rule(
    view: &mut View,
    server: u32,
    app: Option<&String>,
    tool: &str,
    rule: Option<ToolRule>,
) {
    change_usage(view, server, |usage| {
        usage.rules.retain(|it| it.app.as_ref() != app || it.tool != tool);
        let rule = rule.map(|rule| ToolRuleView { app: app.cloned(), tool: tool.into(), rule });
        usage.rules.extend(rule);
    });
}

/// Narrowing applies immediately; widening does not.
pub(crate) fn is_stricter(what: &WideningView) -> bool {
    matches!(
        what,
        WideningView::Scope { scope: Scope::WhereAppWorks, .. }
            | WideningView::ToolRule { rule: Some(ToolRule::Off), .. }
    )
}

pub(crate) fn picked(path: &Path) -> PickView {
    let folder = folder(path);
    let is_red = folder.name == "secret";
    let warnings = sample::warnings(is_red);
    PickView {
        id: 7,
        folder,
        picked_as: None,
        repository: None,
        size: Some(SizeView { files: 1842, bytes: 38_400_000.0, at_least: false }),
        projects: vec!["git".into()],
        warnings,
        type_name_to_grant: is_red,
        refused: path.ends_with("refused"),
        granted_to: vec![],
        server: None,
        named: None,
        wished: None,
        together: None,
        by: FrontView::Program { path: "/bin/agent".into(), parent: Some("/bin/sh".into()) },
    }
}

pub(crate) fn folder(path: &Path) -> FolderView {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let path = path.to_string_lossy().into_owned();
    FolderView { name, uri: format!("file://{path}"), path }
}

pub(crate) fn grant(view: &mut View, pick: &PickView, server: u32, access: Access) {
    view.grants.push(GrantView {
        id: 40,
        server,
        folder: pick.folder.clone(),
        access,
        lifetime: LifetimeView::Always,
        reachability: ReachabilityView::Reachable,
        granted_at: 0.0,
        last_told: None,
        last_used: None,
        inside: None,
        held_back: None,
    });
}

pub(crate) fn tool() -> ToolView {
    ToolView {
        name: "read\u{1b}[2J".into(),
        title: Some("Read".into()),
        description: Some("Reads.\nMore of it.".into()),
        schema: "{}".into(),
        output_schema: Some("{}".into()),
        claims: vec!["readOnly".into()],
        task: Some("optional".into()),
    }
}

/// A tool named `fail` says that it failed.
pub(crate) fn called(tool: &str) -> CallView {
    CallView {
        is_error: tool == "fail",
        parts: vec![PartView::Text { text: "a\u{1b}[2Jb\nc".into() }],
        structured: Some("{}".into()),
        broken_promise: Some("it lacks x".into()),
        hint: (tool == "fail").then_some(Hint::BrowserSandbox),
        milliseconds: 1.5,
    }
}

pub(crate) fn log() -> LogView {
    let lines = sample::log_lines();
    LogView { server: 1, lines, dropped: 0 }
}
