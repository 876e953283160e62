//! What a person reads of something that widens and is no new folder.

use paddock_control::view::{
    Access, Asked, Code, Confinement, ConsentView, DestinationAgain, DestinationRule,
    DestinationView, Difference, EnvEntry, Failure, FolderAgain, FolderView, LostFolder,
    NetworkChoice, RetentionView, RunView, Scope, ServerView, ToolRule, TrustedView, View, Warning,
    WideningView,
};
use paddock_core::text::shown;

use super::{destination, footprint, question};
use crate::names;
use crate::out::{Out, Tone};
use crate::words;

pub(super) fn text(
    view: &View,
    consent: &ConsentView,
    without: &[String],
    out: &Out,
) -> Result<String, Failure> {
    let mut lines = match &consent.what {
        WideningView::Trust { server, fingerprint, destinations } => {
            if let Some(unknown) = without.iter().find(|it| !destinations.contains(it)) {
                let failure = Failure::new(Code::CliNotProposed);
                return Err(failure.with("destination", unknown));
            }
            let ticked: Vec<_> =
                destinations.iter().filter(|it| !without.contains(it)).cloned().collect();
            trust(view, server_of(view, *server)?, fingerprint, &ticked, out)?
        }
        WideningView::Access { grant, access, warnings } => {
            with_warnings(access_of(view, *grant, *access, out)?, warnings, out)
        }
        WideningView::Lifetime { grant, lifetime } => {
            let (server, folder) = grant_of(view, *grant)?;
            let mut lines = titled("cli-consent-lifetime", server, folder, out);
            lines.push(fact("consent-duration", words::chosen_lifetime(*lifetime, out), out));
            lines
        }
        WideningView::GrantAgain { ended, warnings } => {
            with_warnings(again(view, *ended, out)?, warnings, out)
        }
        WideningView::GrantAllAgain { folders, destinations, lost } => {
            all_again(view, folders, destinations, lost, out)?
        }
        WideningView::Confinement { server, choice } => {
            confinement(view, server_of(view, *server)?, *choice, out)
        }
        WideningView::Scope { server, scope } => {
            scope_of(view, server_of(view, *server)?, *scope, out)
        }
        WideningView::ToolRule { server, app, tool, rule } => {
            rule_of(server_of(view, *server)?, app.as_deref(), tool, *rule, out)
        }
        WideningView::HoldChanged { server } => not_held(server_of(view, *server)?, out),
        WideningView::ChangedTools { server, .. } => accepted(server_of(view, *server)?, out),
        WideningView::Destination { server, destination, leads_to, lifetime, .. } => {
            let server = server_of(view, *server)?;
            destination::allowed(view, server, destination, leads_to, *lifetime, out)
        }
        WideningView::ForgetDestination { server, destination } => {
            destination::asked_again(server_of(view, *server)?, destination, out)
        }
        WideningView::MostSent { server, most } => {
            let server = server_of(view, *server)?;
            let mut lines = about("wish-most-sent-title", server, &[], out);
            lines.push(fact("wish-now", words::a_day(server.sending.most, out), out));
            lines.push(fact("wish-then", words::a_day(*most, out), out));
            lines
        }
        WideningView::SendToday { server, today } => {
            let server = server_of(view, *server)?;
            let mut lines = about("wish-send-today-title", server, &[], out);
            lines.push(fact("wish-sent", out.words().size(server.sending.sent), out));
            lines.push(fact("wish-now", words::sends_now(&server.sending, out), out));
            lines.push(fact("wish-then", words::up_to(*today, out), out));
            lines
        }
        WideningView::Provider { provider, url } => self::provider(view, *provider, url, out)?,
        WideningView::Resume => vec![out.paint(Tone::Strong, &out.say("cli-consent-resume"))],
        WideningView::ResumeApp { app } => {
            let asked = out.say_with("wish-resume-app-title", &[("app", shown(app).into())]);
            vec![out.paint(Tone::Strong, &asked)]
        }
        WideningView::TerminalConsent => vec![
            out.paint(Tone::Strong, &out.say("cli-consent-terminal")),
            out.say("cli-consent-terminal-means"),
        ],
        WideningView::SecretsInFile => vec![
            out.paint(Tone::Strong, &out.say("wish-secrets-in-file-title")),
            out.paint(Tone::Caution, &out.say("wish-secrets-in-file-warning")),
        ],
        WideningView::Retention { keep } => retention(view.retention, *keep, out),
        WideningView::DeleteActivity => vec![
            out.paint(Tone::Strong, &out.say("wish-delete-activity-title")),
            out.paint(Tone::Bad, &out.say("wish-delete-activity-warning")),
        ],
    };
    lines.push(fact("cli-asked-by", words::by(&consent.by, out), out));
    Ok(lines.join("\n"))
}

pub(super) fn fact(head: &str, text: impl AsRef<str>, out: &Out) -> String {
    format!("{}: {}", out.say(head), text.as_ref())
}

/// Where what servers ask would be sent.
fn provider(view: &View, id: u32, url: &str, out: &Out) -> Result<Vec<String>, Failure> {
    let provider = view.providers.iter().find(|provider| provider.id == id);
    let provider = provider.ok_or_else(|| Failure::new(Code::UnknownProvider))?;
    let named = [("provider", shown(&provider.name).into())];
    let leaves = if provider.local { "models-local" } else { "models-remote" };
    Ok(vec![
        out.paint(Tone::Strong, &out.say_with("wish-provider-title", &named)),
        String::new(),
        fact("models-url", shown(url), out),
        fact("wish-provider-where", out.say(leaves), out),
        out.say("wish-provider-means"),
    ])
}

fn server_of(view: &View, id: u32) -> Result<&ServerView, Failure> {
    let server = view.servers.iter().find(|server| server.id == id);
    server.ok_or_else(|| Failure::new(Code::UnknownServer))
}

fn grant_of(view: &View, id: u32) -> Result<(&ServerView, &FolderView), Failure> {
    let grant = view.grants.iter().find(|grant| grant.id == id);
    let grant = grant.ok_or_else(|| Failure::new(Code::UnknownGrant))?;
    Ok((server_of(view, grant.server)?, &grant.folder))
}

fn titled(id: &str, server: &ServerView, folder: &FolderView, out: &Out) -> Vec<String> {
    let values = [("server", shown(&server.name).into()), ("folder", shown(&folder.name).into())];
    let mut lines = vec![out.paint(Tone::Strong, &out.say_with(id, &values)), String::new()];
    lines.push(fact("consent-folder", shown(&folder.path), out));
    lines.extend(question::about_server(server, out));
    lines
}

fn all_again(
    view: &View,
    folders: &[FolderAgain],
    destinations: &[DestinationAgain],
    lost: &[LostFolder],
    out: &Out,
) -> Result<Vec<String>, Failure> {
    let mut lines = vec![out.paint(Tone::Strong, &out.say("wish-all-again-title"))];
    let name = |id: u32| server_of(view, id).map(|server| shown(&server.name));
    lines.extend(cautions(view, folders, destinations, out));
    for it in folders {
        let access = words::access(it.access, out);
        let lifetime = words::lifetime(it.lifetime, out);
        let path = shown(&it.folder.path);
        lines.push(format!("  {}: {path} ({access}, {lifetime})", name(it.server)?));
        let warnings = it.warnings.iter().map(|warning| words::warning(warning, out));
        lines.extend(warnings.map(|(text, tone)| format!("    {}", out.paint(tone, &text))));
    }
    for it in destinations {
        let lifetime = words::lifetime(it.lifetime, out);
        lines.push(format!("  {}: {} ({lifetime})", name(it.server)?, shown(&it.destination)));
    }
    if !lost.is_empty() {
        lines.push(format!("{}:", out.say("wish-all-again-lost")));
    }
    for it in lost {
        let why = words::lost(it.why, out);
        lines.push(format!("  {}: {} ({why})", name(it.server)?, shown(&it.folder.path)));
    }
    Ok(lines)
}

/// What a person might not expect of giving all of it again.
fn cautions(
    view: &View,
    folders: &[FolderAgain],
    destinations: &[DestinationAgain],
    out: &Out,
) -> Vec<String> {
    let opens =
        |server: &ServerView| destinations.iter().any(|it| it.anywhere && it.server == server.id);
    let is_given =
        |server: &&ServerView| opens(server) || folders.iter().any(|it| it.server == server.id);
    let given: Vec<_> = view.servers.iter().filter(is_given).collect();
    let free = given.iter().filter(|it| it.enforcement.asked == Asked::Advisory);
    let free = names::joined(free.map(|it| shown(&it.name)));
    let unkept =
        (!free.is_empty()).then(|| out.say_with("access-footnote", &[("servers", free.into())]));
    let anywhere = given.iter().filter(|it| it.reaches_anywhere || opens(it));
    let anywhere = anywhere
        .map(|it| out.say_with("consent-sends-anywhere", &[("server", shown(&it.name).into())]));
    let all = unkept.into_iter().chain(anywhere);
    all.map(|line| out.paint(Tone::Caution, &line)).collect()
}

fn access_of(view: &View, grant: u32, access: Access, out: &Out) -> Result<Vec<String>, Failure> {
    let (server, folder) = grant_of(view, grant)?;
    let title = match access {
        Access::Read => "consent-title-read",
        Access::WriteGuarded | Access::WriteCommits | Access::ReadWrite => "consent-title-write",
    };
    let mut lines = titled(title, server, folder, out);
    let hint = question::access_hint(access, server, view.system.attempts, out);
    lines.push(fact("consent-access", format!("{}. {hint}", words::access(access, out)), out));
    Ok(lines)
}

fn with_warnings(mut lines: Vec<String>, warnings: &[Warning], out: &Out) -> Vec<String> {
    let warnings = warnings.iter().map(|warning| words::warning(warning, out));
    lines.extend(warnings.map(|(text, tone)| out.paint(tone, &text)));
    lines
}

fn retention(now: RetentionView, then: RetentionView, out: &Out) -> Vec<String> {
    let begins = then.arguments && !now.arguments;
    let is_less = RetentionView { arguments: now.arguments, ..then } != now;
    let title = if begins { "wish-arguments-title" } else { "wish-retention-title" };
    let mut lines = vec![
        out.paint(Tone::Strong, &out.say(title)),
        fact("wish-now", words::retention(now, out), out),
        fact("wish-then", words::retention(then, out), out),
    ];
    let warnings = [(begins, "wish-arguments-warning"), (is_less, "wish-retention-warning")];
    let warnings = warnings.iter().filter(|(holds, _)| *holds);
    lines.extend(warnings.map(|(_, id)| out.paint(Tone::Bad, &out.say(id))));
    lines
}

fn again(view: &View, ended: u32, out: &Out) -> Result<Vec<String>, Failure> {
    let ended = view.ended.iter().find(|it| it.id == ended);
    let ended = ended.ok_or_else(|| Failure::new(Code::UnknownGrant))?;
    let server = server_of(view, ended.server)?;
    let mut lines = titled("cli-consent-again", server, &ended.folder, out);
    lines.extend(question::sends_anywhere(server, out));
    let hint = question::access_hint(ended.access, server, view.system.attempts, out);
    lines.push(fact(
        "consent-access",
        format!("{}. {hint}", words::access(ended.access, out)),
        out,
    ));
    lines.push(fact("consent-duration", out.say("wish-again-duration"), out));
    Ok(lines)
}

fn confinement(view: &View, server: &ServerView, choice: Confinement, out: &Out) -> Vec<String> {
    let values = [("server", shown(&server.name).into())];
    if choice.asked == Asked::Advisory && server.enforcement.asked != Asked::Advisory {
        return vec![
            out.paint(Tone::Strong, &out.say_with("enforce-title", &values)),
            String::new(),
            out.paint(Tone::Bad, &out.say("enforce-warning")),
        ];
    }
    let mut lines =
        vec![out.paint(Tone::Strong, &out.say_with("cli-consent-confinement", &values))];
    if is_more(choice.network, server.network) {
        let title = match choice.network {
            NetworkChoice::Open => "wish-network-title",
            NetworkChoice::Ask | NetworkChoice::Off => "wish-network-ask-title",
        };
        lines = about(title, server, &[], out);
        lines.extend(destination::network(view, server, choice, out));
    }
    if !choice.ask_first && server.ask_first {
        lines.push(out.say("cli-consent-no-ask-first"));
    }
    lines
}

fn is_more(then: NetworkChoice, now: NetworkChoice) -> bool {
    let width = |mode| match mode {
        NetworkChoice::Off => 0,
        NetworkChoice::Ask => 1,
        NetworkChoice::Open => 2,
    };
    width(then) > width(now)
}

fn scope_of(view: &View, server: &ServerView, scope: Scope, out: &Out) -> Vec<String> {
    let mut lines = about("wish-scope-title", server, &[], out);
    lines.push(fact("wish-now", words::scope(server.usage.scope, out), out));
    lines.push(fact("wish-then", words::scope(scope, out), out));
    let own = view.grants.iter().filter(|grant| grant.server == server.id);
    lines.push(format!("{}:", out.say("wish-scope-folders")));
    lines.extend(own.map(|grant| format!("  {}", shown(&grant.folder.path))));
    lines
}

fn rule_of(
    server: &ServerView,
    app: Option<&str>,
    tool: &str,
    rule: Option<ToolRule>,
    out: &Out,
) -> Vec<String> {
    let title = if app.is_some() { "wish-rule-title" } else { "wish-rule-title-all" };
    let values = [("app", shown(app.unwrap_or_default())), ("tool", shown(tool))];
    let mut lines = about(title, server, &values, out);
    let made = |app: Option<&str>| {
        let mut rules = server.usage.rules.iter();
        rules.find(|it| it.app.as_deref() == app && it.tool == tool).map(|it| it.rule)
    };
    let for_all = made(None).unwrap_or(ToolRule::Allowed);
    let now = app.and_then(|app| made(Some(app))).unwrap_or(for_all);
    let then = match (rule, app) {
        (Some(rule), _) => words::rule(rule, out),
        (None, None) => words::rule(ToolRule::Allowed, out),
        (None, Some(_)) => {
            let rule = words::rule(for_all, out);
            out.say_with("wish-rule-as-all", &[("rule", rule.into())])
        }
    };
    lines.push(fact("wish-rule-app", app.map_or_else(|| out.say("every-app"), shown), out));
    lines.push(fact("wish-rule-tool", shown(tool), out));
    lines.push(fact("wish-now", words::rule(now, out), out));
    lines.push(fact("wish-then", then, out));
    lines
}

fn not_held(server: &ServerView, out: &Out) -> Vec<String> {
    let mut lines = about("wish-hold-title", server, &[], out);
    lines.push(out.paint(Tone::Caution, &out.say("wish-hold-warning")));
    lines.extend(changed_tools(server, out));
    lines
}

fn accepted(server: &ServerView, out: &Out) -> Vec<String> {
    let mut lines = about("wish-changed-title", server, &[], out);
    lines.extend(changed_tools(server, out));
    lines.push(fact("wish-then", out.say("wish-changed-then"), out));
    lines
}

fn changed_tools(server: &ServerView, out: &Out) -> Vec<String> {
    let tools = server.usage.changed_tools.iter();
    let mut lines = vec![format!("{}:", out.say("wish-changed-tools"))];
    lines.extend(tools.map(|tool| format!("  {}", shown(tool))));
    if lines.len() == 1 { Vec::new() } else { lines }
}

/// A title, and the server that it names.
pub(super) fn about(
    id: &str,
    server: &ServerView,
    values: &[(&str, String)],
    out: &Out,
) -> Vec<String> {
    let values = values.iter().map(|(name, value)| (*name, value.as_str().into()));
    let server_named = [("server", shown(&server.name).into())];
    let values: Vec<_> = server_named.into_iter().chain(values).collect();
    let mut lines = vec![out.paint(Tone::Strong, &out.say_with(id, &values)), String::new()];
    lines.extend(question::about_server(server, out));
    lines
}

fn trust(
    view: &View,
    server: &ServerView,
    asked: &str,
    destinations: &[String],
    out: &Out,
) -> Result<Vec<String>, Failure> {
    let RunView::NeedsTrust { fingerprint, changed, was } = &server.state else {
        return Err(Failure::new(Code::CommandChanged));
    };
    // What is shown is what is agreed to.
    if fingerprint != asked {
        return Err(Failure::new(Code::CommandChanged));
    }
    let (title, why) = match (changed, was) {
        (false, _) => ("command-new-title", "servers-trust-new"),
        (true, Some(TrustedView { differs: Difference::Files, .. })) => {
            ("command-changed-title", "diff-same-words")
        }
        (true, Some(TrustedView { differs: Difference::Runtime, .. })) => {
            ("command-changed-title", "diff-runtime")
        }
        (true, _) => ("command-changed-title", "servers-trust-changed"),
    };
    let values = [("server", shown(&server.name).into())];
    let command = &server.command;
    let mut lines =
        vec![out.paint(Tone::Strong, &out.say_with(title, &values)), String::new(), out.say(why)];
    let connects_already = changed.then(|| connects_already(server, out)).flatten();
    let connects = !destinations.is_empty() || connects_already.is_some();
    lines.extend(destination::sends_if_trusted(view, server, connects, out));
    if let Some(was) = was.as_ref().filter(|was| was.differs == Difference::Words) {
        lines.extend(before(was, out));
    }
    lines.push(fact("servers-command", shown(&command.line), out));
    let found = command.file.as_ref().or(command.resolved.as_ref());
    let found = found.map_or_else(|| out.say("servers-not-found"), shown);
    lines.push(fact("servers-found", found, out));
    let cwd = command.cwd.as_ref().map_or_else(|| out.say("servers-cwd-default"), shown);
    lines.push(fact("servers-cwd", cwd, out));
    lines.extend(variables(&command.env_names, &command.env_values, out));
    if !destinations.is_empty() {
        let names = names::joined(destinations.iter().map(shown));
        lines.push(fact("command-may-connect", names, out));
        lines.push(format!("  {}", out.say("command-may-connect-hint")));
    }
    lines.extend(connects_already);
    lines.push(fact("servers-fingerprint", shown(fingerprint), out));
    lines.extend(footprint::lines(server, was.as_ref().map(|was| &*was.reads), out));
    Ok(lines)
}

/// What another command has by what was said of the one before.
fn connects_already(server: &ServerView, out: &Out) -> Option<String> {
    if server.network == NetworkChoice::Open {
        return Some(fact("command-connects-already", out.say("network-mode-open"), out));
    }
    let allowed = |it: &&DestinationView| matches!(it.rule, DestinationRule::Allowed { .. });
    let allowed: Vec<_> = server.destinations.iter().filter(allowed).collect();
    let names = names::joined(allowed.iter().map(|it| shown(&it.destination)));
    (!allowed.is_empty()).then(|| fact("command-connects-already", names, out))
}

fn before(was: &TrustedView, out: &Out) -> Vec<String> {
    let line = names::joined_by(" ", std::iter::once(&was.program).chain(&was.args).map(shown));
    let mut lines = vec![fact("cli-trusted-before", line, out)];
    if let Some(file) = &was.file {
        lines.push(format!("  {}", fact("servers-found", shown(file), out)));
    }
    if let Some(cwd) = &was.cwd {
        lines.push(format!("  {}", fact("servers-cwd", shown(cwd), out)));
    }
    let variables = variables(&was.env_names, &was.env_values, out);
    lines.extend(variables.map(|line| format!("  {line}")));
    lines
}

/// The names of all, then those with their values that are no secrets.
fn variables<'a>(
    names: &'a [String],
    values: &'a [EnvEntry],
    out: &'a Out,
) -> impl Iterator<Item = String> + 'a {
    let all = (!names.is_empty())
        .then(|| fact("servers-env", names::joined(names.iter().map(shown)), out));
    let values = values.iter().map(|it| format!("  {}={}", shown(&it.name), shown(&it.value)));
    all.into_iter().chain(values)
}
