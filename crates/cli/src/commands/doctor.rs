//! What is wrong on this machine, and what to do: one page, without secrets, for a report.

use std::path::Path;

use paddock_control::Programs;
use paddock_control::view::{Failure, KeyView, RunView, SecretsView, ServerView, View};
use paddock_core::text::{shown, shown_lines};
use serde::Serialize;

use super::system::{Found, kernel, mark};
use crate::exit::Exit;
use crate::front::{Front, whereabouts};
use crate::out::Out;

/// With fewer, folders may go unwatched where editors watch projects.
const FEW_WATCHES: u64 = 8192;
const FEW_INSTANCES: u64 = 64;
/// Runners that servers are often started with.
const RUNNERS: [&str; 4] = ["node", "npx", "uvx", "docker"];

/// One thing that was looked at.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Finding {
    /// Stable code of what was looked at.
    what: &'static str,
    ok: bool,
    /// What was found, and what to do if it is not as it should be.
    words: String,
}

pub(super) async fn show(out: &Out) -> Result<Exit, Failure> {
    let places = whereabouts()?;
    let mut findings = programs(&places.programs, out);
    findings.extend(limits(out));
    let front = match Front::open(true).await {
        Ok(mut front) => {
            let view = front.surveyed().await?;
            Ok((view, front.client.host_version().to_owned()))
        }
        Err(failure) => Err(failure),
    };
    match &front {
        Ok((view, version)) => {
            let socket = shown(places.socket()).into();
            let values = [("version", version.as_str().into()), ("socket", socket)];
            findings.push(finding("host", true, out.say_with("cli-doctor-host", &values)));
            findings.extend(of_view(view, out));
        }
        Err(failure) => findings.push(finding("host", false, out.failure(failure))),
    }
    for it in &mut findings {
        it.words = masked(&it.words, &places.home);
    }
    let all_well = findings.iter().all(|finding| finding.ok);
    if out.json {
        let system = front.as_ref().ok().map(|(view, _)| &view.system);
        let version = env!("CARGO_PKG_VERSION");
        out.json(&serde_json::json!({
            "version": version, "kernel": kernel(), "findings": findings, "system": system
        }))?;
    } else {
        let view = front.as_ref().ok().map(|(view, _)| view);
        out.line(page(&findings, view, out))?;
    }
    Ok(if all_well { Exit::Done } else { Exit::No })
}

fn page(findings: &[Finding], view: Option<&View>, out: &Out) -> String {
    let values = [("version", env!("CARGO_PKG_VERSION").into())];
    let mut lines = vec![out.say_with("cli-doctor-title", &values), String::new()];
    lines.extend(findings.iter().map(|it| format!("  {} {}", mark(it.ok), it.words)));
    if let Some(view) = view {
        lines.push(String::new());
        lines.push(Found { system: &view.system, kernel: &kernel(), out }.text());
    }
    lines.join("\n")
}

fn finding(what: &'static str, ok: bool, words: String) -> Finding {
    Finding { what, ok, words }
}

fn programs(programs: &Programs, out: &Out) -> Vec<Finding> {
    [
        ("paddock-host", &programs.host),
        ("paddock-sandbox", &programs.keeper),
        ("paddock-files", &programs.files_server),
    ]
    .map(|(name, path)| {
        let is_there = path.is_file();
        let values = [("name", name.into()), ("path", shown(path).into())];
        let id = if is_there { "cli-doctor-program" } else { "cli-doctor-no-program" };
        finding("program", is_there, out.say_with(id, &values))
    })
    .into()
}

/// What the kernel allows of watching folders.
fn limits(out: &Out) -> Vec<Finding> {
    let limits = [("max_user_watches", FEW_WATCHES), ("max_user_instances", FEW_INSTANCES)];
    let read = |name: &str| {
        let text = std::fs::read_to_string(format!("/proc/sys/fs/inotify/{name}")).ok()?;
        text.trim().parse::<u64>().ok()
    };
    let known = limits.into_iter().filter_map(|(name, few)| Some((name, read(name)?, few)));
    known
        .map(|(name, limit, few)| {
            let values = [("name", name.into()), ("limit", limit.into())];
            let is_enough = limit >= few;
            let id = if is_enough { "cli-doctor-limit" } else { "cli-doctor-low-limit" };
            finding("inotify", is_enough, out.say_with(id, &values))
        })
        .collect()
}

fn of_view(view: &View, out: &Out) -> Vec<Finding> {
    let mut findings = vec![enforcement(view, out), consent(view, out)];
    findings.extend(proxy(view, out));
    findings.extend(keyring(view, out));
    findings.extend(secrets(view, out));
    findings.extend(view.servers.iter().filter_map(|server| of_server(server, out)));
    findings.extend(RUNNERS.iter().filter_map(|runner| found_runner(view, runner, out)));
    for notice in &view.notices {
        findings.push(finding("notice", false, out.failure(&notice.failure)));
    }
    findings
}

fn enforcement(view: &View, out: &Out) -> Finding {
    let is_known = view.system.best.is_some();
    let id = match (is_known, view.system.known) {
        (true, _) => "cli-doctor-enforced",
        (false, true) => "cli-system-nothing",
        (false, false) => "cli-system-unknown",
    };
    finding("enforcement", is_known, out.say(id))
}

/// Where a person consents, as far as this session can show a window.
fn consent(view: &View, out: &Out) -> Finding {
    let is_set = |name| std::env::var_os(name).is_some_and(|display| !display.is_empty());
    let window = is_set("WAYLAND_DISPLAY") || is_set("DISPLAY");
    let id = match (window, view.terminal_consent) {
        (true, true) => "cli-doctor-consent-both",
        (true, false) => "cli-doctor-consent-window",
        (false, true) => "cli-doctor-consent-terminal",
        (false, false) => "cli-doctor-consent-nowhere",
    };
    finding("consent", window || view.terminal_consent, out.say(id))
}

/// A proxy that can't be used; what one is used is said of the system.
fn proxy(view: &View, out: &Out) -> Option<Finding> {
    let proxy = view.system.proxy.as_ref()?;
    proxy.address.is_none().then(|| finding("proxy", false, out.say("system-proxy-unusable")))
}

/// Where keys of providers are, if there are any.
fn keyring(view: &View, out: &Out) -> Option<Finding> {
    let has = |key| view.providers.iter().any(|provider| provider.key == key);
    if has(KeyView::UntilQuit) {
        Some(finding("keyring", false, out.say("cli-doctor-no-keyring")))
    } else if has(KeyView::Kept) {
        Some(finding("keyring", true, out.say("cli-doctor-keyring")))
    } else {
        None
    }
}

/// Where secrets of servers are, if there are any.
fn secrets(view: &View, out: &Out) -> Option<Finding> {
    let SecretsView { in_file, keyring_only, .. } = &view.secrets;
    if *in_file > 0 {
        // Saying again what is so has the keyring asked again.
        let again = if *keyring_only { "on" } else { "off" };
        let values = [("count", (*in_file).into()), ("again", again.into())];
        return Some(finding(
            "secrets",
            false,
            out.say_with("cli-doctor-secrets-in-file", &values),
        ));
    }
    let in_keyring = view.servers.iter().any(|server| !server.command.in_keyring.is_empty());
    in_keyring.then(|| finding("secrets", true, out.say("cli-doctor-secrets")))
}

/// What keeps a server from running.
fn of_server(server: &ServerView, out: &Out) -> Option<Finding> {
    let why = match &server.state {
        RunView::Failed { reason } | RunView::Restarting { reason, .. } => out.failure(reason),
        RunView::NeedsTrust { .. } => out.say("cli-doctor-needs-trust"),
        RunView::Stopped
        | RunView::Asleep
        | RunView::Starting { .. }
        | RunView::Running { .. }
        | RunView::Stopping
        | RunView::Paused => return None,
    };
    Some(finding("server", false, format!("{}: {}", shown(&server.name), shown_lines(&why))))
}

/// Where a runner was found, as far as some server is started with it.
fn found_runner(view: &View, runner: &str, out: &Out) -> Option<Finding> {
    let is_it = |server: &&ServerView| server.command.program == *runner;
    let found =
        view.servers.iter().filter(is_it).find_map(|server| server.command.resolved.as_ref());
    let values = [("name", runner.into()), ("path", shown(found?).into())];
    Some(finding("runner", true, out.say_with("cli-doctor-program", &values)))
}

/// Without the name of the account, as far as its home bears it.
fn masked(words: &str, home: &Path) -> String {
    let home = shown(home);
    if home.len() > 1 { words.replace(&home, "~") } else { words.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_program_is_found_missing() {
        let gone = std::path::PathBuf::from("/nowhere/paddock-host");
        let none = Programs {
            host: gone.clone(),
            desktop: gone.clone(),
            command_line: gone.clone(),
            keeper: gone.clone(),
            files_server: std::env::current_exe().unwrap(),
        };
        let found: Vec<_> = programs(&none, &Out::new(false)).iter().map(|it| it.ok).collect();
        assert_eq!(found, [false, false, true]);
    }

    #[test]
    fn no_account_is_named() {
        let masked = |home| masked("/home/ann/work is gone", Path::new(home));
        assert_eq!(masked("/home/ann"), "~/work is gone");
        assert_eq!(masked("/"), "/home/ann/work is gone");
    }
}
