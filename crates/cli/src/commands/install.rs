//! A bundle made a server of: shown, asked for what it needs to know, unpacked and added. It still
//! waits to be trusted, and for its folders to be granted.

use std::path::Path;

use paddock_bundles::{Bundle, Setting, SettingKind, Value, Values, read};
use paddock_control::view::{AskHow, Code, Failure, UpdateStep, UpdateView};
use paddock_core::text::shown;
use paddock_front::bundles::{self, Installed, Older};
use serde_json::json;

use crate::arguments::Install;
use crate::arguments::values::{absolute, absolute_path};
use crate::consent::{Terminal, said_yes};
use crate::exit::Exit;
use crate::front::{Front, whereabouts};
use crate::out::{Out, Tone};
use crate::shell::{argument, quoted};

/// How often an answer that can't be taken is asked for again.
const TRIES: usize = 5;
/// Folders that are asked for at the most, one by one.
const MOST: usize = 64;

pub(super) async fn install(asked: &Install, out: &Out) -> Result<Exit, Failure> {
    let bundle = bundles::open(absolute_path(&asked.file)).await?;
    let places = whereabouts()?;
    let front = Front::open(false).await?;
    let at = (places.data.as_path(), places.home.as_path());
    // Nothing tells whether a bundle of the same name is by the same author: the person says so.
    let older = if asked.update {
        bundles::older(&front.client, at, &bundle).await?.into_iter().next()
    } else {
        None
    };
    let about = about(&bundle, older.as_ref(), out);
    said_yes(&about, out).await?;
    let values = answers(&bundle, older.as_ref(), &places.home, out).await?;
    let folders = folders(&bundle, &values);
    let installed = bundles::install(&front.client, at, bundle, &values, older.as_ref()).await?;
    told(&installed, &folders, out)
}

/// What it says of itself, and what it is.
fn about(bundle: &Bundle, older: Option<&Older>, out: &Out) -> String {
    let manifest = &bundle.manifest;
    let mut lines =
        vec![out.say_with("cli-install-title", &[("name", shown(manifest.title()).into())])];
    let mut fact = |head: &str, text: &str| {
        lines.push(format!("  {}: {}", out.say(head), shown(text)));
    };
    fact("cli-install-version", &manifest.version);
    fact("cli-install-author", &manifest.author.name);
    fact("cli-install-description", &manifest.description);
    lines.push(out.paint(Tone::Caution, &out.say("cli-install-claims")));
    if let Some(older) = older {
        let values = [("server", shown(&older.name).into())];
        lines.push(out.say_with("cli-install-update", &values));
        lines.extend(compared(&older.compared(bundle), out));
    }
    lines.push(out.say("cli-install-waits"));
    lines.join("\n")
}

/// What the update changes.
fn compared(update: &UpdateView, out: &Out) -> Vec<String> {
    let mut lines = Vec::new();
    let step = match update.step {
        UpdateStep::Newer => None,
        UpdateStep::Older => Some("update-note-older"),
        UpdateStep::Same => Some("update-note-same"),
        UpdateStep::Unclear => Some("update-note-unclear"),
        UpdateStep::Identical => Some("update-identical"),
        UpdateStep::Stranger if update.author.is_empty() => Some("cli-install-unreadable"),
        UpdateStep::Stranger => Some("cli-install-stranger"),
    };
    let values = [
        ("server", update.name.as_str().into()),
        ("from", update.from.as_str().into()),
        ("to", update.to.as_str().into()),
        ("author", update.author.as_str().into()),
    ];
    lines.extend(step.map(|id| out.paint(Tone::Caution, &out.say_with(id, &values))));
    if update.edited {
        lines.push(out.paint(Tone::Caution, &out.say_with("update-edited", &values)));
    }
    if !update.from.is_empty() {
        lines.push(format!("  {}: {} → {}", out.say("update-version"), update.from, update.to));
    }
    for (head, compared) in
        [("update-command", &update.command), ("update-environment", &update.environment)]
    {
        let Some(compared) = compared else { continue };
        lines.push(format!("  {}:", out.say(head)));
        lines.push(format!("    - {}", compared.before.join(" ")));
        lines.push(format!("    + {}", compared.after.join(" ")));
    }
    for change in &update.asks {
        let id = match change.how {
            AskHow::New => "update-asks-new",
            AskHow::Changed => "update-asks-changed",
            AskHow::Gone => "update-asks-gone",
        };
        lines.push(format!("  {}", out.say_with(id, &[("title", change.title.as_str().into())])));
    }
    lines
}

async fn answers(
    bundle: &Bundle,
    older: Option<&Older>,
    home: &Path,
    out: &Out,
) -> Result<Values, Failure> {
    let mut values = Values::new();
    if bundle.manifest.user_config.is_empty() {
        return Ok(values);
    }
    let mut terminal = Terminal::open()?;
    for (name, setting) in &bundle.manifest.user_config {
        let may_stay = older.is_some_and(|older| older.may_stay(name));
        let before = older.and_then(|older| older.given(name, setting));
        let before = before.unwrap_or_else(|| bundles::usual_answers(setting, home));
        let usual = if may_stay { None } else { Some(before) };
        if let Some(value) = answer(&mut terminal, (name, setting), usual, home, out).await? {
            values.insert(name.clone(), value);
        }
    }
    Ok(values)
}

/// Without a usual answer, what is kept out of sight stays as it is.
async fn answer(
    terminal: &mut Terminal,
    (name, setting): (&str, &Setting),
    usual: Option<Vec<String>>,
    home: &Path,
    out: &Out,
) -> Result<Option<Value>, Failure> {
    let text = question(name, setting, usual.as_deref(), out);
    let mut last = None;
    for _ in 0..TRIES {
        let typed = typed(terminal, setting, &text, home, out).await?;
        let answered = match &usual {
            None if typed.is_empty() => return Ok(None),
            Some(usual) if typed.is_empty() => usual.clone(),
            Some(_) | None => typed,
        };
        match read(name, setting, answered) {
            Ok(value) => return Ok(value),
            Err(error) => {
                let failure = bundles::failure(&error);
                terminal.say(&out.failure(&failure))?;
                last = Some(failure);
            }
        }
    }
    Err(last.unwrap_or_else(|| Failure::new(Code::BundleMissing).with("setting", shown(name))))
}

fn question(name: &str, setting: &Setting, usual: Option<&[String]>, out: &Out) -> String {
    let title = if setting.title.is_empty() { name } else { &setting.title };
    let mut lines = vec![out.paint(Tone::Strong, &shown(title))];
    if !setting.description.is_empty() {
        lines.push(shown(&setting.description));
    }
    let kind = match setting.kind {
        SettingKind::String => None,
        SettingKind::Number => Some("cli-install-number"),
        SettingKind::Boolean => Some("cli-install-boolean"),
        SettingKind::Directory => Some("cli-install-directory"),
        SettingKind::File => Some("cli-install-file"),
    };
    lines.extend(kind.map(|kind| out.say(kind)));
    let Some(usual) = usual else {
        lines.push(out.say("update-stays"));
        return lines.join("\n");
    };
    if !usual.is_empty() && !setting.sensitive {
        let usual = usual.iter().map(shown).collect::<Vec<_>>().join(", ");
        lines.push(out.say_with("cli-install-usual", &[("value", usual.into())]));
    } else if !setting.required {
        lines.push(out.say("cli-install-optional"));
    }
    lines.join("\n")
}

/// What is typed: nothing, one line or, where several may be chosen, lines up to an empty one.
async fn typed(
    terminal: &mut Terminal,
    setting: &Setting,
    text: &str,
    home: &Path,
    out: &Out,
) -> Result<Vec<String>, Failure> {
    let is_path = matches!(setting.kind, SettingKind::Directory | SettingKind::File);
    let most = if setting.multiple && is_path { MOST } else { 1 };
    let mut all = Vec::new();
    while all.len() < most {
        let (text, prompt) = if all.is_empty() { (text, ">") } else { ("", "+>") };
        let line = if setting.sensitive {
            terminal.ask_hidden(text, prompt).await?
        } else {
            terminal.ask(text, prompt).await?
        };
        let line = line.ok_or_else(|| Failure::new(Code::CliNotAgreed))?;
        let line = if setting.sensitive { line.as_str() } else { line.trim() };
        if line.is_empty() {
            break;
        }
        all.push(if is_path { path(line, home) } else { line.to_owned() });
        if most > 1 && all.len() == 1 {
            terminal.say(&out.say("cli-install-more"))?;
        }
    }
    Ok(all)
}

/// A path as shells would have it.
pub(super) fn path(typed: &str, home: &Path) -> String {
    match typed.strip_prefix('~') {
        Some("") => home.to_string_lossy().into_owned(),
        Some(rest) if rest.starts_with('/') => {
            home.join(rest.trim_start_matches('/')).to_string_lossy().into_owned()
        }
        _ => absolute(Path::new(typed)),
    }
}

/// Folders that were named, to be granted.
fn folders(bundle: &Bundle, values: &Values) -> Vec<String> {
    let settings = bundle.manifest.user_config.iter();
    let of_folders = settings.filter(|(_, setting)| setting.kind == SettingKind::Directory);
    let named = of_folders.filter_map(|(name, _)| values.get(name));
    named
        .flat_map(|value| match value {
            Value::One(one) => vec![one.clone()],
            Value::Many(all) => all.clone(),
        })
        .collect()
}

fn told(installed: &Installed, folders: &[String], out: &Out) -> Result<Exit, Failure> {
    if out.json {
        out.json(&json!({
            "server": installed.server,
            "name": installed.name,
            "update": installed.is_update,
            "folders": folders,
        }))?;
        return Ok(Exit::Done);
    }
    let id = if installed.is_update { "cli-updated" } else { "cli-added" };
    let values = [("id", installed.server.into()), ("server", shown(&installed.name).into())];
    out.said_with(id, &values)?;
    let name = argument(&shown(&installed.name));
    out.line(format!("  paddock servers trust {name}"))?;
    for folder in folders {
        out.line(format!("  paddock grant {} {name}", quoted(&shown(folder))))?;
    }
    Ok(Exit::Done)
}
